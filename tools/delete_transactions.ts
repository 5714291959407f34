import { z } from "zod";
import { availableAfter, movementsOf } from "../changes/available_now.ts";
import type { ChangeDraft, Fields, Step, Target } from "../changes/change.ts";
import { earliestDay, pickFields } from "../changes/fields.ts";
import { transactionFinder } from "../changes/rules/references.ts";
import {
  type KnownTransaction,
  otherSides,
  readTransactionPlan,
  splitBehind,
  transactionFields,
  type TransactionPlan,
} from "../changes/rules/transactions.ts";
import { fromMilliunits } from "../domain/base/money.ts";
import { writeMoney } from "../domain/base/money_format.ts";
import { Refusals } from "../domain/base/tool_error.ts";
import { liveLines } from "../domain/base/plan_records.ts";
import { transactionLabel, transactionNames } from "../domain/plan/transaction_label.ts";
import { quoted } from "../domain/references/resolve_reference.ts";
import { changeInput, changeOutput, reference } from "./_schema.ts";
import type { InputOf, OutputOf, ToolContext, ToolSummary } from "./_tool.ts";

export const summary: ToolSummary = {
  title: "Delete transactions",
  description: "Deletes transactions, such as duplicates. Transfers are deleted from both " +
    "accounts. Use edit_transaction for corrections.",
  profiles: ["complete"],
  isIdempotent: true,
  example: {
    lookUps: [{ tool: "find_transactions", args: { limit: 1 } }],
    args: { transaction_ids: ["=find_transactions.transactions.0.transaction_id"] },
  },
};

export const schema = {
  input: changeInput({
    transaction_ids: z.array(reference).min(1).max(50),
  }),
  output: changeOutput,
};

export const reads = ["getAccounts", "getCategories", "getTransactions"] as const;
export const writes = ["deleteTransaction"] as const;

export async function handler(
  { plan_id: planId, transaction_ids: references }: InputOf<typeof schema>,
  context: ToolContext<typeof reads, typeof writes>,
): Promise<OutputOf<typeof schema>> {
  return await context.change(async () => {
    const plan = await readTransactionPlan(planId, context);
    return { draft: draftOf(deletionsOf(references, plan), plan) };
  });
}

interface Deletion {
  readonly transaction: KnownTransaction;
  readonly others: readonly KnownTransaction[];
}

function draftOf(
  deletions: readonly Deletion[],
  plan: TransactionPlan,
): ChangeDraft<"deleteTransaction"> {
  const { format, utcToday } = plan;
  const steps = deletions.map((one) => stepOf(one, plan));
  const targets = steps.flatMap((step) => step.targets);
  const lost = targets.filter(({ noWayBack }) => noWayBack !== undefined);
  const deleted = deletions.flatMap(({ transaction, others }) => [transaction, ...others]);
  const [first] = deleted;
  const amount = deleted.length === 1 && first !== undefined
    ? `, ${writeMoney(fromMilliunits(first.amount), format)}`
    : "";
  const what = `${transactionNames(deleted, utcToday)}${amount}`;
  return {
    summary: `Delete ${what}`,
    done: `Deleted ${what}`,
    preview: deleted.map((one) => ({
      id: one.id,
      label: transactionLabel(one, format),
      ...{ field: "transaction", before: "entered", after: "deleted" },
      amount: one.amount,
      isNotable: one.cleared === "reconciled",
    })),
    warnings: warningsOf(deleted, { targets, lost }),
    steps,
    irreversible: lost.length === targets.length
      ? `${lost[0]?.noWayBack ?? ""}, so it can't be entered again`
      : null,
    checkBeforeRetry: "use find_transactions to check which of them still exist",
    afterwards: () => availableAfter(deleted.flatMap((one) => movementsOf(one)), plan),
  };
}

/** Returns the requested deletions. Deletes a transfer only once, even if both sides are listed. */
function deletionsOf(
  references: readonly string[],
  { transactions }: TransactionPlan,
): readonly Deletion[] {
  const refusals = new Refusals();
  const find = transactionFinder(transactions, refusals);
  const named = references.flatMap((reference) => {
    const found = find(reference);
    return found === null ? [] : [{ reference, found }];
  });
  const ids = new Set(named.map(({ found }) => found.id));
  for (const { reference, found } of named) {
    const split = splitBehind(found, transactions.live);
    if (split !== null && !ids.has(split.id)) {
      refusals.add(
        quoted(reference),
        "it is one side of a transfer whose other side is a line of a split transaction: delete " +
          "the whole split transaction, or edit the split in the YNAB app",
      );
    }
  }
  refusals.throwIfAny();
  const byId = new Map(transactions.live.map((one) => [one.id, one]));
  const gone = new Set<string>();
  // Put splits first, for two reasons: deleting a split also deletes the other sides of its
  // transfers, and when undo re-enters several transactions together, only the first gets its lines
  // back.
  const withSplitsFirst = (all: readonly KnownTransaction[]): readonly KnownTransaction[] =>
    all.toSorted((a, b) => liveLines(b).length - liveLines(a).length);
  return withSplitsFirst(named.map(({ found }) => found)).flatMap((one) => {
    if (gone.has(one.id)) return [];
    const sides = [one, ...otherSides(one, byId)].filter(({ id }) => !gone.has(id));
    const [transaction = one, ...others] = withSplitsFirst(sides);
    for (const { id } of sides) gone.add(id);
    return [{ transaction, others }];
  });
}

function stepOf(
  { transaction, others }: Deletion,
  plan: TransactionPlan,
): Step<"deleteTransaction"> {
  const all = [transaction, ...others];
  const why = all.flatMap((one) => whyNoWayBack(one, plan) ?? [])[0];
  return {
    operation: "deleteTransaction",
    args: { planId: plan.planId, transactionId: transaction.id },
    targets: all.map((one, at): Target => ({
      id: one.id,
      label: transactionLabel(one, plan.format),
      before: fieldsOf(one),
      after: null,
      ...(at === 0 ? linesOf(one) : { isFollower: true }),
      ...(why === undefined ? {} : { noWayBack: why }),
    })),
  };
}

/** Returns why undo can't re-enter the deleted transaction in YNAB; `null` if it can. */
function whyNoWayBack(
  { date, account_id, debt_transaction_type: debt, matched_transaction_id: match }:
    KnownTransaction,
  { accounts, transactions, utcToday }: TransactionPlan,
): string | null {
  if (date < earliestDay(utcToday)) return "it is over 5 years old";
  if (accounts.live.find(({ id }) => id === account_id)?.closed === true) {
    return "its account is closed";
  }
  // YNAB counts only one of two matched transactions. If undo re-entered the deleted transaction,
  // that transaction would no longer be matched with its counterpart, so YNAB would count both.
  if ((match ?? null) !== null && transactions.live.some(({ id }) => id === match)) {
    return "it is matched with another transaction";
  }
  const type = debt ?? null;
  return type === null || type === "payment" ? null : `it is an automatic loan entry (${type})`;
}

/** Returns a transaction's restorable fields. A split transaction has no category of its own. */
function fieldsOf(one: KnownTransaction): Fields {
  const { account_name: _, category_id = null, ...fields } = transactionFields(one);
  return liveLines(one).length > 0 ? fields : { ...fields, category_id };
}

const LINE_FIELDS: readonly string[] = [
  "amount",
  "category_id",
  "memo",
  "payee_id",
  "payee_name",
  "transfer_account_id",
];

function linesOf(one: KnownTransaction): Pick<Target, "lines"> {
  const lines = liveLines(one);
  return lines.length === 0 ? {} : { lines: lines.map((line) => pickFields(line, LINE_FIELDS)) };
}

function warningsOf(
  deleted: readonly KnownTransaction[],
  { targets, lost }: { readonly targets: readonly Target[]; readonly lost: readonly Target[] },
): readonly string[] {
  const followers = targets.filter(({ isFollower }) => isFollower === true).length;
  const reconciled = deleted.filter(({ cleared }) => cleared === "reconciled");
  const isInOneAccount = new Set(reconciled.map(({ account_id }) => account_id)).size === 1;
  const reasons = [...new Set(lost.map(({ noWayBack }) => noWayBack ?? ""))];
  return [
    ...(followers === 0 ? [] : [
      followers === 1
        ? "the other side of the transfer will also be deleted"
        : `the other sides of ${followers} transfers will also be deleted`,
    ]),
    ...(reconciled.length === 0 ? [] : [
      reconciled.length === 1
        ? "1 transaction is reconciled: after this change, its account may no longer match the bank"
        : `${reconciled.length} transactions are reconciled: after this change, their ${
          isInOneAccount ? "account" : "accounts"
        } may no longer match the bank`,
    ]),
    ...(lost.length === 0 || lost.length === targets.length
      ? []
      : [`undo can't restore ${lost.length} of them: ${reasons.join("; ")}`]),
    ...(lost.length === targets.length
      ? []
      : ["undo re-enters deleted transactions with new ids and without their bank import links"]),
  ];
}
