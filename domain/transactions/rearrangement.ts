/**
 * Where the places of an edited list come from, as runs: what stays together is copied as one
 * piece of memory.
 *
 * @module
 */

/** Neighbours that stay together, or one that comes. */
export interface Run {
  /** The place before of the first of them; `-1 - n` for the nth that comes. */
  readonly from: number;
  readonly count: number;
}

/** What goes and what comes. */
export interface Rearranging {
  /** Places that go. */
  readonly removed: ReadonlySet<number>;
  /** For each that comes, in order, how many of those that there were stand before it. */
  readonly places: readonly number[];
}

/** A list of numbers that is copied. */
type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

/**
 * Gives the runs of an edited list.
 *
 * @param count How many there were.
 * @returns In the order in which they stand behind the edit.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(runsOf(5, { removed: new Set([1]), places: [4] }), [
 *   { from: 0, count: 1 },
 *   { from: 2, count: 2 },
 *   { from: -1, count: 1 },
 *   { from: 4, count: 1 },
 * ]);
 * ```
 */
export function runsOf(count: number, { removed, places }: Rearranging): readonly Run[] {
  const gone = [...removed].toSorted((one, other) => one - other);
  const runs: Run[] = [];
  let from = 0;
  const stayUntil = (place: number): void => {
    if (place > from) runs.push({ from, count: place - from });
    from = place;
  };
  let [next, going] = [0, 0];
  while (next < places.length || going < gone.length) {
    const coming = places[next] ?? Infinity;
    const leaving = gone[going] ?? Infinity;
    if (coming <= leaving) {
      stayUntil(coming);
      runs.push({ from: -1 - next++, count: 1 });
    } else {
      stayUntil(leaving);
      from = leaving + 1;
      going += 1;
    }
  }
  stayUntil(count);
  return runs;
}

/** Counts the places of runs. */
export function countOf(runs: readonly Run[]): number {
  return runs.reduce((sum, { count }) => sum + count, 0);
}

/**
 * Copies what stays; what comes is left as it is.
 *
 * @param runs From {@linkcode runsOf}.
 * @param from Before the edit.
 * @param to Behind it, with room for all.
 * @param each Numbers per place.
 */
export function copyRuns<List extends Numbers>(
  runs: readonly Run[],
  from: List,
  to: List,
  each = 1,
): void {
  let at = 0;
  for (const { from: first, count } of runs) {
    if (first >= 0) to.set(from.subarray(first * each, (first + count) * each), at * each);
    at += count;
  }
}
