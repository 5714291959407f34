/**
 * Proposes to take a change back. Only what is still as the change left it is
 * reverted; the rest is left alone, with the reason.
 *
 * @module
 */

import type {
  ChangeDraft,
  ChangeKind,
  ChangeRow,
  Fields,
  FieldValue,
  Proposal,
  Step,
  WriteId,
} from "./change.ts";
import { isOpen, type JournalEntry, type JournalStep, type JournalTarget } from "./journal.ts";

/** Operations that taking a change back may need. */
export type UndoWriteId = Extract<
  WriteId,
  "updateCategory" | "updateMonthCategory" | "updateTransactions" | "deleteTransaction"
>;

/** A record that was not reverted. */
export interface LeftAlone {
  readonly id: string;
  readonly label: string;
  readonly reason: string;
}

/** The records that a change touched, as they are now; `null` when one is gone. */
export type Current = (step: JournalStep, target: JournalTarget) => Fields | null;

/** What the proposal is made from. */
export interface UndoPlan {
  readonly entry: JournalEntry;
  readonly current: Current;
  /** Turns a field into what a person reads. */
  readonly words: (field: string, value: FieldValue, step: JournalStep) => FieldValue;
}

interface Reverted {
  readonly step: JournalStep;
  readonly target: JournalTarget;
}

/**
 * Proposes to take a change back.
 *
 * @param plan The journal's entry and the records as they are now.
 * @returns The change back, with what it leaves alone.
 */
export function undoDraft(plan: UndoPlan): Proposal<UndoWriteId> {
  const { entry } = plan;
  const reverted: Reverted[] = [];
  const leftAlone: LeftAlone[] = [];
  for (const step of entry.steps) {
    for (const target of step.targets) {
      if (target.outcome === "not_done") continue;
      const reason = reasonToLeave(step, target, plan);
      if (reason === null) reverted.push({ step, target });
      else if (reason !== "") leftAlone.push({ id: target.id, label: target.label, reason });
    }
  }
  const isWholeOrNothing = WHOLE_OR_NOTHING.includes(entry.kind) && leftAlone.length > 0;
  const kept = isWholeOrNothing ? [] : reverted;
  const extra = {
    left_alone: isWholeOrNothing
      ? [...leftAlone, ...reverted.map(({ target }) => leftWithOther(target))]
      : leftAlone,
  };
  if (kept.length === 0) {
    const isOver = leftAlone.length === 0 && !isOpen(entry);
    const message = leftAlone.length === 0
      ? `Nothing of "${entry.summary}" is left to take back`
      : `"${entry.summary}" is left as it is: left_alone gives the reason for each record. ` +
        "To take back an earlier change, name its operation_id";
    return { stop: { status: "nothing_to_do", message, extra, isOver } };
  }
  return { draft: { ...draftOf(kept, plan), extra } };
}

/** Changes whose parts belong together: half of them taken back would be another change. */
const WHOLE_OR_NOTHING: readonly ChangeKind[] = ["move_money"];

function leftWithOther({ id, label }: JournalTarget): LeftAlone {
  return { id, label, reason: "it belongs to another part that has changed since" };
}

/** Why a target stays as it is; `null` to revert it, empty when it needs nothing. */
function reasonToLeave(
  step: JournalStep,
  target: JournalTarget,
  { current }: UndoPlan,
): string | null {
  const now = current(step, target);
  if (now === null) return target.before === null ? "" : "it is gone";
  const { before, after } = target;
  if (before !== null && Object.keys(before).length === 0) return unreadReason(target);
  if (before !== null && matches(now, before)) return "";
  const moved = Object.keys(after ?? {}).filter((name) => !isSame(now[name], after?.[name]));
  if (moved.length > 0) return `${moved.map(fieldWords).join(", ")} changed since`;
  if (before === null) return createdReason(now, target);
  // Upstream takes an unapproved row's reconciled mark away.
  const isReconciled = after?.["approved"] === true && !("cleared" in after) &&
    now["cleared"] === "reconciled";
  return isReconciled ? "it is reconciled" : null;
}

/** Of a record that nobody had read there is nothing to put back. */
function unreadReason({ after }: JournalTarget): string {
  const fields = Object.keys(after ?? {}).map(fieldWords).join(", ");
  return `it is unknown whether it was ${fields} before`;
}

/** A row that we created is deleted only while nobody else relies on it. */
function createdReason(now: Fields, { after }: JournalTarget): string | null {
  if ((now["matched_transaction_id"] ?? null) !== null) return "it is matched with a bank row";
  const isReconciled = now["cleared"] === "reconciled" && after?.["cleared"] !== "reconciled";
  return isReconciled ? "it is reconciled" : null;
}

function draftOf(reverted: readonly Reverted[], plan: UndoPlan): ChangeDraft<UndoWriteId> {
  const deleted = deletions(reverted, plan);
  const steps = [...patches(reverted, plan), ...deleted];
  const requests = `${steps.length} ${steps.length === 1 ? "request" : "requests"}`;
  return {
    summary: `Take back "${plan.entry.summary}"`,
    rows: reverted.flatMap((one) => rowsOf(one, plan)),
    warnings: [
      `taking it back costs ${requests}`,
      ...(deleted.length > 0 ? ["payees that came with the rows stay in the list of payees"] : []),
    ],
    steps,
    irreversible: "make the change again instead",
    undoRequests: 0,
  };
}

function rowsOf({ step, target }: Reverted, { words }: UndoPlan): readonly ChangeRow[] {
  const { id, label, before, after } = target;
  if (before === null) return [{ id, label, field: "row", before: "there", after: "deleted" }];
  const sent = target.restore ?? before;
  return Object.keys(sent).map((field) => ({
    id,
    label,
    field: fieldWords(field),
    before: words(field, after?.[field] ?? null, step),
    after: words(field, sent[field] ?? null, step),
  }));
}

/** All rows go back in one request; months and categories take one each. */
function patches(
  reverted: readonly Reverted[],
  plan: UndoPlan,
): readonly Step<UndoWriteId>[] {
  const { planId } = plan.entry;
  const rows = reverted.filter(({ step, target }) =>
    step.operation === "updateTransactions" && target.before !== null
  );
  const others = reverted.filter(({ step }) =>
    step.operation === "updateMonthCategory" || step.operation === "updateCategory"
  );
  const rowStep: readonly Step<"updateTransactions">[] = rows.length === 0 ? [] : [{
    operation: "updateTransactions",
    args: {
      planId,
      transactions: rows.map(({ target: { id, before } }) => ({ id, ...before })),
    },
    targets: rows.map(({ target }) => backwards(target)),
  }];
  return [...rowStep, ...others.map((one) => categoryStep(one, planId))];
}

function categoryStep(
  { step, target }: Reverted,
  planId: string,
): Step<"updateMonthCategory" | "updateCategory"> {
  const { id: categoryId, before, after } = target;
  if (step.operation === "updateMonthCategory") {
    const amount = (fields: Fields | null): { readonly budgeted: number } => ({
      budgeted: Number(fields?.["budgeted"] ?? 0),
    });
    const args = { planId, month: step.month ?? "", categoryId };
    return {
      operation: "updateMonthCategory",
      args: { ...args, category: amount(before) },
      targets: [backwards(target)],
      compensation: {
        operation: "updateMonthCategory",
        args: { ...args, category: amount(after) },
      },
    };
  }
  return {
    operation: "updateCategory",
    args: { planId, categoryId, category: { ...(target.restore ?? before) } },
    targets: [{ ...backwards(target), after: certainFields(target) }],
  };
}

/** Of a due date upstream may keep the day of the month beside it, or not. */
function certainFields({ before, restore }: JournalTarget): Fields | null {
  if (before === null || !("goal_target_date" in (restore ?? {}))) return before;
  const { goal_day: _, ...rest } = before;
  return rest;
}

function deletions(
  reverted: readonly Reverted[],
  { entry: { planId } }: UndoPlan,
): readonly Step<"deleteTransaction">[] {
  return reverted
    .filter(({ step }) => step.operation === "createTransaction")
    .map(({ target }) => ({
      operation: "deleteTransaction",
      args: { planId, transactionId: target.id },
      targets: [{ ...backwards(target), after: null }],
    }));
}

function backwards(target: JournalTarget): Omit<JournalTarget, "outcome"> {
  const { id, label, before, after } = target;
  return { id, label, before: after, after: before };
}

function matches(now: Fields, wanted: Fields): boolean {
  return Object.entries(wanted).every(([name, value]) => isSame(now[name], value));
}

function isSame(one: FieldValue | undefined, other: FieldValue | undefined): boolean {
  const settled = (value: FieldValue | undefined): FieldValue =>
    value === undefined || value === "" ? null : value;
  return settled(one) === settled(other);
}

function fieldWords(name: string): string {
  const words: Readonly<Record<string, string>> = {
    flag_color: "flag",
    category_id: "category",
    category_group_id: "group",
    budgeted: "assigned",
    goal_target: "target",
    goal_target_date: "target date",
    goal_frequency: "target frequency",
    goal_needs_whole_amount: "target set aside anew each time",
  };
  return words[name] ?? name;
}
