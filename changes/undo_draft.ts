import { ToolError } from "../domain/base/tool_error.ts";
import type {
  ChangeDraft,
  Fields,
  FieldValue,
  PreviewLine,
  Proposal,
  Stop,
  WriteId,
} from "./change.ts";
import { fieldWords, holds, isToldByOther, nameField } from "./fields.ts";
import { isWholeChange, OPERATIONS, revertOf } from "./operations.ts";
import type { CurrentRecord } from "./evidence.ts";
import { isOpen, type JournalEntry, type JournalStep } from "./journal.ts";
import {
  CLOSED_ACCOUNT,
  type LeftAlone,
  leftWithOther,
  type SortedTargets,
  sortTargets,
  type UndoState,
} from "./undo_sorting.ts";
import { undoSummary } from "./undo_words.ts";
import type { Revert, Reverted, UndoneSource, UndoWriteId } from "./revert.ts";

/** Another change that could be undone. */
export interface EarlierChange {
  readonly operation_id: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly summary: string;
}

/** A change that can't be undone at all. */
export interface RefusedUndo {
  readonly entry: Pick<JournalEntry, "summary">;
  /** What follows its name in a sentence. */
  readonly why: string;
  readonly earlier: readonly EarlierChange[];
}

/** What the proposal is made from. */
export interface UndoPlan extends UndoState {
  /** Turns a field into what a person reads. */
  readonly words: (field: string, value: FieldValue, step: JournalStep) => FieldValue;
  /** Other changes that could be undone, where this one can't be. */
  readonly earlier: readonly EarlierChange[];
  /** Live schedules, as far as they were read. */
  readonly schedules: readonly CurrentRecord[];
  /** What the user should know besides. */
  readonly warnings?: readonly string[];
  /** Where to read what is true afterwards. */
  readonly source: UndoneSource;
}

/**
 * Proposes to undo a change.
 *
 * @throws {ToolError} `invalid_input` for a part of what belongs together.
 */
export function undoDraft(plan: UndoPlan): Proposal<UndoWriteId> {
  const sorted = sortTargets(plan);
  const isWhole = isWholeOrNothing(plan);
  if (isWhole && sorted.unasked.length > 0 && sorted.reverted.length > 0) {
    throw new ToolError(
      "invalid_input",
      `"${plan.entry.summary}" can only be undone as a whole, as its parts belong together: ` +
        "leave only out",
    );
  }
  const [first] = sorted.reverted;
  if (first === undefined) return { stop: stopOf(sorted, plan) };
  if (isWhole && sorted.leftAlone.length > 0) {
    const others = sorted.reverted.map(({ target }) => leftWithOther(target));
    return { stop: stopOf({ ...sorted, leftAlone: [...sorted.leftAlone, ...others] }, plan) };
  }
  return { draft: draftOf(first, sorted, plan) };
}

/**
 * Says that a change can't be undone, and which others can.
 *
 * @throws {ToolError} `invalid_input` when no other change can be undone either.
 */
export function undoRefused({ entry, why, earlier }: RefusedUndo): Stop {
  if (earlier.length === 0) {
    throw new ToolError(
      "invalid_input",
      `"${entry.summary}" ${why}: there is no earlier change to undo`,
    );
  }
  return nothingToDo(`"${entry.summary}" ${why}`, { leftAlone: [], earlier });
}

/** Older versions did not write it down. */
function isWholeOrNothing({ entry }: UndoPlan): boolean {
  return entry.isWhole ?? isWholeChange(entry.steps);
}

/** Why nothing is proposed. */
function stopOf({ leftAlone, unasked }: SortedTargets, { entry, earlier, only }: UndoPlan): Stop {
  const why = leftAlone.length > 0
    ? isOpen(entry)
      ? `It is not known yet what of "${entry.summary}" was applied: left_alone tells of each record`
      : `"${entry.summary}" stays as it is: left_alone gives the reason for each record`
    : unasked.length > 0
    ? `What only names is as it was before "${entry.summary}" already`
    : `Nothing left to undo of "${entry.summary}"`;
  const alreadyReverted = only === null && leftAlone.length === 0 && !isOpen(entry);
  return { ...nothingToDo(why, { leftAlone, earlier }), alreadyReverted };
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

function draftOf(
  first: Reverted,
  sorted: SortedTargets,
  plan: UndoPlan,
): ChangeDraft<UndoWriteId> {
  const { reverted, leftAlone, unasked, asBefore, reasons, unaskedCount } = sorted;
  const { entry, source, schedules, warnings = [] } = plan;
  const reverts = revertsOf(reverted);
  const { planId } = entry;
  const steps = reverts.flatMap(([revert, part]) => revert.steps(part, { planId, schedules }));
  const summary = undoSummary(entry, {
    undone: reverted.length,
    reasons,
    unasked: unaskedCount,
    asBefore,
  });
  const requests = `${steps.length} ${steps.length === 1 ? "request" : "requests"}`;
  return {
    summary,
    done: summary.replace(/^Undo /u, "Undid "),
    preview: reverted.flatMap((one) => previewOf(one, plan)),
    warnings: [
      ...warnings,
      `undoing it costs ${requests}`,
      ...reverts.flatMap(([revert, part]) => revert.warnings?.(part) ?? []),
    ],
    steps,
    irreversible: null,
    undoRequests: 0,
    // What is not known yet, or waits for an account to be reopened, stays to be undone.
    undo: {
      isPart: unasked.length > 0 || reasons.includes(CLOSED_ACCOUNT) || isUnknownIn(plan),
    },
    extra: { left_alone: leftAlone },
    // Told of all steps at once, whatever the way back of each.
    afterwards: async () => await revertOf(first.step.operation).afterwards?.(steps, source) ?? "",
  };
}

/** What is reverted, in the order of the operations. */
function revertsOf(
  reverted: readonly Reverted[],
): readonly (readonly [Revert, readonly Reverted[]])[] {
  const operations = Object.keys(OPERATIONS) as readonly WriteId[];
  return operations.flatMap((operation) => {
    const part = reverted.filter(({ step }) => step.operation === operation);
    return part.length === 0 ? [] : [[revertOf(operation), part] as const];
  });
}

/** Whether a record stays of which nobody knows what came of it: the change may still come. */
function isUnknownIn({ entry, current, isUndone }: UndoPlan): boolean {
  return entry.steps.some((step) =>
    step.targets.some((target) =>
      target.outcome === "unknown" && !isUndone(step, target) &&
      holds(target.before, current(step, target))
    )
  );
}

function previewOf(
  { step, target, now, restoredId }: Reverted,
  { words }: UndoPlan,
): readonly PreviewLine[] {
  const { id, label, before, after } = target;
  const recordLines = revertOf(step.operation).lines?.({ target, restoredId });
  if (recordLines !== undefined) {
    return recordLines.map((one) => ({ id: restoredId ?? id, label, ...one }));
  }
  const sent = target.restore ?? before ?? {};
  const value = (fields: Fields, field: string): FieldValue => {
    // What is known by its name is told by it.
    const known = fields[nameField(field) ?? ""];
    return known === undefined ? words(field, fields[field] ?? null, step) : known;
  };
  const lines = Object.keys(sent).filter((field) => !isToldByOther(field, sent)).map((field) => ({
    id,
    label,
    field: fieldWords(field),
    before: value(after ?? {}, field),
    after: value({ ...before, ...sent }, field),
    ...availableOf(now, field, sent),
  }));
  // No category goes by several ids.
  const differing = lines.filter((one) => one.before !== one.after);
  return differing.length > 0 ? differing : lines;
}

/** What a category of a month has available before and after its amount goes back. */
function availableOf(now: Fields | null, field: string, sent: Fields): Partial<PreviewLine> {
  if (field !== "budgeted" || now === null) return {};
  const balance = Number(now["balance"]);
  const difference = Number(sent["budgeted"]) - Number(now["budgeted"]);
  return { available_before: balance, available_after: balance + difference };
}
