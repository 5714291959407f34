import { Refusals } from "../../domain/base/refusals.ts";
import { fromMilliunits } from "../../domain/base/money.ts";
import { writeMoney } from "../../domain/base/money_format.ts";
import type {
  AccountRecord,
  CategoryRecord,
  TransactionRecord,
} from "../../domain/base/plan_records.ts";
import { transactionLabel } from "../../domain/plan/transaction_label.ts";
import { availableAfter, type CategoriesAround } from "../available_now.ts";
import type { ChangeDraft, Fields, PreviewLine, ReadTargets, Step, Target } from "../change.ts";
import { otherSideOf } from "../pairing.ts";
import { accountFinder, type KnownAccounts } from "../rules/account_finder.ts";
import { categoryFinder, categoryNames, type KnownCategories } from "../rules/category_finder.ts";
import { whyNoDate } from "../rules/new_transaction_rules.ts";
import { similarTransactions } from "../rules/similar_transactions.ts";
import { refuseTransferCategory } from "../rules/transfer_category.ts";

/** A transfer to be entered; its amount is in milliunits. */
export interface AskedTransfer {
  readonly from_account_id: string;
  readonly to_account_id: string;
  readonly amount: number;
  readonly date: string;
  readonly memo?: string | undefined;
  readonly category_id?: string | undefined;
  readonly from_cleared: boolean;
  readonly to_cleared: boolean;
}

/** What a proposal of a transfer is made from. */
export interface TransferPlan extends CategoriesAround {
  readonly planId: string;
  readonly accounts: KnownAccounts;
  readonly categories: KnownCategories & CategoriesAround["categories"];
  readonly transactions: { readonly live: readonly TransactionRecord[] };
  /** Reads the other side once it is there. */
  readonly readFollowers: ReadTargets;
}

/** One side of the transfer. */
interface Side {
  readonly account: AccountRecord;
  readonly amount: number;
  readonly isCleared: boolean;
}

/**
 * Proposes a transfer.
 *
 * @throws {ToolError} `invalid_input`, naming everything that is refused.
 */
export function transferDraft(
  asked: AskedTransfer,
  plan: TransferPlan,
): ChangeDraft<"createTransaction" | "updateTransactions"> {
  const refusals = new Refusals();
  const find = accountFinder(plan.accounts, refusals);
  const ends = {
    from: find("from_account_id", asked.from_account_id),
    to: find("to_account_id", asked.to_account_id),
  };
  if (ends.from !== null && ends.from.id === ends.to?.id) {
    refusals.add("to_account_id", "it is the same account: choose another");
  }
  const why = whyNoDate(asked.date, plan.utcToday, "use create_scheduled_transaction");
  if (why !== null) refusals.add("date", why);
  const findCategory = categoryFinder(plan.categories, { refusals, takesInflow: true });
  const category = asked.category_id === undefined
    ? null
    : findCategory("category_id", asked.category_id);
  if (ends.from !== null && ends.to !== null) {
    refuseTransferCategory({
      isAsked: asked.category_id !== undefined,
      from: ends.from,
      to: ends.to,
      category,
    }, refusals);
  }
  const from = refusals.passed(ends.from);
  const to = refusals.passed(ends.to);
  const sides: readonly [Side, Side] = [
    { account: from, amount: -asked.amount, isCleared: asked.from_cleared },
    { account: to, amount: asked.amount, isCleared: asked.to_cleared },
  ];
  return draftOf(asked, { sides: inOrder(sides), category }, plan);
}

/** The side that is entered first: that in the budget, else the one that is cleared. */
function inOrder([from, to]: readonly [Side, Side]): readonly [Side, Side] {
  const isOther = from.account.on_budget === to.account.on_budget
    ? to.isCleared && !from.isCleared
    : to.account.on_budget;
  return isOther ? [to, from] : [from, to];
}

interface ChosenTransfer {
  /** The side that is entered, and the one that YNAB makes. */
  readonly sides: readonly [Side, Side];
  readonly category: CategoryRecord | null;
}

function draftOf(
  asked: AskedTransfer,
  { sides, category }: ChosenTransfer,
  plan: TransferPlan,
): ChangeDraft<"createTransaction" | "updateTransactions"> {
  const { planId, format } = plan;
  const [first, second] = sides;
  const [leader, follower] = targetsOf(asked, { sides, category }, plan);
  const amount = writeMoney(fromMilliunits(asked.amount), format);
  const [from, to] = first.amount < 0 ? [first, second] : [second, first];
  const what = `a transfer of ${amount} from ${from.account.name} to ${to.account.name}, ` +
    "approved already";
  const { payee_name: _, transfer_account_id: __, ...sent } = leader.after ?? {};
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null));
  const creation: Step<"createTransaction"> = {
    operation: "createTransaction",
    args: { planId, transactions: [given] },
    targets: [leader, follower],
  };
  const nameOf = categoryNames(plan.categories);
  return {
    summary: `Enter ${what}`,
    done: `Entered ${what}`,
    preview: [leader, follower].flatMap((target, at) =>
      linesOf(target, { asked, side: sides[at] ?? first, categoryName: nameOf(category?.id) })
    ),
    warnings: similarTransactions(asked.date, sides, plan),
    steps: second.isCleared ? [creation, clearing(follower, planId)] : [creation],
    irreversible: null,
    undoRequests: 1,
    checkBeforeRetry: "find_transactions has shown whether it is there",
    readFollowers: plan.readFollowers,
    afterwards: () =>
      availableAfter([{ categoryId: category?.id, amount: first.amount, date: asked.date }], plan),
  };
}

function targetsOf(
  { date, memo }: AskedTransfer,
  { sides: [first, second], category }: ChosenTransfer,
  { format }: TransferPlan,
): readonly [Target, Target] {
  const labelOf = (side: Side, other: Side): string =>
    transactionLabel({
      date,
      amount: side.amount,
      payee_name: `Transfer : ${other.account.name}`,
      account_name: side.account.name,
    }, format);
  const shared = { date, memo: memo || null };
  return [
    {
      id: "new 1",
      label: labelOf(first, second),
      before: null,
      after: {
        account_id: first.account.id,
        amount: first.amount,
        ...shared,
        payee_id: second.account.transfer_payee_id ?? null,
        transfer_account_id: second.account.id,
        category_id: category?.id ?? null,
        cleared: first.isCleared ? "cleared" : "uncleared",
        approved: true,
      },
    },
    {
      id: "new 2",
      label: labelOf(second, first),
      before: null,
      after: { account_id: second.account.id, amount: second.amount, ...shared },
      isFollower: true,
    },
  ];
}

/** YNAB makes the other side uncleared, whatever the first one is. */
function clearing(follower: Target, planId: string): Step<"updateTransactions"> {
  const fields = { cleared: "cleared" } as const;
  const target = { ...follower, before: { cleared: "uncleared" }, after: fields };
  const { isFollower: _, ...alone } = target;
  const stepFor = (id: string): Pick<Step<"updateTransactions">, "args" | "targets"> => ({
    args: { planId, transactions: [{ id, ...fields }] },
    targets: [{ ...alone, id }],
  });
  return {
    operation: "updateTransactions",
    ...stepFor(follower.id),
    completed: ([answer]) => {
      const { transactions = [] } = answer as { readonly transactions?: readonly Fields[] };
      const found = transactions.flatMap((one) => otherSideOf(one, follower) ?? []);
      return stepFor(found[0] ?? follower.id);
    },
  };
}

function linesOf(
  { id, label }: Target,
  { asked: { amount, memo }, side, categoryName }: {
    readonly asked: AskedTransfer;
    readonly side: Side;
    readonly categoryName: string | null;
  },
): readonly PreviewLine[] {
  const line = { id, label, before: null, amount: side.amount, isNew: true };
  const isCategorized = categoryName !== null && side.account.on_budget;
  return [
    { ...line, field: "transfer", after: fromMilliunits(amount) },
    ...(isCategorized ? [{ ...line, field: "category", after: categoryName }] : []),
    ...(memo === undefined || memo === ""
      ? []
      : [{ ...line, field: "memo", after: memo, isOwnText: true }]),
    ...(side.isCleared ? [{ ...line, field: "cleared", after: "cleared" }] : []),
  ];
}
