// deno-lint-ignore-file no-console
import { assert, assertEquals } from "@std/assert";
import type { FaultResult } from "./_fault_plan.ts";

/** Prints the number of runs by outcome, and fails if any run made a false statement. */
export function judge(
  results: readonly FaultResult[],
  { least }: { readonly least: number },
): void {
  const ends = Object.entries(Object.groupBy(results, ({ state }) => state));
  const words = ends.map(([state, runs = []]) => `${runs.length} ${state}`);
  console.log(`${results.length} fault runs: ${words.join(", ")}`);
  const wrong = results.flatMap(({ name, untruths }) =>
    untruths.map((untruth) => `${name}: ${untruth}`)
  );
  assertEquals(wrong, []);
  assert(results.length >= least, `only ${results.length} runs`);
}
