import { assertEquals } from "@std/assert";
import type { CashFlow } from "../../../domain/forecast/cash_flows.ts";
import { dayNumber } from "../../../domain/calendar/day.ts";
import { regularSurprises, shiftsOf, strayed } from "../../../domain/forecast/habit_surprises.ts";
import type { Habit, Turn } from "../../../domain/forecast/habits.ts";
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
  };
}

const turn = (due: string, expected: number | null, paid: CashFlow | null): Turn => ({
  dueDay: dayNumber(due),
  expected,
  flow: paid,
});

const habits = "habits" as const;

Deno.test("strayed() gives the difference on the day of a payment of the same month", () => {
  const late = turn("2024-03-01", -500, flow("2024-03-04", -520));
  assertEquals(strayed([late], habits), [{
    day: dayNumber("2024-03-04"),
    amount: -20,
    part: habits,
  }]);
});

Deno.test("strayed() moves a payment that came in another month", () => {
  const early = turn("2024-03-01", -500, flow("2024-02-29", -500));
  assertEquals(strayed([early], habits), [
    { day: dayNumber("2024-03-01"), amount: 500, part: habits },
    { day: dayNumber("2024-02-29"), amount: -500, part: habits },
  ]);
});

Deno.test("strayed() takes back what did not come, and passes over what nobody could know", () => {
  assertEquals(strayed([turn("2024-03-01", -500, null)], habits)[0]?.amount, 500);
  assertEquals(strayed([turn("2024-03-01", null, flow("2024-03-01", -5))], habits), []);
});

Deno.test("shiftsOf() tells changes of what is to be expected, per month", () => {
  const turns = [
    turn("2024-01-01", -300, flow("2024-01-02", -360)),
    turn("2024-04-01", -360, flow("2024-04-01", -360)),
    turn("2024-07-01", -360, null),
  ];
  assertEquals(shiftsOf(turns, 1 / 3, habits), [
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
  turns: [turn("2024-01-01", -500, flow("2024-01-01", -520)), turn("2024-02-01", -520, null)],
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
  dates: [],
  paid: [
    { dueDay: dayNumber("2024-01-01"), flow: flow("2024-01-01", -520) },
    { dueDay: dayNumber("2024-02-01"), flow: flow("2024-02-01", -530) },
  ],
};

Deno.test("regularSurprises() counts what a schedule stands for once", () => {
  const isIncome = (): boolean => false;
  const amounts = (past: { habits: readonly Habit[] }): readonly number[] =>
    regularSurprises({ ...past, scheduled: [scheduled], isIncome }).surprises
      .map(({ amount }) => amount);
  assertEquals(amounts({ habits: [habit] }), [-20, 520]);
  assertEquals(amounts({ habits: [] }), [-10]);
});

Deno.test("regularSurprises() sees no change for good in the payments of a debt", () => {
  const past = { scheduled: [], isIncome: (): boolean => false };
  assertEquals(regularSurprises({ ...past, habits: [habit] }).shifts.length, 1);
  assertEquals(regularSurprises({ ...past, habits: [{ ...habit, isOwed: true }] }).shifts, []);
});

Deno.test("regularSurprises() keeps income apart", () => {
  const past = { scheduled: [], isIncome: (): boolean => false };
  const { surprises } = regularSurprises({ ...past, habits: [{ ...habit, isIncome: true }] });
  assertEquals(surprises.map(({ part }) => part), ["pay", "pay"]);
});
