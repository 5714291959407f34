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
import { dueDate, monthlyPace } from "../targets/target_words.ts";

/** Number of months that the cash must last after the last payment. */
const MONTHS_AFTER = 3;

/** How far ahead the first payment may be. */
export const MAX_MONTHS_AHEAD = 12;

/** In backtests with fewer finished months, too many amounts were wrongly called safe. */
const MIN_MONTHS = 12;

/** Equal monthly payments. Amounts are in milliunits. */
export interface PlannedPayments {
  readonly amount: number;
  readonly date: string;
  readonly times: number;
}

export interface CashLimits {
  readonly today: string;
  /** Minimum balance at the end of a day, in milliunits. */
  readonly limit: number;
}

/** Risk that a day ends below the limit, from the first payment through the last day. */
export interface ChanceBelow {
  readonly without: number;
  readonly with: number;
}

export interface CashAnswer {
  /** `null` if the past is too short to estimate the risk. */
  readonly chance: ChanceBelow | null;
  readonly isSafe: boolean;
  /** The largest amount that is safe on every day from the given date on. */
  readonly safeAmount: number | null;
  /** The first safe day, on or after the given date. */
  readonly earliestDate: string | null;
  readonly lowest: {
    readonly date: string;
    readonly balance: number;
    readonly balance_with: number;
  };
}

/** The last day on which the balance must not fall below the limit. */
export function lastDayOf({ date, times }: Omit<PlannedPayments, "amount">): string {
  return addMonths(date, times - 1 + MONTHS_AFTER);
}

/** Simulated paths and, for each day, the lowest balance on that day and the following 15. */
export interface CashLows extends CashPaths {
  readonly lows: readonly Float64Array[];
}

/**
 * Number of days in a window. A window is shorter than any month, so that overlapping windows can
 * cover a month exactly.
 */
const WINDOW = 16;

export function withLows(cash: CashPaths): CashLows {
  const lows = cash.paths.map((path) => {
    const low = Float64Array.from(path);
    for (let reach = 1; reach < WINDOW; reach *= 2) {
      for (let day = 0; day + reach < low.length; day++) {
        low[day] = Math.min(low[day] ?? 0, low[day + reach] ?? 0);
      }
    }
    return low;
  });
  return { ...cash, lows };
}

export function chanceBelow(
  cash: CashLows,
  payments: PlannedPayments,
  limits: CashLimits,
): ChanceBelow {
  const rooms = roomsOf(cash, payments, limits);
  return { without: riskWith(0, rooms), with: riskWith(payments.amount, rooms) };
}

/**
 * Determines whether the cash suffices, in steps. The paths must extend three months beyond any
 * payment.
 */
export function* cashAnswerInSteps(
  cash: CashPaths,
  payments: PlannedPayments,
  { today, limit, format }: CashLimits & { readonly format: MoneyFormat },
): Steps<CashAnswer> {
  const { amount, date } = payments;
  const lowest = lowestEvening(cash, payments, today);
  if (cash.finishedMonths < MIN_MONTHS) {
    return { chance: null, isSafe: false, safeAmount: null, earliestDate: null, lowest };
  }
  yield;
  const prepared = withLows(cash);
  let safeAmount = Infinity;
  let earliestDate: string | null = null;
  const last = addMonths(today, MAX_MONTHS_AHEAD);
  for (let day = date; day <= last; day = addDays(day, 1)) {
    const safe = safeAmountOf(roomsOf(prepared, { ...payments, date: day }, { today, limit }));
    safeAmount = Math.min(safeAmount, safe);
    if (safe >= amount) earliestDate ??= day;
    yield;
  }
  return {
    chance: chanceBelow(prepared, payments, { today, limit }),
    isSafe: earliestDate === date,
    safeAmount: Math.max(0, roundDownToCoin(Math.floor(safeAmount), format)),
    earliestDate,
    lowest,
  };
}

/**
 * Returns the largest payment that each path allows, ascending, in milliunits. With that payment,
 * no day from the first payment through the last day ends below the limit.
 */
function roomsOf(
  { lows }: CashLows,
  payments: PlannedPayments,
  { today, limit }: CashLimits,
): Float64Array {
  const days = paymentDays(payments, today);
  const end = daysBetween(today, lastDayOf(payments)) + 1;
  return Float64Array.from(lows, (low) => {
    let room = Infinity;
    for (let paid = 1; paid <= days.length; paid++) {
      // The last window ends on the day before the next payment.
      const last = (days[paid] ?? end) - WINDOW;
      let lowest = low[last] ?? 0;
      for (let day = days[paid - 1] ?? 0; day < last; day += WINDOW) {
        lowest = Math.min(lowest, low[day] ?? 0);
      }
      room = Math.min(room, (lowest - limit) / paid);
    }
    return room;
  }).sort();
}

function paymentDays({ date, times }: PlannedPayments, today: string): readonly number[] {
  return Array.from({ length: times }, (_, at) => daysBetween(today, addMonths(date, at)));
}

function riskWith(amount: number, rooms: Float64Array): number {
  const enough = rooms.findIndex((room) => room >= amount);
  return riskOf(enough < 0 ? rooms.length : enough, rooms.length);
}

function safeAmountOf(rooms: Float64Array): number {
  return rooms[mostFailing(rooms.length)] ?? 0;
}

function lowestEvening(
  { expected }: CashPaths,
  payments: PlannedPayments,
  today: string,
): CashAnswer["lowest"] {
  const days = paymentDays(payments, today);
  const [first = 0] = days;
  const last = daysBetween(today, lastDayOf(payments));
  const evenings = expected.slice(first, last + 1).map((balance, at) => {
    const paid = days.filter((day) => day <= first + at).length;
    return { at, balance, balance_with: balance - paid * payments.amount };
  });
  const { at, ...lowest } = evenings.reduce((low, one) =>
    one.balance_with < low.balance_with ? one : low
  );
  return { date: addDays(today, first + at), ...lowest };
}

/** Where in the plan the money comes from. Amounts are in milliunits. */
export interface PlanAnswer {
  readonly category: {
    readonly name: string;
    readonly available: number;
    readonly coming: number;
    readonly free: number;
  };
  /** Categories that pay part of the amount. */
  readonly from: readonly {
    readonly category_id: string;
    readonly category: string;
    readonly free: number;
    readonly take: number;
  }[];
  readonly missing: number;
  /** Number of months by which the payment delays dated targets. */
  readonly delays: readonly { readonly category: string; readonly months: number }[];
}

export interface PayingOptions {
  readonly amount: number;
  /** `null` for Ready to Assign. */
  readonly category: MonthCategoryRecord | null;
  readonly coming: number;
  readonly dueCategoryIds: ReadonlySet<string>;
  readonly today: string;
  readonly format: MoneyFormat;
}

/**
 * Pays from the category's free money, then from Ready to Assign, then from surpluses over targets.
 * Any shortfall delays dated targets, starting with the target due last.
 */
export function planAnswer(
  month: MonthRecord,
  { amount, category, coming, dueCategoryIds, today, format }: PayingOptions,
): PlanAnswer {
  const inflow = month.categories.find(isInflowCategory);
  const ready = { id: inflow?.id ?? "", name: "Ready to Assign", balance: month.to_be_budgeted };
  const own = category ?? ready;
  const free = roundDownToCoin(own.balance - coming, format);
  const spare = surpluses(month, { format, dueCategoryIds })
    .map(({ category: { id, name }, more }) => ({ id, name, free: more }));
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
    category: { name: own.name, available: own.balance, coming, free },
    from,
    missing,
    delays: delaysOf(month, { taken, missing, today }),
  };
}

function delaysOf(
  { categories }: MonthRecord,
  { taken, missing, today }: {
    readonly taken: ReadonlyMap<string, number>;
    readonly missing: number;
    readonly today: string;
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
    return short <= 0 ? [] : [{ category: category.name, months: Math.ceil(short / pace) }];
  });
}
