import { cleanText } from "../domain/base/clean_text.ts";
import { pendingRule } from "../domain/base/special_categories.ts";
import { ToolError } from "../domain/base/tool_error.ts";
import { categoryNames } from "../domain/plan/category_label.ts";
import {
  type EntryState,
  isOpen,
  type Journal,
  type JournalEntry,
  type JournalStep,
  type JournalTarget,
  type UnreadableEntry,
} from "./journal.ts";
import type { Fields, WriteId } from "./change.ts";
import { operationOf, OPERATIONS } from "./operations.ts";
import {
  asFields,
  type CurrentRecord,
  readRecords,
  type RecordKind,
  type RecordTable,
} from "./records.ts";
import type { UndoReads } from "./revert.ts";

export interface EntrySearch {
  readonly journal: Pick<Journal, "read" | "isDurable">;
  readonly planId: string;
  /** Id of the change; if absent, the latest one still in effect. */
  readonly operationId?: string | undefined;
  /** The write operations that an undo may use in this profile. */
  readonly undoWrites: readonly WriteId[];
}

export interface UndoableEntry {
  readonly entry: JournalEntry;
  /** Why undo is impossible, such as "was already undone"; `null` if undo is possible. */
  readonly why: string | null;
  readonly progress: UndoProgress;
  /** Whether a later change to the record is still in effect. */
  readonly isChangedLater: (step: JournalStep, target: JournalTarget) => boolean;
  /** Earlier undoable changes, newest first; `at` is ISO 8601, UTC. */
  readonly earlier: readonly {
    readonly operation_id: string;
    readonly at: string;
    readonly summary: string;
  }[];
  readonly warnings: readonly string[];
}

const MAX_EARLIER = 10;

const NOT_SAVED = ", and it doesn't include changes made before this server started";

const IN_EFFECT: readonly EntryState[] = ["applied", "partly", "uncertain", "intended"];

/**
 * Finds the entries that must be resolved before the change can be undone: the change itself if its
 * outcome is unknown, and any of its undos that may have re-created records.
 */
export async function openEntriesOf(
  { journal, planId, operationId }: EntrySearch,
): Promise<readonly JournalEntry[]> {
  const { entries } = await journal.read(planId);
  const undone = entryToUndo(entries, operationId);
  const isRecreating = ({ undoes, steps }: JournalEntry): boolean =>
    undone !== null && undoes === undone.operationId &&
    steps.some(({ targets }) => targets.some(({ recreates }) => recreates !== undefined));
  return entries.filter((one) => isOpen(one) && (one === undone || isRecreating(one)));
}

/** @throws {ToolError} `not_found` if there is no change to undo. */
export async function undoableEntry(search: EntrySearch): Promise<UndoableEntry> {
  const { journal, planId, operationId, undoWrites } = search;
  const { entries, unreadable } = await journal.read(planId);
  const entry = entryToUndo(entries, operationId);
  const undoable = entries.filter((one) => whyNotUndoable(one, undoWrites) === null);
  if (entry === null) {
    throw notFound(operationId, {
      unreadable,
      others: undoable,
      isDurable: await journal.isDurable(),
    });
  }
  // Offer only changes older than `entry`: the user may already have tried to undo a newer one and
  // been refused.
  const earlier = undoable.filter((one) => entries.indexOf(one) > entries.indexOf(entry));
  const later = entries.slice(0, entries.indexOf(entry)).filter(isInEffect)
    .flatMap(({ steps }) => steps);
  const hidden = operationId === undefined ? unreadable.filter(({ at }) => at > entry.at) : [];
  return {
    entry: withLatestIds(entry, entries),
    why: whyNotUndoable(entry, undoWrites),
    progress: undoProgress(entries, entry.operationId),
    isChangedLater: ({ month }, target) =>
      later.some((step) => step.month === month && step.targets.some(changesSame(target))),
    earlier: earlier.slice(0, MAX_EARLIER).map(({ operationId, at, summary }) => ({
      operation_id: operationId,
      at: timeOf(at),
      summary,
    })),
    warnings: hidden.map(({ at }) =>
      `a later change (${
        timeOf(at)
      }) can't be undone, because it can no longer be read from the journal`
    ),
  };
}

/**
 * Whether two changes affect the same field of the same record. Creating or deleting a record
 * counts as affecting every field.
 */
const changesSame = (target: JournalTarget) => (one: JournalTarget): boolean => {
  const [mine, others] = [target, one].map(({ before, after }) =>
    before && after && { ...before, ...after }
  );
  return one.id === target.id && one.outcome !== "not_done" &&
    (!mine || !others || Object.keys(mine).some((name) => name in others));
};

export function whyNotUndoable(
  entry: JournalEntry,
  undoWrites: readonly WriteId[],
): string | null {
  if (entry.undoes !== null) return "is an undo, which can't be undone";
  if (entry.state === "undone") return "was already undone";
  if (entry.state === "failed") return "was never applied";
  if (!entry.isUndoable) {
    return isOpen(entry)
      ? "can't be undone, and it is not yet known whether it was applied"
      : "can't be undone";
  }
  const reverts = entry.steps.flatMap(({ operation }) => operationOf(operation)?.revert ?? []);
  if (reverts.length < entry.steps.length) return "can't be undone";
  return reverts.every(({ operation }) => undoWrites.includes(operation))
    ? null
    : "can't be undone in this profile";
}

function isInEffect({ state, undoes }: JournalEntry): boolean {
  return IN_EFFECT.includes(state) && undoes === null;
}

/** Passing the undo's own id also continues an interrupted undo. */
function entryToUndo(
  entries: readonly JournalEntry[],
  operationId: string | undefined,
): JournalEntry | null {
  if (operationId === undefined) {
    return entries.find(isInEffect) ?? null;
  }
  const named = (id: string): JournalEntry | null =>
    entries.find((one) => one.operationId === id) ?? null;
  const found = named(operationId.trim().toLowerCase());
  const isUnfinished = found !== null && found.undoes !== null && found.state !== "applied";
  return isUnfinished ? named(found.undoes) ?? found : found;
}

function notFound(
  operationId: string | undefined,
  { unreadable, others, isDurable }: {
    readonly unreadable: readonly UnreadableEntry[];
    readonly others: readonly JournalEntry[];
    readonly isDurable: boolean;
  },
): ToolError {
  if (operationId === undefined) {
    const why = !isDurable
      ? " since this server started, and the journal doesn't include older changes: undo those " +
        "in the YNAB app"
      : unreadable.length === 0
      ? ": none of the changes made through this server are still in effect"
      : `: ${unreadable.length} of the changes in the journal can't be read, and none of the ` +
        "other changes are still in effect";
    return new ToolError("not_found", `nothing to undo${why}`);
  }
  const id = cleanText(operationId);
  const what = unreadable.some((one) => one.operationId === operationId.trim().toLowerCase())
    ? `change ${id} can no longer be read from the journal, so it can't be undone`
    : `this plan's journal has no change ${id}${isDurable ? "" : NOT_SAVED}`;
  const rows = others.slice(0, MAX_EARLIER)
    .map(({ operationId, at, summary }) => `${operationId}, ${timeOf(at)}: ${cleanText(summary)}`);
  return new ToolError("not_found", `${what}: omit operation_id to undo the latest change`, {
    rows,
  });
}

/** Formats a time as ISO 8601 in UTC, precise to the second. */
function timeOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

interface Undone {
  /** `maybe_restored` means that a deleted record may have been re-created. */
  readonly state: "in_effect" | "maybe_restored" | "reverted";
  /** The new id of a re-created record whose memo, flag and status aren't set yet. */
  readonly restoredId: string | null;
}

/** What the undos of a change, including partial undos, did to one record. */
export type UndoProgress = (step: JournalStep, target: JournalTarget) => Undone;

function undoProgress(entries: readonly JournalEntry[], operationId: string): UndoProgress {
  const latest = latestIds(entries);
  const keyOf = ({ month }: JournalStep, id: string): string => `${month ?? ""} ${latest(id)}`;
  const undoing = entries.filter(({ undoes }) => undoes === operationId).flatMap(({ steps }) => {
    const targets = steps.flatMap((step) => step.targets);
    const unmarked = targets.filter(({ before, outcome }) => before !== null && outcome !== "done");
    const unmarkedIds = new Set(unmarked.map(({ id }) => id));
    return steps.flatMap((step) =>
      step.targets.map(({ id, recreates, outcome }) => {
        const isRecreated = recreates !== undefined;
        const isUnmarked = isRecreated && unmarkedIds.has(id);
        return { id, key: keyOf(step, recreates ?? id), outcome, isRecreated, isUnmarked };
      })
    );
  });
  const byKey = Map.groupBy(undoing, ({ key }) => key);
  return (step, { id }) => {
    const found = byKey.get(keyOf(step, id)) ?? [];
    const done = found.filter(({ outcome }) => outcome === "done");
    const restoredId = done.findLast(({ isUnmarked }) => isUnmarked)?.id ?? null;
    if (done.length > 0) return { state: "reverted", restoredId };
    const isOpen = found.some(({ outcome, isRecreated }) => isRecreated && outcome === "unknown");
    return { state: isOpen ? "maybe_restored" : "in_effect", restoredId };
  };
}

/** Whether several partial undos together have reverted the whole change. */
export function isAllUndone(entry: JournalEntry, entries: readonly JournalEntry[]): boolean {
  if (entry.undoes !== null) return false;
  const progress = undoProgress(entries, entry.operationId);
  const states = entry.steps.flatMap((step) =>
    step.targets.filter(({ outcome }) => outcome === "done")
      .map((target) => progress(step, target).state)
  );
  return states.length > 0 && states.every((state) => state === "reverted");
}

/**
 * Replaces the ids of re-created transactions with their new ids, but keeps the ids of records that
 * the change itself deleted.
 */
function withLatestIds(entry: JournalEntry, entries: readonly JournalEntry[]): JournalEntry {
  const latest = latestIds(entries);
  return {
    ...entry,
    steps: entry.steps.map((step) => ({
      ...step,
      targets: step.targets.map((one) => one.after === null ? one : { ...one, id: latest(one.id) }),
    })),
  };
}

function latestIds(entries: readonly JournalEntry[]): (id: string) => string {
  const targets = entries.flatMap(({ steps }) => steps.flatMap((step) => step.targets));
  const successors = new Map(targets.flatMap(({ id, recreates, outcome }) => {
    const isSuccessor = recreates !== undefined && outcome === "done" && id !== recreates;
    return isSuccessor ? [[recreates, id] as const] : [];
  }));
  return (id) => {
    let latest = id;
    // A damaged journal may contain a cycle of re-created records.
    for (let left = successors.size; left > 0 && successors.has(latest); left--) {
      latest = successors.get(latest) ?? latest;
    }
    return latest;
  };
}

export interface RecordsNow {
  readonly current: (step: JournalStep, id: string) => Fields | null;
  /** A record's name, or its id if the record wasn't read; `null` for YNAB's "Uncategorized". */
  readonly nameOf: (id: string) => string | null;
  /** Whether the record that a field refers to still exists; an account must also be open. */
  readonly isLive: (field: string, id: string) => boolean;
  readonly live: (step: Pick<JournalStep, "operation" | "month">) => readonly CurrentRecord[];
  /**
   * Ids of the tracking accounts, whose transactions can't have categories; present only if the
   * change removed categories from transactions. If this profile doesn't allow accounts to be read
   * during an undo, the undo relies on the account ids that were stored when the change was made.
   */
  readonly trackingAccountIds: readonly string[] | undefined;
}

export const ACCOUNT_FIELDS: readonly string[] = ["account_id", "transfer_account_id"];
/** Fields that refer to records that may have been deleted since the change. */
const KINDS: Readonly<Record<string, RecordKind>> = {
  category_id: "categories",
  category_group_id: "groups",
  payee_id: "payees",
};
/** Fields whose values are ids. */
export const ID_FIELDS: readonly string[] = [...Object.keys(KINDS), ...ACCOUNT_FIELDS];

/** The fields that undo restores, followed by those of the record's split lines. */
export function formerFields(
  { restore, before, lines = [] }: Pick<JournalTarget, "restore" | "before" | "lines">,
): readonly Fields[] {
  return [restore ?? before ?? {}, ...lines];
}

function restores(target: JournalTarget, names: readonly string[]): boolean {
  return formerFields(target).some((fields) =>
    names.some((name) => typeof fields[name] === "string")
  );
}

/** Whether categories must be read so that a record's values can be shown, compared and checked. */
function isAboutCategory({ before, after, lines }: JournalTarget): boolean {
  return lines !== undefined ||
    [before, after].some((fields) => fields !== null && "category_id" in fields);
}

/** Whether payees must be read so that the values an undo restores can be shown and checked. */
function isAboutPayee(target: JournalTarget): boolean {
  const { before, after } = target;
  return restores(target, ["payee_id"]) ||
    before !== null && typeof after?.["payee_id"] === "string";
}

/** Reads only what undoing the change needs. */
export async function recordsNow(
  { steps, trackingAccountIds: formerIds }: JournalEntry,
  { planId, fresh }: { readonly planId: string; readonly fresh: Partial<UndoReads> },
): Promise<RecordsNow> {
  const targets = steps.flatMap((step) => step.targets);
  const kinds = new Set([
    ...steps.flatMap(({ operation }) => OPERATIONS[operation].records ?? []),
    ...(targets.some(isAboutCategory) ? ["categories" as const] : []),
    ...(targets.some(isAboutPayee) ? ["payees" as const] : []),
  ]);
  // Since the change, the account may have been closed, or the transaction may have been moved to a
  // tracking account, where it can't have a category.
  const needsAccounts = formerIds !== undefined ||
    targets.some((one) => restores(one, ACCOUNT_FIELDS));
  const needed = {
    records: kinds,
    months: [...new Set(steps.flatMap(({ month }) => month ?? []))],
  };
  const [accounts = null, { read, categories, payees, months }] = await Promise.all([
    needsAccounts ? fresh.getAccounts?.({ planId }) : null,
    readRecords(needed, { planId, reads: fresh }),
  ]);
  const openAccounts = new Set(accounts?.live.flatMap(({ id, closed }) => closed ? [] : id));
  const groups = categories?.groups ?? [];
  const { uncategorizedIds } = pendingRule([], categories?.live ?? []);
  const categoryName = categoryNames({ groups });
  const named = [
    ...months.flatMap((month) => month.categories),
    ...[...groups, ...payees?.live ?? [], ...accounts?.live ?? []],
  ];
  const otherNames = new Map(named.map(({ id, name }) => [id, name]));
  const tableOf = (
    { operation, month }: Pick<JournalStep, "operation" | "month">,
  ): RecordTable | undefined => {
    const { records } = OPERATIONS[operation];
    return records === null ? undefined : read(records, month);
  };
  return {
    live: (step) => tableOf(step)?.all() ?? [],
    trackingAccountIds: formerIds &&
      (accounts?.live.flatMap(({ id, on_budget }) => on_budget ? [] : id) ?? formerIds),
    current: (step, id) => {
      const record = asFields(tableOf(step)?.get(id));
      return uncategorizedIds.has(String(record?.["category_id"]))
        ? { ...record, category_id: null }
        : record;
    },
    isLive: (field, id) => {
      if (accounts !== null && ACCOUNT_FIELDS.includes(field)) return openAccounts.has(id);
      const kind = KINDS[field];
      const records = kind === undefined ? undefined : read(kind, null);
      return records === undefined || records.get(id) !== undefined;
    },
    nameOf: (id) => uncategorizedIds.has(id) ? null : categoryName(id) ?? otherNames.get(id) ?? id,
  };
}
