import { assertEquals } from "@std/assert";
import type { CashFlow } from "../../../domain/forecast/cash_flows.ts";
import { dayNumber } from "../../../domain/base/day.ts";
import {
  levelShiftsOf,
  regularResiduals,
  residualsOf,
} from "../../../domain/forecast/regular_residuals.ts";
import type { HabitPeriod } from "../../../domain/forecast/habit_periods.ts";
import type { Habit } from "../../../domain/forecast/habits.ts";
import type { ScheduledFlow } from "../../../domain/forecast/scheduled_flows.ts";
import { aTransaction } from "../../_builders.ts";

function flow(date: string, amount: number): CashFlow {
  const row = aTransaction({ date, amount });
  return {
    transaction: row,
    day: dayNumber(date),
    amount,
    size: Math.abs(amount),
    categoryId: null,
    isTransfer: false,
  };
}

const period = (due: string, expected: number | null, paid: CashFlow | null): HabitPeriod => ({
  dueDay: dayNumber(due),
  expected,
  flow: paid,
});

const habits = "habits" as const;

Deno.test("residualsOf() gives the difference on the day of a payment of the same month", () => {
  const late = period("2024-03-01", -500, flow("2024-03-04", -520));
  assertEquals(residualsOf([late], habits), [{
    day: dayNumber("2024-03-04"),
    amount: -20,
    part: habits,
  }]);
});

Deno.test("residualsOf() moves a payment that came in another month", () => {
  const early = period("2024-03-01", -500, flow("2024-02-29", -500));
  assertEquals(residualsOf([early], habits), [
    { day: dayNumber("2024-03-01"), amount: 500, part: habits },
    { day: dayNumber("2024-02-29"), amount: -500, part: habits },
  ]);
});

Deno.test("residualsOf() takes back what did not come, and passes over what nobody could know", () => {
  assertEquals(residualsOf([period("2024-03-01", -500, null)], habits)[0]?.amount, 500);
  assertEquals(residualsOf([period("2024-03-01", null, flow("2024-03-01", -5))], habits), []);
});

Deno.test("levelShiftsOf() tells changes of what is to be expected, per month", () => {
  const periods = [
    period("2024-01-01", -300, flow("2024-01-02", -360)),
    period("2024-04-01", -360, flow("2024-04-01", -360)),
    period("2024-07-01", -360, null),
  ];
  assertEquals(levelShiftsOf(periods, 1 / 3, habits), [
    { day: dayNumber("2024-01-02"), amount: -20, part: habits },
  ]);
});

const habit: Habit = {
  key: "power",
  direction: "out",
  payee: "Power",
  cadence: "monthly",
  paymentsPerYear: 12,
  isIncome: false,
  isOwed: false,
  periods: [period("2024-01-01", -500, flow("2024-01-01", -520)), period("2024-02-01", -520, null)],
  payments: [],
};
const scheduled: ScheduledFlow = {
  key: "power",
  direction: "out",
  payee: "Power",
  isTransfer: false,
  amount: -500,
  frequency: "monthly",
  categoryId: null,
  replacedDays: [],
  dates: [],
  paid: [
    { dueDay: dayNumber("2024-01-01"), flow: flow("2024-01-01", -520) },
    { dueDay: dayNumber("2024-02-01"), flow: flow("2024-02-01", -530) },
  ],
};

Deno.test("regularResiduals() counts what a schedule stands for once", () => {
  const isIncome = (): boolean => false;
  const amounts = (past: { habits: readonly Habit[] }): readonly number[] =>
    regularResiduals({ ...past, scheduled: [scheduled], isIncome }).residuals
      .map(({ amount }) => amount);
  assertEquals(amounts({ habits: [habit] }), [-20, 520]);
  assertEquals(amounts({ habits: [] }), [-10]);
});

Deno.test("regularResiduals() sees no change for good in the payments of a debt", () => {
  const past = { scheduled: [], isIncome: (): boolean => false };
  assertEquals(regularResiduals({ ...past, habits: [habit] }).levelShifts.length, 1);
  assertEquals(regularResiduals({ ...past, habits: [{ ...habit, isOwed: true }] }).levelShifts, []);
});

Deno.test("regularResiduals() keeps income apart", () => {
  const past = { scheduled: [], isIncome: (): boolean => false };
  const { residuals } = regularResiduals({
    ...past,
    habits: [{ ...habit, isIncome: true }],
  });
  assertEquals(residuals.map(({ part }) => part), ["pay", "pay"]);
});
