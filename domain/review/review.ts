import { addDays, daysBetween } from "../base/day.ts";
import type { ScheduledRecord, TransactionRecord } from "../base/plan_records.ts";
import { compareTexts } from "../base/fold_text.ts";
import { expectedDates } from "../recurrence/payment_rhythm.ts";
import { amountsOn, type RecurringSeries, recurringSeries } from "../recurrence/recurrence.ts";
import { countedTransactions, type Transactions } from "../transactions/transaction_chunks.ts";
import {
  rankOf,
  reasonFinder,
  type ReviewLine,
  type ReviewOptions,
  type ReviewPlan,
} from "./reasons.ts";

const LOOKBACK_MONTHS = 36;

export interface Review {
  readonly lines: readonly ReviewLine[];
  readonly clear_count: number;
}

export function reviewTransactions(plan: ReviewPlan, options: ReviewOptions): Review {
  const { today, categoryName } = options;
  const series = recurringSeries(plan.transactions, { today, lookbackMonths: LOOKBACK_MONTHS });
  const reviewed = transactionsToReview(plan.transactions, options);
  const accountNames = new Map(plan.accounts.map(({ id, name }) => [id, name]));
  const reasonsOf = reasonFinder(plan, { ...options, reviewed, series, accountNames });
  const found = reviewed.map((row): ReviewLine => ({
    record_id: row.id,
    transaction_id: row.id,
    date: row.date,
    amount: row.amount,
    payee: row.payee_name ?? row.import_payee_name ?? null,
    account: accountNames.get(row.account_id) ?? row.account_name,
    category: categoryName(row.category_id),
    reasons: reasonsOf(row),
  })).filter(({ reasons }) => reasons.length > 0);
  const missing = missingPayments(series, plan.schedules, options)
    .map(({ accountId, categoryId, detail, ...line }): ReviewLine => ({
      ...line,
      transaction_id: null,
      account: accountNames.get(accountId) ?? "",
      category: categoryName(categoryId),
      reasons: [{ code: "scheduled_missing", detail }],
    }));
  return {
    lines: [...found, ...missing].sort((a, b) =>
      rankOf(a) - rankOf(b) || compareTexts(b.date, a.date)
    ),
    clear_count: reviewed.length - found.length,
  };
}

/** Returns transactions to review, newest first. A matched pair appears only once. */
function transactionsToReview(
  transactions: Transactions,
  { since, today, unapprovedOnly }: ReviewOptions,
): readonly TransactionRecord[] {
  return countedTransactions(transactions).filter(({ date, approved }) =>
    date >= since && date <= today && !(unapprovedOnly && approved)
  );
}

/** Minimum number of payments in a series before its next payment can count as missing. */
const MIN_PAYMENTS = 5;

/**
 * A series is punctual if its payments are, on average, at most this many days from their due
 * dates.
 */
const MAX_DAYS_OFF = 3;

/** A scheduled or recurring payment that is missing. */
interface MissingPayment extends Pick<ReviewLine, "record_id" | "payee" | "date" | "amount"> {
  readonly accountId: string;
  readonly categoryId: string | null;
  readonly detail: string;
}

function missingPayments(
  series: readonly RecurringSeries[],
  schedules: readonly ScheduledRecord[],
  span: Pick<ReviewOptions, "format" | "since" | "today">,
): readonly MissingPayment[] {
  const late = schedules.filter(({ deleted, date_next: due }) =>
    !deleted && due < span.today && due >= span.since
  );
  const missedSchedules = late.map((schedule): MissingPayment => ({
    record_id: schedule.id,
    payee: schedule.payee_name ?? null,
    date: schedule.date_next,
    amount: schedule.amount,
    accountId: schedule.account_id,
    categoryId: schedule.category_id ?? null,
    detail: "the scheduled transaction was due on this date, but wasn't entered",
  }));
  return [...missedSchedules, ...series.flatMap((one) => overduePayment(one, span))];
}

/** Returns the payment that is due in a series, if that payment is later than usual. */
function overduePayment(
  series: RecurringSeries,
  { format, today, since }: Pick<ReviewOptions, "format" | "since" | "today">,
): readonly MissingPayment[] {
  const { due, transactions, daysOff, lastDate } = series;
  const newest = transactions.at(-1);
  if (newest === undefined || transactions.length < MIN_PAYMENTS) return [];
  if (daysOff > MAX_DAYS_OFF) return [];
  const nextDate = addDays(lastDate, Math.ceil(due.rhythm.length / 2));
  const [expected] = expectedDates({ due, nextDate }, today);
  if (expected === undefined || expected < since) return [];
  // Allows for a delay over a weekend.
  if (daysBetween(expected, today) <= MAX_DAYS_OFF + Math.ceil(daysOff)) return [];
  return [{
    record_id: newest.id,
    payee: series.payee,
    date: expected,
    amount: amountsOn(series, [expected], format.decimals)[0] ?? newest.amount,
    accountId: series.accountId,
    categoryId: series.categoryId,
    detail: `${transactions.length} previous payments were on time, but this one is overdue`,
  }];
}
