import { daysBetween } from "../base/day.ts";
import { memoized } from "../base/memoized.ts";
import { sumOf } from "../base/money.ts";
import { liveLines, type TransactionRecord } from "../base/plan_records.ts";
import { quantile } from "../base/statistics.ts";
import { compareTexts } from "../base/fold_text.ts";

/**
 * Maximum number of days between two entries for the same payment when both are manual or both are
 * imported.
 */
const DAYS_APART = 3;

/** Maximum number of days between a manual entry and the bank's import. */
const DAYS_TO_IMPORT = 6;

/** Finds the original of a transaction that is probably a duplicate; both have the same payee. */
export function duplicateOf(
  transaction: TransactionRecord,
  ofPayee: readonly TransactionRecord[],
): TransactionRecord | null {
  const { alike = [], isRepeated = false } = equalPayments(ofPayee).get(equalKey(transaction)) ??
    {};
  if (transaction.amount === 0 || isRepeated) return null;
  return alike.find((other) => isNear(transaction, other) && comesFirst(other, transaction)) ??
    null;
}

// Computed once per payee, because a payee may have thousands of transactions to review.
const equalPayments = memoized((ofPayee: readonly TransactionRecord[]) =>
  new Map(
    [...Map.groupBy(ofPayee, equalKey)]
      .map(([key, alike]) => [key, { alike, isRepeated: isRepeatedAmong(alike) }]),
  )
);

function equalKey({ account_id: account, amount }: TransactionRecord): string {
  return `${amount} ${account}`;
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
 * Whether `other` is the original. If only one of the two transactions is approved, that one is the
 * original. If not, the earlier one is.
 */
function comesFirst(other: TransactionRecord, transaction: TransactionRecord): boolean {
  if (other.approved !== transaction.approved) return other.approved;
  return compareTexts(`${other.date} ${other.id}`, `${transaction.date} ${transaction.id}`) === -1;
}

/** Whether the same price, such as a bus fare, is often paid again within days. */
function isRepeatedAmong(alike: readonly TransactionRecord[]): boolean {
  const byDay = alike.toSorted((a, b) => compareTexts(a.date, b.date));
  const close = byDay.filter((one, at) => {
    const before = byDay[at - 1];
    return before !== undefined && daysApart(before, one) <= DAYS_TO_IMPORT;
  });
  return close.length > 1;
}

const MIN_CATEGORY_USES = 6;

/**
 * A category counts as a payee's usual category if at least this share of the payee's other
 * categorized, unsplit transactions have it.
 */
const AGREEING = 0.9;

export function otherThanUsual(
  transaction: TransactionRecord,
  ofPayee: readonly TransactionRecord[],
): { readonly categoryId: string; readonly uses: number } | null {
  const own = transaction.category_id ?? "";
  if (own === "" || liveLines(transaction).length > 0) return null;
  const uses = categoryUses(ofPayee);
  const ownUses = transaction.subtransactions.length === 0 ? 1 : 0;
  const others = sumOf(uses.values()) - ownUses;
  if (others < MIN_CATEGORY_USES || (uses.get(own) ?? 0) > ownUses) return null;
  const usual = [...uses].find(([id, count]) => id !== own && count >= AGREEING * others);
  return usual === undefined ? null : { categoryId: usual[0], uses: usual[1] };
}

const categoryUses = memoized((ofPayee: readonly TransactionRecord[]) => {
  const uses = new Map<string, number>();
  for (const { category_id: id, subtransactions: lines } of ofPayee) {
    if (lines.length === 0 && id) uses.set(id, (uses.get(id) ?? 0) + 1);
  }
  return uses;
});

const MIN_PAYMENTS = 8;

/**
 * An amount is unusual only if it is more than this many robust standard deviations from the
 * median, on a logarithmic scale.
 */
const FAR = 3.5;

const BEYOND = 1.5;

/**
 * Share of payments to ignore as outliers at each end of the range, and the maximum number to
 * ignore at each end.
 */
const IGNORED_SHARE = 0.05;
const MAX_IGNORED = 2;

/** Converts a median absolute deviation into a standard deviation. */
const TO_DEVIATION = 1.4826;

/** Minimum deviation; without it, any change in a nearly constant price would seem unusual. */
const MIN_DEVIATION = 0.08;

/** Compares a payment with the payee's other payments; returns `null` unless it is an outlier. */
export function unusualAmount(
  { amount }: Pick<TransactionRecord, "amount">,
  ofPayee: readonly TransactionRecord[],
): { readonly isMore: boolean; readonly median: number; readonly count: number } | null {
  const all = sortedLogs(ofPayee);
  const own = Math.log(Math.abs(amount));
  const place = all.indexOf(own);
  const count = all.length - (place < 0 ? 0 : 1);
  if (amount === 0 || count < MIN_PAYMENTS) return null;
  const sizeAt = (at: number): number => Math.exp(all[place < 0 || at < place ? at : at + 1] ?? 0);
  // Ignore a few extreme payments, because one outlier must not hide another.
  const ignored = Math.min(MAX_IGNORED, Math.floor(count * IGNORED_SHARE));
  const isMore = Math.abs(amount) > BEYOND * sizeAt(count - 1 - ignored);
  const isLess = Math.abs(amount) < sizeAt(ignored) / BEYOND;
  if (!isMore && !isLess) return null;
  const logs = all.filter((_, at) => at !== place);
  const middle = quantile(logs, 0.5);
  const apart = logs.map((one) => Math.abs(one - middle)).sort();
  const deviation = Math.max(MIN_DEVIATION, TO_DEVIATION * quantile(apart, 0.5));
  if ((isMore ? own - middle : middle - own) / deviation <= FAR) return null;
  return { isMore, median: Math.exp(middle), count };
}

const sortedLogs = memoized((ofPayee: readonly TransactionRecord[]) =>
  Float64Array.from(
    ofPayee.flatMap(({ amount }) => amount === 0 ? [] : Math.log(Math.abs(amount))),
  ).sort()
);
