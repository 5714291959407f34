import type { MoneyMovement } from "../client/wire/category.ts";
import { cleanWhole } from "../domain/base/clean_text.ts";
import {
  type ConfirmedBy,
  type EntryState,
  isUndoneInPart,
  type JournalEntry,
  type PlanJournal,
  type UnreadableEntry,
} from "./journal.ts";
import { type EntrySearch, whyNotUndoable } from "./find_undoable.ts";

type KnownChanges = PlanJournal & Pick<EntrySearch, "planId" | "undoWrites">;

export interface PastChange {
  readonly operation_id: string;
  /** When the change started: ISO 8601, UTC. */
  readonly at: string;
  readonly plan_id: string;
  /** The tool that made the change; `null` if the journal entry is unreadable. */
  readonly tool: string | null;
  readonly summary: string | null;
  readonly state: string;
  readonly can_undo: boolean;
  /** How the change was confirmed; `null` if unknown. */
  readonly confirmed_by: ConfirmedBy | null;
  /** The client that made the change; `null` if unknown. */
  readonly client: string | null;
  /** Why the change can't be undone, as a clause that begins with "it"; `null` if it can. */
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

export function changeHistory(
  { planId, entries, unreadable, undoWrites }: KnownChanges,
): readonly PastChange[] {
  const changeOf = ({ operationId, at }: UnreadableEntry): PastChange => ({
    operation_id: operationId,
    at: new Date(at).toISOString(),
    plan_id: planId,
    tool: null,
    summary: null,
    state: "can't be read",
    can_undo: false,
    confirmed_by: null,
    client: null,
    why_not: "can no longer be read from the journal",
  });
  const readable = entries.map((entry): PastChange => {
    const why = whyNotUndoable(entry, undoWrites);
    return {
      ...changeOf(entry),
      tool: entry.kind,
      summary: cleanWhole(entry.summary),
      state: isUndoneInPart(entry, entries) ? "undone in part" : WORDS[entry.state],
      can_undo: why === null,
      confirmed_by: entry.confirmedBy ?? null,
      client: entry.client ?? null,
      why_not: why,
    };
  });
  const damaged = unreadable.map(changeOf);
  // The journal is already in the right order, even if the clock was set back at some point.
  return damaged.length === 0 ? readable : newestFirst([...readable, ...damaged]);
}

export function newestFirst<Change extends Pick<PastChange, "at">>(
  changes: readonly Change[],
): readonly Change[] {
  return changes.toSorted((a, b) => a.at < b.at ? 1 : a.at > b.at ? -1 : 0);
}

/** YNAB's clock and ours may differ. */
const MAX_DRIFT_MS = 300_000;

/** Leaves out the money movements that resulted from the given changes. */
export function movesElsewhere(
  movements: readonly MoneyMovement[],
  entries: readonly JournalEntry[],
): readonly MoneyMovement[] {
  const own = entries.flatMap(ownMoves);
  return movements.filter((movement) => {
    const at = own.findIndex((isOwn) => isOwn(movement));
    if (at >= 0) own.splice(at, 1);
    return at < 0;
  });
}

/** For each changed amount, returns a predicate that recognizes the money movement behind it. */
function ownMoves(
  { at, touchedAt, steps }: JournalEntry,
): readonly ((movement: MoneyMovement) => boolean)[] {
  return steps.flatMap(({ operation, month, targets }) =>
    operation !== "updateMonthCategory" ? [] : targets.flatMap(({ id, before, after, outcome }) => {
      const [old, now] = [before?.["budgeted"], after?.["budgeted"]];
      if (typeof old !== "number" || typeof now !== "number" || outcome === "not_done") return [];
      return (movement: MoneyMovement): boolean => {
        const time = Date.parse(movement.moved_at ?? "");
        return addedTo(id, movement) === now - old &&
          (month ?? movement.month) === movement.month &&
          time >= at - MAX_DRIFT_MS && time <= touchedAt + MAX_DRIFT_MS;
      };
    })
  );
}

/** The amount moved from Ready to Assign to a category; `null` for any other movement. */
function addedTo(
  id: string,
  { from_category_id: from = null, to_category_id: to = null, amount }: MoneyMovement,
): number | null {
  if (to === id && from === null) return amount;
  // YNAB stores some money movements backward, with a negative amount.
  return from === id && to === null ? 0 - amount : null;
}
