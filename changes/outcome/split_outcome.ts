/**
 * Compares the lines of a transaction with those that it was to be split into.
 *
 * @module
 */

import type { Fields } from "../change.ts";
import type { Outcome } from "../journal.ts";

interface Line extends Readonly<Record<string, unknown>> {
  readonly deleted?: boolean;
}

/**
 * Tells what came of a split.
 *
 * @param asked The lines: amount, category and memo.
 * @param transaction The transaction as it is now.
 * @returns `done` with these lines in any order, `not_done` without a live line,
 * `unknown` with others.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const asked = [{ amount: -1, category_id: "c", memo: null }];
 * const line = { id: "l", amount: -1, category_id: "c", memo: "", deleted: false };
 * assertEquals(linesOutcome(asked, { subtransactions: [line] }), "done");
 * assertEquals(linesOutcome(asked, { subtransactions: [{ ...line, amount: -2 }] }), "unknown");
 * assertEquals(linesOutcome(asked, { subtransactions: [{ ...line, deleted: true }] }), "not_done");
 * ```
 */
export function linesOutcome(
  asked: readonly Fields[],
  row: Readonly<Record<string, unknown>>,
): Outcome {
  const lines = (row["subtransactions"] ?? []) as readonly Line[];
  const live = lines.filter((line) => line.deleted !== true);
  if (live.length === 0) return "not_done";
  return described(live) === described(asked) ? "done" : "unknown";
}

function described(lines: readonly Readonly<Record<string, unknown>>[]): string {
  const words = lines.map(({ amount, category_id, memo }) =>
    JSON.stringify([amount, category_id ?? null, memo || null])
  );
  return words.sort().join("\n");
}
