import { type Payment, paymentOf } from "./payment_sets.ts";
import { meanOf, squaresOf } from "../base/statistics.ts";
import { addDays, dayNumber, daysBetween } from "../base/day.ts";
import { roundToDecimals } from "../base/money_format.ts";
import { addMonths, DAYS_PER_YEAR } from "../base/month.ts";
import { type PayeeGroup, payeeIndexOf, transactionsSince } from "../payees/payee_index.ts";
import { type DueDays, nextDueDate } from "./payment_rhythm.ts";
import { liveLines, type ScheduledRecord, type TransactionRecord } from "../base/plan_records.ts";
import { occurrencesOf, periodDaysOf } from "../schedules/occurrences.ts";
import type { Transactions } from "../transactions/transaction_chunks.ts";
import { NO_PAYEE, payeeKeyOf } from "../payees/payee_key.ts";
import { type Contract, contractsAmong } from "./contracts.ts";
import { expectedAmounts, isSamePrice } from "./expected_amounts.ts";
import { SYSTEM_PAYEE_KEYS } from "../payees/system_payees.ts";

const PAID_PER_REFUND = 3;

export interface RecurringSeries {
  readonly payeeKey: string;
  readonly payee: string;
  readonly payeeIds: ReadonlySet<string>;
  readonly direction: "in" | "out";
  readonly accountId: string;
  readonly transferAccountId: string | null;
  readonly due: DueDays;
  readonly transactions: readonly TransactionRecord[];
  /** Amounts are positive for both inflows and outflows. */
  readonly price: PriceHistory;
  readonly lastDate: string;
  readonly nextDate: string;
  /** Mean distance from the due day, in days. */
  readonly daysOff: number;
  /**
   * Category id of the newest categorized transaction; `null` if that is a split with several
   * categories.
   */
  readonly categoryId: string | null;
}

export interface RecurrenceOptions {
  readonly today: string;
  readonly lookbackMonths: number;
  readonly includeTransfers?: boolean;
}

/**
 * Finds active series. Skips transfers (unless requested), loan transactions (those with a
 * `debt_transaction_type`), balance adjustments, refunds, accounts without categorized
 * transactions, and series without a payment for one and a half periods.
 */
export function recurringSeries(
  live: Transactions,
  options: RecurrenceOptions,
): readonly RecurringSeries[] {
  const { groups, categorisedAccountIds } = payeeIndexOf(live);
  const refunding = refundingKeys(groups);
  const today = dayNumber(options.today);
  return groups.flatMap((group) => {
    const isIncome = group.direction === "in";
    if (isIncome && refunding.has(group.key)) return [];
    const payments = paymentsOf(group, categorisedAccountIds, options);
    if (payments.length < 2) return [];
    return contractsAmong(payments, { today, isIncome }).map((one) => seriesOf(group, one, today));
  });
}

/**
 * Merchants that receive payments far more often than they make them. Payments from these merchants
 * are refunds, not income.
 */
function refundingKeys(groups: readonly PayeeGroup[]): ReadonlySet<string> {
  const paid = new Map(
    groups.filter(({ direction }) => direction === "out")
      .map(({ key, transactions }) => [key, transactions.length]),
  );
  const refunding = groups.filter(({ key, direction, transactions }) =>
    direction === "in" && (paid.get(key) ?? 0) >= PAID_PER_REFUND * transactions.length
  );
  return new Set(refunding.map(({ key }) => key));
}

function paymentsOf(
  { key, transactions }: PayeeGroup,
  categorisedAccountIds: ReadonlySet<string>,
  { includeTransfers = false, lookbackMonths, today }: RecurrenceOptions,
): readonly Payment[] {
  if (SYSTEM_PAYEE_KEYS.has(key)) return [];
  const since = addMonths(today, -lookbackMonths);
  return transactionsSince(transactions, since).filter((one) =>
    one.date <= today && !one.debt_transaction_type &&
    (one.transfer_account_id ? includeTransfers : categorisedAccountIds.has(one.account_id))
  ).map((one) => {
    const categoryId = liveLines(one).length > 0 ? null : one.category_id ?? null;
    return paymentOf(one, one.amount, categoryId);
  });
}

function seriesOf(group: PayeeGroup, { fit, payments }: Contract, today: number): RecurringSeries {
  const transactions = payments.map(({ transaction }) => transaction);
  const newest = transactions[transactions.length - 1] as TransactionRecord;
  return {
    payeeKey: group.key,
    payee: newest.payee_name || newest.import_payee_name || NO_PAYEE,
    payeeIds: group.payeeIds,
    direction: group.direction,
    accountId: newest.account_id,
    transferAccountId: newest.transfer_account_id ?? null,
    due: fit.due,
    transactions,
    price: priceHistory(payments),
    lastDate: newest.date,
    nextDate: nextDueDate(fit.due, fit.numbers.at(-1) ?? 0, today),
    daysOff: fit.meanOff,
    categoryId: categoryOf(transactions),
  };
}

function categoryOf(transactions: readonly TransactionRecord[]): string | null {
  for (const transaction of transactions.toReversed()) {
    const lines = liveLines(transaction);
    if (lines.length > 0) {
      const ids = new Set(lines.map((line) => line.category_id ?? null));
      return ids.size === 1 ? [...ids][0] ?? null : null;
    }
    if ((transaction.category_id ?? "") !== "") return transaction.category_id ?? null;
  }
  return null;
}

/**
 * Returns the expected amounts of a series' next payments, on the given dates. Seasonal bills are
 * predicted as in forecasts. All other series keep their current price, because a single
 * exceptional payment doesn't affect it.
 */
export function amountsOn(
  { price, direction, transactions }: RecurringSeries,
  dates: readonly string[],
  decimals: number,
): readonly number[] {
  const payments = transactions.map(({ date, amount }) => ({ dueDay: dayNumber(date), amount }));
  const { isSeasonal, on } = expectedAmounts(price.isFixed ? [] : payments);
  if (!isSeasonal) return dates.map(() => direction === "in" ? price.current : -price.current);
  return on(dates.map(dayNumber)).map((amount) => roundToDecimals(amount, decimals));
}

/**
 * Maximum relative difference between a schedule's amount, which may be an older price, and the
 * series' price.
 */
const MAX_DIFFERENCE = 0.25;

export function isSameCharge(
  schedule: ScheduledRecord,
  { direction, payeeIds, payeeKey, price, accountId, transferAccountId }: RecurringSeries,
  expected = price.current,
): boolean {
  // A transfer may be scheduled in either account.
  const isOtherSide = schedule.transfer_account_id === accountId &&
    schedule.account_id === transferAccountId;
  const amount = isOtherSide ? -schedule.amount : schedule.amount;
  const size = direction === "in" ? amount : -amount;
  if (Math.abs(size - expected) > expected * MAX_DIFFERENCE) return false;
  return isOtherSide || payeeIds.has(schedule.payee_id ?? "") || payeeKeyOf(schedule) === payeeKey;
}

/**
 * Returns the series whose payments come from repeating schedules, each with its schedule. Matches
 * a schedule to the series with the closest price, and a schedule that repeats twice as often as a
 * series to the two closest series.
 */
export function enteredSeries(
  schedules: readonly ScheduledRecord[],
  series: readonly RecurringSeries[],
): ReadonlyMap<RecurringSeries, ScheduledRecord> {
  const entered = new Map<RecurringSeries, ScheduledRecord>();
  for (const schedule of schedules) {
    const gap = ({ price }: RecurringSeries): number =>
      Math.abs(Math.abs(schedule.amount) - price.current);
    let perYear = DAYS_PER_YEAR / periodDaysOf(schedule.frequency);
    const alike = series.filter((one) => !entered.has(one) && isSameCharge(schedule, one));
    for (const one of alike.sort((a, b) => gap(a) - gap(b))) {
      const { paymentsPerYear } = one.due.rhythm;
      if (perYear < paymentsPerYear / 2) continue;
      perYear -= paymentsPerYear;
      entered.set(one, schedule);
    }
  }
  return entered;
}

/** Of a schedule's dates, returns the one nearest to the date expected from past payments. */
export function scheduledDate(
  schedule: ScheduledRecord,
  { nextDate, due: { rhythm } }: RecurringSeries,
): string {
  const { date_next: since } = schedule;
  const until = addDays(nextDate, Math.ceil(rhythm.length / 2));
  const apart = (date: string): number => Math.abs(daysBetween(nextDate, date));
  const [nearest = since] = occurrencesOf(schedule, { since, until })
    .toSorted((a, b) => apart(a) - apart(b));
  return nearest;
}

const FIXED_SHARE = 0.6;

/** Minimum number of payments before and after a change if amounts vary. */
const MIN_AT_A_SIDE = 3;

/**
 * Maximum spread on each side of a change. If the spread is larger, the amounts vary anyway, for
 * example by season.
 */
const STEADY_SPREAD = 0.12;

const SMALLEST_CHANGE = 0.06;

/** Minimum Student's t of the clearest change; values up to 3 often occur by chance. */
const CLEAR_CHANGE = 4;

export interface PriceChange {
  readonly before: number;
  readonly after: number;
  readonly since: string;
}

interface PriceHistory {
  /** The current price; if every payment differs, the median since the last change. */
  readonly current: number;
  readonly change: PriceChange | null;
  /** Whether the price is fixed: most payments repeat the previous amount. */
  readonly isFixed: boolean;
}

function priceHistory(payments: readonly Payment[]): PriceHistory {
  const repeats = payments.filter((payment, at) => {
    const before = payments[at - 1];
    return before !== undefined && isSamePrice(before.size, payment.size);
  }).length;
  const isFixed = payments.length < 3 || repeats >= (payments.length - 2) * FIXED_SHARE;
  const change = isFixed ? lastStep(payments) : clearestShift(payments);
  const since = change?.since ?? "";
  const sizes = payments.filter(({ transaction: { date } }) => date >= since).map(({ size }) =>
    size
  );
  const current = isFixed ? sizes.at(-1) ?? 0 : median(sizes);
  return { current, change, isFixed };
}

/**
 * Returns the most recent change from one price to another. An amount is a price if it was paid
 * twice or is the newest amount.
 */
function lastStep(payments: readonly Payment[]): PriceChange | null {
  const after = payments.at(-1);
  if (after === undefined) return null;
  let first = payments.length - 1;
  for (let at = first - 1; at >= 0; at--) {
    const payment = payments[at] as Payment;
    if (isSamePrice(payment.size, after.size)) {
      first = at;
      continue;
    }
    // If there are enough payments, a single different amount isn't a price.
    const earlier = payments[at - 1];
    if (earlier === undefined ? payments.length > 3 : !isSamePrice(earlier.size, payment.size)) {
      continue;
    }
    return {
      before: payment.size,
      after: after.size,
      since: (payments[first] ?? after).transaction.date,
    };
  }
  return null;
}

/** The change that best separates varying amounts into two levels. */
function clearestShift(payments: readonly Payment[]): PriceChange | null {
  const logs = payments.map(({ size }) => Math.log(size));
  let best: { readonly at: number; readonly t: number } | null = null;
  for (let at = MIN_AT_A_SIDE; at <= logs.length - MIN_AT_A_SIDE; at++) {
    const [one, other] = [logs.slice(0, at), logs.slice(at)];
    const spread = Math.max(
      0.01,
      Math.sqrt((squaresOf(one) + squaresOf(other)) / (logs.length - 2)),
    );
    const apart = Math.abs(meanOf(one) - meanOf(other));
    if (spread > STEADY_SPREAD || apart < SMALLEST_CHANGE) continue;
    const t = apart / (spread * Math.sqrt(1 / one.length + 1 / other.length));
    if (t > (best?.t ?? CLEAR_CHANGE)) best = { at, t };
  }
  if (best === null) return null;
  const sizes = payments.map(({ size }) => size);
  return {
    before: median(sizes.slice(0, best.at)),
    after: median(sizes.slice(best.at)),
    since: payments[best.at]?.transaction.date ?? "",
  };
}

/** The lower median, which is always an actual payment. */
function median(sizes: readonly number[]): number {
  return sizes.toSorted((a, b) => a - b)[Math.floor((sizes.length - 1) / 2)] ?? 0;
}
