import { addMonths } from "../../domain/base/month.ts";
import { Refusals } from "../../domain/base/refusals.ts";
import { fromMilliunits } from "../../domain/base/money.ts";
import { writeMoney } from "../../domain/base/money_format.ts";
import type { AccountRecord } from "../../domain/base/plan_records.ts";
import { liveLines } from "../../domain/plan/split_lines.ts";
import { transactionLabel, transactionNames } from "../../domain/plan/transaction_label.ts";
import { quoted } from "../../domain/references/reference_index.ts";
import { availableAfter, type CategoriesAround, countedOn } from "../available_now.ts";
import type { ChangeDraft, Fields, PreviewLine, Step, Target } from "../change.ts";
import {
  type KnownLine,
  type KnownTransaction,
  otherSides,
  splitBehind,
} from "../rules/transfer_sides.ts";
import { transactionFinder } from "../rules/transaction_finder.ts";

/** What a proposal of deletions is made from. */
export interface DeletionPlan extends CategoriesAround {
  readonly planId: string;
  readonly transactions: {
    readonly live: readonly KnownTransaction[];
    readonly deletedIds: ReadonlySet<string>;
  };
  readonly accounts: { readonly live: readonly AccountRecord[] };
}

/** A transaction with what goes with it. */
interface Deletion {
  readonly transaction: KnownTransaction;
  readonly others: readonly KnownTransaction[];
}

/** How far back upstream takes transactions. */
const MOST_MONTHS_BACK = 60;

/**
 * Proposes deletions.
 *
 * @throws {ToolError} `invalid_input`, naming every transaction that is refused.
 */
export function deletionDraft(
  asked: readonly string[],
  plan: DeletionPlan,
): ChangeDraft<"deleteTransaction"> {
  const deletions = deletionsOf(asked, plan);
  const steps = deletions.map((one) => stepOf(one, plan));
  const targets = steps.flatMap((step) => step.targets);
  const lost = targets.filter(({ noWayBack }) => noWayBack !== undefined);
  const deleted = deletions.flatMap(({ transaction, others }) => [transaction, ...others]);
  const what = whatOf(deleted, plan);
  const movements = deleted.flatMap(movementsOf);
  return {
    summary: `Delete ${what}`,
    done: `Deleted ${what}`,
    preview: deleted.map((one) => lineOf(one, plan)),
    warnings: warningsOf(deletions, { targets, lost }),
    steps,
    irreversible: lost.length === targets.length
      ? `${lost[0]?.noWayBack ?? ""}, so it can't be entered again`
      : null,
    undoRequests: targets.some(({ isFollower }) => isFollower === true) ? 2 : 1,
    checkBeforeRetry: "find_transactions has shown which of them are there",
    afterwards: () => availableAfter(movements, plan),
  };
}

function whatOf(
  deleted: readonly KnownTransaction[],
  { format, utcToday }: DeletionPlan,
): string {
  const [first] = deleted;
  const amount = deleted.length === 1 && first !== undefined
    ? `, ${writeMoney(fromMilliunits(first.amount), format)}`
    : "";
  return `${transactionNames(deleted, utcToday)}${amount}`;
}

/** A transfer that is named by both of its sides goes once. */
function deletionsOf(
  asked: readonly string[],
  { transactions }: DeletionPlan,
): readonly Deletion[] {
  const refusals = new Refusals();
  const find = transactionFinder(transactions, refusals);
  const byId = new Map(transactions.live.map((one) => [one.id, one]));
  const named = asked.flatMap((reference) => {
    const found = byId.get(find(reference)?.id ?? "");
    if (found === undefined) return [];
    const split = splitBehind(found, transactions.live);
    if (split !== null && !asked.some((one) => split.id.startsWith(one))) {
      refusals.add(
        quoted(reference),
        "it is the other side of a line of a split: delete the split, or change it in YNAB's app",
      );
    }
    return [found];
  });
  refusals.throwIfAny();
  const gone = new Set<string>();
  // Splits first: they take the other sides of their lines with them.
  const ordered = named.toSorted((a, b) => liveLines(b).length - liveLines(a).length);
  return ordered.flatMap((transaction) => {
    if (gone.has(transaction.id)) return [];
    const others = otherSides(transaction, byId).filter(({ id }) => !gone.has(id));
    for (const { id } of [transaction, ...others]) gone.add(id);
    return [{ transaction, others }];
  });
}

function stepOf({ transaction, others }: Deletion, plan: DeletionPlan): Step<"deleteTransaction"> {
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

/** Why upstream would not take a transaction once more. */
function whyNoWayBack(
  { date, account_id, debt_transaction_type: debt }: KnownTransaction,
  { accounts, utcToday }: DeletionPlan,
): string | null {
  if (date < addMonths(utcToday, -MOST_MONTHS_BACK)) return "it is over 5 years old";
  if (accounts.live.find(({ id }) => id === account_id)?.closed === true) {
    return "its account is closed";
  }
  const type = debt ?? null;
  return type === null || type === "payment" ? null : `it is a loan's own entry (${type})`;
}

/** Everything that can be given back; what a split has for a category stands for its lines. */
function fieldsOf(one: KnownTransaction): Fields {
  return {
    account_id: one.account_id,
    date: one.date,
    amount: one.amount,
    payee_id: one.payee_id ?? null,
    transfer_account_id: one.transfer_account_id ?? null,
    ...(liveLines(one).length > 0 ? {} : { category_id: one.category_id ?? null }),
    memo: one.memo ?? null,
    cleared: one.cleared,
    approved: one.approved,
    flag_color: one.flag_color || null,
  };
}

function linesOf(one: KnownTransaction): Pick<Target, "lines"> {
  const lines = liveLines(one) as readonly KnownLine[];
  if (lines.length === 0) return {};
  return {
    lines: lines.map(({ amount, category_id, memo, payee_id, transfer_account_id }) => ({
      amount,
      category_id: category_id ?? null,
      memo: memo ?? null,
      payee_id: payee_id ?? null,
      transfer_account_id: transfer_account_id ?? null,
    })),
  };
}

function lineOf(one: KnownTransaction, { format }: DeletionPlan): PreviewLine {
  return {
    id: one.id,
    label: transactionLabel(one, format),
    field: "transaction",
    before: "entered",
    after: "deleted",
    amount: one.amount,
    ...(one.cleared === "reconciled" ? { isNotable: true } : {}),
  };
}

function warningsOf(
  deletions: readonly Deletion[],
  { targets, lost }: { readonly targets: readonly Target[]; readonly lost: readonly Target[] },
): readonly string[] {
  const all = deletions.flatMap(({ transaction, others }) => [transaction, ...others]);
  const followers = targets.filter(({ isFollower }) => isFollower === true).length;
  const reconciled = all.filter(({ cleared }) => cleared === "reconciled").length;
  const are = (count: number, what: string): string =>
    `${count} ${count === 1 ? "is" : "are"} ${what}`;
  const reasons = [...new Set(lost.map(({ noWayBack }) => noWayBack ?? ""))];
  return [
    ...(followers === 0
      ? []
      : [`${are(followers, "the other side of a transfer")}, which goes with it`]),
    ...(reconciled === 0
      ? []
      : [`${are(reconciled, "reconciled")}: its account may no longer agree with the bank`]),
    ...(lost.length === 0 || lost.length === targets.length
      ? []
      : [`undoing can't bring ${lost.length} of them back: ${reasons.join("; ")}`]),
    ...(lost.length === targets.length
      ? []
      : ["undoing enters them under new ids, without the bank's import link and matches"]),
  ];
}

function movementsOf(
  one: KnownTransaction,
): readonly {
  readonly categoryId: string | null;
  readonly amount: number;
  readonly date: string | null;
}[] {
  const date = countedOn(one);
  const lines = liveLines(one);
  return (lines.length > 0 ? lines : [one]).map(({ category_id, amount }) => ({
    categoryId: category_id ?? null,
    amount: -amount,
    date,
  }));
}
