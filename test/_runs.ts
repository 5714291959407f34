import fc from "fast-check";

const TIMES = timesSet(Deno.env.get("TEST_TIMES") ?? "1");
const SEED = Deno.env.get("TEST_SEED");

function timesSet(text: string): number {
  if (Number(text) > 0) return Number(text);
  throw new TypeError("TEST_TIMES must be a positive number");
}

/** Multiplies a number of random cases by `TEST_TIMES`. */
export function times(count: number): number {
  return Math.ceil(count * TIMES);
}

/** Returns `TEST_SEED`, or a default that makes every run of the gate the same. */
export function seedOr(usual: number): number {
  return SEED === undefined ? usual : Number(SEED);
}

/** Returns fast-check options for a number of random cases. */
export function runs(
  count: number,
  usualSeed = 1,
): { readonly numRuns: number; readonly seed: number } {
  return { numRuns: times(count), seed: seedOr(usualSeed) };
}

// Properties without these options.
fc.configureGlobal({ ...runs(100) });
