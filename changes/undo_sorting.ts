import type { Fields } from "./change.ts";
import { fieldWords, holds, isSameValue, withoutNames } from "./fields.ts";
import type { JournalEntry, JournalStep, JournalTarget } from "./journal.ts";
import { revertOf } from "./operations.ts";
import { ACCOUNTS } from "./records_now.ts";
import type { Revert, Reverted } from "./revert.ts";

/** A record that was not reverted. */
export interface LeftAlone {
  readonly id: string;
  readonly label: string;
  readonly reason: string;
}

/** A change and the records that it touched, as they are now. */
export interface UndoState {
  readonly entry: JournalEntry;
  /** Gives what a target is now; `null` for one that is gone. */
  readonly current: (step: JournalStep, target: JournalTarget) => Fields | null;
  /** Whether the record that a field names is still there, and an account open. */
  readonly isLive: (field: string, id: string) => boolean;
  /** Tells whether an earlier undo has put a record back: what it is now is the user's own. */
  readonly isUndone: (step: JournalStep, target: JournalTarget) => boolean;
  /** Tells whether an earlier undo may have entered a deleted record again. */
  readonly mayBeBack: (target: JournalTarget) => boolean;
  /** Gives the id of a record that is there again, but not with all that it had. */
  readonly halfBackAs: (target: JournalTarget) => string | null;
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
 * Sorts the records of a change. What one request brings about together, such as the two
 * sides of a transfer, goes back together or stays.
 */
export function sortTargets(state: UndoState): SortedTargets {
  const found = targetsOf(state)
    .filter(({ target }) => target.outcome !== "not_done")
    .map((one): Reasoned => {
      const restoredId = halfBack(one, state);
      return { ...one, restoredId, reason: restoredId === null ? reasonFor(one, state) : null };
    });
  const isLeft = ({ reason }: Reasoned): boolean => reason !== null && reason !== "";
  const leftGroups = new Set(found.filter(isLeft).map(({ group }) => group));
  const { only } = state;
  const askedGroups = new Set(
    found.filter(({ target: { id } }) => only === null || only.has(id)).map(({ group }) => group),
  );
  const reverted: Reverted[] = [];
  const unasked: Reverted[] = [];
  const leftAlone: LeftAlone[] = [];
  const reasons: string[] = [];
  let asBefore = 0;
  let unaskedCount = 0;
  for (const { step, target, now, group, reason, restoredId } of found) {
    const { id, label } = target;
    const isAsked = askedGroups.has(group);
    if (reason === "") {
      asBefore += 1;
      continue;
    }
    if (!isAsked) unaskedCount += 1;
    if (reason !== null) {
      if (!isAsked) continue;
      reasons.push(reason);
      leftAlone.push({ id, label, reason }, ...looksLike(target));
    } else if (leftGroups.has(group)) {
      if (isAsked) leftAlone.push(leftWithOther(target));
    } else {
      (isAsked ? reverted : unasked).push({ step, target, now, restoredId });
    }
  }
  return { reverted, leftAlone, unasked, asBefore, reasons, unaskedCount };
}

/** Says of a record that it stays because another one does. */
export function leftWithOther({ id, label }: JournalTarget): LeftAlone {
  return { id, label, reason: "it belongs to another part that has changed since" };
}

interface GroupedTarget extends Omit<Reverted, "restoredId"> {
  /** Stands for all that goes together. */
  readonly group: JournalTarget;
}

interface Reasoned extends GroupedTarget, Reverted {
  readonly reason: string | null;
}

/**
 * Groups the records of a change. One that the change has created is told by all that it
 * did to it: taking it back takes that with it.
 */
function targetsOf({ entry: { steps }, current }: UndoState): readonly GroupedTarget[] {
  const created = new Set(
    steps.flatMap(({ targets }) => targets.filter(({ before }) => before === null))
      .map(({ id }) => id),
  );
  const done = steps.flatMap(({ targets }) => targets).filter(({ id, outcome }) =>
    created.has(id) && outcome === "done"
  );
  return steps.flatMap((step) => {
    let group: JournalTarget | undefined;
    return step.targets.flatMap((one) => {
      if (one.before !== null && created.has(one.id)) return [];
      const more = done.filter(({ id }) => id === one.id).map(({ after }) => after);
      const target = { ...one, after: Object.assign({}, one.after, ...more) as Fields };
      if (one.isFollower !== true || group === undefined) group = one;
      const known = more.length > 0 ? target : one;
      return [{ step, target: known, now: current(step, one), group }];
    });
  });
}

/** The id under which a record is there again as upstream has made it, and nobody has touched it. */
function halfBack(
  { step, target }: GroupedTarget,
  { current, isUndone, halfBackAs }: UndoState,
): string | null {
  const id = isUndone(step, target) ? halfBackAs(target) : null;
  const made = revertOf(step.operation).createdWith;
  if (id === null || made === undefined) return null;
  return holds(made, current(step, { ...target, id })) ? id : null;
}

function reasonFor({ step, target }: GroupedTarget, state: UndoState): string | null {
  return state.isUndone(step, target) ? "" : reasonToLeave(step, target, state);
}

/** Why a record stays that can go back later. */
export const CLOSED_ACCOUNT =
  "its account has been closed or deleted: reopen it in YNAB's app first";
const UNKNOWN_CREATION = "it is not known whether it was created: look for it before repeating it";
const MAY_BE_BACK = "it is not known whether it was entered again: look for it before repeating it";
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
  { current, isLive, mayBeBack }: UndoState,
): string | null {
  const revert = revertOf(step.operation);
  const now = current(step, target);
  const isUnknown = target.outcome === "unknown";
  const { before, after } = target;
  if (after === null) {
    if (now !== null) return isUnknown ? MAY_STILL_COME : "";
    if (mayBeBack(target)) return MAY_BE_BACK;
    return target.noWayBack ?? formerReason(target, isLive);
  }
  if (now === null && before === null) return isUnknown ? UNKNOWN_CREATION : "";
  if (now === null) return "it is gone";
  if (before !== null && Object.keys(before).length === 0) return unreadReason(target);
  if (holds(before, now)) return isUnknown ? MAY_STILL_COME : "";
  return movedReason(now, target, revert) ?? revert.skipReason?.(now, target) ??
    formerReason(target, isLive);
}

/** What somebody has changed since; `null` when nothing was. */
function movedReason(now: Fields, target: JournalTarget, { expected }: Revert): string | null {
  const wanted = expected?.(target) ?? withoutNames(target.after ?? {});
  const moved = Object.keys(wanted).filter((name) => !isSameValue(wanted[name], now[name]));
  return moved.length === 0 ? null : `${moved.map(fieldWords).join(", ")} changed since`;
}

/** What can't be given back any more; `null` when all of it can. */
function formerReason(
  { restore, before, lines = [] }: JournalTarget,
  isLive: UndoState["isLive"],
): string | null {
  const gone = [restore ?? before ?? {}, ...lines].flatMap((former) => Object.entries(former))
    .find(([name, value]) => typeof value === "string" && !isLive(name, value));
  if (gone === undefined) return null;
  return ACCOUNTS.includes(gone[0])
    ? CLOSED_ACCOUNT
    : `its former ${fieldWords(gone[0])} has been deleted`;
}

/** Of a record that nobody had read there is nothing to put back. */
function unreadReason({ after }: JournalTarget): string {
  const fields = Object.keys(after ?? {}).map(fieldWords).join(", ");
  return `it is unknown whether it was ${fields} before`;
}
