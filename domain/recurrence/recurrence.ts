import { type Payment, paymentOf } from "./payment_sets.ts";
import { addDays, dayNumber, daysBetween } from "../base/day.ts";
import { roundToDecimals } from "../base/money_format.ts";
import { addMonths, DAYS_PER_YEAR } from "../base/month.ts";
import { type PayeeGroup, payeeIndexOf, transactionsSince } from "../payees/payee_index.ts";
import { type DueDays, expectedDates, nextDueDate } from "./payment_rhythm.ts";
import { liveLines, type ScheduledRecord, type TransactionRecord } from "../base/plan_records.ts";
import { occurrencesOf, periodDaysOf, stepOf } from "../schedules/occurrences.ts";
import type { Transactions } from "../transactions/transaction_chunks.ts";
import { NO_PAYEE, payeeKeyOf } from "../payees/payee_key.ts";
import { type Contract, contractsAmong } from "./contracts.ts";
import {
  clearestShift,
  isFixedPrice,
  isSamePrice,
  lowerMedian,
  type PredictedAmounts,
  usualAmounts,
} from "./expected_amounts.ts";
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
  /** Mean distance from the due date, in days. */
  readonly daysOff: number;
  /** Category id of the newest categorized transaction; `null` if split among categories. */
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
 * transactions, and series whose last payment was well over one and a half periods ago.
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

/** Payees that the user pays far more often than they pay the user; money from them is a refund. */
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

/** Returns the expected amounts of a series' next payments, on the given dates. */
export function amountsOn(
  { price }: RecurringSeries,
  dates: readonly string[],
  decimals: number,
): readonly number[] {
  return price.on(dates.map(dayNumber)).map((amount) => roundToDecimals(amount, decimals));
}

/** Maximum factor by which the actual amount may differ from the expected amount. */
const MAX_OFF = 2;

/** Maximum relative difference from the expected amount if nothing else suggests a match. */
const MAX_DIFFERENCE = 0.25;

function isClose(amount: number, expected: number): boolean {
  return Math.abs(amount - expected) <= Math.abs(expected) * MAX_DIFFERENCE;
}

const MAX_SHIFT_DAYS = 7;

/** Maximum ratio between two periods that count as equal, such as a month and four weeks. */
const MAX_OFF_RHYTHM = 1.1;

function isNear(days: number, periodDays: number): boolean {
  return Math.abs(days) <= Math.min(MAX_SHIFT_DAYS, periodDays / 4);
}

/** Whether two amounts have the same sign and a similar size. */
export function isSimilar(one: number, other: number, mostOff: number = MAX_OFF): boolean {
  return one * other > 0 && Math.abs(one) <= mostOff * Math.abs(other) &&
    Math.abs(other) <= mostOff * Math.abs(one);
}

/**
 * A schedule's amount, as seen from a series' account; `null` if the schedule and the series have
 * different payees.
 */
function amountFor(
  schedule: ScheduledRecord,
  { payeeIds, payeeKey, accountId, transferAccountId }: RecurringSeries,
): number | null {
  // A transfer may be scheduled in either account.
  const isOtherSide = schedule.transfer_account_id === accountId &&
    schedule.account_id === transferAccountId;
  if (isOtherSide) return 0 - schedule.amount;
  const isSamePayee = payeeIds.has(schedule.payee_id ?? "") || payeeKeyOf(schedule) === payeeKey;
  return isSamePayee ? schedule.amount : null;
}

function isVaryingBill({ direction, price }: RecurringSeries): boolean {
  return direction === "out" && !price.isFixed;
}

function isSameCharge(schedule: ScheduledRecord, series: RecurringSeries): boolean {
  const { direction, price: { current }, due: { rhythm }, nextDate } = series;
  const amount = amountFor(schedule, series) ?? 0;
  const expected = direction === "in" ? current : 0 - current;
  if (isClose(amount, expected)) return true;
  const isNew = schedule.date_first > series.lastDate;
  return (isVaryingBill(series) || !isNew) && isSimilar(amount, expected) &&
    isSimilar(periodDaysOf(schedule.frequency), rhythm.length, MAX_OFF_RHYTHM) &&
    isNear(daysBetween(nextDate, scheduledDate(schedule, series)), rhythm.length);
}

/**
 * Returns the series whose payments come from repeating schedules, each with its schedule. Matches
 * the closest prices first. A schedule can match two series that are each half as frequent.
 */
export function enteredSeries(
  schedules: readonly ScheduledRecord[],
  series: readonly RecurringSeries[],
): ReadonlyMap<RecurringSeries, ScheduledRecord> {
  const entered = new Map<RecurringSeries, ScheduledRecord>();
  const perYear = new Map(
    schedules.map((one) => [one, DAYS_PER_YEAR / periodDaysOf(one.frequency)]),
  );
  const pairs = schedules.flatMap((schedule) =>
    series.filter((one) => isSameCharge(schedule, one)).map((one) => ({
      ...{ schedule, one },
      gap: Math.abs(Math.abs(schedule.amount) - one.price.current),
    }))
  );
  for (const { schedule, one } of pairs.sort((a, b) => a.gap - b.gap)) {
    const { paymentsPerYear } = one.due.rhythm;
    const left = perYear.get(schedule) ?? 0;
    if (entered.has(one) || left < paymentsPerYear / 2) continue;
    perYear.set(schedule, left - paymentsPerYear);
    entered.set(one, schedule);
  }
  return entered;
}

interface DatedAmount {
  readonly date: string;
  readonly amount: number;
}

interface ExpectedPayment extends DatedAmount {
  readonly periodDays: number;
  readonly isVaryingBill: boolean;
}

/** Finds the payment that a one-time scheduled transaction represents: the nearest similar one. */
export function paymentEnteredBy<Payment extends ExpectedPayment>(
  once: DatedAmount,
  payments: readonly Payment[],
): Payment | undefined {
  const apart = ({ date }: DatedAmount): number => Math.abs(daysBetween(date, once.date));
  return payments.filter((one) => {
    const isSure = one.isVaryingBill && isNear(apart(one), one.periodDays) ||
      once.amount > 0 && apart(one) === 0;
    return apart(one) <= one.periodDays / 2 &&
      (isClose(once.amount, one.amount) || isSure && isSimilar(once.amount, one.amount));
  }).sort((a, b) => apart(a) - apart(b))[0];
}

/** A series' expected payment that the user has entered as a one-time scheduled transaction. */
interface EnteredPayment {
  readonly series: RecurringSeries;
  readonly date: string;
}

/** Returns the expected payments already entered as one-time scheduled transactions. */
export function enteredPayments(
  schedules: readonly ScheduledRecord[],
  all: readonly RecurringSeries[],
): readonly EnteredPayment[] {
  const entered: EnteredPayment[] = [];
  for (const schedule of schedules.filter((one) => stepOf(one.frequency).unit === "once")) {
    const once = { date: schedule.date_next, amount: schedule.amount };
    const payments = all.flatMap((series) => {
      const amount = amountFor(schedule, series);
      if (amount === null) return [];
      const periodDays = series.due.rhythm.length;
      const dates = expectedDates(series, addDays(once.date, Math.ceil(periodDays / 2)))
        .filter((date) => !entered.some((one) => one.series === series && one.date === date));
      const amounts = series.price.on(dates.map(dayNumber));
      // If the schedule is for the other side of a transfer, negate the expected amounts.
      const sign = amount === once.amount ? 1 : -1;
      return dates.map((date, at) => ({
        ...{ series, date, periodDays, isVaryingBill: isVaryingBill(series) },
        amount: sign * (amounts[at] ?? 0),
      }));
    });
    const payment = paymentEnteredBy(once, payments);
    if (payment !== undefined) entered.push(payment);
  }
  return entered;
}

/** Returns the scheduled date that is nearest to the date expected from past payments. */
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

export interface PriceChange {
  readonly before: number;
  readonly after: number;
  readonly since: string;
}

interface PriceHistory {
  /** The current price; if every payment differs, the usual amount. */
  readonly current: number;
  /** The current price if it is fixed; otherwise, the median amount since the last clear change. */
  readonly usual: number;
  readonly change: PriceChange | null;
  /** Whether the price is fixed: most payments repeat the previous amount. */
  readonly isFixed: boolean;
  /** The expected amounts of payments due on the given days, in signed milliunits. */
  readonly on: PredictedAmounts["on"];
}

function priceHistory(payments: readonly Payment[]): PriceHistory {
  const sizes = payments.map(({ size }) => size);
  const { isSeasonal, on } = usualAmounts(
    payments.map(({ day, amount }) => ({ dueDay: day, amount })),
  );
  if (isFixedPrice(sizes)) {
    const { size: current, amount } = payments.at(-1) as Payment;
    return {
      ...{ current, usual: current, change: lastStep(payments), isFixed: true },
      on: isSeasonal ? on : (dueDays) => dueDays.map(() => amount),
    };
  }
  const at = clearestShift(sizes);
  const usual = lowerMedian(sizes.slice(at ?? 0));
  const [expected = 0] = on([payments.at(-1)?.day ?? 0]);
  const change = at === null ? null : {
    before: lowerMedian(sizes.slice(0, at)),
    after: usual,
    since: payments[at]?.transaction.date ?? "",
  };
  return {
    ...{ current: isSeasonal ? usual : Math.abs(expected), usual, change, isFixed: false },
    on,
  };
}

/**
 * Finds the latest price change. An amount counts as a price if it is the newest one or was paid at
 * least twice in a row.
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
    // Ignore amounts that were paid only once. But if there are at most three payments, keep the
    // oldest amount.
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
