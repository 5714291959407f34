import { flagOf } from "../domain/base/plan_records.ts";
import { Refusals, ToolError } from "../domain/base/tool_error.ts";
import { isReservedPayee, MAX_PAYEE_NAME_LENGTH } from "../domain/payees/system_payees.ts";
import { nameWords } from "../domain/plan/category_label.ts";
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
import { isOpen, type JournalEntry, type JournalStep, type JournalTarget } from "./journal.ts";
import { isWholeChange, OPERATIONS, revertOf } from "./operations.ts";
import type { Named, Reverted, UndoReads, UndoWriteId } from "./revert.ts";
import {
  neededReads,
  type RecordsNow,
  recordsNow,
  skippedWithOther,
  type SortedTargets,
  sortTargets,
  type UndoPlan,
  valueWords,
} from "./undo_targets.ts";
import { type EntrySearch, type UndoableEntry, undoableEntry } from "./find_undoable.ts";

export interface UndoRequest extends EntrySearch {
  /** References to the records to undo; absent for all records. */
  readonly only: readonly string[] | undefined;
  readonly fresh: UndoReads;
  readonly format: AvailableSource["format"];
  /** `YYYY-MM-DD`; YNAB's rules about dates follow UTC. */
  readonly utcToday: string;
  readonly freeRequests: () => Promise<number>;
}

export async function proposeUndo(request: UndoRequest): Promise<Proposal<UndoWriteId>> {
  const { planId, fresh, format, utcToday } = request;
  const { why, ...undoable } = await undoableEntry(request);
  const { entry } = undoable;
  if (why !== null) return { stop: undoRefused(undoable, why) };
  const records = await recordsNow(neededReads(entry), { planId, fresh });
  const proposal = undoDraft({
    ...undoable,
    ...records,
    entry: withCurrentNames(entry, records),
    utcToday,
    only: selectedRecords(request.only, entry, records.nameOf),
    source: { planId, fresh, format },
  });
  const needed = proposal.draft?.steps.length ?? 0;
  const free = await request.freeRequests();
  if (needed <= free) return proposal;
  // Undoing only some of the deletions would be worse than undoing none.
  throw new ToolError(
    "rate_limited",
    `undo needs more requests (${needed}) than are left this hour (${free}): call again later, ` +
      "or undo part of the change with `only`",
  );
}

function selectedRecords(
  references: readonly string[] | undefined,
  { steps }: JournalEntry,
  nameOf: (id: string) => string | null,
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
        ? "the change has no such record: omit it"
        : "the change has several such records: pass the full id";
      refusals.add(quoted(reference), `only: ${why}`);
      return [];
    }
  });
  refusals.throwIfAny();
  return new Set(selected);
}

/** Drafts the undo. Refuses to undo only some of the records that belong together. */
function undoDraft(plan: UndoPlan): Proposal<UndoWriteId> {
  const { entry } = plan;
  const sorted = sortTargets(plan);
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

/** Rejects the call. The wording differs if no other change can be undone. */
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
      : `"${entry.summary}" stays as it is: left_alone gives the reason for each record`
    : notSelectedCount > 0
    ? `The selected records are already as they were before "${entry.summary}"`
    : `Nothing left to undo in "${entry.summary}"`;
  const isReverted = only === null && reasons.every(({ isIdle }) => isIdle === true) &&
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
    : '. To undo another change, pass an operation_id from "earlier"';
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
  const { entry, source, live, warnings } = plan;
  const { planId } = entry;
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
      await revertOf(first.step.operation).afterwards?.({ steps, reverted }, source) ?? "",
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
    ...[...Map.groupBy(reasons, ({ one }) => one)].map(([one, same]) =>
      same.length === 1 ? `1 stays, ${one}` : `${same.length} stay, ${same[0]?.many}`
    ),
    ...(notSelected === 0 ? [] : [`${notSelected} not selected`]),
    ...(alreadyRevertedCount === 0 ? [] : [`${alreadyRevertedCount} already reverted`]),
  ];
  return `: ${undone} of ${total} ${noun}; ${stays.join("; ")}`;
}

function previewOf(
  { step, target, now, restoredId }: Reverted,
  { nameOf, source, utcToday }: UndoPlan,
): readonly PreviewLine[] {
  const { id, label, before, after } = target;
  const wording = { format: source.format(), today: utcToday };
  const amount = (now ?? before)?.["amount"];
  const record = { id, label, ...(typeof amount === "number" ? { amount } : {}) };
  const recordLines = revertOf(step.operation).lines?.({ target, restoredId, now }, wording);
  if (recordLines) return recordLines.map((one) => ({ ...record, id: restoredId ?? id, ...one }));
  // If the change turned the transaction into a transfer, restoring it deletes the other side,
  // which the change created.
  if (before === null) {
    return [{ ...record, field: "transaction", before: "entered", after: "deleted" }];
  }
  const sent = target.restore ?? before;
  const value = (fields: Fields, field: string): FieldValue => {
    const idField = field.replace(/_name$/u, "_id");
    const id = fields[idField] ?? null;
    // The name stored in the journal may be out of date.
    const name = valueWords(idField, id, { nameOf });
    return name === id ? fields[nameField(idField) ?? field] ?? id : name;
  };
  const lines = Object.keys(sent).filter((field) => !isShownByOther(field, sent)).map((field) => ({
    ...record,
    field: fieldWords(field),
    before: value(after ?? {}, field),
    after: value({ ...before, ...sent }, field),
    ...availableOf(now, field, sent),
  }));
  // Omits fields whose values look the same, unless all fields do.
  const differing = lines.filter((one) => one.before !== one.after);
  return differing.length > 0 ? differing : lines;
}

function availableOf(now: Fields | null, field: string, sent: Fields): Partial<PreviewLine> {
  if (field !== "budgeted" || now === null) return {};
  const balance = Number(now["balance"]);
  const difference = Number(sent["budgeted"]) - Number(now["budgeted"]);
  return { available_before: balance, available_after: balance + difference };
}

/**
 * Refers to deleted payees by name, so that YNAB finds or creates payees with these names. A record
 * that has been re-created in the meantime already has a payee with this name. Replaces YNAB's own
 * "Uncategorized", which only the app can set, and flag colors that YNAB no longer accepts with
 * `null`.
 */
function withCurrentNames(
  entry: JournalEntry,
  { isLive, nameOf, current }: Pick<RecordsNow, "isLive" | "nameOf" | "current">,
): JournalEntry {
  const withoutNone = (fields: Fields): Fields => {
    const { category_id: category, flag_color: color } = fields;
    const isNone = typeof category === "string" && nameOf(category) === null;
    return {
      ...fields,
      ...(isNone ? { category_id: null } : {}),
      ...(color === undefined ? {} : { flag_color: flagOf({ flag_color: color as string }) }),
    };
  };
  const named = (given: Fields, known: Fields): Fields => {
    const fields = withoutNone(given);
    const { payee_id: id, payee_name: _, ...rest } = fields;
    const name = fields["payee_name"] ?? known["payee_name"];
    return typeof id === "string" && !isLive("payee_id", id) && isPayeeName(name, fields)
      ? { ...rest, payee_name: name }
      : fields;
  };
  const withNames = (step: JournalStep, target: JournalTarget): JournalTarget => {
    const { before, after, restore, lines } = target;
    if (before === null) return { ...target, after: after && withoutNone(after) };
    const isSamePayee = current(step, target)?.["payee_id"] === after?.["payee_id"];
    return {
      ...target,
      before: named(before, before),
      after: after && (isSamePayee ? withoutNone(after) : named(after, after)),
      ...(restore === undefined ? {} : { restore: named(restore, before) }),
      ...(lines === undefined ? {} : { lines: lines.map((line) => named(line, line)) }),
    };
  };
  return {
    ...entry,
    steps: entry.steps.map((step) => ({
      ...step,
      targets: step.targets.map((one) => withNames(step, one)),
    })),
  };
}

/** A transfer's payee depends on its account. */
function isPayeeName(name: unknown, fields: Fields): name is string {
  return typeof name === "string" && name.trim() !== "" && name.length <= MAX_PAYEE_NAME_LENGTH &&
    (fields["transfer_account_id"] ?? null) === null && !isReservedPayee(name);
}

function payeeWarnings(
  reverted: readonly Reverted[],
  payees: readonly Named[],
): readonly string[] {
  const names = reverted.flatMap(({ target: { before, restore, lines = [] } }) =>
    before === null ? [] : [restore ?? before, ...lines]
      .flatMap((fields) => "payee_id" in fields ? [] : fields["payee_name"] ?? [])
  ).map(String);
  return [...new Set(names)].map((name) =>
    `the payee "${nameWords(name)}" has been deleted: undoing ` +
    (payees.some((one) => one.name === name)
      ? "uses the other payee with this name"
      : "creates another one with this name")
  );
}
