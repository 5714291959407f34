/**
 * Sorts the records of a change by what becomes of them when it is undone: only what is
 * still as the change left it goes back.
 *
 * @module
 */

import type { Fields } from "../change.ts";
import { holds, isSameValue } from "../field_equality.ts";
import type { JournalEntry, JournalStep, JournalTarget } from "../journal.ts";
import type { ChangeKind } from "../kind.ts";
import { fieldWords } from "./undo_words.ts";
import type { Reverted, WayBack } from "./way_back.ts";

/** A record that was not reverted. */
export interface LeftAlone {
  readonly id: string;
  readonly label: string;
  readonly reason: string;
}

/** A change and the records that it touched, as they are now. */
export interface UndoState {
  readonly entry: JournalEntry;
  readonly kind: ChangeKind;
  /** Gives what a target is now; `null` for one that is gone. */
  readonly current: (step: JournalStep, target: JournalTarget) => Fields | null;
  /** Tells whether the record that a field names is still there. */
  readonly isLive: (field: string, id: string) => boolean;
  /** Tells whether an earlier undo has put a record back: what it is now is the user's own. */
  readonly isUndone: (step: JournalStep, target: JournalTarget) => boolean;
  /** Ids of the only records to undo; `null` for all. */
  readonly only: ReadonlySet<string> | null;
}

/** The records of a change by what becomes of them. */
export interface SortedTargets {
  readonly reverted: readonly Reverted[];
  readonly leftAlone: readonly LeftAlone[];
  /** What could be reverted, but was not asked for. */
  readonly unasked: readonly Reverted[];
  /** How many need nothing. */
  readonly asBefore: number;
  /** Why records of the change stay, one each: what looks like one of them is none. */
  readonly reasons: readonly string[];
  /** How many were not asked for, whether they could be reverted or not. */
  readonly unaskedCount: number;
}

/**
 * Sorts the records of a change.
 *
 * @param state The change, and its records as they are now.
 * @returns What goes back, and what stays and why.
 */
export function sortTargets(state: UndoState): SortedTargets {
  const { entry, only, isUndone } = state;
  const reverted: Reverted[] = [];
  const unasked: Reverted[] = [];
  const leftAlone: LeftAlone[] = [];
  const reasons: string[] = [];
  let asBefore = 0;
  let unaskedCount = 0;
  for (const step of entry.steps) {
    for (const target of step.targets) {
      if (target.outcome === "not_done") continue;
      const { id, label } = target;
      const isAsked = only === null || only.has(id);
      const reason = isUndone(step, target) ? "" : reasonToLeave(step, target, state);
      if (reason === null) (isAsked ? reverted : unasked).push({ step, target });
      if (reason === "") asBefore += 1;
      else if (!isAsked) unaskedCount += 1;
      else if (reason !== null) {
        reasons.push(reason);
        leftAlone.push({ id, label, reason }, ...looksLike(target));
      }
    }
  }
  return { reverted, leftAlone, unasked, asBefore, reasons, unaskedCount };
}

const UNKNOWN_CREATION = "it is not known whether it was created: look for it before repeating it";
const MAY_STILL_COME = "it is as before, but the change may still come: call again in a minute";

/** What may be a transaction that was to be created. */
function looksLike({ label, lookAlikes = [] }: JournalTarget): readonly LeftAlone[] {
  const reason =
    "it looks like what may have been created: delete it in YNAB if it is one too many";
  return lookAlikes.map((id) => ({ id, label, reason }));
}

/** Why a target stays as it is; `null` to revert it, empty when it needs nothing. */
function reasonToLeave(
  step: JournalStep,
  target: JournalTarget,
  { kind, current, isLive }: UndoState,
): string | null {
  const wayBack = kind.steps[step.operation]?.undo ?? null;
  const now = current(step, target);
  const isUnknown = target.outcome === "unknown";
  const { before } = target;
  if (now === null && before === null) return isUnknown ? UNKNOWN_CREATION : "";
  if (now === null) return "it is gone";
  if (wayBack === null) return "it can't be undone";
  if (before !== null && Object.keys(before).length === 0) return unreadReason(target);
  if (before !== null && holds(before, now)) return isUnknown ? MAY_STILL_COME : "";
  return movedReason(now, target, wayBack) ?? wayBack.reasonToStay?.(now, target) ??
    formerReason(target.restore ?? before ?? {}, isLive);
}

/** What somebody has changed since; `null` when nothing was. */
function movedReason(now: Fields, target: JournalTarget, { expected }: WayBack): string | null {
  const wanted = expected?.(target) ?? target.after ?? {};
  const moved = Object.keys(wanted).filter((name) => !isSameValue(wanted[name], now[name]));
  return moved.length === 0 ? null : `${moved.map(fieldWords).join(", ")} changed since`;
}

/** What can't be given back any more; `null` when all of it can. */
function formerReason(former: Fields, isLive: UndoState["isLive"]): string | null {
  const gone = Object.entries(former)
    .find(([name, value]) => typeof value === "string" && !isLive(name, value));
  return gone === undefined ? null : `its former ${fieldWords(gone[0])} has been deleted`;
}

/** Of a record that nobody had read there is nothing to put back. */
function unreadReason({ after }: JournalTarget): string {
  const fields = Object.keys(after ?? {}).map(fieldWords).join(", ");
  return `it is unknown whether it was ${fields} before`;
}
