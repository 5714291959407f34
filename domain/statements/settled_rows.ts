import { shortened } from "../base/clean_text.ts";
import { fromMilliunits } from "../base/money.ts";
import { liveLines, type TransactionRecord } from "../base/plan_records.ts";
import { Refusals } from "../base/tool_error.ts";
import type { Transactions } from "../transactions/transaction_chunks.ts";
import { countedTransaction } from "./account_entries.ts";
import type { ComparisonOptions, RowDecision, Verdicts } from "./comparison.ts";
import type { Statement, StatementRow } from "./statement.ts";

/** Rows whose outcome was decided by the user or by an earlier import. */
export interface Settled extends Verdicts {
  /** Transactions that were matched before but now have a different amount, by row number. */
  readonly amended: Map<number, TransactionRecord>;
}

/** Settles rows based on the user's decisions first, then on the results of earlier imports. */
export function settledRows(
  statement: Statement,
  transactions: Transactions<TransactionRecord>,
  options: ComparisonOptions,
): Settled {
  const decisions = checkDecisions(statement, transactions, options);
  const settled: Settled = {
    ...{ matched: [], new: [], doubtful: [], differs: [], combined: [], transfers: [] },
    leftOut: [...statement.leftOut],
    amended: new Map(),
  };
  const used = new Set([...decisions.values()].flatMap(({ transaction }) => transaction?.id ?? []));
  for (const row of statement.rows) {
    const decision = decisions.get(row.row);
    if (decision !== undefined) {
      settleDecided(settled, decision);
      continue;
    }
    const memory = row.amount === 0 ? null : options.remembered(row);
    if (row.amount === 0) settled.leftOut.push({ row: row.row, reason: "zero" });
    if (memory === null) continue;
    const { transactionId: id } = memory;
    const transaction = id === null ? null : countedTransaction(transactions, id);
    if (transaction?.account_id !== options.accountId) {
      const reason = id === null ? "skipped_before" : "deleted_before";
      settled.leftOut.push({ row: row.row, reason });
    } else if (!used.has(transaction.id)) {
      used.add(transaction.id);
      if (transaction.amount !== row.amount) settled.amended.set(row.row, transaction);
      else settled.matched.push({ row, transaction, takesAmount: false });
    }
  }
  return settled;
}

function settleDecided(
  settled: Settled,
  { row, as, transaction, accountId }: CheckedDecision,
): void {
  if (as === "skip") settled.leftOut.push({ row: row.row, reason: "skipped_before" });
  else if (transaction === null) settled.new.push({ row, transferAccountId: accountId });
  else if (as === "transfer") settled.transfers.push({ row, transaction, isDecided: true });
  else settled.matched.push({ row, transaction, takesAmount: transaction.amount !== row.amount });
}

export function rowsIn(
  { matched, new: entered, amended, transfers, leftOut }: Settled,
): readonly number[] {
  const rows = [...matched, ...entered, ...transfers].map(({ row }) => row.row);
  return [...rows, ...amended.keys(), ...leftOut.map(({ row }) => row)];
}

/** A decision that can be applied. */
interface CheckedDecision {
  readonly row: StatementRow;
  readonly as: RowDecision["as"];
  readonly transaction: TransactionRecord | null;
  readonly accountId: string | null;
}

/** Indexes the user's decisions by row number. Rejects decisions that can't be applied. */
function checkDecisions(
  statement: Statement,
  transactions: Transactions<TransactionRecord>,
  options: ComparisonOptions,
): ReadonlyMap<number, CheckedDecision> {
  const refusals = new Refusals();
  const rows = new Map(statement.rows.map((row) => [row.row, row]));
  const checked = new Map<number, CheckedDecision>();
  const usedBy = new Map<string, number>();
  for (const decision of options.decisions) {
    const row = rows.get(decision.row);
    if (row === undefined) {
      refusals.add(`row ${decision.row}`, missingReason(decision.row, statement));
      continue;
    }
    const { as, transactionId: id } = decision;
    const takesId = as !== "new" && as !== "skip";
    const transaction = id !== undefined && takesId ? countedTransaction(transactions, id) : null;
    const accountId = as === "transfer" ? decision.accountId ?? null : null;
    const isStray = as !== "transfer" &&
      (decision.accountId ?? options.accountId) !== options.accountId;
    const one = { row, as, transaction, accountId };
    const reason = checked.has(row.row)
      ? "has more than one decision: pass only one"
      : id !== undefined && !takesId
      ? `\`${as}\` doesn't accept \`transaction_id\`: omit it, or use \`match\``
      : id !== undefined && transaction === null
      ? `transaction ${id} doesn't exist: compare the statement again and use an id from the result`
      : usedBy.has(transaction?.id ?? "")
      ? `transaction ${id} is already used for row ${usedBy.get(transaction?.id ?? "")}: ` +
        "choose a different one, or use `new` or `skip`"
      : CHECKS[as](one, options) ??
        (isStray
          ? `\`${as}\` doesn't accept \`account_id\`, which is only for \`transfer\`: omit it`
          : null);
    refusals.add(rowLabel(row), reason);
    checked.set(row.row, one);
    if (transaction !== null) usedBy.set(transaction.id, row.row);
  }
  refusals.throwIfAny();
  return checked;
}

/** Describes a row by its number, day, amount and label. */
export function rowLabel({ row, date, amount, payee }: StatementRow): string {
  return [`row ${row}`, date, fromMilliunits(amount), shortened(payee, MAX_LABEL_LENGTH)]
    .filter((part) => part !== "").join(" ");
}

const MAX_LABEL_LENGTH = 24;

function missingReason(number: number, { rows, leftOut }: Statement): string {
  const reason = leftOut.find(({ row }) => row === number)?.reason;
  if (reason !== undefined) {
    return `was left out of the comparison (${reason}): omit the decision about this row`;
  }
  const count = rows.length + leftOut.length;
  return `the statement has ${
    count === 1 ? "1 row" : `${count} rows`
  }: use a row number from the ` +
    "comparison";
}

type Check = (decision: CheckedDecision, options: ComparisonOptions) => string | null;

function splitReason(transaction: TransactionRecord | null): string | null {
  if (transaction === null || liveLines(transaction).length === 0) return null;
  return `YNAB's API can't change the amount of a split transaction (${transaction.id}): ` +
    "correct its split lines in the YNAB app, then compare the statement again";
}

const CHECKS: Readonly<Record<RowDecision["as"], Check>> = {
  skip: () => null,
  new: ({ row }, options) => entryReason(row, options),
  match: (decision, options) => {
    const { row, transaction } = decision;
    const reason = entryOfAccountReason(decision, options);
    if (reason !== null || transaction?.amount === row.amount) return reason;
    return splitReason(transaction) ??
      `transaction ${transaction?.id} has a different amount, ${
        fromMilliunits(transaction?.amount ?? 0)
      }: use \`amount\` to change it to the bank's amount`;
  },
  amount: (decision, options) =>
    entryOfAccountReason(decision, options) ?? splitReason(decision.transaction),
  transfer: ({ row, transaction, accountId }, options) => {
    if (transaction === null) {
      if (accountId === null) return "a transfer needs `account_id` or `transaction_id`";
      return accountId === options.accountId
        ? "`account_id` is the statement's own account: pass the account on the other side of " +
          "the transfer"
        : entryReason(row, options);
    }
    if (transaction.account_id === options.accountId) {
      return `transaction ${transaction.id} is in the statement's own account: ` +
        "pass the transaction on the other side of the transfer, or use `match` to match the row " +
        "with this transaction";
    }
    if (accountId !== null && accountId !== transaction.account_id) {
      return `transaction ${transaction.id} isn't in account ${accountId}: ` +
        "pass either `transaction_id` or `account_id`, not both";
    }
    if (transaction.amount !== -row.amount) {
      return `transaction ${transaction.id} isn't the other side of the transfer, because ` +
        `its amount is ${fromMilliunits(transaction.amount)}: choose one with the amount ` +
        `${fromMilliunits(-row.amount)}, or pass \`account_id\` instead`;
    }
    return !transaction.transfer_account_id && liveLines(transaction).length === 0
      ? null
      : `transaction ${transaction.id} is already a transfer or a split: ` +
        "pass `account_id` instead";
  },
};

function entryOfAccountReason(
  { as, transaction }: CheckedDecision,
  { accountId }: ComparisonOptions,
): string | null {
  if (transaction === null) return `\`${as}\` needs \`transaction_id\``;
  if (transaction.account_id === accountId) return null;
  return `transaction ${transaction.id} is in another account, "${transaction.account_name}": ` +
    "choose a transaction in the statement's account, or use `transfer`";
}

/** Why YNAB would reject a row's transaction. */
function entryReason(row: StatementRow, options: ComparisonOptions): string | null {
  const reason = leftOutReason(row, options);
  return reason === null ? null : `can't be entered (${reason}): use \`skip\` or \`match\``;
}

export function leftOutReason(
  { date, amount }: StatementRow,
  { today, earliest }: ComparisonOptions,
): "zero" | "future" | "too_old" | null {
  if (amount === 0) return "zero";
  if (date > today) return "future";
  return date < earliest ? "too_old" : null;
}
