import { cleanText } from "../domain/base/clean_text.ts";
import { ToolError } from "../domain/base/tool_error.ts";
import {
  type EntryState,
  isOpen,
  type Journal,
  type JournalEntry,
  type JournalStep,
  type JournalTarget,
  type UnreadableEntry,
} from "./journal.ts";
import type { WriteId } from "./change.ts";
import { operationOf } from "./operations.ts";

export interface EntrySearch {
  readonly journal: Pick<Journal, "read" | "isDurable">;
  readonly planId: string;
  /** Id of the change; if absent, the latest one still in effect. */
  readonly operationId?: string | undefined;
  /** Operations that undo may use in this profile. */
  readonly undoWrites: readonly WriteId[];
}

export interface UndoableEntry {
  readonly entry: JournalEntry;
  /** Why the change can't be undone, as words that follow its name; `null` if it can. */
  readonly why: string | null;
  readonly progress: UndoProgress;
  /** Whether a later change to the record is still in effect. */
  readonly isChangedLater: (step: JournalStep, target: JournalTarget) => boolean;
  /** Earlier undoable changes, newest first; `at` is ISO 8601, UTC. */
  readonly earlier: readonly {
    readonly operation_id: string;
    readonly at: string;
    readonly summary: string;
  }[];
  readonly warnings: readonly string[];
}

const MAX_EARLIER = 10;

const NOT_SAVED = ", and changes from before this server started were not saved";

const IN_EFFECT: readonly EntryState[] = ["applied", "partly", "uncertain", "intended"];

/**
 * Finds the entries to resolve before the change can be undone: the change itself if its outcome is
 * open, and any of its undos that may have re-created records.
 */
export async function openEntriesOf(
  { journal, planId, operationId }: EntrySearch,
): Promise<readonly JournalEntry[]> {
  const { entries } = await journal.read(planId);
  const undone = entryToUndo(entries, operationId);
  const isRecreating = ({ undoes, steps }: JournalEntry): boolean =>
    undone !== null && undoes === undone.operationId &&
    steps.some(({ targets }) => targets.some(({ recreates }) => recreates !== undefined));
  return entries.filter((one) => isOpen(one) && (one === undone || isRecreating(one)));
}

/** @throws {ToolError} `not_found` if there is no change to undo. */
export async function undoableEntry(search: EntrySearch): Promise<UndoableEntry> {
  const { journal, planId, operationId, undoWrites } = search;
  const { entries, unreadable } = await journal.read(planId);
  const entry = entryToUndo(entries, operationId);
  const undoable = entries.filter((one) => whyNotUndoable(one, undoWrites) === null);
  if (entry === null) {
    throw notFound(operationId, {
      unreadable,
      others: undoable,
      isDurable: await journal.isDurable(),
    });
  }
  // Offer only earlier changes: a later one may be the change that was just rejected.
  const earlier = undoable.filter((one) => entries.indexOf(one) > entries.indexOf(entry));
  const later = entries.slice(0, entries.indexOf(entry)).filter(isInEffect)
    .flatMap(({ steps }) => steps);
  const hidden = operationId === undefined ? unreadable.filter(({ at }) => at > entry.at) : [];
  return {
    entry: withLatestIds(entry, entries),
    why: whyNotUndoable(entry, undoWrites),
    progress: undoProgress(entries, entry.operationId),
    isChangedLater: ({ month }, target) =>
      later.some((step) => step.month === month && step.targets.some(changesSame(target))),
    earlier: earlier.slice(0, MAX_EARLIER).map(({ operationId, at, summary }) => ({
      operation_id: operationId,
      at: timeOf(at),
      summary,
    })),
    warnings: hidden.map(({ at }) =>
      `a later change (${timeOf(at)}) can no longer be read from the journal, so it stays in effect`
    ),
  };
}

/**
 * Finds changes to the same field. Creating or deleting a record counts as changing every field.
 */
const changesSame = (target: JournalTarget) => (one: JournalTarget): boolean => {
  const [mine, others] = [target, one].map(({ before, after }) =>
    before && after && { ...before, ...after }
  );
  return one.id === target.id && one.outcome !== "not_done" &&
    (!mine || !others || Object.keys(mine).some((name) => name in others));
};

export function whyNotUndoable(
  entry: JournalEntry,
  undoWrites: readonly WriteId[],
): string | null {
  if (entry.undoes !== null) return "is an undo, which can't be undone";
  if (entry.state === "undone") return "was already undone";
  if (entry.state === "failed") return "was never applied";
  if (!entry.isUndoable) {
    return isOpen(entry)
      ? "can't be undone, and it is not yet known whether it was applied"
      : "can't be undone";
  }
  const reverts = entry.steps.flatMap(({ operation }) => operationOf(operation)?.revert ?? []);
  if (reverts.length < entry.steps.length) return "can't be undone";
  return reverts.every(({ operation }) => undoWrites.includes(operation))
    ? null
    : "can't be undone in this profile";
}

function isInEffect({ state, undoes }: JournalEntry): boolean {
  return IN_EFFECT.includes(state) && undoes === null;
}

/** Passing the undo's own id also continues an interrupted undo. */
function entryToUndo(
  entries: readonly JournalEntry[],
  operationId: string | undefined,
): JournalEntry | null {
  if (operationId === undefined) {
    return entries.find(isInEffect) ?? null;
  }
  const named = (id: string): JournalEntry | null =>
    entries.find((one) => one.operationId === id) ?? null;
  const found = named(operationId.trim());
  const isUnfinished = found !== null && found.undoes !== null && found.state !== "applied";
  return isUnfinished ? named(found.undoes) ?? found : found;
}

function notFound(
  operationId: string | undefined,
  { unreadable, others, isDurable }: {
    readonly unreadable: readonly UnreadableEntry[];
    readonly others: readonly JournalEntry[];
    readonly isDurable: boolean;
  },
): ToolError {
  if (operationId === undefined) {
    const why = !isDurable
      ? " since this server started, and older changes were not saved: undo those in the YNAB app"
      : unreadable.length === 0
      ? ": no changes made through this server are still in effect"
      : `, according to the journal, but ${unreadable.length} of its changes can't be read`;
    return new ToolError("not_found", `nothing to undo${why}`);
  }
  const id = cleanText(operationId);
  const what = unreadable.some((one) => one.operationId === operationId.trim())
    ? `change ${id} can no longer be read from the journal, so it can't be undone`
    : `this plan's journal has no change ${id}${isDurable ? "" : NOT_SAVED}`;
  const rows = others.slice(0, MAX_EARLIER)
    .map(({ operationId, at, summary }) => `${operationId}, ${timeOf(at)}: ${cleanText(summary)}`);
  return new ToolError("not_found", `${what}: omit operation_id to undo the latest change`, {
    rows,
  });
}

/** ISO 8601 in UTC, precise to the second. */
function timeOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

interface Undone {
  /** `maybe_restored` if it is unknown whether the record was re-created. */
  readonly state: "in_effect" | "maybe_restored" | "reverted";
  /** The new id of a re-created record whose memo, flag and status aren't set yet. */
  readonly restoredId: string | null;
}

/** What the undos of a change did to one record, including undos that skipped other records. */
export type UndoProgress = (step: JournalStep, target: JournalTarget) => Undone;

function undoProgress(entries: readonly JournalEntry[], operationId: string): UndoProgress {
  const latest = latestIds(entries);
  const keyOf = ({ month }: JournalStep, id: string): string => `${month ?? ""} ${latest(id)}`;
  const undoing = entries.filter(({ undoes }) => undoes === operationId).flatMap(({ steps }) => {
    const targets = steps.flatMap((step) => step.targets);
    const unmarked = targets.filter(({ before, outcome }) => before !== null && outcome !== "done");
    const unmarkedIds = new Set(unmarked.map(({ id }) => id));
    return steps.flatMap((step) =>
      step.targets.map(({ id, recreates, outcome }) => {
        const isRecreated = recreates !== undefined;
        const isUnmarked = isRecreated && unmarkedIds.has(id);
        return { id, key: keyOf(step, recreates ?? id), outcome, isRecreated, isUnmarked };
      })
    );
  });
  const byKey = Map.groupBy(undoing, ({ key }) => key);
  return (step, { id }) => {
    const found = byKey.get(keyOf(step, id)) ?? [];
    const done = found.filter(({ outcome }) => outcome === "done");
    const restoredId = done.findLast(({ isUnmarked }) => isUnmarked)?.id ?? null;
    if (done.length > 0) return { state: "reverted", restoredId };
    const isOpen = found.some(({ outcome, isRecreated }) => isRecreated && outcome === "unknown");
    return { state: isOpen ? "maybe_restored" : "in_effect", restoredId };
  };
}

/** Whether several partial undos together have reverted the whole change. */
export function isAllUndone(entry: JournalEntry, entries: readonly JournalEntry[]): boolean {
  if (entry.undoes !== null) return false;
  const progress = undoProgress(entries, entry.operationId);
  const states = entry.steps.flatMap((step) =>
    step.targets.filter(({ outcome }) => outcome === "done")
      .map((target) => progress(step, target).state)
  );
  return states.length > 0 && states.every((state) => state === "reverted");
}

/**
 * Uses the new ids of re-created transactions, except for records that the change itself deleted.
 */
function withLatestIds(entry: JournalEntry, entries: readonly JournalEntry[]): JournalEntry {
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
  const targets = entries.flatMap(({ steps }) => steps.flatMap((step) => step.targets));
  const successors = new Map(targets.flatMap(({ id, recreates, outcome }) => {
    const isSuccessor = recreates !== undefined && outcome === "done" && id !== recreates;
    return isSuccessor ? [[recreates, id] as const] : [];
  }));
  return (id) => {
    let latest = id;
    // A damaged journal may contain a cycle.
    for (let left = successors.size; left > 0 && successors.has(latest); left--) {
      latest = successors.get(latest) ?? latest;
    }
    return latest;
  };
}
