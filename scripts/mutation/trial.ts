/**
 * The trial of a mutant: the tests that reach it are run with it, until one notices.
 *
 * @module
 */

import { runDeno } from "./command.ts";
import type { Mutant } from "./mutant.ts";
import type { TestReach } from "./reach.ts";

/** What became of a mutant; `unreached` is one that no test comes by. */
export type Verdict = "killed" | "timed out" | "survived" | "unreached";

/** The first batch is small, as most mutants are noticed by the tests nearest to them. */
const BATCHES = [3, 12, 40];
const LEAST_MS = 30_000;
/** The record was made on all processors, a trial runs beside others. */
const PATIENCE = 6;

/** Tries a mutant in the instrumented checkout. */
export async function tried(
  mutant: Mutant,
  tests: readonly TestReach[],
  folder: string,
): Promise<Verdict> {
  if (tests.length === 0) return "unreached";
  for (const batch of batches(tests)) {
    const expectedMs = batch.reduce((sum, { ms }) => sum + ms, 0);
    const ending = await runDeno(
      ["test", "-A", "--no-check", "--no-lock", "--fail-fast", ...batch.map(({ file }) => file)],
      {
        folder,
        env: { __STRYKER_ACTIVE_MUTANT__: mutant.id },
        timeoutMs: LEAST_MS + PATIENCE * expectedMs,
      },
    );
    if (ending !== "passed") return ending === "failed" ? "killed" : "timed out";
  }
  return "survived";
}

function* batches(tests: readonly TestReach[]): Iterable<readonly TestReach[]> {
  for (let at = 0, nth = 0; at < tests.length; nth++) {
    const size = BATCHES[Math.min(nth, BATCHES.length - 1)] ?? 1;
    yield tests.slice(at, at + size);
    at += size;
  }
}
