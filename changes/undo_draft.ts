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
import type { CurrentRecord } from "./outcomes.ts";
import { fieldWords, holds, isToldByOther, nameField } from "./fields.ts";
import { isOpen, type JournalEntry } from "./journal.ts";
import { isWholeChange, OPERATIONS, revertOf } from "./operations.ts";
import type { Revert, Reverted, SkipReason, UndoneSource, UndoWriteId } from "./revert.ts";
import {
  CLOSED_ACCOUNT,
  type Skipped,
  skippedWithOther,
  type SortedTargets,
  sortTargets,
  type UndoState,
} from "./undo_targets.ts";

/** Another change that could be undone. */
export interface EarlierChange {
  readonly operation_id: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly summary: string;
}

export interface RefusedUndo {
  readonly entry: Pick<JournalEntry, "summary">;
  /** What follows its name in a sentence. */
  readonly why: string;
  readonly earlier: readonly EarlierChange[];
}

export interface UndoPlan extends UndoState {
  /** Turns a field into what a person reads. */
  readonly words: (field: string, value: FieldValue) => FieldValue;
  /** Other changes that could be undone, where this one can't be. */
  readonly earlier: readonly EarlierChange[];
  /** Live schedules, as far as they were read. */
  readonly schedules: readonly CurrentRecord[];
  /** What the user should know besides. */
  readonly warnings: readonly string[];
  /** Where to read what is true afterwards. */
  readonly source: UndoneSource;
}

/**
 * Proposes to undo a change.
 *
 * @throws {ToolError} `invalid_input` for a part of what belongs together.
 */
export function undoDraft(plan: UndoPlan): Proposal<UndoWriteId> {
  const { entry } = plan;
  const sorted = sortTargets(plan);
  const { reverted, notSelected, skipped } = sorted;
  // Older versions did not write it down.
  const isWhole = entry.isWhole ?? isWholeChange(entry.steps);
  if (isWhole && notSelected.length > 0 && reverted.length > 0) {
    throw new ToolError(
      "invalid_input",
      `"${entry.summary}" can only be undone as a whole, because its parts belong together: ` +
        "omit only",
    );
  }
  const [first] = reverted;
  if (first === undefined) return { stop: stopOf(sorted, plan) };
  if (isWhole && skipped.length > 0) {
    const others = reverted.map(({ target }) => skippedWithOther(target));
    return { stop: stopOf({ ...sorted, skipped: [...skipped, ...others] }, plan) };
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
  return nothingToDo(`"${entry.summary}" ${why}`, { skipped: [], earlier });
}

function stopOf({ skipped, notSelected }: SortedTargets, { entry, earlier, only }: UndoPlan): Stop {
  const why = skipped.length > 0
    ? isOpen(entry)
      ? `It is not yet known how much of "${entry.summary}" was applied: ` +
        "left_alone gives the state of each record"
      : `"${entry.summary}" stays as it is: left_alone gives the reason for each record`
    : notSelected.length > 0
    ? `The records in only are already as they were before "${entry.summary}"`
    : `Nothing left to undo in "${entry.summary}"`;
  const alreadyReverted = only === null && skipped.length === 0 && !isOpen(entry);
  return { ...nothingToDo(why, { skipped, earlier }), alreadyReverted };
}

function nothingToDo(
  why: string,
  { skipped, earlier }: {
    readonly skipped: readonly Skipped[];
    readonly earlier: readonly EarlierChange[];
  },
): Stop {
  const others = earlier.length > 0
    ? ". To undo another change, pass its operation_id: earlier lists them"
    : "";
  const extra = { left_alone: skipped, earlier };
  return { status: "nothing_to_do", message: `${why}${others}`, extra };
}

function draftOf(
  first: Reverted,
  sorted: SortedTargets,
  plan: UndoPlan,
): ChangeDraft<UndoWriteId> {
  const { reverted, skipped, notSelected, reasons } = sorted;
  const { entry, source, schedules, warnings } = plan;
  const reverts = revertsOf(reverted);
  const { planId } = entry;
  const steps = reverts.flatMap(([revert, part]) => revert.steps(part, { planId, schedules }));
  const what = `"${entry.summary}"${partWords(sorted, entry)}`;
  return {
    summary: `Undo ${what}`,
    done: `Undid ${what}`,
    preview: reverted.flatMap((one) => previewOf(one, plan)),
    warnings: [
      ...warnings,
      ...reverts.flatMap(([revert, part]) => revert.warnings?.(part) ?? []),
    ],
    steps,
    irreversible: null,
    // Records of unknown state, or of a closed account, can still be undone later.
    undo: {
      isPart: notSelected.length > 0 || reasons.includes(CLOSED_ACCOUNT) || isUnknownIn(plan),
    },
    extra: { left_alone: skipped },
    // Told of all steps at once, whatever the way back of each.
    afterwards: async () => await revertOf(first.step.operation).afterwards?.(steps, source) ?? "",
  };
}

/** Says how many records are undone, and why the others are not; empty where all are. */
function partWords(
  { reverted, reasons, asBefore, notSelectedCount: notSelected }: SortedTargets,
  { steps }: JournalEntry,
): string {
  const undone = reverted.length;
  const total = undone + reasons.length + notSelected + asBefore;
  if (undone === total) return "";
  const stays = [
    ...skippedWords(reasons),
    ...(notSelected === 0 ? [] : [`${notSelected} not selected`]),
    ...(asBefore === 0 ? [] : [`${asBefore} ${asBefore === 1 ? "is" : "are"} already as before`]),
  ];
  return `: ${undone} of ${total} ${nounOf(steps)}; ${stays.join("; ")}`;
}

function skippedWords(reasons: readonly SkipReason[]): readonly string[] {
  return [...Map.groupBy(reasons, ({ one }) => one)].map(([one, same]) =>
    same.length === 1 ? `1 stays, ${one}` : `${same.length} stay, ${same[0]?.many}`
  );
}

function nounOf(steps: JournalEntry["steps"]): string {
  if (steps.length === 0) return "records";
  const records = steps.flatMap(({ operation }) => OPERATIONS[operation].records ?? []);
  const nouns = ["transactions", "schedules", "payees", "groups"] as const;
  return nouns.find((noun) => records.includes(noun)) ?? "categories";
}

function revertsOf(
  reverted: readonly Reverted[],
): readonly (readonly [Revert, readonly Reverted[]])[] {
  const operations = Object.keys(OPERATIONS) as readonly WriteId[];
  return operations.flatMap((operation) => {
    const part = reverted.filter(({ step }) => step.operation === operation);
    return part.length === 0 ? [] : [[revertOf(operation), part] as const];
  });
}

/** Whether the outcome of a record is unknown that is as before: the change may still come. */
function isUnknownIn({ entry, current, progress }: UndoPlan): boolean {
  return entry.steps.some((step) =>
    step.targets.some((target) =>
      target.outcome === "unknown" &&
      ["in_effect", "maybe_restored"].includes(progress(step, target).state) &&
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
    // A name is shown instead of its id.
    const known = fields[nameField(field) ?? ""];
    return known === undefined ? words(field, fields[field] ?? null) : known;
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
