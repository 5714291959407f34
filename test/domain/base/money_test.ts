import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import {
  fromMilliunits,
  MAX_AMOUNT,
  roundedQuotient,
  spreadAmount,
  sumOf,
  toMilliunits,
} from "../../../domain/base/money.ts";

const someMilliunits = fc.oneof(
  fc.integer({ min: -1e15, max: 1e15 }),
  fc.integer({ min: -100_000, max: 100_000 }),
  fc.constantFrom(0, 1, -1, 999, 1_000, 1e15, -1e15, 1e15 - 1),
);

Deno.test("toMilliunits() inverts fromMilliunits()", () => {
  fc.assert(fc.property(someMilliunits, (milliunits) => {
    assertStrictEquals(toMilliunits(fromMilliunits(milliunits)), milliunits);
  }));
});

Deno.test("fromMilliunits() returns a number that prints as the exact decimal", () => {
  fc.assert(fc.property(someMilliunits, (milliunits) => {
    const digits = String(Math.abs(milliunits)).padStart(4, "0");
    const decimals = digits.slice(-3).replace(/0+$/u, "");
    const exact = `${milliunits < 0 ? "-" : ""}${digits.slice(0, -3)}` +
      (decimals === "" ? "" : `.${decimals}`);
    assertEquals(String(fromMilliunits(milliunits)), exact);
  }));
});

Deno.test("toMilliunits() rejects amounts with four decimal places", () => {
  const tenThousandths = fc.integer({ min: -1e13, max: 1e13 }).filter((n) => n % 10 !== 0);
  fc.assert(fc.property(tenThousandths, (n) => {
    assertEquals(toMilliunits(n / 10_000), null);
  }));
});

Deno.test("toMilliunits() accepts the largest amount and rejects larger ones", () => {
  assertEquals(MAX_AMOUNT, 1e12);
  assertEquals([toMilliunits(1e12), toMilliunits(-1e12)], [1e15, -1e15]);
  assertEquals([toMilliunits(1e12 + 0.001), toMilliunits(-1e12 - 1)], [null, null]);
});

Deno.test("sumOf() adds integers exactly", () => {
  fc.assert(fc.property(fc.array(fc.integer({ min: -1e15, max: 1e15 })), (amounts) => {
    const exact = amounts.reduce((sum, amount) => sum + BigInt(amount), 0n);
    assertEquals(BigInt(sumOf(amounts)), exact);
  }));
});

Deno.test("roundedQuotient() rounds halves away from zero, for positive and negative numbers", () => {
  const cases: readonly (readonly [number, number, number])[] = [
    [7, 2, 4],
    [-7, 2, -4],
    [7, 3, 2],
    [8, 3, 3],
    [-8, 3, -3],
    [0, 5, 0],
    [-1, 5, 0],
    [999_999_999_999_998, 999_999_999_999_999, 1],
  ];
  for (const [dividend, divisor, quotient] of cases) {
    assertEquals(roundedQuotient(dividend, divisor), quotient, `${dividend} / ${divisor}`);
  }
});

Deno.test("spreadAmount() returns nearly equal shares that add up to the exact amount", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1e12, max: 1e12 }),
      fc.integer({ min: 28, max: 31 }),
      fc.integer({ min: 1, max: 31 }),
      (amount, days, from) => {
        const whole = spreadAmount(amount, days, 1);
        assertEquals(whole.reduce((sum, share) => sum + share, 0), amount);
        assert(Math.max(...whole) - Math.min(...whole) <= 1);
        if (from <= days) assertEquals(spreadAmount(amount, days, from), whole.slice(from - 1));
      },
    ),
  );
});
