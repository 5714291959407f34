/**
 * How far habits strayed from what was to be expected of them, and how they changed
 * it.
 *
 * @module
 */

import { type CashFlow, directedKey } from "./cash_flows.ts";
import { dayAt } from "../calendar/day.ts";
import { DAYS_PER_YEAR } from "../calendar/mean_year.ts";
import { expectedAmounts } from "./expected_amount.ts";
import { periodDaysOf } from "../schedules/frequency_step.ts";
import type { Habit, Turn } from "./habits.ts";
import type { ScheduledFlow } from "./scheduled_flows.ts";
import type { ExpectationShift, Part, UnforeseenFlow } from "./unforeseen_months.ts";

/** What was regular in the past. */
export interface RegularPast {
  readonly habits: readonly Habit[];
  readonly scheduled: readonly ScheduledFlow[];
  readonly isIncome: (flow: CashFlow) => boolean;
}

/** What nobody could expect of it. */
export interface RegularSurprises {
  readonly surprises: readonly UnforeseenFlow[];
  readonly shifts: readonly ExpectationShift[];
}

/**
 * Gathers the surprises of habits and of paid schedules.
 *
 * @param past Habits, those that have ended too, and schedules.
 * @returns What strayed, and what changed for good.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const past = { habits: [], scheduled: [], isIncome: () => false };
 * assertEquals(regularSurprises(past), { surprises: [], shifts: [] });
 * ```
 */
export function regularSurprises(
  { habits, scheduled, isIncome }: RegularPast,
): RegularSurprises {
  // A habit tells more than the schedule that stands for it: also what did not come.
  const names = new Set(habits.map(directedKey));
  const alone = scheduled.filter((one) => !names.has(directedKey(one)));
  const bySchedule = alone.map(({ paid, frequency }) => {
    const flows = paid.map(({ flow }) => flow);
    const { before } = expectedAmounts(flows.map(({ amount }) => amount), false);
    return {
      turns: paid.map((turn, at): Turn => ({ ...turn, expected: before[at] ?? null })),
      paymentsPerYear: DAYS_PER_YEAR / periodDaysOf(frequency),
      isOwed: false,
      isIncome: flows.some(isIncome),
    };
  });
  const all = [...habits, ...bySchedule];
  const partOf = (one: { readonly isIncome: boolean }): Part => one.isIncome ? "pay" : "habits";
  return {
    surprises: all.flatMap((one) => strayed(one.turns, partOf(one))),
    shifts: all.filter(({ isOwed }) => !isOwed)
      .flatMap((one) => shiftsOf(one.turns, one.paymentsPerYear / 12, partOf(one))),
  };
}

/**
 * Tells how far the turns of a habit strayed from what was to be expected: other
 * amounts on the day they came; what came in another month, or did not come, with
 * what was expected taken back when it was due.
 *
 * @param turns Turns of one habit.
 * @param part Where it counts.
 * @returns What strayed.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const missed = { dueDay: 31, expected: -500, flow: null };
 * assertEquals(strayed([missed], "habits"), [{ day: 31, amount: 500, part: "habits" }]);
 * ```
 */
export function strayed(turns: readonly Turn[], part: Part): readonly UnforeseenFlow[] {
  return turns.flatMap(({ dueDay, expected, flow }) => {
    if (expected === null) return [];
    if (flow === null) return [{ day: dueDay, amount: 0 - expected, part }];
    if (isSameMonth(dueDay, flow)) {
      return [{ day: flow.day, amount: flow.amount - expected, part }];
    }
    return [
      { day: dueDay, amount: 0 - expected, part },
      { day: flow.day, amount: flow.amount, part },
    ];
  });
}

/**
 * Tells how the turns of a habit changed what is to be expected from then on: a new
 * price, a habit that is new, or one that has ended.
 *
 * @param turns Turns of one habit.
 * @param perMonth Turns in a month, on average.
 * @param part Where it counts.
 * @returns The changes, in milliunits a month.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const flow = null;
 * const turns = [{ dueDay: 1, expected: -500, flow }, { dueDay: 31, expected: -600, flow }];
 * assertEquals(shiftsOf(turns, 1, "habits"), [{ day: 1, amount: -100, part: "habits" }]);
 * ```
 */
export function shiftsOf(
  turns: readonly Turn[],
  perMonth: number,
  part: Part,
): readonly ExpectationShift[] {
  return turns.flatMap(({ dueDay, flow, expected }, at) => {
    const next = turns[at + 1]?.expected ?? null;
    const amount = expected === null || next === null ? 0 : (next - expected) * perMonth;
    return amount === 0 ? [] : [{ day: flow?.day ?? dueDay, amount, part }];
  });
}

function isSameMonth(day: number, flow: CashFlow): boolean {
  return day === flow.day || dayAt(day).slice(0, 7) === flow.transaction.date.slice(0, 7);
}
