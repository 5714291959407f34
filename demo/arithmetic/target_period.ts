import type { StoredTarget } from "../_records.ts";
import { addMonths, monthsBetween, weekdaysIn } from "../_calendar.ts";

const WEEKLY = 2;
const YEARLY = 13;
const TWO_YEARLY = 14;

/** The stretch of months over which a target is funded once. */
export interface TargetPeriod {
  /** First month. */
  readonly start: string;
  /** Months from the asked one to the due one, both included; at least 1. */
  readonly monthsLeft: number;
}

/** Counts the months after which a target comes round; 0 if it does not. */
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

/** Which month is asked for, and which one it is today. */
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

/** Multiplies a weekly target into what one month asks for. */
export function askedInMonth(
  { goal_target, goal_cadence, goal_day }: Pick<
    StoredTarget,
    "goal_target" | "goal_cadence" | "goal_day"
  >,
  month: string,
): number {
  return goal_cadence === WEEKLY ? goal_target * weekdaysIn(month, goal_day ?? 0) : goal_target;
}
