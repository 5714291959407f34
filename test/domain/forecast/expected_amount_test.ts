import { assertEquals } from "@std/assert";
import { expectedAmounts } from "../../../domain/forecast/expected_amount.ts";

const next = (amounts: readonly number[], isMonthly = true): number | undefined =>
  expectedAmounts(amounts, isMonthly).next(1)[0];

Deno.test("expectedAmounts() follows a price at once", () => {
  assertEquals(next([-900, -900, -900, -900, -950]), -950);
  assertEquals(next([-900, -950]), -950);
  assertEquals(next([-900]), -900);
});

Deno.test("expectedAmounts() takes a single amount far off for an exception", () => {
  assertEquals(next([3_000, 3_000, 3_000, 3_000, 6_000]), 3_000);
  assertEquals(next([3_000, 3_000, 3_000, 6_000, 6_000]), 6_000);
});

Deno.test("expectedAmounts() takes the mean of what varies", () => {
  assertEquals(next([-10, -30, -10, -30, -10, -30, -10, -30, -10, -30, -10, -30], false), -20);
});

Deno.test("expectedAmounts() takes last year's month for what follows the seasons", () => {
  const year = [130, 120, 100, 80, 60, 50, 50, 55, 70, 90, 110, 125];
  const amounts = [...year, ...year.slice(0, 6)].map((amount) => amount * -1000);
  assertEquals(expectedAmounts(amounts, true).next(3), [-50_000, -55_000, -70_000]);
  assertEquals(expectedAmounts(amounts, true).next(14).at(-1), -55_000);
});

Deno.test("expectedAmounts() tells what could be expected of each payment before it came", () => {
  assertEquals(expectedAmounts([-5, -5, -7, -7], true).before, [null, -5, -5, -7]);
});
