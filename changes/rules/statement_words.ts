import { fromMilliunits, sumOf } from "../../domain/base/money.ts";
import { type MoneyFormat, writeMoney } from "../../domain/base/money_format.ts";
import { nameWords } from "../../domain/plan/category_label.ts";
import { transactionCount } from "../../domain/plan/transaction_label.ts";
import type { Comparison } from "../../domain/statements/comparison.ts";
import type { LeftOutReason, LeftOutRow } from "../../domain/statements/statement.ts";
import { approvalWarnings, DATE_STAYS, moneyWords } from "./reconcile.ts";
import type { StatementState } from "./statement_entries.ts";
import type { MarkedTransaction } from "./statement_marks.ts";
import { NEW_PAYEE_STAYS } from "./transactions.ts";

interface StatementWords extends StatementState {
  readonly marked: readonly MarkedTransaction[];
}

/** Returns a clause that says how many rows need a decision; `null` if none do. */
export function undecidedWords({ doubtful, differs, transfers }: Comparison): string | null {
  const count = doubtful.length + differs.length +
    transfers.filter(({ isDecided }) => !isDecided).length;
  return count === 0 ? null : `${rowCount(count)} ${isAre(count)} still undecided`;
}

/**
 * Returns a clause that says why a statement can't be reconciled; `null` if there is no reason.
 * Ignores a difference between the balances, because an adjustment transaction can correct it.
 */
export function openWords(comparison: Comparison): string | null {
  const undecided = undecidedWords(comparison);
  if (undecided !== null) return undecided;
  const { balance } = comparison;
  if (balance.addsUp === false) return "the statement's rows don't add up to its closing balance";
  return balance.difference === null ? "the statement's closing balance is unknown" : null;
}

export function differenceWords(difference: number, format: MoneyFormat): string {
  const amount = moneyWords(Math.abs(difference), format);
  return `the bank balance is ${amount} ${difference > 0 ? "above" : "below"} the cleared balance`;
}

export function statementSentence(words: StatementWords, isDone: boolean): string {
  const { account, newEntries: entries, marked, correction, isReconciled, format } = words;
  const [enter, mark, change, add] = isDone
    ? ["entered", "marked", "changed", "added"]
    : ["enter", "mark", "change", "add"];
  const marks = marked.filter(({ sent }) => "cleared" in sent).length;
  const amounts = marked.filter(({ sent }) => "amount" in sent).length;
  const transfers = marked.filter(({ sent }) => "payee_id" in sent).length;
  const total = writeMoney(fromMilliunits(sumOf(entries.map(({ row }) => row.amount))), format);
  const state = isReconciled ? "reconciled" : "cleared";
  const approval = isReconciled ? "already approved" : "waiting for approval";
  const count = entries.length;
  const place = ` in ${nameWords(account.name)}`;
  const parts = [
    ...(count === 0
      ? []
      : [`${enter} ${transactionCount(count)}${place}, ${total} in all, ${approval}`]),
    ...(marks === 0
      ? []
      : [`${mark} ${transactionCount(marks)}${count === 0 ? place : ""} ${state}`]),
    ...(amounts === 0 ? [] : [`${change} ${amounts} ${amounts === 1 ? "amount" : "amounts"}`]),
    ...(transfers === 0 ? [] : [
      `${change} ${transactionCount(transfers)} to ${transfers === 1 ? "a transfer" : "transfers"}`,
    ]),
    ...(correction === null
      ? []
      : [`${add} a balance correction of ${moneyWords(correction.amount, format)}`]),
    // The preview gives this reason in its warnings.
    ...(isDone && words.whyNot !== null ? [`not reconciled, because ${words.whyNot}`] : []),
  ];
  const sentence = parts.join("; ");
  return sentence.slice(0, 1).toUpperCase() + sentence.slice(1);
}

/** YNAB's limit on requests per hour, which undoing a large import would exceed. */
const HOURLY_REQUESTS = 200;

export function statementWarnings(words: StatementWords): readonly string[] {
  const { account, comparison, marked, correction, isReconciled, whyNot } = words;
  const { newEntries: entries } = words;
  const marks = marked.filter(({ sent }) => "cleared" in sent).map((one) => one.transaction);
  return [
    ...(whyNot === null
      ? []
      : [`transactions will be cleared but not reconciled, because ${whyNot}`]),
    ...(isReconciled ? [...earlierWarnings(words), ...approvalWarnings(marks)] : []),
    ...leftOutWarnings(comparison.leftOut),
    ...(account.direct_import_linked === true
      ? ["YNAB also imports this account's transactions, so it may add these a second time"]
      : []),
    ...olderWarnings(words),
    ...reconciledAmountWarnings(marked),
    ...(entries.some(({ payee }) => payee.id === null && payee.name !== "")
      ? [NEW_PAYEE_STAYS]
      : []),
    ...(correction === null ? [] : [correction.warning]),
    ...undoWarnings(entries.length + (correction === null ? 0 : 1)),
    ...(isReconciled ? [DATE_STAYS] : []),
  ];
}

const LEFT_OUT: Readonly<Record<LeftOutReason, string>> = {
  pending: "pending at the bank",
  failed: "failed at the bank",
  other_currency: "in another currency",
  zero: "without an amount",
  future: "in the future",
  too_old: "older than YNAB accepts",
  deleted_before: "entered by an earlier import and later deleted",
  skipped_before: "skipped now or in an earlier import",
};

const MAX_NAMED = 10;

function leftOutWarnings(leftOut: readonly LeftOutRow[]): readonly string[] {
  return [...Map.groupBy(leftOut, ({ reason }) => reason)].map(([reason, rows]) => {
    const named = rows.slice(0, MAX_NAMED).map(({ row }) => row).join(", ");
    const more = rows.length > MAX_NAMED ? ` and ${rows.length - MAX_NAMED} more` : "";
    const noun = rows.length === 1 ? "row" : "rows";
    return `${noun} ${named}${more} ${isAre(rows.length)} left out: ${LEFT_OUT[reason]}`;
  });
}

function earlierWarnings({ comparison, correction }: StatementWords): readonly string[] {
  const { length } = comparison.earlier;
  if (length === 0) return [];
  const them = length === 1 ? "it" : "them";
  const why = correction === null
    ? `because the statement's balance includes ${them}`
    : "although the balance matches only because this change adds a correction: check " +
      `${them} before you confirm`;
  return [
    `this also reconciles ${transactionCount(length)} that ${length === 1 ? "was" : "were"} ` +
    `cleared earlier, ${why}`,
  ];
}

function olderWarnings({ account, newEntries, transactions }: StatementWords): readonly string[] {
  let last = "";
  for (const { account_id, cleared, date } of transactions) {
    if (account_id === account.id && cleared === "reconciled" && date > last) last = date;
  }
  const count = newEntries.filter(({ row }) => row.date < last).length;
  if (count === 0) return [];
  const noun = count === 1 ? "transaction is" : "transactions are";
  return [`${count} new ${noun} dated before the latest reconciled transaction (${last})`];
}

function reconciledAmountWarnings(marked: readonly MarkedTransaction[]): readonly string[] {
  const count =
    marked.filter(({ sent, transaction }) =>
      "amount" in sent && transaction.cleared === "reconciled"
    ).length;
  return count === 0 ? [] : [
    `this changes the amount on ${transactionCount(count)} already marked as reconciled`,
  ];
}

/** Undoing takes one request per entered transaction, plus one for all changed transactions. */
function undoWarnings(entered: number): readonly string[] {
  const requests = entered + 1;
  if (requests <= HOURLY_REQUESTS) return [];
  const parts = Math.ceil(requests / HOURLY_REQUESTS);
  return [
    `undoing this takes ${requests} requests, and YNAB accepts ${HOURLY_REQUESTS} an hour: ` +
    `undo it in ${parts} parts`,
  ];
}

function rowCount(count: number): string {
  return `${count} ${count === 1 ? "row" : "rows"}`;
}

function isAre(count: number): string {
  return count === 1 ? "is" : "are";
}
