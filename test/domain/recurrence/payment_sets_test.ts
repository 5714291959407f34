import { plainPaymentSets } from "./_plain_sets.ts";
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { type Payment, paymentSets } from "../../../domain/recurrence/payment_sets.ts";

function paid(size: number, days: readonly number[], categoryId: string | null = null): Payment[] {
  return days.map((day) => ({ day, size, categoryId }));
}

function together(...some: readonly Payment[][]): Payment[] {
  return some.flat().sort((a, b) => a.day - b.day);
}

/** Whether some set holds exactly these payments. */
function hasSet(all: readonly Payment[], wanted: readonly Payment[]): boolean {
  return paymentSets(all).some(({ payments: set }) =>
    set.length === wanted.length && set.every((payment) => wanted.includes(payment))
  );
}

const MONTHLY = [0, 31, 59, 90, 120, 151];

Deno.test("paymentSets() offers all payments", () => {
  const all = together(paid(5_000, [0, 40]), paid(9_000, [7]));
  assert(hasSet(all, all));
});

Deno.test("paymentSets() tells prices apart, however near they are", () => {
  const phone = paid(10_000, MONTHLY);
  const music = paid(10_100, MONTHLY.map((day) => day + 11));
  const all = together(phone, music);
  assert(hasSet(all, phone) && hasSet(all, music));
});

Deno.test("paymentSets() keeps amounts together that vary about one price", () => {
  const power = together(paid(80_000, [0]), paid(87_000, [31]), paid(93_000, [59]));
  const all = together(power, paid(200_000, [3, 33, 64]));
  assert(hasSet(all, power));
});

Deno.test("paymentSets() tells categories apart, but puts no rows without one together", () => {
  const varied = (size: number, days: readonly number[], category: string): Payment[] =>
    days.flatMap((day, at) => paid(size + at * 2_000, [day], category));
  const gas = varied(50_000, [0, 90, 181], "gas");
  const power = varied(51_000, [31, 120, 151], "power");
  const all = together(gas, power);
  assert(hasSet(all, gas) && hasSet(all, power));
  const splits = together(paid(50_000, [0]), paid(70_000, [90]), paid(98_000, [181]));
  assert(!hasSet(together(splits, paid(51_000, [31, 120, 151], "power")), splits));
});

Deno.test("paymentSets() puts a price and the one that followed it together", () => {
  const music = paid(4_000, MONTHLY.map((day) => day + 9));
  const before = paid(10_000, MONTHLY.slice(0, 3));
  const after = paid(16_000, MONTHLY.slice(3));
  assert(hasSet(together(music, before, after), [...before, ...after]));
  const meanwhile = paid(16_000, [25, 130]);
  assert(!hasSet(together(music, before, meanwhile), [...before, ...meanwhile]));
});

Deno.test("paymentSets() halves what comes twice a month", () => {
  const early = paid(10_000, MONTHLY.map((day) => day + 2));
  const late = paid(10_000, MONTHLY.map((day) => day + 16));
  const all = together(early, late);
  assert(hasSet(all, early) && hasSet(all, late));
});

Deno.test("paymentSets() offers the newer half, for what has moved to another day", () => {
  const all = paid(10_000, MONTHLY);
  assert(hasSet(all, all.slice(3)));
});

Deno.test("paymentSets() offers two payments only where there is little else", () => {
  const pair = paid(50_000, [0, 181]);
  assert(hasSet(together(pair, paid(9_000, [20, 70])), pair));
  assert(!hasSet(together(pair, paid(9_000, MONTHLY)), pair));
  const unequal = together(paid(50_000, [0]), paid(50_500, [181]));
  assert(!hasSet(together(unequal, paid(9_000, [20, 70])), unequal));
});

Deno.test("paymentSets() offers every set in order of its days", () => {
  const payment = fc.record({
    day: fc.integer({ min: 0, max: 400 }),
    size: fc.integer({ min: 1, max: 30 }).map((units) => units * 1_000),
    categoryId: fc.constantFrom(null, "food", "fun"),
  });
  fc.assert(fc.property(fc.array(payment, { minLength: 2, maxLength: 40 }), (payments) => {
    for (const { payments: set } of paymentSets(together(payments))) {
      assertEquals(set, set.toSorted((a, b) => a.day - b.day));
      assertEquals(new Set(set).size, set.length);
    }
  }));
});

Deno.test("paymentSets() gives what putting every two prices in order gives", () => {
  const payment = fc.record({
    day: fc.integer({ min: 18_000, max: 19_200 }),
    size: fc.oneof(
      fc.constantFrom(9_990, 10_990, 12_990, 45_000),
      fc.integer({ min: 1, max: 60_000 }),
    ),
    categoryId: fc.constantFrom("food", "rent", null),
  });
  fc.assert(fc.property(fc.array(payment, { maxLength: 60 }), (given) => {
    const payments = given.toSorted((a, b) => a.day - b.day);
    assertEquals(paymentSets(payments), plainPaymentSets(payments));
  }));
});
