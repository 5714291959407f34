import { assertEquals } from "@std/assert";
import {
  type HabitContract,
  lastPeriods,
  periodsOf,
} from "../../../domain/forecast/habit_periods.ts";
import { RHYTHMS } from "../../../domain/recurrence/payment_rhythm.ts";

const [weekly] = RHYTHMS;

/** Paid every week from day 100 on; `numbers` says in which weeks. */
function paidIn(...numbers: readonly number[]): HabitContract {
  return {
    fit: { due: { rhythm: weekly, origin: 100, dayOfMonth: 0 }, numbers },
    payments: numbers.map((number) => ({ day: 100 + 7 * number, size: 10, amount: -10 })),
  } as unknown as HabitContract;
}

Deno.test("periodsOf() lists every week, also those in which nothing came", () => {
  const told = periodsOf(paidIn(0, 1, 4), [null, -10, -12], 100)
    .map(({ dueDay, expected, flow }) => [dueDay, expected, flow?.day ?? null]);
  assertEquals(told, [
    [100, null, 100],
    [107, -10, 107],
    [114, -12, null],
    [121, -12, null],
    [128, -12, 128],
  ]);
});

Deno.test("periodsOf() expects nothing at first of what begins well after everything else", () => {
  const expected = [null, -10, -10, -10, -10];
  const told = (firstDay: number): readonly unknown[] =>
    periodsOf(paidIn(0, 1, 2, 3, 4), expected, firstDay).map((one) => one.expected);
  assertEquals(told(80), [0, 0, 0, -10, -10]);
  // A week and the days by which a payment may be late.
  assertEquals(told(88), [0, 0, 0, -10, -10]);
  assertEquals(told(89), expected);
});

Deno.test("lastPeriods() gives the week that was waited for, and one that nobody waits for", () => {
  const foreseen = {
    ...{ isOwed: false, before: [] },
    on: (days: readonly number[]) => days.map((day) => 0 - day),
  };
  assertEquals(lastPeriods(paidIn(0, 1, 2), foreseen), [
    { dueDay: 121, expected: -121, flow: null },
    { dueDay: 128, expected: 0, flow: null },
  ]);
});
