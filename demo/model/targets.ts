import { DAY_MS } from "../../domain/base/day.ts";
import { addMonths, lastOfMonth, monthsBetween } from "../../domain/base/month.ts";
import type { PlanFigures } from "./books.ts";
import type { MonthFigures } from "./close_month.ts";
import type { StoredCategory, StoredTarget } from "./records.ts";

/** The data from which a target's progress in a month is computed. */
export interface ProgressMonth {
  readonly figures: Pick<PlanFigures, "firstMonth" | "currentMonth"> & {
    readonly months: readonly Pick<MonthFigures, "month" | "categories">[];
  };
  /** Index of the month in `figures.months`. */
  readonly index: number;
  /** The currency's smallest unit in milliunits. */
  readonly smallest: number;
}

/** A target's progress as returned by the API. Amounts are in milliunits. */
export interface TargetProgress {
  readonly goal_percentage_complete: number | null;
  readonly goal_months_to_budget: number | null;
  readonly goal_under_funded: number | null;
  readonly goal_overall_funded: number | null;
  readonly goal_overall_left: number | null;
}

const NONE: TargetProgress = {
  goal_percentage_complete: null,
  goal_months_to_budget: null,
  goal_under_funded: null,
  goal_overall_funded: null,
  goal_overall_left: null,
};

const NOT_STARTED: TargetProgress = {
  ...NONE,
  goal_percentage_complete: 0,
  goal_overall_funded: 0,
};

/** Computes a target's progress in a month; all values are `null` before the target's creation. */
export function categoryProgress(
  { id, target }: Pick<StoredCategory, "id" | "target">,
  { figures, index, smallest }: ProgressMonth,
): TargetProgress {
  const { firstMonth, currentMonth, months } = figures;
  const month = months[index]?.month ?? firstMonth;
  if (target === null || month < target.goal_creation_month) return NONE;
  const budgetedIn = (at: number): number => months[at]?.categories.get(id)?.budgeted ?? 0;
  const carriedInto = (at: number): number =>
    Math.max(0, months[at - 1]?.categories.get(id)?.balance ?? 0);
  const progress = (wanted: number, before: number, monthsLeft: number): TargetProgress =>
    progressOf({ target: wanted, before, budgeted: budgetedIn(index), monthsLeft }, smallest);
  const { goal_type, goal_target } = target;
  if (goal_type === "TBD") {
    const monthsLeft = monthsUntil(target.goal_target_date ?? month, month);
    return progress(goal_target, carriedInto(index), monthsLeft);
  }
  if (goal_type === "TB") {
    // A balance target without a due date never counts as underfunded.
    const whole = progress(goal_target, carriedInto(index), 1);
    return { ...whole, goal_months_to_budget: null, goal_under_funded: 0 };
  }
  if (goal_type !== "NEED") return progress(goal_target, 0, 1);
  const wanted = askedInMonth(target, month);
  const period = targetPeriod(target, { month, currentMonth });
  if (period === null) return { ...NOT_STARTED, goal_overall_left: wanted };
  const isRefill = target.goal_needs_whole_amount === false;
  if (periodMonths(target) === 1) return progress(wanted, isRefill ? carriedInto(index) : 0, 1);
  const start = monthsBetween(firstMonth, period.start);
  let before = isRefill ? carriedInto(start) : 0;
  for (let at = Math.max(0, start); at < index; at++) before += budgetedIn(at);
  return progress(wanted, before, period.monthsLeft);
}

/** The amount that a target needs over its period, and the money that counts toward that amount. */
interface Funding {
  readonly target: number;
  /** Money that counts toward the target, excluding this month's assigned amount. */
  readonly before: number;
  readonly budgeted: number;
  readonly monthsLeft: number;
}

/** Computes a target's progress, rounding the month's share up to the currency's smallest unit. */
function progressOf(
  { target, before, budgeted, monthsLeft }: Funding,
  smallest: number,
): TargetProgress {
  const share = Math.ceil(Math.max(0, target - before) / monthsLeft / smallest) * smallest;
  // A negative assigned amount removes money assigned earlier, so it increases the amount needed.
  const missing = Math.min(share - budgeted, target - before - budgeted);
  const funded = Math.max(0, before + budgeted);
  const left = Math.max(0, target - funded);
  const whole = funded + left;
  return {
    goal_percentage_complete: whole === 0 ? 100 : Math.floor(100 * funded / whole),
    goal_months_to_budget: monthsLeft,
    goal_under_funded: Math.max(0, missing),
    goal_overall_funded: funded,
    goal_overall_left: left,
  };
}

const WEEKLY = 2;
const YEARLY = 13;
const TWO_YEARLY = 14;

/** The period over which a target is funded, which ends with the due month. */
interface TargetPeriod {
  /** First month of the period. */
  readonly start: string;
  /** Number of months from the requested month through the due month; at least 1. */
  readonly monthsLeft: number;
}

/** Number of months until a target repeats; 0 if it doesn't repeat. */
function periodMonths({ goal_cadence, goal_cadence_frequency }: StoredTarget): number {
  const times = Math.max(1, goal_cadence_frequency ?? 1);
  if (goal_cadence === null || goal_cadence <= 0) return 0;
  if (goal_cadence <= WEEKLY) return goal_cadence === WEEKLY ? 1 : times;
  if (goal_cadence === YEARLY) return 12 * times;
  return goal_cadence === TWO_YEARLY ? 24 : goal_cadence - 1;
}

/** Returns the number of months from `month` through the date's month; 1 if the date has passed. */
function monthsUntil(date: string, month: string): number {
  return Math.max(1, monthsBetween(month, date) + 1);
}

/** The requested month and the current month. */
interface AskedMonth {
  readonly month: string;
  readonly currentMonth: string;
}

/**
 * Finds the funding period that contains a month.
 *
 * A target's date is its first due date or, if YNAB moves the date each time it passes, its next
 * due date. A date less than one period ahead is treated as the next due date.
 */
function targetPeriod(
  target: StoredTarget,
  { month, currentMonth }: AskedMonth,
): TargetPeriod | null {
  const { goal_creation_month: creation, goal_target_date: date } = target;
  const length = periodMonths(target);
  if (length === 0) return { start: creation, monthsLeft: monthsUntil(date ?? month, month) };
  const due = date ?? addMonths(creation, length - 1);
  const ahead = monthsBetween(currentMonth, due);
  const isMovedOn = ahead < length || (ahead === length && creation < currentMonth);
  const toDue = monthsBetween(month, due);
  if (toDue >= length && !isMovedOn) return null;
  const toNext = ((toDue % length) + length) % length;
  return { start: addMonths(month, toNext - length + 1), monthsLeft: toNext + 1 };
}

/**
 * Returns the amount that a target needs in a month. A weekly target needs its amount once for each
 * (or every nth) occurrence of its weekday.
 */
function askedInMonth(target: StoredTarget, month: string): number {
  const { goal_target, goal_cadence, goal_cadence_frequency: every, goal_day } = target;
  if (goal_cadence !== WEEKLY) return goal_target;
  // The weeks are counted from the target's date.
  const from = Date.parse(target.goal_target_date ?? month);
  const days = Number(lastOfMonth(month).slice(8));
  const due = Array.from({ length: days }, (_, at) => Date.parse(month) + at * DAY_MS)
    .filter((day) =>
      new Date(day).getUTCDay() === (goal_day ?? 0) &&
      Math.floor((day - from) / (7 * DAY_MS)) % Math.max(1, every ?? 1) === 0
    );
  return goal_target * due.length;
}
