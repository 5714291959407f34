import type { JournalEntry, JournalStep, JournalTarget } from "./journal.ts";
import { type LatestId, latestIds } from "./successors.ts";

/**
 * Tells whether nothing of a change stands any more: what of it was made has been put back
 * by undos that left the rest for later.
 */
export function isAllUndone(entry: JournalEntry, entries: readonly JournalEntry[]): boolean {
  if (entry.undoes !== null) return false;
  const { operationId, steps } = entry;
  const isUndone = undoneIn(entries, { operationId, latest: latestIds(entries) });
  const done = steps.flatMap((step) =>
    step.targets.filter(({ outcome }) => outcome === "done").map((target) => ({ step, target }))
  );
  return done.length > 0 && done.every(({ step, target }) => isUndone(step, target));
}

/** Tells what earlier undos of a change have put back, even where they left the rest for later. */
export function undoneIn(
  entries: readonly JournalEntry[],
  { operationId, latest }: { readonly operationId: string; readonly latest: LatestId },
): (step: JournalStep, target: JournalTarget) => boolean {
  const nameOf = ({ month }: JournalStep, { id }: JournalTarget): string =>
    `${month ?? ""} ${latest(id)}`;
  const undone = new Set(
    entries.filter(({ undoes }) => undoes === operationId).flatMap(({ steps }) =>
      steps.flatMap((step) =>
        step.targets.filter(({ outcome }) => outcome === "done").map((one) => nameOf(step, one))
      )
    ),
  );
  return (step, target) => undone.has(nameOf(step, target));
}

/** Tells what earlier undos of a change may have entered again: nobody knows what came of it. */
export function recreatedIn(
  entries: readonly JournalEntry[],
  operationId: string,
): (target: JournalTarget) => boolean {
  const open = new Set(
    entries.filter(({ undoes }) => undoes === operationId).flatMap(({ steps }) =>
      steps.flatMap(({ targets }) =>
        targets.flatMap(({ outcome, recreates }) => outcome === "unknown" ? recreates ?? [] : [])
      )
    ),
  );
  return ({ id }) => open.has(id);
}

/** Tells what earlier undos of a change have entered again, and then failed to mark. */
export function halfBackIn(
  entries: readonly JournalEntry[],
  operationId: string,
): (target: JournalTarget) => string | null {
  const half = new Map(
    entries.filter(({ undoes }) => undoes === operationId).flatMap(({ steps }) => {
      const targets = steps.flatMap((step) => step.targets);
      const open = new Set(
        targets.filter(({ before, outcome }) => before !== null && outcome !== "done")
          .map(({ id }) => id),
      );
      return targets.flatMap(({ id, recreates, outcome }): readonly [string, string][] =>
        recreates !== undefined && outcome === "done" && open.has(id) ? [[recreates, id]] : []
      );
    }),
  );
  return ({ id }) => half.get(id) ?? null;
}
