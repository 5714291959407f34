import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { quantile, seededRandom } from "../../../domain/base/statistics.ts";

Deno.test("quantile() interpolates between the two nearest values", () => {
  assertEquals([0, 0.25, 0.5, 1].map((share) => quantile([0, 10, 20, 30], share)), [
    0,
    7.5,
    15,
    30,
  ]);
  assertEquals(quantile([7], 0.9), 7);
  assertEquals(quantile([], 0.5), 0);
});

function draws(seed: number, count: number): readonly number[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, random);
}

Deno.test("seededRandom() is reproducible for a seed and differs from neighboring seeds", () => {
  assertEquals(draws(5, 10), draws(5, 10));
  for (const seed of [0, 1, 2, 3]) assertNotEquals(draws(seed, 1), draws(seed + 1, 1));
});

Deno.test("seededRandom() is uniform from 0 to 1, within and across seeds", () => {
  const across = Array.from({ length: 2000 }, (_, seed) => draws(seed, 1)[0] ?? 0);
  for (const sample of [draws(1, 2000), across]) {
    assert(sample.every((value) => value >= 0 && value < 1));
    const mean = sample.reduce((sum, value) => sum + value, 0) / sample.length;
    assert(Math.abs(mean - 0.5) < 0.03, `${mean}`);
    const low = sample.filter((value) => value < 0.1).length / sample.length;
    assert(Math.abs(low - 0.1) < 0.03, `${low}`);
  }
});
