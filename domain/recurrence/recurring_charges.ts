import type { Cadence } from "./payment_rhythm.ts";
import { payeeKeyOf } from "../payees/payee_key.ts";
import type { TransactionRecord } from "../base/plan_records.ts";
import type { Transactions } from "../transactions/transaction_chunks.ts";
import type { PriceChange } from "./price_history.ts";
import { type RecurringSeries, recurringSeries } from "./recurrence.ts";
import { compareTexts } from "../base/fold_text.ts";

/** A schedule may still have an older price. */
const LARGEST_DIFFERENCE = 0.25;

/** Yearly sums are rounded like the amount, so that yen have no decimals. */
const STEPS: readonly number[] = [1000, 10];

/** One charge, or one income; amounts are milliunits above zero. */
export interface RecurringCharge {
  readonly payee: string;
  readonly cadence: Cadence;
  /** The current price; if every payment differs, the median. */
  readonly amount: number;
  /** Set if every payment differs. */
  readonly typical?: true;
  /** Amount of the last payment, if every payment differs. */
  readonly last_amount?: number;
  /** The amount times the payments in a year: 13 for every four weeks. */
  readonly yearly_amount: number;
  readonly times_seen: number;
  readonly last_date: string;
  readonly next_date: string;
  /** Unknown if amounts vary too much. */
  readonly price: "steady" | "changed" | "unknown";
  readonly price_change: PriceChange | null;
  /** Name; `null` where there is none, or split lines differ. */
  readonly category: string | null;
  readonly scheduled: boolean;
}

/** Charges and requested income, most expensive first. */
export interface RecurringCharges {
  readonly charges: readonly RecurringCharge[];
  readonly income?: readonly RecurringCharge[];
  /** Yearly total of all charges, in milliunits. */
  readonly yearly_total: number;
}

/** Fields of a schedule used here. */
export interface ScheduledPayment {
  /** Signed milliunits. */
  readonly amount: number;
  readonly payee_id?: string | null;
  readonly payee_name?: string | null;
  readonly transfer_account_id?: string | null;
}

/** Which transactions count, and what is compared with them. */
export interface RecurringChargesOptions {
  /** `YYYY-MM-DD`. */
  readonly today: string;
  /** How far back transactions count, 3 to 36. */
  readonly lookbackMonths: number;
  readonly includeIncome: boolean;
  /** Live schedules. */
  readonly schedules: readonly ScheduledPayment[];
  /** Category names by id, except Uncategorized. */
  readonly categoryNames: ReadonlyMap<string, string>;
}

/** Lists active charges. See {@linkcode recurringSeries} for what counts. */
export function recurringCharges(
  live: Transactions<TransactionRecord>,
  options: RecurringChargesOptions,
): RecurringCharges {
  const series = recurringSeries(live, options);
  const chargesIn = (direction: "in" | "out"): readonly RecurringCharge[] =>
    series.filter((one) => one.direction === direction)
      .map((one) => chargeOf(one, options))
      .sort(byCost);
  const charges = chargesIn("out");
  return {
    charges,
    ...(options.includeIncome ? { income: chargesIn("in") } : {}),
    yearly_total: charges.reduce((sum, charge) => sum + charge.yearly_amount, 0),
  };
}

function chargeOf(
  series: RecurringSeries<TransactionRecord>,
  { schedules, categoryNames }: RecurringChargesOptions,
): RecurringCharge {
  const { price, due: { rhythm } } = series;
  const step = STEPS.find((one) => price.current % one === 0) ?? 1;
  return {
    payee: series.payee,
    cadence: rhythm.cadence,
    amount: price.current,
    ...(price.isFixed ? {} : { typical: true, last_amount: lastAmount(series) }),
    yearly_amount: Math.round(price.current * rhythm.paymentsPerYear / step) * step,
    times_seen: series.transactions.length,
    last_date: series.lastDate,
    next_date: series.nextDate,
    price: price.change !== null ? "changed" : price.isFixed ? "steady" : "unknown",
    price_change: price.change,
    category: categoryNames.get(series.categoryId ?? "") ?? null,
    scheduled: schedules.some((schedule) => isSameCharge(schedule, series)),
  };
}

function lastAmount({ transactions }: RecurringSeries<TransactionRecord>): number {
  return Math.abs(transactions.at(-1)?.amount ?? 0);
}

/** The same payee in the same direction, at about the same price. */
function isSameCharge(
  schedule: ScheduledPayment,
  { direction, payeeIds, payeeKey, price }: RecurringSeries<TransactionRecord>,
): boolean {
  const size = direction === "in" ? schedule.amount : -schedule.amount;
  if (Math.abs(size - price.current) > price.current * LARGEST_DIFFERENCE) return false;
  return payeeIds.has(schedule.payee_id ?? "") || payeeKeyOf(schedule) === payeeKey;
}

function byCost(a: RecurringCharge, b: RecurringCharge): number {
  return b.yearly_amount - a.yearly_amount || compareTexts(a.payee, b.payee);
}
