/**
 * Successors: what was deleted and entered again has another id, under which earlier changes
 * of it can still be undone.
 *
 * @module
 */

import type { JournalEntry, JournalTarget } from "../journal.ts";

/** Gives the id that a record has by now. */
export type LatestId = (id: string) => string;

/**
 * Gives the ids that records have by now.
 *
 * @param entries The journal.
 * @returns The latest id for any that a record has had; any other id as it is.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const target = { label: "Rent", before: null, after: {}, outcome: "done" } as const;
 * const entry = (recreates: string, id: string) => ({
 *   steps: [{
 *     operation: "createTransaction",
 *     month: null,
 *     targets: [{ ...target, id, recreates }],
 *   }],
 * } as const);
 * const latest = latestIds([entry("b", "c"), entry("a", "b")]);
 * assertEquals(["a", "b", "x"].map(latest), ["c", "c", "x"]);
 * ```
 */
export function latestIds(entries: readonly Pick<JournalEntry, "steps">[]): LatestId {
  const successors = new Map(
    entries.flatMap(({ steps }) => steps.flatMap(({ targets }) => targets.flatMap(successorOf))),
  );
  return (id) => {
    let latest = id;
    // As often as there are successors at most: a journal that is damaged must not hold us.
    for (let left = successors.size; left > 0 && successors.has(latest); left--) {
      latest = successors.get(latest) ?? latest;
    }
    return latest;
  };
}

function successorOf(
  { id, recreates, outcome }: JournalTarget,
): readonly (readonly [string, string])[] {
  return recreates === undefined || outcome !== "done" || id === recreates ? [] : [[recreates, id]];
}

/**
 * Names the records of a change by the ids that they have by now. What the change itself
 * deleted keeps its own: it is looked for under it.
 *
 * @param entry The change.
 * @param latest The ids.
 * @returns The change; the same one where nothing was entered again.
 */
export function withLatestIds(entry: JournalEntry, latest: LatestId): JournalEntry {
  const isOther = ({ id, after }: JournalTarget): boolean => after !== null && latest(id) !== id;
  if (!entry.steps.some(({ targets }) => targets.some(isOther))) return entry;
  return {
    ...entry,
    steps: entry.steps.map((step) => ({
      ...step,
      targets: step.targets.map((one) => isOther(one) ? { ...one, id: latest(one.id) } : one),
    })),
  };
}
