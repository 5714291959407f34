import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { type PricedPayment, priceHistory } from "../../../domain/recurrence/price_history.ts";
import { monthly } from "./_payments.ts";

function paid(...sizes: readonly number[]): PricedPayment[] {
  const days = monthly(sizes.length, 5);
  return sizes.map((size, at) => ({ size, date: days[at] ?? "" }));
}

Deno.test("priceHistory() knows a price that never changed", () => {
  assertEquals(priceHistory(paid(9_990, 9_990, 9_990)), {
    current: 9_990,
    change: null,
    isFixed: true,
    mean: 9_990,
    spread: 0,
  });
});

Deno.test("priceHistory() tells a change from its first payment on", () => {
  const { current, change, mean } = priceHistory(paid(10_000, 10_000, 10_000, 12_000));
  assertEquals([current, mean], [12_000, 12_000]);
  assertEquals(change, { before: 10_000, after: 12_000, since: "2026-06-05" });
});

Deno.test("priceHistory() tells the last of several changes", () => {
  const { change } = priceHistory(paid(8_000, 8_000, 9_000, 9_000, 10_000, 10_000));
  assertEquals(change, { before: 9_000, after: 10_000, since: "2026-05-05" });
});

Deno.test("priceHistory() tells a price that fell", () => {
  assertEquals(priceHistory(paid(9_000, 9_000, 7_000, 7_000)).change?.after, 7_000);
});

Deno.test("priceHistory() takes a single odd payment for no price", () => {
  assertEquals(priceHistory(paid(9_000, 9_000, 18_000, 9_000, 9_000)).change, null);
  assertEquals(priceHistory(paid(4_000, 9_000, 9_000, 9_000, 9_000)).change, null);
});

Deno.test("priceHistory() takes what exchange rates do for no change", () => {
  const { change, isFixed } = priceHistory(paid(10_000, 10_030, 9_990, 10_010));
  assertEquals([change, isFixed], [null, true]);
});

Deno.test("priceHistory() gives the median of amounts that vary, one that was paid", () => {
  const { current, isFixed, change, mean, spread } = priceHistory(
    paid(80_000, 95_000, 71_000, 88_000, 90_000, 76_000),
  );
  assertEquals([current, isFixed, change], [80_000, false, null]);
  assertAlmostEquals(mean, 83_333.333, 0.001);
  assertAlmostEquals(spread, 8_359.957, 0.001);
});

Deno.test("priceHistory() finds the level to which varying amounts rose", () => {
  const low = [80_000, 84_000, 77_000, 82_000, 79_000, 83_000];
  const high = low.map((size) => size * 1.25);
  const { change, current } = priceHistory(paid(...low, ...high));
  assertEquals(change, { before: 80_000, after: 100_000, since: "2026-01-05" });
  assertEquals(current, 100_000);
});

Deno.test("priceHistory() takes the seasons for no change of price", () => {
  const seasonal = Array.from(
    { length: 9 },
    (_, at) => Math.round(60_000 + 40_000 * Math.cos(at / 12 * 2 * Math.PI)),
  );
  assertEquals(priceHistory(paid(...seasonal)).change, null);
});

Deno.test("priceHistory() tells a price from two payments", () => {
  const { change, current } = priceHistory(paid(100_000, 109_000));
  assertEquals([change?.before, current], [100_000, 109_000]);
  assert(priceHistory(paid(100_000)).change === null);
});

Deno.test("priceHistory() takes a first payment that differs for a price where three are all there are", () => {
  assertEquals(priceHistory(paid(9_000, 10_000, 10_000)).change, {
    before: 9_000,
    after: 10_000,
    since: "2026-05-05",
  });
  assertEquals(priceHistory(paid(9_000, 10_000, 10_000, 10_000)).change, null);
});
