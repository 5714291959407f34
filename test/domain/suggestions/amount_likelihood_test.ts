import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import {
  amountLogLikelihood,
  type AmountTally,
  NO_AMOUNTS,
  sizeOf,
} from "../../../domain/suggestions/amount_likelihood.ts";

Deno.test("sizeOf() ignores the sign and survives zero", () => {
  assertEquals(sizeOf(-10_000), sizeOf(10_000));
  assertEquals([sizeOf(0), sizeOf(1)], [0, 0]);
});

Deno.test("amountLogLikelihood() is a density: it adds up to one", () => {
  for (const tally of [NO_AMOUNTS, tallyOf([9, 10, 11]), tallyOf([10, 10, 10, 10])]) {
    let sum = 0;
    for (let size = -190; size < 210; size += 0.01) {
      sum += 0.01 * Math.exp(amountLogLikelihood(tally, size, 10));
    }
    assertAlmostEquals(sum, 1, 0.005);
  }
});

Deno.test("amountLogLikelihood() peaks where amounts were", () => {
  const tally = tallyOf([12, 12.1, 11.9, 12, 12]);
  const at = (size: number): number => amountLogLikelihood(tally, size, 10);
  assert(at(12) > at(11) && at(11) > at(10) && at(12) > at(13));
});

Deno.test("amountLogLikelihood() is narrower the more and the closer amounts are", () => {
  const peak = (sizes: readonly number[]): number => amountLogLikelihood(tallyOf(sizes), 10, 10);
  assert(peak([10, 10, 10, 10]) > peak([10, 10]));
  assert(peak([10, 10]) > peak([9, 11]));
});

Deno.test("amountLogLikelihood() stays finite for the same price a thousand times", () => {
  const tally = tallyOf(Array.from({ length: 1_000 }, () => sizeOf(-9_990)));
  assert(Number.isFinite(amountLogLikelihood(tally, sizeOf(-9_990), sizeOf(-9_990))));
  assert(Number.isFinite(amountLogLikelihood(tally, 0, 10)));
});

function tallyOf(sizes: readonly number[]): AmountTally {
  const sum = (of: (size: number) => number): number =>
    sizes.reduce((total, size) => total + of(size), 0);
  return { weight: sizes.length, sum: sum((one) => one), sumOfSquares: sum((one) => one * one) };
}
