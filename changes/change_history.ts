import { cleanWhole } from "../domain/base/clean_text.ts";
import type { ConfirmedBy, EntryState, JournalEntry, UnreadableEntry } from "./journal.ts";
import { type UndoRules, whyNotUndoable } from "./find_undoable.ts";

export interface KnownChanges extends UndoRules {
  readonly planId: string;
  readonly entries: readonly JournalEntry[];
  /** Those of which nothing more is known. */
  readonly unreadable: readonly UnreadableEntry[];
}

export interface PastChange {
  readonly operation_id: string;
  /** When it was begun: ISO 8601, UTC. */
  readonly at: string;
  readonly plan_id: string;
  /** `null` for one that can't be read. */
  readonly tool: string | null;
  readonly summary: string | null;
  /** In plain words. */
  readonly state: string;
  readonly can_undo: boolean;
  /** How the yes was given; `null` where it is not known. */
  readonly confirmed_by: ConfirmedBy | null;
  /** The client that the change came from; `null` where it is not known. */
  readonly client: string | null;
  /** What follows "it" in a sentence; `null` when it can be undone. */
  readonly why_not: string | null;
}

const WORDS: Readonly<Record<EntryState, string>> = {
  intended: "unconfirmed",
  applied: "applied",
  failed: "not applied",
  partly: "applied in part",
  uncertain: "unconfirmed",
  undone: "undone",
};

const DAMAGED = "can't be read";

export function changeHistory(known: KnownChanges): readonly PastChange[] {
  const { planId, entries, unreadable } = known;
  const inPart = new Set(entries.flatMap((one) => one.isPart === true ? [one.undoes] : []));
  const readable = entries.map((entry): PastChange => {
    const why = whyNotUndoable(entry, known);
    const isInPart = entry.state === "applied" && inPart.has(entry.operationId);
    return {
      operation_id: entry.operationId,
      at: new Date(entry.at).toISOString(),
      plan_id: planId,
      tool: entry.kind,
      summary: cleanWhole(entry.summary),
      state: isInPart ? "undone in part" : WORDS[entry.state],
      can_undo: why === null,
      confirmed_by: entry.confirmedBy ?? (entry.isFromCard === true ? "card" : null),
      client: entry.client ?? null,
      why_not: why,
    };
  });
  const damaged = unreadable.map(({ operationId, at }): PastChange => ({
    operation_id: operationId,
    at: new Date(at).toISOString(),
    plan_id: planId,
    tool: null,
    summary: null,
    state: DAMAGED,
    can_undo: false,
    confirmed_by: null,
    client: null,
    why_not: "can no longer be read in the journal",
  }));
  // What the journal gives is in order already, also where the clock was set back.
  return damaged.length === 0 ? readable : newestFirst([...readable, ...damaged]);
}

export function newestFirst<Change extends Pick<PastChange, "at">>(
  changes: readonly Change[],
): readonly Change[] {
  return changes.toSorted((a, b) => a.at < b.at ? 1 : a.at > b.at ? -1 : 0);
}
