import { type CashFlow, directedKey } from "./cash_flows.ts";
import { dayAt } from "../base/day.ts";
import { DAYS_PER_YEAR } from "../base/month.ts";
import { expectedAmounts } from "./expected_amount.ts";
import { periodDaysOf } from "../schedules/frequency_step.ts";
import type { HabitPeriod } from "./habit_periods.ts";
import type { Habit } from "./habits.ts";
import type { ScheduledFlow } from "./scheduled_flows.ts";
import type { LevelShift, Part, Residual } from "./residual_months.ts";

/** What was regular in the past. */
export interface RegularPast {
  readonly habits: readonly Habit[];
  readonly scheduled: readonly ScheduledFlow[];
  readonly isIncome: (flow: CashFlow) => boolean;
}

/** What nobody could expect of it: one-off residuals, and level shifts that last. */
export interface RegularResiduals {
  readonly residuals: readonly Residual[];
  readonly levelShifts: readonly LevelShift[];
}

/** Gathers the residuals and level shifts of habits and of paid schedules. */
export function regularResiduals(
  { habits, scheduled, isIncome }: RegularPast,
): RegularResiduals {
  // A habit tells more than the schedule that stands for it: also what did not come.
  const names = new Set(habits.map(directedKey));
  const alone = scheduled.filter((one) => !names.has(directedKey(one)));
  const bySchedule = alone.map(({ paid, frequency }) => {
    const flows = paid.map(({ flow }) => flow);
    const { before } = expectedAmounts(flows.map(({ amount }) => amount), false);
    return {
      periods: paid.map((period, at): HabitPeriod => ({ ...period, expected: before[at] ?? null })),
      paymentsPerYear: DAYS_PER_YEAR / periodDaysOf(frequency),
      isOwed: false,
      isIncome: flows.some(isIncome),
    };
  });
  const all = [...habits, ...bySchedule];
  const partOf = (one: { readonly isIncome: boolean }): Part => one.isIncome ? "pay" : "habits";
  return {
    residuals: all.flatMap((one) => residualsOf(one.periods, partOf(one))),
    levelShifts: all.filter(({ isOwed }) => !isOwed)
      .flatMap((one) => levelShiftsOf(one.periods, one.paymentsPerYear / 12, partOf(one))),
  };
}

/**
 * Gives the residuals of a habit, how far it lay from what was to be expected: other
 * amounts on the day they came; what came in another month, or did not come, with
 * what was expected taken back when it was due.
 */
export function residualsOf(periods: readonly HabitPeriod[], part: Part): readonly Residual[] {
  return periods.flatMap(({ dueDay, expected, flow }) => {
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
 * Gives the level shifts of a habit, how what is to be expected from then on changed: a new
 * price, a habit that is new, or one that has ended.
 */
export function levelShiftsOf(
  periods: readonly HabitPeriod[],
  perMonth: number,
  part: Part,
): readonly LevelShift[] {
  return periods.flatMap(({ dueDay, flow, expected }, at) => {
    const next = periods[at + 1]?.expected ?? null;
    const amount = expected === null || next === null ? 0 : (next - expected) * perMonth;
    return amount === 0 ? [] : [{ day: flow?.day ?? dueDay, amount, part }];
  });
}

function isSameMonth(day: number, flow: CashFlow): boolean {
  return day === flow.day || dayAt(day).slice(0, 7) === flow.transaction.date.slice(0, 7);
}
