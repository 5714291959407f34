import type { JournalEntry, JournalStep, JournalTarget } from "./journal.ts";

/** What earlier undos of a change have made of one of its records. */
export type UndoneState =
  | { readonly state: "in_effect" }
  | { readonly state: "reverted" }
  /** It may have been created again: the outcome is unknown. */
  | { readonly state: "maybe_restored" }
  /** It was created again under another id, but did not get its marks. */
  | { readonly state: "partly_restored"; readonly restoredId: string };

/** Later states in this list win over earlier ones. */
const RANK: readonly UndoneState["state"][] = [
  "in_effect",
  "maybe_restored",
  "reverted",
  "partly_restored",
];

/** What the undos of a change have made of each of its records. */
export type UndoProgress = (step: JournalStep, target: JournalTarget) => UndoneState;

/** Reduces the undos of a change, also those that left a part for later. */
export function undoProgress(
  entries: readonly JournalEntry[],
  operationId: string,
): UndoProgress {
  const latest = latestIds(entries);
  const keyOf = ({ month }: JournalStep, id: string): string => `${month ?? ""} ${latest(id)}`;
  const states = new Map<string, UndoneState>();
  for (const { undoes, steps } of entries) {
    if (undoes !== operationId) continue;
    const unmarked = new Set(
      steps.flatMap(({ targets }) =>
        targets.filter(({ before, outcome }) => before !== null && outcome !== "done")
      ).map(({ id }) => id),
    );
    for (const step of steps) {
      for (const target of step.targets) {
        const key = keyOf(step, target.recreates ?? target.id);
        const state = stateAfter(target, unmarked);
        const known = states.get(key)?.state ?? "in_effect";
        if (RANK.indexOf(state.state) >= RANK.indexOf(known)) states.set(key, state);
      }
    }
  }
  return (step, { id }) => states.get(keyOf(step, id)) ?? { state: "in_effect" };
}

function stateAfter(
  { id, outcome, recreates }: JournalTarget,
  unmarked: ReadonlySet<string>,
): UndoneState {
  if (outcome === "done") {
    return recreates !== undefined && unmarked.has(id)
      ? { state: "partly_restored", restoredId: id }
      : { state: "reverted" };
  }
  const isOpen = outcome === "unknown" && recreates !== undefined;
  return { state: isOpen ? "maybe_restored" : "in_effect" };
}

/** Whether undos, which each left the rest for later, have reverted all that a change did. */
export function isAllUndone(entry: JournalEntry, entries: readonly JournalEntry[]): boolean {
  if (entry.undoes !== null) return false;
  const progress = undoProgress(entries, entry.operationId);
  const states = entry.steps.flatMap((step) =>
    step.targets.filter(({ outcome }) => outcome === "done")
      .map((target) => progress(step, target).state)
  );
  return states.length > 0 &&
    states.every((state) => state === "reverted" || state === "partly_restored");
}

/**
 * Names the records of a change by their latest ids, as a deleted transaction that was created
 * again has another. What the change itself deleted keeps the id that it is looked for under.
 */
export function withLatestIds(
  entry: JournalEntry,
  entries: readonly JournalEntry[],
): JournalEntry {
  const latest = latestIds(entries);
  return {
    ...entry,
    steps: entry.steps.map((step) => ({
      ...step,
      targets: step.targets.map((one) => one.after === null ? one : { ...one, id: latest(one.id) }),
    })),
  };
}

function latestIds(entries: readonly JournalEntry[]): (id: string) => string {
  const successors = new Map(
    entries.flatMap(({ steps }) => steps.flatMap(({ targets }) => targets.flatMap(successorOf))),
  );
  return (id) => {
    let latest = id;
    // A damaged journal may have a circle.
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
