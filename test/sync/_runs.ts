import type { Parameters as RunOptions } from "fast-check";

const TIMES = Number(Deno.env.get("COPY_TIMES") ?? 1);
const SEED = Number(Deno.env.get("COPY_SEED") ?? 1);

/** Returns a property's options for a number of runs, multiplied by `COPY_TIMES`. */
export function runs(count: number): RunOptions<unknown> {
  return { numRuns: Math.ceil(count * TIMES), seed: SEED };
}
