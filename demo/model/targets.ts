import type { PlanFigures } from "./books.ts";
import { addMonths, monthsBetween, weekdaysIn } from "./calendar.ts";
import type { StoredCategory, StoredTarget } from "./records.ts";

/** A month of a plan's figures, and the smallest amount of its currency. */
export interface ProgressMonth {
  readonly figures: PlanFigures;
  /** Place of the month in `figures.months`. */
  readonly index: number;
  readonly smallest: number;
}

export function categoryProgress(
  { id, target }: StoredCategory,
  { figures, index, smallest }: ProgressMonth,
): TargetProgress {
  const month = figures.months[index]?.month ?? figures.firstMonth;
  const carriedInto = (at: number): number =>
    Math.max(0, figures.months[at - 1]?.categories.get(id)?.balance ?? 0);
  const indexOf = (of: string): number => monthsBetween(figures.firstMonth, of);
  return targetProgress(target, { month, currentMonth: figures.currentMonth }, {
    smallest,
    carried: carriedInto(index),
    budgeted: figures.months[index]?.categories.get(id)?.budgeted ?? 0,
    carriedInto: (start) => carriedInto(indexOf(start)),
    assignedSince: (start) => {
      let sum = 0;
      for (let at = Math.max(0, indexOf(start)); at < index; at++) {
        sum += figures.months[at]?.categories.get(id)?.budgeted ?? 0;
      }
      return sum;
    },
  });
}

/** A category's money relevant to its target, in milliunits. */
export interface TargetMoney {
  /** Positive balance of the month before. */
  readonly carried: number;
  /** Assigned in the month. */
  readonly budgeted: number;
  /** The currency's smallest amount: a share of a target is rounded up to it. */
  readonly smallest: number;
  /** Sums what was assigned from one month up to the month before the asked one. */
  assignedSince(month: string): number;
  carriedInto(month: string): number;
}

/** Progress as in the API; amounts in milliunits. */
export interface TargetProgress {
  readonly goal_percentage_complete: number | null;
  readonly goal_months_to_budget: number | null;
  readonly goal_under_funded: number | null;
  readonly goal_overall_funded: number | null;
  readonly goal_overall_left: number | null;
}

/** Amount a target needs over its period, and its funding. */
interface Funding {
  readonly target: number;
  /** Money that counts without this month's assignment. */
  readonly before: number;
  readonly monthsLeft: number;
}

const NONE: TargetProgress = {
  goal_percentage_complete: null,
  goal_months_to_budget: null,
  goal_under_funded: null,
  goal_overall_funded: null,
  goal_overall_left: null,
};

export function targetProgress(
  target: StoredTarget | null,
  asked: AskedMonth,
  money: TargetMoney,
): TargetProgress {
  if (target === null || asked.month < target.goal_creation_month) return NONE;
  switch (target.goal_type) {
    case "TB":
      return balanceProgress(target, money);
    case "TBD": {
      const monthsLeft = monthsUntil(target.goal_target_date ?? asked.month, asked.month);
      return progress({ target: target.goal_target, before: money.carried, monthsLeft }, money);
    }
    case "NEED":
      return needProgress(target, asked, money);
    default:
      return progress({ target: target.goal_target, before: 0, monthsLeft: 1 }, money);
  }
}

function needProgress(target: StoredTarget, asked: AskedMonth, money: TargetMoney): TargetProgress {
  const period = targetPeriod(target, asked);
  const wanted = askedInMonth(target, asked.month);
  if (period === null) {
    return {
      ...NONE,
      goal_percentage_complete: 0,
      goal_overall_funded: 0,
      goal_overall_left: wanted,
    };
  }
  const isRefill = target.goal_needs_whole_amount === false;
  if (periodMonths(target) === 1) {
    const before = isRefill ? money.carried : 0;
    return progress({ target: wanted, before, monthsLeft: 1 }, money);
  }
  const kept = isRefill ? money.carriedInto(period.start) : 0;
  const before = kept + money.assignedSince(period.start);
  return progress({ target: wanted, before, monthsLeft: period.monthsLeft }, money);
}

/** A target balance without a date never asks for anything. */
function balanceProgress(target: StoredTarget, money: TargetMoney): TargetProgress {
  const whole = progress(
    { target: target.goal_target, before: money.carried, monthsLeft: 1 },
    money,
  );
  return { ...whole, goal_months_to_budget: null, goal_under_funded: 0 };
}

function progress(
  { target, before, monthsLeft }: Funding,
  { budgeted, smallest }: TargetMoney,
): TargetProgress {
  const share = Math.ceil(Math.max(0, target - before) / monthsLeft / smallest) * smallest;
  const funded = Math.max(0, before + budgeted);
  const left = Math.max(0, target - funded);
  const whole = funded + left;
  return {
    goal_percentage_complete: whole === 0 ? 100 : Math.floor(100 * funded / whole),
    goal_months_to_budget: monthsLeft,
    goal_under_funded: Math.max(0, share - budgeted),
    goal_overall_funded: funded,
    goal_overall_left: left,
  };
}

const WEEKLY = 2;
const YEARLY = 13;
const TWO_YEARLY = 14;

/** The months of one funding period. */
export interface TargetPeriod {
  /** First month. */
  readonly start: string;
  /** Months from the asked one to the due one, both included; at least 1. */
  readonly monthsLeft: number;
}

/** Months between repetitions of a target; 0 if it doesn't repeat. */
export function periodMonths(
  { goal_cadence, goal_cadence_frequency }: Pick<
    StoredTarget,
    "goal_cadence" | "goal_cadence_frequency"
  >,
): number {
  const times = Math.max(1, goal_cadence_frequency ?? 1);
  if (goal_cadence === null || goal_cadence <= 0) return 0;
  if (goal_cadence <= WEEKLY) return goal_cadence === WEEKLY ? 1 : times;
  if (goal_cadence === YEARLY) return 12 * times;
  return goal_cadence === TWO_YEARLY ? 24 : goal_cadence - 1;
}

/** Counts the months from one to a date's, both included; 1 once the date has passed. */
export function monthsUntil(date: string, month: string): number {
  return Math.max(1, monthsBetween(month, date) + 1);
}

/** The requested month and the current one. */
export interface AskedMonth {
  readonly month: string;
  readonly currentMonth: string;
}

/**
 * Finds the period that a month belongs to.
 *
 * A target's date may be its first one or, moved on whenever it was due, its next
 * one: a date within the coming period is taken for the latter.
 */
export function targetPeriod(
  target: Pick<
    StoredTarget,
    "goal_cadence" | "goal_cadence_frequency" | "goal_creation_month" | "goal_target_date"
  >,
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

/** Monthly amount of a weekly target. */
export function askedInMonth(
  { goal_target, goal_cadence, goal_day }: Pick<
    StoredTarget,
    "goal_target" | "goal_cadence" | "goal_day"
  >,
  month: string,
): number {
  return goal_cadence === WEEKLY ? goal_target * weekdaysIn(month, goal_day ?? 0) : goal_target;
}
