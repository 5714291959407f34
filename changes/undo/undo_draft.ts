/**
 * Proposes to undo a change. Only what is still as the change left it is reverted;
 * the rest is left alone, with the reason.
 *
 * @module
 */

import { ToolError } from "../../domain/errors/tool_error.ts";
import type { ChangeDraft, ChangeRow, Fields, FieldValue, Proposal, Stop } from "../change.ts";
import { isOpen, type JournalEntry, type JournalStep, type JournalTarget } from "../journal.ts";
import { type Reverted, undoSteps, type UndoWriteId } from "./undo_steps.ts";
import { fieldWords, undoSummary } from "./undo_words.ts";

/** A record that was not reverted. */
export interface LeftAlone {
  readonly id: string;
  readonly label: string;
  readonly reason: string;
}

/** Another change that could be undone. */
export interface EarlierChange {
  readonly operation_id: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly summary: string;
}

/** The records that a change touched, as they are now; `null` when one is gone. */
export type Current = (step: JournalStep, target: JournalTarget) => Fields | null;

/** A change that can't be undone at all. */
export interface RefusedUndo {
  readonly entry: Pick<JournalEntry, "summary">;
  /** What follows its name in a sentence. */
  readonly why: string;
  readonly earlier: readonly EarlierChange[];
}

/** What the proposal is made from. */
export interface UndoPlan {
  readonly entry: JournalEntry;
  readonly current: Current;
  /** Tells whether the record that a field names is still there. */
  readonly isLive: (field: string, id: string) => boolean;
  /** Turns a field into what a person reads. */
  readonly words: (field: string, value: FieldValue, step: JournalStep) => FieldValue;
  /** Tells whether an earlier undo has put a record back: what it is now is the user's own. */
  readonly isUndone: (step: JournalStep, target: JournalTarget) => boolean;
  /** Ids of the only records to undo; `null` for all. */
  readonly only: ReadonlySet<string> | null;
  /** Other changes that could be undone, where this one can't be. */
  readonly earlier: readonly EarlierChange[];
  /** What the user should know besides. */
  readonly warnings?: readonly string[];
}

/** The records of a change by what becomes of them. */
interface Sorted {
  readonly reverted: readonly Reverted[];
  readonly leftAlone: readonly LeftAlone[];
  /** What could be reverted, but was not asked for. */
  readonly unasked: readonly Reverted[];
  /** How many need nothing. */
  readonly asBefore: number;
}

/**
 * Proposes to undo a change.
 *
 * @param plan The journal's entry and the records as they are now.
 * @returns The change back, with what it leaves alone.
 * @throws {ToolError} `invalid_input` for a part of what belongs together.
 */
export function undoDraft(plan: UndoPlan): Proposal<UndoWriteId> {
  const sorted = sortedTargets(plan);
  const isWhole = isWholeOrNothing(plan.entry);
  if (isWhole && sorted.unasked.length > 0 && sorted.reverted.length > 0) {
    throw new ToolError(
      "invalid_input",
      `"${plan.entry.summary}" can only be undone as a whole, as its parts belong together: ` +
        "leave only out",
    );
  }
  if (sorted.reverted.length === 0) return { stop: stopOf(sorted, plan) };
  if (isWhole && sorted.leftAlone.length > 0) {
    const others = sorted.reverted.map(({ target }) => leftWithOther(target));
    return { stop: stopOf({ ...sorted, leftAlone: [...sorted.leftAlone, ...others] }, plan) };
  }
  return { draft: draftOf(sorted, plan) };
}

/**
 * Says that a change can't be undone, and which others can.
 *
 * @param refused The change, and why.
 * @returns The end of the call.
 * @throws {ToolError} `invalid_input` when no other change can be undone either.
 */
export function undoRefused({ entry, why, earlier }: RefusedUndo): Stop {
  if (earlier.length === 0) {
    throw new ToolError(
      "invalid_input",
      `"${entry.summary}" ${why}: there is no other change to undo`,
    );
  }
  return nothingToDo(`"${entry.summary}" ${why}`, { leftAlone: [], earlier });
}

/** Entries that were written before they said so are known by their kind. */
function isWholeOrNothing({ isWhole, kind }: JournalEntry): boolean {
  return isWhole ?? kind === "move_money";
}

function leftWithOther({ id, label }: JournalTarget): LeftAlone {
  return { id, label, reason: "it belongs to another part that has changed since" };
}

function sortedTargets(plan: UndoPlan): Sorted {
  const { entry, only, isUndone } = plan;
  const reverted: Reverted[] = [];
  const unasked: Reverted[] = [];
  const leftAlone: LeftAlone[] = [];
  let asBefore = 0;
  for (const step of entry.steps) {
    for (const target of step.targets) {
      if (target.outcome === "not_done") continue;
      const { id, label } = target;
      const isAsked = only === null || only.has(id);
      const reason = isUndone(step, target) ? "" : reasonToLeave(step, target, plan);
      if (reason === null) (isAsked ? reverted : unasked).push({ step, target });
      else if (reason === "") asBefore += 1;
      else if (isAsked) leftAlone.push({ id, label, reason }, ...looksLike(target));
    }
  }
  return { reverted, leftAlone, unasked, asBefore };
}

/** Why nothing is proposed. */
function stopOf({ leftAlone, unasked }: Sorted, { entry, earlier, only }: UndoPlan): Stop {
  const why = leftAlone.length > 0
    ? isOpen(entry)
      ? `It is not known yet what of "${entry.summary}" was applied: left_alone tells of each record`
      : `"${entry.summary}" stays as it is: left_alone gives the reason for each record`
    : unasked.length > 0
    ? `What only names is as it was before "${entry.summary}" already`
    : `Nothing left to undo of "${entry.summary}"`;
  const isOver = only === null && leftAlone.length === 0 && !isOpen(entry);
  return { ...nothingToDo(why, { leftAlone, earlier }), isOver };
}

function nothingToDo(
  why: string,
  { leftAlone, earlier }: {
    readonly leftAlone: readonly LeftAlone[];
    readonly earlier: readonly EarlierChange[];
  },
): Stop {
  const others = earlier.length > 0
    ? ". To undo another change, name its operation_id: earlier lists them"
    : "";
  const extra = { left_alone: leftAlone, earlier };
  return { status: "nothing_to_do", message: `${why}${others}`, extra };
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
  { current, isLive }: UndoPlan,
): string | null {
  const now = current(step, target);
  const isUnknown = target.outcome === "unknown";
  if (now === null && target.before === null) return isUnknown ? UNKNOWN_CREATION : "";
  if (now === null) return "it is gone";
  const { before, after } = target;
  if (before !== null && Object.keys(before).length === 0) return unreadReason(target);
  if (before !== null && matches(now, before)) return isUnknown ? MAY_STILL_COME : "";
  const expected = before === null ? asCreated(target) : after ?? {};
  const moved = Object.keys(expected).filter((name) => !isSame(now[name], expected[name]));
  if (moved.length > 0) return `${moved.map(fieldWords).join(", ")} changed since`;
  if (before === null) return createdReason(now, target);
  // Upstream takes an unapproved row's reconciled mark away.
  const isReconciled = after?.["approved"] === true && !("cleared" in after) &&
    now["cleared"] === "reconciled";
  return isReconciled ? "it is reconciled" : formerReason(target.restore ?? before, isLive);
}

/** What can't be given back any more; `null` when all of it can. */
function formerReason(former: Fields, isLive: UndoPlan["isLive"]): string | null {
  const gone = Object.entries(former)
    .find(([name, value]) => typeof value === "string" && !isLive(name, value));
  return gone === undefined ? null : `its former ${fieldWords(gone[0])} has been deleted`;
}

/** Of a record that nobody had read there is nothing to put back. */
function unreadReason({ after }: JournalTarget): string {
  const fields = Object.keys(after ?? {}).map(fieldWords).join(", ");
  return `it is unknown whether it was ${fields} before`;
}

/** Whatever a user can add to a transaction that was entered without it is the user's own. */
function asCreated({ after, lines }: JournalTarget): Fields {
  return { flag_color: null, lines: lines?.length ?? null, ...after };
}

/** A row that we created is deleted only while nobody else relies on it. */
function createdReason(now: Fields, { after }: JournalTarget): string | null {
  if ((now["matched_transaction_id"] ?? null) !== null) return "it is matched with a bank row";
  const isReconciled = now["cleared"] === "reconciled" && after?.["cleared"] !== "reconciled";
  return isReconciled ? "it is reconciled" : null;
}

function draftOf(sorted: Sorted, plan: UndoPlan): ChangeDraft<UndoWriteId> {
  const { reverted, leftAlone, unasked, asBefore } = sorted;
  const { entry, warnings = [] } = plan;
  const steps = undoSteps(reverted, entry.planId);
  const summary = undoSummary(entry, {
    undone: reverted.length,
    reasons: leftAlone.map(({ reason }) => reason),
    unasked: unasked.length,
    asBefore,
  });
  const requests = `${steps.length} ${steps.length === 1 ? "request" : "requests"}`;
  const isDeleting = steps.some(({ operation }) => operation === "deleteTransaction");
  return {
    summary,
    done: summary.replace(/^Undo /u, "Undid "),
    rows: reverted.flatMap((one) => rowsOf(one, plan)),
    warnings: [
      ...warnings,
      `undoing it costs ${requests}`,
      ...(isDeleting ? ["payees that came with the transactions stay in the list of payees"] : []),
    ],
    steps,
    irreversible: null,
    undoRequests: 0,
    // What is not known yet stays to be undone.
    undo: { isPart: unasked.length > 0 || isUnknownIn(plan) },
    extra: { left_alone: leftAlone },
  };
}

/** Whether a record stays of which nobody knows what came of it. */
function isUnknownIn({ entry, current }: UndoPlan): boolean {
  return entry.steps.some((step) =>
    step.targets.some((target) =>
      target.outcome === "unknown" && target.before === null && current(step, target) === null
    )
  );
}

function rowsOf({ step, target }: Reverted, { words }: UndoPlan): readonly ChangeRow[] {
  const { id, label, before, after } = target;
  if (before === null) {
    return [{ id, label, field: "transaction", before: "entered", after: "deleted" }];
  }
  const sent = target.restore ?? before;
  return Object.keys(sent).map((field) => ({
    id,
    label,
    field: fieldWords(field),
    before: words(field, after?.[field] ?? null, step),
    after: words(field, sent[field] ?? null, step),
  }));
}

function matches(now: Fields, wanted: Fields): boolean {
  return Object.entries(wanted).every(([name, value]) => isSame(now[name], value));
}

function isSame(one: FieldValue | undefined, other: FieldValue | undefined): boolean {
  const settled = (value: FieldValue | undefined): FieldValue =>
    value === undefined || value === "" ? null : value;
  return settled(one) === settled(other);
}
