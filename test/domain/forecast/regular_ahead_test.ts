import { assertEquals } from "@std/assert";
import type { Habit } from "../../../domain/forecast/habits.ts";
import {
  habitsBeside,
  regularAhead,
  type RegularPayment,
} from "../../../domain/forecast/regular_ahead.ts";
import type { ScheduledFlow } from "../../../domain/forecast/scheduled_flows.ts";

const habit: Habit = {
  key: "landlord",
  direction: "out",
  payee: "Landlord",
  cadence: "monthly",
  paymentsPerYear: 12,
  isIncome: false,
  isOwed: false,
  periods: [],
  payments: [{ date: "2024-04-01", amount: -900 }, { date: "2024-05-01", amount: -900 }],
};
const schedule: ScheduledFlow = {
  key: "landlord",
  direction: "out",
  payee: "LANDLORD",
  isTransfer: false,
  amount: -950,
  frequency: "monthly",
  categoryId: null,
  dates: ["2024-04-03"],
  paid: [],
  replacedDays: [],
};

function ahead(
  habits: readonly Habit[],
  scheduled: readonly ScheduledFlow[],
): readonly RegularPayment[] {
  return regularAhead({ habits, scheduled, isIncomeCategory: (id) => id === "inflow" });
}

Deno.test("regularAhead() lets a repeating schedule beat the habit of its payee in its direction", () => {
  assertEquals(ahead([habit], [schedule]).map(({ payee }) => payee), ["LANDLORD"]);
  const back = { ...habit, direction: "in" as const };
  assertEquals(ahead([back], [schedule]).map(({ payee }) => payee), ["LANDLORD", "Landlord"]);
  const done = { ...schedule, dates: [] };
  assertEquals(ahead([habit], [done]), []);
});

Deno.test("regularAhead() lets a single schedule stand for one payment near to it", () => {
  const dates = (single: Partial<ScheduledFlow>): readonly string[] | undefined =>
    ahead([habit], [{ ...schedule, frequency: "never", ...single }]).at(-1)
      ?.payments.map(({ date }) => date);
  assertEquals(dates({}), ["2024-05-01"]);
  assertEquals(dates({ dates: ["2024-04-15"] }), ["2024-04-01", "2024-05-01"]);
  assertEquals(dates({ amount: -1_801 }), ["2024-04-01", "2024-05-01"]);
});

Deno.test("regularAhead() knows income by direction and category, and no transfer for it", () => {
  const isIncome = (change: Partial<ScheduledFlow>): boolean | undefined =>
    ahead([], [{ ...schedule, direction: "in", amount: 5, categoryId: "inflow", ...change }])[0]
      ?.isIncome;
  assertEquals(isIncome({}), true);
  assertEquals(isIncome({ categoryId: "food" }), false);
  assertEquals(isIncome({ isTransfer: true }), false);
  assertEquals(isIncome({ direction: "out" }), false);
});

Deno.test("regularAhead() leaves out what has no payment to come", () => {
  assertEquals(ahead([{ ...habit, payments: [] }], [{ ...schedule, dates: [] }]), []);
});

Deno.test("habitsBeside() leaves out habits that a schedule replaces with something else", () => {
  const beside = (...some: Partial<ScheduledFlow>[]): number =>
    habitsBeside([habit], some.map((one) => ({ ...schedule, ...one }))).length;
  assertEquals(beside({}), 1);
  assertEquals(beside({ amount: -200 }), 0);
  assertEquals(beside({ amount: -2_000 }), 0);
  // One of two contracts of a payee is enough.
  assertEquals(beside({ amount: -200 }, { amount: -1_000 }), 1);
  assertEquals(beside({ amount: -200, direction: "in" }), 1);
  assertEquals(beside({ amount: -200, key: "grocer" }), 1);
  // A single payment takes no habit's place.
  assertEquals(beside({ amount: -200, frequency: "never" }), 1);
});

Deno.test("regularAhead() lets a single schedule of another payee, or another way, take no place", () => {
  const dates = (single: Partial<ScheduledFlow>): readonly string[] | undefined =>
    ahead([habit], [{ ...schedule, frequency: "never", ...single }]).at(-1)
      ?.payments.map(({ date }) => date);
  const both = ["2024-04-01", "2024-05-01"];
  assertEquals(dates({ key: "grocer" }), both);
  assertEquals(dates({ direction: "in" }), both);
});

Deno.test("regularAhead() tells when a schedule pays what, and how often in a year", () => {
  const told = (frequency: string): RegularPayment | undefined =>
    ahead([], [{ ...schedule, frequency, dates: ["2024-04-03", "2024-05-03"] }])[0];
  assertEquals(told("monthly")?.payments, [
    { date: "2024-04-03", amount: -950 },
    { date: "2024-05-03", amount: -950 },
  ]);
  const perYear = ["never", "yearly", "monthly", "everyOtherWeek", "weekly"]
    .map((frequency) => Math.round(told(frequency)?.perYear ?? NaN));
  assertEquals(perYear, [0, 1, 12, 26, 52]);
});

Deno.test("regularAhead() lets a single schedule stand for a payment a week off, and no more", () => {
  const dates = (date: string): readonly string[] | undefined =>
    ahead([habit], [{ ...schedule, frequency: "never", dates: [date] }]).at(-1)
      ?.payments.map((one) => one.date);
  assertEquals(dates("2024-04-08"), ["2024-05-01"]);
  assertEquals(dates("2024-04-09"), ["2024-04-01", "2024-05-01"]);
});
