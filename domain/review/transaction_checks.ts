import { daysBetween } from "../base/day.ts";
import type { TransactionRecord } from "../base/plan_records.ts";
import { quantile } from "../base/statistics.ts";
import { compareTexts } from "../base/fold_text.ts";

/**
 * Maximum number of days between two entries of one payment if both are manual or both imported.
 */
const DAYS_APART = 3;

/** Maximum number of days between a manual entry and the bank's import. */
const DAYS_TO_IMPORT = 6;

/** Finds the transaction of the same payee that a transaction probably duplicates. */
export function duplicateOf(
  transaction: TransactionRecord,
  others: readonly TransactionRecord[],
): TransactionRecord | null {
  if (transaction.amount === 0) return null;
  const alike = others.filter((other) =>
    other.amount === transaction.amount && other.account_id === transaction.account_id &&
    other.id !== transaction.id
  );
  const first = alike.find((other) => isNear(transaction, other) && comesFirst(other, transaction));
  return first === undefined || isRepeated([...alike, transaction]) ? null : first;
}

function daysApart(one: TransactionRecord, other: TransactionRecord): number {
  return Math.abs(daysBetween(one.date, other.date));
}

function isNear(one: TransactionRecord, other: TransactionRecord): boolean {
  const isMatched = one.matched_transaction_id === other.id ||
    other.matched_transaction_id === one.id;
  const most = Boolean(one.import_id) !== Boolean(other.import_id) ? DAYS_TO_IMPORT : DAYS_APART;
  return !isMatched && daysApart(one, other) <= most;
}

/**
 * Whether the other transaction counts as the original. The duplicate is the unapproved transaction
 * or, if both or neither are approved, the later one.
 */
function comesFirst(other: TransactionRecord, transaction: TransactionRecord): boolean {
  if (other.approved !== transaction.approved) return other.approved;
  return compareTexts(`${other.date} ${other.id}`, `${transaction.date} ${transaction.id}`) === -1;
}

/** Whether the same price is often paid again within days, as for fares or coffee. */
function isRepeated(alike: readonly TransactionRecord[]): boolean {
  const byDay = alike.toSorted((a, b) => compareTexts(a.date, b.date));
  const close = byDay.filter((one, at) => {
    const before = byDay[at - 1];
    return before !== undefined && daysApart(before, one) <= DAYS_TO_IMPORT;
  });
  return close.length > 1;
}

const MIN_CATEGORY_USES = 6;

/** Minimum share of a payee's transactions with the same category. */
const AGREEING = 0.9;

export interface UsualCategory {
  readonly categoryId: string;
  readonly uses: number;
}

export function otherThanUsual(
  transaction: TransactionRecord,
  others: readonly TransactionRecord[],
): UsualCategory | null {
  const own = transaction.category_id ?? "";
  if (own === "" || transaction.subtransactions.some(({ deleted }) => !deleted)) return null;
  const used = others
    .filter((other) => other.subtransactions.length === 0 && other.id !== transaction.id)
    .flatMap(({ category_id: id }) => id ?? []);
  if (used.length < MIN_CATEGORY_USES || used.includes(own)) return null;
  const [categoryId = "", uses = 0] = [...Map.groupBy(used, (id) => id)]
    .map(([id, all]) => [id, all.length] as const)
    .sort(([, a], [, b]) => b - a)[0] ?? [];
  return uses < AGREEING * used.length ? null : { categoryId, uses };
}

const MIN_PAYMENTS = 8;

/** Distance from the median above which an amount is unusual, in robust standard deviations. */
const FAR = 3.5;

const BEYOND = 1.5;

/** Extreme payments to ignore at each end: share and maximum number. */
const IGNORED_SHARE = 0.05;
const MAX_IGNORED = 2;

/** Converts a median absolute deviation into a standard deviation. */
const TO_DEVIATION = 1.4826;

/** Minimum deviation; with less, nearly constant prices would make every difference unusual. */
const MIN_DEVIATION = 0.08;

export interface UsualAmount {
  readonly isMore: boolean;
  readonly median: number;
  readonly count: number;
}

/** Compares a payment with the payee's other payments; `null` unless it is an outlier. */
export function unusualAmount(size: number, others: readonly number[]): UsualAmount | null {
  const sizes = others.filter((one) => one > 0);
  if (size <= 0 || sizes.length < MIN_PAYMENTS) return null;
  const logs = Float64Array.from(sizes, Math.log).sort();
  const middle = quantile(logs, 0.5);
  const apart = logs.map((one) => Math.abs(one - middle)).sort();
  const deviation = Math.max(MIN_DEVIATION, TO_DEVIATION * quantile(apart, 0.5));
  const away = (Math.log(size) - middle) / deviation;
  // Ignore a few extreme payments, because an outlier must not hide the next outlier.
  const ignored = Math.min(MAX_IGNORED, Math.floor(logs.length * IGNORED_SHARE));
  const [least, most] = [logs[ignored] ?? 0, logs.at(-1 - ignored) ?? 0];
  const isMore = away > FAR && size > BEYOND * Math.exp(most);
  const isLess = away < -FAR && size < Math.exp(least) / BEYOND;
  return isMore || isLess ? { isMore, median: Math.exp(middle), count: sizes.length } : null;
}
