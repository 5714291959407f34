import type { Parameters as RunParameters } from "fast-check";

/** How many times as many random runs to do, with a random seed; by default a few fixed ones. */
const FACTOR = Number(Deno.env.get("BUDGET_TEST_RUNS") ?? 0);

/** Returns the options of a property for a number of runs. */
export function runs(count: number): RunParameters<unknown> {
  return FACTOR > 0 ? { numRuns: Math.ceil(count * FACTOR) } : { numRuns: count, seed: 1 };
}
