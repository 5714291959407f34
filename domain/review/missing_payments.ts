import { addDays, daysBetween } from "../base/day.ts";
import type { ScheduledRecord, TransactionRecord } from "../base/plan_records.ts";
import { expectedDates } from "../recurrence/expected_dates.ts";
import type { Transactions } from "../transactions/transaction_chunks.ts";
import { type RecurringSeries, recurringSeries } from "../recurrence/recurrence.ts";

/** Fewer payments are too few to miss one. */
const FEWEST_PAYMENTS = 5;

/** Payments that come this many days off are no appointment. */
const MOST_DAYS_OFF = 3;

/** How far back payments count as recurring, in months. */
export const LOOKBACK_MONTHS = 36;

/** A payment that has not come. */
export interface MissingPayment {
  /** Its schedule, or the newest payment of its series. */
  readonly id: string;
  readonly payee: string | null;
  /** Day on which it should have come, `YYYY-MM-DD`. */
  readonly date: string;
  /** Signed milliunits. */
  readonly amount: number;
  readonly accountId: string;
  readonly categoryId: string | null;
  /** Whether it is a schedule. */
  readonly isScheduled: boolean;
  /** Payments of the series that were seen. */
  readonly timesSeen: number;
}

/** Where to look. */
export interface MissingOptions {
  /** `YYYY-MM-DD`. */
  readonly today: string;
  /** Nothing before it is told. */
  readonly since: string;
}

/** Finds payments that have not come. */
export function missingPayments(
  live: Transactions<TransactionRecord>,
  schedules: readonly ScheduledRecord[],
  options: MissingOptions,
): readonly MissingPayment[] {
  const { today } = options;
  const series = recurringSeries(live, { today, lookbackMonths: LOOKBACK_MONTHS });
  return missingAmong(series, schedules, options);
}

/** Finds the same where the series are known. */
export function missingAmong(
  series: readonly RecurringSeries<TransactionRecord>[],
  schedules: readonly ScheduledRecord[],
  { today, since }: MissingOptions,
): readonly MissingPayment[] {
  const late = schedules.filter(({ deleted, date_next: due }) =>
    !deleted && due < today && due >= since
  );
  return [
    ...late.map(ofSchedule),
    ...series.flatMap((one) => overdue(one, { today, since })),
  ];
}

function ofSchedule(schedule: ScheduledRecord): MissingPayment {
  return {
    id: schedule.id,
    payee: schedule.payee_name ?? null,
    date: schedule.date_next,
    amount: schedule.amount,
    accountId: schedule.account_id,
    categoryId: schedule.category_id ?? null,
    isScheduled: true,
    timesSeen: 0,
  };
}

/** The first payment after the last one that is later than such payments ever are. */
function overdue(
  series: RecurringSeries<TransactionRecord>,
  { today, since }: MissingOptions,
): readonly MissingPayment[] {
  const { due, transactions, daysOff, lastDate, direction, price } = series;
  if (transactions.length < FEWEST_PAYMENTS || daysOff > MOST_DAYS_OFF) return [];
  // The payment after the last lies half a rhythm or more behind it.
  const nextDate = addDays(lastDate, Math.ceil(due.rhythm.length / 2));
  const [expected] = expectedDates({ due, nextDate }, today);
  if (expected === undefined || expected < since) return [];
  // Later than such payments ever are, weekends and all.
  if (daysBetween(expected, today) <= MOST_DAYS_OFF + Math.ceil(daysOff)) return [];
  return [{
    id: (transactions.at(-1) as TransactionRecord).id,
    payee: series.payee,
    date: expected,
    amount: direction === "in" ? price.current : -price.current,
    accountId: series.accountId,
    categoryId: series.categoryId,
    isScheduled: false,
    timesSeen: transactions.length,
  }];
}
