import fc from "fast-check";

const TIMES = numberIn("TEST_TIMES") ?? 1;
const SEED = numberIn("TEST_SEED");

/** Reads a number. Rejects `NaN`, which would make fast-check pass without running any cases. */
function numberIn(variable: string): number | null {
  const text = Deno.env.get(variable);
  if (text === undefined) return null;
  if (/^[1-9]\d{0,8}$/u.test(text)) return Number(text);
  throw new TypeError(`${variable} must be a positive whole number`);
}

/** Multiplies the given number of random cases by `TEST_TIMES`. */
export function times(count: number): number {
  return count * TIMES;
}

/** Returns `TEST_SEED`, or a default that gives every run the same cases. */
export function seedOr(usual: number): number {
  return SEED ?? usual;
}

/** Returns fast-check options for the given number of random cases. */
export function runs(
  count: number,
  usualSeed = 1,
): { readonly numRuns: number; readonly seed: number } {
  return { numRuns: times(count), seed: seedOr(usualSeed) };
}

// Default options for fast-check properties that don't set their own.
fc.configureGlobal({ ...runs(100) });
