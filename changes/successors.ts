import type { JournalEntry, JournalTarget } from "./journal.ts";

/** Gives the id that a record has by now. */
export type LatestId = (id: string) => string;

/** Gives the ids that records have by now. */
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
