/**
 * When a target is due, and over which months it is funded.
 *
 * @module
 */

import type { StoredTarget } from "../_records.ts";
import { addMonths, monthOf, monthsBetween, weekdaysIn } from "../_calendar.ts";

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

/**
 * Counts the months after which a target comes round; 0 if it does not.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(periodMonths({ goal_cadence: 1, goal_cadence_frequency: 3 }), 3);
 * assertEquals(periodMonths({ goal_cadence: 4, goal_cadence_frequency: 9 }), 3);
 * assertEquals(periodMonths({ goal_cadence: 13, goal_cadence_frequency: 1 }), 12);
 * assertEquals(periodMonths({ goal_cadence: 0, goal_cadence_frequency: null }), 0);
 * ```
 */
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

/**
 * Finds the period that a month belongs to.
 *
 * @returns The period, or `null` if the target's first one starts later.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const yearly = {
 *   goal_cadence: 13,
 *   goal_cadence_frequency: 1,
 *   goal_creation_month: "2024-01-01",
 *   goal_target_date: "2024-12-15",
 * };
 * assertEquals(targetPeriod(yearly, "2026-11-01"), { start: "2026-01-01", monthsLeft: 2 });
 * ```
 */
export function targetPeriod(
  target: Pick<
    StoredTarget,
    "goal_cadence" | "goal_cadence_frequency" | "goal_creation_month" | "goal_target_date"
  >,
  month: string,
): TargetPeriod | null {
  const length = periodMonths(target);
  const anchor = target.goal_target_date;
  if (length === 0) {
    const left = anchor === null ? 1 : monthsBetween(month, anchor) + 1;
    return { start: target.goal_creation_month, monthsLeft: Math.max(1, left) };
  }
  const firstDue = anchor === null
    ? addMonths(target.goal_creation_month, length - 1)
    : monthOf(anchor);
  const toFirst = monthsBetween(month, firstDue);
  if (toFirst >= length) return null;
  const toDue = ((toFirst % length) + length) % length;
  return { start: addMonths(month, toDue - length + 1), monthsLeft: toDue + 1 };
}

/**
 * Multiplies a weekly target into what one month asks for.
 *
 * @returns Milliunits; the plain target if it is not weekly.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const weekly = { goal_target: 20_000, goal_cadence: 2, goal_day: 0 };
 * assertEquals(askedInMonth(weekly, "2026-03-01"), 100_000);
 * ```
 */
export function askedInMonth(
  { goal_target, goal_cadence, goal_day }: Pick<
    StoredTarget,
    "goal_target" | "goal_cadence" | "goal_day"
  >,
  month: string,
): number {
  return goal_cadence === WEEKLY ? goal_target * weekdaysIn(month, goal_day ?? 0) : goal_target;
}
