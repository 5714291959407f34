import { assertAlmostEquals, assertEquals } from "@std/assert";
import { dayNumber } from "../../../domain/base/day.ts";
import { addMonths } from "../../../domain/base/month.ts";
import type { Payment } from "../../../domain/recurrence/payment_sets.ts";
import {
  contractsAmong,
  contractsAmongAll,
  variationOf,
} from "../../../domain/recurrence/contracts.ts";
import { monthly, TODAY } from "./_payments.ts";

function paid(size: number, days: readonly string[]): Payment[] {
  return days.map((day) => ({ day: dayNumber(day), size, categoryId: "fun" }));
}

function contracts(
  payments: readonly Payment[],
  isIncome = false,
): readonly (readonly [number | undefined, number])[] {
  const ordered = payments.toSorted((a, b) => a.day - b.day);
  return contractsAmong(ordered, { today: dayNumber(TODAY), isIncome })
    .map(({ payments: own }) => [own[0]?.size, own.length] as const);
}

Deno.test("contractsAmong() gives the clearest contract first", () => {
  const payments = [...paid(4_990, monthly(5, 2)), ...paid(9_990, monthly(12, 9))];
  assertEquals(contracts(payments), [[9_990, 12], [4_990, 5]]);
});

Deno.test("contractsAmong() uses no payment twice", () => {
  const payments = paid(9_990, [...monthly(12, 9), ...monthly(12, 9)]);
  const sizes = contracts(payments).map(([, count]) => count);
  assertEquals(sizes.reduce((sum, count) => sum + count, 0) <= payments.length, true);
});

Deno.test("contractsAmong() asks for more evidence where amounts differ", () => {
  const days = monthly(3, 9).map((day, at) => day.replace("-09", at === 1 ? "-11" : "-09"));
  assertEquals(contracts(paid(9_990, days)), [[9_990, 3]]);
  const uneven = paid(9_990, days).map((payment, at) => ({
    ...payment,
    size: payment.size * (1 + at * 0.5),
  }));
  assertEquals(contracts(uneven), []);
});

Deno.test("contractsAmong() takes what differs from week to week for income only", () => {
  const days = Array.from({ length: 30 }, (_, at) => dayNumber(TODAY) - 7 * at);
  const payments = days.map((day, at) => ({
    day,
    size: Math.round(300_000 * (1 + 0.4 * Math.sin(at * 2.4))),
    categoryId: null,
  }));
  assertEquals(contracts(payments), []);
  assertEquals(contracts(payments, true).length, 1);
});

Deno.test("contractsAmong() finds nothing in fewer than two payments", () => {
  assertEquals(contracts([]), []);
  assertEquals(contracts(paid(9_990, [TODAY])), []);
});

Deno.test("variationOf() is the usual step, whatever a single one does", () => {
  assertEquals(variationOf([10, 10, 10, 13, 13, 13]), 0);
  assertAlmostEquals(variationOf([10, 11, 10, 11, 10]), Math.log(1.1), 1e-9);
  assertEquals(variationOf([10]), 0);
});

Deno.test("contractsAmong() finds no more than six contracts with one merchant", () => {
  // Eight subscriptions of one shop, each with a price and a day of its own.
  const all = Array.from({ length: 8 }, (_, at) => paid(5_000 * (at + 1), monthly(12, 2 + 3 * at)));
  assertEquals(contracts(all.slice(0, 5).flat()).length, 5);
  assertEquals(contracts(all.flat()).length, 6);
});

Deno.test("contractsAmongAll() gives what has ended only beside what goes on, or at no day", () => {
  const ended = paid(4_990, monthly(14, 5).map((day) => addMonths(day.slice(0, 8) + "01", -12)));
  const ongoing = paid(9_990, monthly(12, 9));
  const all = (payments: readonly Payment[], today = dayNumber(TODAY)): readonly number[] =>
    contractsAmongAll(payments.toSorted((a, b) => a.day - b.day), { today, isIncome: false })
      .map(({ payments: [one] }) => one?.size ?? 0).toSorted((a, b) => a - b);
  assertEquals(all([...ended, ...ongoing]), [4_990, 9_990]);
  assertEquals(all(ended), []);
  assertEquals(all(ended, -Infinity), [4_990]);
  assertEquals(contracts([...ended, ...ongoing]), [[9_990, 12]]);
});
