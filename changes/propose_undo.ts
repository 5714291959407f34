import { fromMilliunits } from "../domain/base/money.ts";
import { Refusals, ToolError } from "../domain/base/tool_error.ts";
import { nameWords } from "../domain/plan/category_label.ts";
import { frequencyWords } from "../domain/plan/transaction_label.ts";
import {
  quoted,
  type Referable,
  resolveReference,
} from "../domain/references/resolve_reference.ts";
import type { AvailableSource } from "./available_now.ts";
import type {
  ChangeDraft,
  Fields,
  FieldValue,
  PreviewLine,
  Proposal,
  Stop,
  WriteId,
} from "./change.ts";
import { fieldWords, isShownByOther, nameField } from "./fields.ts";
import { isOpen, type JournalEntry } from "./journal.ts";
import { isWholeChange, OPERATIONS, revertOf } from "./operations.ts";
import {
  type Named,
  type Reverted,
  skipWords,
  type UndoReads,
  type UndoWriteId,
} from "./revert.ts";
import { skippedWithOther, type SortedTargets, sortTargets } from "./undo_targets.ts";
import {
  type EntrySearch,
  formerFields,
  ID_FIELDS,
  type RecordsNow,
  recordsNow,
  type UndoableEntry,
  undoableEntry,
} from "./find_undoable.ts";

export interface UndoRequest extends EntrySearch {
  /** References to the records to undo; if absent, the whole change is undone. */
  readonly only: readonly string[] | undefined;
  readonly fresh: UndoReads;
  readonly format: AvailableSource["format"];
  /** Today's date in UTC, `YYYY-MM-DD`, because YNAB's limits on dates are based on UTC. */
  readonly utcToday: string;
  readonly freeRequests: () => Promise<number>;
}

type UndoPlan = UndoRequest & UndoableEntry & RecordsNow;

export async function proposeUndo(request: UndoRequest): Promise<Proposal<UndoWriteId>> {
  const undoable = await undoableEntry(request);
  const { entry, why } = undoable;
  if (why !== null) return { stop: undoRefused(undoable, why) };
  const proposal = undoDraft({ ...request, ...undoable, ...await recordsNow(entry, request) });
  const needed = proposal.draft?.steps.length ?? 0;
  const free = await request.freeRequests();
  if (needed <= free) return proposal;
  // An undo that stops halfway would be worse than none.
  throw new ToolError(
    "rate_limited",
    `undo needs more requests (${needed}) than are left this hour (${free}): call again later, ` +
      "or undo part of the change with `only`",
  );
}

function selectedRecords(
  { only: references, entry: { steps }, nameOf }: UndoPlan,
): ReadonlySet<string> | null {
  if (references === undefined) return null;
  const records = steps.flatMap(({ operation, targets }) => {
    const isNamed = OPERATIONS[operation].records !== "transactions";
    return targets.map(({ id }): Referable => {
      const name = isNamed ? nameOf(id) : null;
      return name === null ? { id } : { id, name };
    });
  });
  const distinct = [...new Map(records.map((record) => [record.id, record])).values()];
  const refusals = new Refusals();
  const selected = references.flatMap((reference) => {
    try {
      return [resolveReference(reference, { noun: "record", records: distinct, hint: "" }).id];
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      const why = error.code === "not_found"
        ? "no record in the change has this id or name: leave this value out"
        : "several records in the change match this id or name: pass the full id";
      refusals.add(quoted(reference), `only: ${why}`);
      return [];
    }
  });
  refusals.throwIfAny();
  return new Set(selected);
}

/**
 * Drafts the undo. Fails if `only` selects just some of the records that must be undone together.
 */
function undoDraft(plan: UndoPlan): Proposal<UndoWriteId> {
  const { entry } = plan;
  const sorted = sortTargets(plan, selectedRecords(plan));
  const { notSelectedCount, skipped } = sorted;
  const reverted = sorted.reverted.flat();
  const isWhole = isWholeChange(entry.steps);
  if (isWhole && notSelectedCount > 0 && reverted.length > 0) {
    throw new ToolError(
      "invalid_input",
      `"${entry.summary}" can only be undone as a whole, because its parts belong together: ` +
        "omit `only`",
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

/** Rejects the call. The message is different if no earlier change can be undone. */
function undoRefused(
  { entry, earlier }: Pick<UndoableEntry, "entry" | "earlier">,
  why: string,
): Stop {
  if (earlier.length === 0) {
    const what = `"${entry.summary}" ${why}`;
    throw new ToolError("invalid_input", `${what}: there is no earlier change to undo`);
  }
  return nothingToDo(`"${entry.summary}" ${why}`, { skipped: [], earlier });
}

function stopOf(
  { skipped, reasons, notSelectedCount, isRestLeft }: SortedTargets,
  { entry, earlier, only }: UndoPlan,
): Stop {
  const why = skipped.length > 0
    ? isOpen(entry)
      ? `It is not yet known how much of "${entry.summary}" was applied: ` +
        "left_alone gives the state of each record"
      : `"${entry.summary}" was not undone: left_alone gives the reason for each record`
    : notSelectedCount > 0
    ? `The selected records already match their state before "${entry.summary}"`
    : `Nothing left to undo in "${entry.summary}"`;
  const isReverted = only === undefined && reasons.every(({ isIdle }) => isIdle === true) &&
    !isRestLeft && !isOpen(entry);
  const stop = nothingToDo(why, { skipped, earlier });
  return isReverted ? { ...stop, revertedId: entry.operationId } : stop;
}

function nothingToDo(
  why: string,
  { skipped, earlier }: Pick<SortedTargets, "skipped"> & Pick<UndoPlan, "earlier">,
): Stop {
  const others = earlier.length === 0
    ? ""
    : '. To undo another change, pass an operation_id from the "earlier" list';
  const extra = { left_alone: skipped, earlier };
  return { status: "nothing_to_do", message: `${why}${others}`, extra };
}

function draftOf(
  first: Reverted,
  sorted: SortedTargets,
  plan: UndoPlan,
): ChangeDraft<UndoWriteId> {
  const { reverted: groups, skipped, isRestLeft } = sorted;
  const reverted = groups.flat();
  const { entry, planId, live, warnings } = plan;
  const operations = Object.keys(OPERATIONS) as readonly WriteId[];
  const parts = operations.flatMap((operation) => {
    const part = groups.filter(([{ step }]) => step.operation === operation);
    const [[one] = []] = part;
    return one === undefined ? [] : [{ ...revertOf(operation), part, live: live(one.step) }];
  });
  const steps = parts.flatMap((one) => one.steps(one.part, { planId, live: one.live }));
  const what = `"${entry.summary}"${partWords(sorted, entry)}`;
  return {
    summary: `Undo ${what}`,
    done: `Undid ${what}`,
    preview: reverted.flatMap((one) => previewOf(one, plan)),
    warnings: [
      ...warnings,
      ...payeeWarnings(reverted, live({ operation: "updatePayee", month: null })),
      ...parts.flatMap(({ warnings, part, live }) => warnings?.(part.flat(), { live }) ?? []),
    ],
    steps,
    undo: { operationId: entry.operationId, isPart: isRestLeft },
    extra: { left_alone: skipped },
    // Describes all steps together, even if they are reverted in different ways.
    afterwards: async () =>
      await revertOf(first.step.operation).afterwards?.({ steps, reverted }, plan) ?? "",
  };
}

/** Explains how many records are undone and why the rest aren't; empty if all are. */
function partWords(
  { reverted, reasons, alreadyRevertedCount, notSelectedCount: notSelected }: SortedTargets,
  { steps }: JournalEntry,
): string {
  const undone = reverted.flat().length;
  const total = undone + reasons.length + notSelected + alreadyRevertedCount;
  if (undone === total) return "";
  const records = steps.flatMap(({ operation }) => OPERATIONS[operation].records ?? []);
  const nouns = ["transactions", "schedules", "payees", "groups"] as const;
  const noun = nouns.find((one) => records.includes(one)) ?? "categories";
  const stays = [
    ...[...Map.groupBy(reasons, ({ words }) => words)].map(([words, { length }]) =>
      `${length} skipped because ${skipWords({ words }, length)}`
    ),
    ...(notSelected === 0 ? [] : [`${notSelected} not selected`]),
    ...(alreadyRevertedCount === 0 ? [] : [`${alreadyRevertedCount} already reverted`]),
  ];
  return `: ${undone} of ${total} ${noun}; ${stays.join("; ")}`;
}

function previewOf(
  { step, target, wanted, now, restoredId }: Reverted,
  { nameOf, format, utcToday }: UndoPlan,
): readonly PreviewLine[] {
  const { id, label, before, after } = target;
  const wording = { format: format(), today: utcToday };
  const amount = (now ?? before)?.["amount"];
  const record = { id, label, ...(typeof amount === "number" ? { amount } : {}) };
  const recordLines = revertOf(step.operation).lines?.({ target, restoredId, now }, wording);
  if (recordLines) return recordLines.map((one) => ({ ...record, id: restoredId ?? id, ...one }));
  // If the change turned the transaction into a transfer, restoring it deletes the other side,
  // which the change created.
  if (before === null) {
    return [{ ...record, field: "transaction", before: "entered", after: "deleted" }];
  }
  const lines = Object.keys(wanted).filter((field) => !isShownByOther(field, wanted))
    .map((field) => ({
      ...record,
      field: fieldWords(field),
      before: shownValue(after ?? {}, field, nameOf),
      after: shownValue({ ...before, ...wanted }, field, nameOf),
      ...availableOf(now, field, wanted),
    }));
  // Omit fields that look the same before and after the undo, unless all fields do.
  const differing = lines.filter((one) => one.before !== one.after);
  return differing.length > 0 ? differing : lines;
}

/** Formats a field's value for display: ids as names, amounts in currency units. */
function shownValue(
  fields: Fields,
  field: string,
  nameOf: RecordsNow["nameOf"],
): FieldValue {
  const idField = field.replace(/_name$/u, "_id");
  const [value = null, name = null] = [fields[idField], fields[nameField(idField) ?? field]];
  if (value === null) return name;
  if (field === "frequency") return frequencyWords(String(value));
  if (field === "budgeted" || field === "amount") return fromMilliunits(Number(value));
  const now = ID_FIELDS.includes(idField) ? nameOf(String(value)) : value;
  // The name stored in the journal may be out of date.
  return now === value ? name ?? value : now;
}

function availableOf(now: Fields | null, field: string, sent: Fields): Partial<PreviewLine> {
  if (field !== "budgeted" || now === null) return {};
  const balance = Number(now["balance"]);
  const difference = Number(sent["budgeted"]) - Number(now["budgeted"]);
  return { available_before: balance, available_after: balance + difference };
}

function payeeWarnings(
  reverted: readonly Reverted[],
  payees: readonly Named[],
): readonly string[] {
  const names = reverted.flatMap(({ target }) => formerFields(target))
    .flatMap((fields) => "payee_id" in fields ? [] : fields["payee_name"] ?? []).map(String);
  return [...new Set(names)].map((name) =>
    `the payee "${nameWords(name)}" has been deleted: undo will ` +
    (payees.some((one) => one.name === name)
      ? "use the existing payee with this name"
      : "create a new payee with this name")
  );
}
