import { z } from "zod";
import { availableAfter } from "../changes/available_now.ts";
import type { ChangeDraft, PreviewLine, Step, Target } from "../changes/change.ts";
import { withoutNulls } from "../changes/fields.ts";
import { categoryFinder } from "../changes/rules/categories.ts";
import { accountFinder, whyNoTransferTo } from "../changes/rules/references.ts";
import {
  newLines,
  newSide,
  readTransactionPlan,
  refuseTransferCategory,
  type TransactionPlan,
  whyNoDate,
} from "../changes/rules/transactions.ts";
import { cleanText } from "../domain/base/clean_text.ts";
import { categoryNames } from "../domain/plan/category_label.ts";
import { daysBetween } from "../domain/base/day.ts";
import { fromMilliunits } from "../domain/base/money.ts";
import { type MoneyFormat, writeMoney } from "../domain/base/money_format.ts";
import type { AccountRecord, CategoryRecord } from "../domain/base/plan_records.ts";
import { Refusals } from "../domain/base/tool_error.ts";
import { transactionLabel } from "../domain/plan/transaction_label.ts";
import { quoted } from "../domain/references/resolve_reference.ts";
import {
  changeInput,
  changeOutput,
  day,
  positiveAmount,
  reference,
  storedText,
} from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Create a transfer",
  description:
    "Enters a past transfer, such as a cash withdrawal or card payment; no real money moves. " +
    "Use create_scheduled_transaction for future transfers.",
  profiles: ["complete"],
  isDestructive: false,
  example: {
    args: { from_account_id: "Checking", to_account_id: "Savings", amount: 35, date: "2026-03-13" },
  },
};

export const schema = {
  input: changeInput({
    from_account_id: reference,
    to_account_id: reference,
    amount: positiveAmount,
    date: day,
    memo: storedText(500).optional(),
    category_id: reference.optional().describe(
      "Required if exactly one account is a tracking account; otherwise omit",
    ),
    from_cleared: z.boolean().default(false),
    to_cleared: z.boolean().default(false),
  }),
  output: changeOutput,
};

export const reads = ["getAccounts", "getCategories", "getTransactions"] as const;
export const writes = ["createTransaction", "updateTransactions"] as const;

type Input = InputOf<typeof schema>;
type Op = (typeof writes)[number];

export async function handler(
  input: Input,
  context: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  return await context.change(async () => {
    const plan = await readTransactionPlan(input.plan_id, context);
    return { draft: draftOf(input, chosenTransfer(input, plan), plan) };
  });
}

/** One side of the transfer; the amount is in milliunits. */
interface Side {
  readonly account: AccountRecord;
  readonly amount: number;
  readonly isCleared: boolean;
}

interface ChosenTransfer {
  /** First the side that the tool creates, then the side that YNAB adds automatically. */
  readonly sides: readonly [Side, Side];
  readonly category: CategoryRecord | null;
}

function chosenTransfer(input: Input, plan: TransactionPlan): ChosenTransfer {
  const refusals = new Refusals();
  const find = accountFinder(plan.accounts, refusals);
  const ends = {
    from: find("from_account_id", input.from_account_id),
    to: find("to_account_id", input.to_account_id),
  };
  if (ends.from !== null && ends.from.id === ends.to?.id) {
    refusals.add(
      "to_account_id",
      "it is the same account as from_account_id: choose a different one",
    );
  }
  refusals.add("date", whyNoDate(input.date, plan.utcToday, "use create_scheduled_transaction"));
  const findCategory = categoryFinder(plan.categories, { refusals, takesInflow: true });
  const isAsked = input.category_id !== undefined;
  const category = findCategory("category_id", input.category_id);
  if (ends.from !== null && ends.to !== null) {
    refuseTransferCategory({ isAsked, from: ends.from, to: ends.to, category }, refusals);
  }
  const from = refusals.passed(ends.from);
  const to = refusals.passed(ends.to);
  const sides: readonly [Side, Side] = [
    { account: from, amount: -input.amount, isCleared: input.from_cleared },
    { account: to, amount: input.amount, isCleared: input.to_cleared },
  ];
  const ordered = inOrder(sides);
  const [, { account }] = ordered;
  refusals.add(quoted(account.name), whyNoTransferTo(account));
  refusals.throwIfAny();
  return { sides: ordered, category };
}

/**
 * Returns the two sides of a transfer, beginning with the side that the tool creates. If only one
 * account is a budget account, the tool creates that account's side. If the two accounts are both
 * budget accounts or both tracking accounts, the tool creates the side that should be cleared,
 * because YNAB adds the other side as uncleared.
 */
function inOrder([from, to]: readonly [Side, Side]): readonly [Side, Side] {
  const isOther = from.account.on_budget === to.account.on_budget
    ? to.isCleared && !from.isCleared
    : to.account.on_budget;
  return isOther ? [to, from] : [from, to];
}

function draftOf(input: Input, chosen: ChosenTransfer, plan: TransactionPlan): ChangeDraft<Op> {
  const { planId, format } = plan;
  const { sides, category } = chosen;
  const [first, second] = sides;
  const [leader, follower] = targetsOf(input, chosen, format);
  const amount = writeMoney(fromMilliunits(input.amount), format);
  const [from, to] = first.amount < 0 ? [first, second] : [second, first];
  const names = `from ${cleanText(from.account.name)} to ${cleanText(to.account.name)}`;
  const what = `a transfer of ${amount} ${names}, already approved`;
  const { payee_name: _, transfer_account_id: __, ...sent } = leader.after ?? {};
  const creation: Step<"createTransaction"> = {
    operation: "createTransaction",
    args: { planId, transactions: [withoutNulls(sent)] },
    targets: [leader, follower],
  };
  const categoryName = categoryNames(plan.categories)(category?.id);
  return {
    summary: `Enter ${what}`,
    done: `Entered ${what}`,
    preview: [
      ...linesOf(leader, { input, side: first, categoryName }),
      ...linesOf(follower, { input, side: second, categoryName }),
    ],
    warnings: similarWords(input.date, sides, plan),
    steps: second.isCleared ? [creation, clearing(follower, planId)] : [creation],
    checkBeforeRetry: "use find_transactions to check whether it exists",
    afterwards: () =>
      availableAfter([{ category_id: category?.id, amount: first.amount, date: input.date }], plan),
  };
}

function targetsOf(
  { date, memo }: Input,
  { sides: [first, second], category }: ChosenTransfer,
  format: MoneyFormat,
): readonly [Target, Target] {
  const sideOf = (id: string, { account, amount }: Side, other: Side): Target => {
    const side = newSide(id, { account, from: other.account.name, date, amount }, format);
    return { ...side, after: { ...side.after, memo: memo || null } };
  };
  const { isFollower: _, ...leader } = sideOf("new 1", first, second);
  const after = {
    ...leader.after,
    payee_id: second.account.transfer_payee_id ?? null,
    transfer_account_id: second.account.id,
    category_id: category?.id ?? null,
    cleared: first.isCleared ? "cleared" : "uncleared",
    approved: true,
  };
  return [{ ...leader, after }, sideOf("new 2", second, first)];
}

/**
 * Returns the step that marks the transfer's second side as cleared. This step is needed because
 * YNAB adds the second side itself, as uncleared.
 */
function clearing(follower: Target, planId: string): Step<"updateTransactions"> {
  const fields = { cleared: "cleared" } as const;
  const target = { ...follower, before: { cleared: "uncleared" }, after: fields };
  const { isFollower: _, ...alone } = target;
  return {
    operation: "updateTransactions",
    args: { planId, transactions: [{ id: follower.id, ...fields }] },
    targets: [alone],
  };
}

function linesOf(
  { id, label }: Target,
  { input: { amount, memo }, side, categoryName }: {
    readonly input: Input;
    readonly side: Side;
    readonly categoryName: string | null;
  },
): readonly PreviewLine[] {
  return newLines({ id, label, amount: side.amount }, {
    transfer: fromMilliunits(amount),
    category: side.account.on_budget ? categoryName ?? undefined : undefined,
    memo: memo || undefined,
    cleared: side.isCleared ? "cleared" : undefined,
  });
}

/** Maximum days between a transfer and an existing transaction that may be one of its sides. */
const MAX_DAYS_APART = 10;
const MAX_NAMED = 3;

/** Returns warnings about existing transactions that may be one side of the new transfer. */
function similarWords(
  date: string,
  sides: readonly Side[],
  { transactions, format }: TransactionPlan,
): readonly string[] {
  const found = transactions.live.filter((row) =>
    sides.some(({ account, amount }) => row.account_id === account.id && row.amount === amount) &&
    Math.abs(daysBetween(row.date, date)) <= MAX_DAYS_APART
  );
  return found.slice(0, MAX_NAMED).map((row) =>
    `${transactionLabel(row, format)} already exists, so the transfer may have been entered before`
  );
}
