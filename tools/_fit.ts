/**
 * Keeps answers within what an assistant can take in.
 *
 * @module
 */

import { lean } from "./_present.ts";

/** Characters of JSON that stay under 25,000 tokens, numbers and ids included. */
export const MOST_CHARACTERS = 60_000;

/** An answer that fits, and what was left out of it. */
export interface FittedAnswer {
  readonly answer: unknown;
  /** How much is missing and how to get it; `null` when nothing is. */
  readonly note: string | null;
}

/**
 * Cuts the longest list of an answer that is too long. A cursor goes with the cut
 * rows, as it would lead past them.
 *
 * @param answer A presented answer.
 * @returns The answer, whole where it fits.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(fitAnswer({ rows: [1, 2] }).note, null);
 * ```
 */
export function fitAnswer(answer: unknown): FittedAnswer {
  const size = weight(answer);
  if (size <= MOST_CHARACTERS || typeof answer !== "object" || answer === null) {
    return { answer, note: null };
  }
  const lists = Object.entries(answer).filter((entry): entry is [string, unknown[]] =>
    Array.isArray(entry[1])
  );
  const [longest] = lists.toSorted(([, a], [, b]) => weight(b) - weight(a));
  if (longest === undefined) return { answer, note: null };
  const [name, rows] = longest;
  const kept = rows.slice(0, rowsWithin(rows, MOST_CHARACTERS - (size - weight(rows))));
  const { next_cursor: cursor, ...rest } = answer as { readonly next_cursor?: unknown };
  const isPaged = cursor !== undefined;
  const advice = isPaged
    ? `repeat the call with limit ${Math.max(1, kept.length)} to page through them`
    : "ask for less at once, such as one group, to see the rest";
  return {
    answer: { ...rest, [name]: kept },
    note: `${name} holds only ${kept.length} of ${rows.length}: ${advice}`,
  };
}

function rowsWithin(rows: readonly unknown[], room: number): number {
  let used = 0;
  let count = 0;
  for (const row of rows) {
    used += weight(row) + 1;
    if (used > room) break;
    count += 1;
  }
  return count;
}

function weight(value: unknown): number {
  return JSON.stringify(lean(value) ?? null).length;
}
