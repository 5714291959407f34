import { surpluses } from "../assigning/proposals.ts";
import type { Steps } from "../base/all_steps.ts";
import { addDays, daysBetween } from "../base/day.ts";
import { compareTexts } from "../base/fold_text.ts";
import { type MoneyFormat, roundDownToCoin } from "../base/money_format.ts";
import { addMonths } from "../base/month.ts";
import type { MonthCategoryRecord, MonthRecord } from "../base/plan_records.ts";
import { isCardPaymentCategory, isInflowCategory } from "../base/special_categories.ts";
import type { CashPaths } from "../forecast/forecast.ts";
import { mostFailing, riskOf } from "../forecast/resample.ts";
import { distinctCategoryNames } from "../plan/category_label.ts";
import { dueDate, monthlyPace } from "../targets/target_words.ts";

/** Number of months that the cash must last after the final payment. */
const MONTHS_AFTER = 3;

/** Maximum number of months until the first payment. */
export const MAX_MONTHS_AHEAD = 12;

/**
 * Minimum number of full months of history. In backtests with fewer months, too many of the amounts
 * that were judged safe to spend turned out not to be.
 */
const MIN_MONTHS = 12;

/** A planned series of equal monthly payments from cash accounts. Amounts are in milliunits. */
export interface PlannedPayments {
  readonly amount: number;
  readonly date: string;
  readonly times: number;
  readonly today: string;
  /** The balance must not be below this limit at the end of any day. */
  readonly limit: number;
}

export interface CashAnswer {
  /**
   * Risk that at least one day, from the first payment through three months after the last payment,
   * ends with a balance below the limit; `null` if there is too little past data to estimate the
   * risk.
   */
  readonly chance: { readonly without: number; readonly with: number } | null;
  readonly isSafe: boolean;
  /**
   * The largest amount per payment that is safe to spend, no matter which start date on or after
   * the given date is chosen.
   */
  readonly safeAmount: number | null;
  /** The first day, on or after the given date, on which the payments can safely start. */
  readonly earliestDate: string | null;
  readonly lowest: {
    readonly date: string;
    readonly balance: number;
    readonly balance_with: number;
  };
}

/** Returns the last day for which the balance is compared with the limit. */
export function lastDayOf({ date, times }: Pick<PlannedPayments, "date" | "times">): string {
  return addMonths(date, times - 1 + MONTHS_AFTER);
}

/** Checks for sufficient cash, in pausable steps. Paths must extend 3 months past any payment. */
export function* cashAnswerInSteps(
  cash: CashPaths,
  payments: PlannedPayments,
  format: MoneyFormat,
): Steps<CashAnswer> {
  const { amount, date, today } = payments;
  const lowest = lowestEvening(cash, payments);
  if (cash.finishedMonths < MIN_MONTHS) {
    return { chance: null, isSafe: false, safeAmount: null, earliestDate: null, lowest };
  }
  yield;
  const lows = lowsOf(cash);
  let safeAmount = Infinity;
  let earliestDate: string | null = null;
  const last = addMonths(today, MAX_MONTHS_AHEAD);
  for (let day = date; day <= last; day = addDays(day, 1)) {
    yield;
    const safe = safeAmountOn(lows, { ...payments, date: day });
    safeAmount = Math.min(safeAmount, safe);
    if (safe >= amount) earliestDate ??= day;
  }
  const rooms = roomsOf(lows, payments);
  return {
    chance: { without: riskWith(0, rooms), with: riskWith(amount, rooms) },
    isSafe: earliestDate === date,
    safeAmount: Math.max(0, roundDownToCoin(Math.floor(safeAmount), format)),
    earliestDate,
    lowest,
  };
}

/** For each simulated path and day, the lowest balance on that day and the following 15 days. */
type Lows = readonly Float64Array[];

/**
 * Number of days in a window. Two windows can cover a month of any length exactly, because they may
 * overlap.
 */
const WINDOW = 16;

export function lowsOf({ paths }: CashPaths): Lows {
  return paths.map((path) => {
    const low = Float64Array.from(path);
    for (let reach = 1; reach < WINDOW; reach *= 2) {
      for (let day = 0; day + reach < low.length; day++) {
        low[day] = Math.min(low[day] ?? 0, low[day + reach] ?? 0);
      }
    }
    return low;
  });
}

/**
 * Returns the largest amount per payment that is safe to spend if the first payment is made on the
 * given date.
 */
export function safeAmountOn(lows: Lows, payments: PlannedPayments): number {
  const rooms = roomsOf(lows, payments);
  return rooms[mostFailing(rooms.length)] ?? 0;
}

/**
 * Returns, for each simulated path, the largest payment that keeps the balance at or above the
 * limit at the end of every day. The payments are in milliunits, in ascending order.
 */
function roomsOf(lows: Lows, payments: PlannedPayments): Float64Array {
  const days = [...paymentDays(payments), daysBetween(payments.today, lastDayOf(payments)) + 1];
  return Float64Array.from(lows, (low) => {
    let room = Infinity;
    for (let paid = 1; paid < days.length; paid++) {
      // The last window ends on the day before the next payment.
      const last = (days[paid] ?? 0) - WINDOW;
      let lowest = low[last] ?? 0;
      for (let day = days[paid - 1] ?? 0; day < last; day += WINDOW) {
        lowest = Math.min(lowest, low[day] ?? 0);
      }
      room = Math.min(room, (lowest - payments.limit) / paid);
    }
    return room;
  }).sort();
}

/** Returns, for each payment, the number of days from today. */
function paymentDays({ date, times, today }: PlannedPayments): readonly number[] {
  return Array.from({ length: times }, (_, at) => daysBetween(today, addMonths(date, at)));
}

function riskWith(amount: number, rooms: Float64Array): number {
  return riskOf(rooms.filter((room) => room < amount).length, rooms.length);
}

function lowestEvening({ expected }: CashPaths, payments: PlannedPayments): CashAnswer["lowest"] {
  const { today, amount } = payments;
  const days = paymentDays(payments);
  const [first = 0] = days;
  const last = daysBetween(today, lastDayOf(payments));
  const evenings = expected.slice(first, last + 1).map((balance, at) => {
    const paid = days.filter((day) => day <= first + at).length;
    return { date: first + at, balance, balance_with: balance - paid * amount };
  });
  const lowest = evenings.reduce((low, one) => one.balance_with < low.balance_with ? one : low);
  return { ...lowest, date: addDays(today, lowest.date) };
}

/** Where in the plan the money for a payment comes from. Amounts are in milliunits. */
export interface PlanAnswer {
  readonly category: {
    readonly name: string;
    readonly available: number;
    readonly coming: number;
    readonly free: number;
  };
  /** Categories that contribute to the payment. */
  readonly from: readonly {
    readonly category_id: string;
    readonly category: string;
    readonly free: number;
    readonly take: number;
  }[];
  readonly missing: number;
  /** Number of months by which the payment delays each target that has a due date. */
  readonly delays: readonly { readonly category: string; readonly months: number }[];
}

/**
 * Pays from the category's spare money, then from Ready to Assign, then from other categories'
 * surpluses over their targets. Any shortfall delays dated targets, starting with the one due last.
 */
export function planAnswer(
  month: MonthRecord,
  { amount, category, coming, dueCategoryIds, today, format }: {
    readonly amount: number;
    /** The category to pay from first; `null` for Ready to Assign. */
    readonly category: MonthCategoryRecord | null;
    readonly coming: number;
    readonly dueCategoryIds: ReadonlySet<string>;
    readonly today: string;
    readonly format: MoneyFormat;
  },
): PlanAnswer {
  const names = distinctCategoryNames(month.categories);
  const nameOf = ({ id, name }: MonthCategoryRecord): string => names.get(id) ?? name;
  const inflow = month.categories.find(isInflowCategory);
  const ready = { id: inflow?.id ?? "", name: "Ready to Assign", balance: month.to_be_budgeted };
  const own = category ?? ready;
  const free = roundDownToCoin(own.balance - coming, format);
  const spare = surpluses(month, { format, dueCategoryIds })
    .map(({ category, more }) => ({ id: category.id, name: nameOf(category), free: more }));
  const others = category === null ? spare : [
    { ...ready, free: roundDownToCoin(ready.balance, format) },
    ...spare.filter(({ id }) => id !== category.id),
  ];
  let missing = Math.max(0, amount - Math.max(0, free));
  const from = others.map(({ id, name, free }) => {
    const take = Math.min(missing, Math.max(0, free));
    missing -= take;
    return { category_id: id, category: name, free, take };
  }).filter(({ take }) => take !== 0);
  const taken = new Map(from.map(({ category_id: id, take }) => [id, take]));
  if (category !== null) taken.set(category.id, Math.min(amount, Math.max(0, free)));
  return {
    category: {
      name: category === null ? own.name : nameOf(category),
      available: own.balance,
      coming,
      free,
    },
    from,
    missing,
    delays: delaysOf(month.categories, taken, { missing, today, nameOf }),
  };
}

function delaysOf(
  categories: readonly MonthCategoryRecord[],
  taken: ReadonlyMap<string, number>,
  { missing, today, nameOf }: {
    readonly missing: number;
    readonly today: string;
    readonly nameOf: (category: MonthCategoryRecord) => string;
  },
): PlanAnswer["delays"] {
  let rest = missing;
  const dated = categories
    .filter((one) => !one.deleted && !one.hidden && !isCardPaymentCategory(one))
    .toSorted((a, b) => compareTexts(dueDate(b) ?? "", dueDate(a) ?? ""));
  return dated.flatMap((category) => {
    const pace = monthlyPace(category, today);
    if (pace === null || pace <= 0) return [];
    const { balance, goal_target: target } = category;
    const given = taken.get(category.id) ?? 0;
    const more = Math.min(rest, Math.max(0, balance - given));
    rest -= more;
    const short = given + more - Math.max(0, balance - (target ?? 0));
    return short <= 0 ? [] : [{ category: nameOf(category), months: Math.ceil(short / pace) }];
  });
}
