import { occurrencesOf } from "../domain/schedules/occurrences.ts";
import { availableInMonth, availableInTouched } from "./available_now.ts";
import type { Fields, WriteId } from "./change.ts";
import type { UpstreamRecord } from "./compare.ts";
import { earliestDay, earliestNextDate, savedSchedule, withoutNames } from "./fields.ts";
import type { JournalStep, JournalTarget, Outcome } from "./journal.ts";
import { amongAdded, byOnlyMatch, byRecord, type ResolveOutcome } from "./outcomes.ts";
import type { RecordKind } from "./records.ts";
import * as revert from "./revert.ts";

/**
 * For each write operation: which records it touches, how to tell its outcome from these records,
 * and how to undo it. Tools only propose steps; this table determines a step's outcome and how undo
 * reverts it.
 *
 * If the process dies between two requests, the remaining ones are never sent. Before the first
 * request, the journal stores every step, including the before and after values of the records that
 * the step changes, and marks all outcomes as unknown. The next read of these records, by any
 * process, resolves the outcomes; an undo starts with such a read. A record that matches the
 * request is `done`; an unchanged record is `not_done`. In the first minute after the crash,
 * requests that were already sent could still reach YNAB, including one that reverts an earlier
 * step. Until that minute is up, records that look unchanged stay `unknown`, and so do all updated
 * or deleted records of a multi-step change. A record that has neither its previous values nor the
 * requested ones also stays `unknown`. An entry with both `done` and `not_done` records is `partly`
 * applied, and undo reverts the changed records that still have their new values. If the process
 * survives and only a response is lost, the server re-reads the records right away, as part of the
 * change.
 *
 * Steps with a `compensation` (see `assignedDraft`), such as the two halves of a move, are
 * all-or-nothing. If YNAB rejects the second half, the server immediately reverts the first half.
 * If the outcome of the second half is unknown, or if the process dies, an undo reverts the first
 * half. Undo reverts an all-or-nothing change (see `isWholeChange`) only if it can revert every
 * record that was or may have been changed.
 *
 * Transfers, splits and irreversible deletions need no rows of their own in this table, because
 * each can be recognized by its targets. One request creates both sides of a transfer, and the
 * second side is marked `isFollower`. A split has `lines`. If undo can't re-enter a deleted
 * transaction, the target's `noWayBack` contains the reason.
 *
 * Undo reverts the operations of one change in the order of this table.
 */
export const OPERATIONS: Readonly<Record<WriteId, Operation>> = {
  updateTransactions: {
    records: "transactions",
    effect: "updates",
    answer: "transactions",
    outcome: byRecord,
    revert: {
      operation: "updateTransactions",
      skipReason: skipReconciled,
      steps: revert.revertTransactions,
      afterwards: availableInTouched,
    },
  },
  createTransaction: {
    records: "transactions",
    effect: "creates",
    answer: "transactions",
    outcome: amongAdded,
    revert: {
      operation: "deleteTransaction",
      // Skip a transaction that was flagged or split after the change.
      expected: (target, now) => ({ flag_color: null, lines: null, ...asCreated(target, now) }),
      skipReason: skipUsed,
      lines: () => [{ field: "transaction", before: "entered", after: "deleted" }],
      warnings: (reverted) =>
        reverted.some(namesPayee)
          ? ["payees created with the transactions stay in the payee list"]
          : [],
      steps: revert.deleteTransactions,
      afterwards: availableInTouched,
    },
  },
  updateTransaction: {
    records: "transactions",
    effect: "updates",
    answer: "transaction",
    outcome: byRecord,
    revert: {
      operation: "updateTransaction",
      skipReason: (one, utcToday) =>
        skipSplit(one) ?? skipReconciled(one) ?? skipOld(one, utcToday),
      warnings: reconciledWarnings,
      steps: revert.revertTransaction,
      afterwards: availableInTouched,
    },
  },
  deleteTransaction: {
    records: "transactions",
    effect: "deletes",
    answer: "transaction",
    outcome: byRecord,
    revert: {
      operation: "createTransaction",
      skipReason: skipOld,
      lines: ({ target: { isFollower, before }, restoredId }) => [
        ...(restoredId === null
          ? [{ field: "transaction", before: "deleted", after: "entered" }]
          : []),
        ...(isFollower === true
          ? [{ field: "cleared", before: null, after: before?.["cleared"] ?? null }]
          : []),
      ],
      steps: revert.recreateTransactions,
      afterwards: availableInTouched,
    },
  },
  // The ids of imported transactions are unknown until YNAB has imported them.
  importTransactions: {
    records: null,
    effect: "creates",
    answer: null,
    outcome: (step) => step,
    revert: null,
  },
  updateMonthCategory: {
    records: "months",
    effect: "updates",
    answer: "category",
    outcome: byRecord,
    revert: {
      operation: "updateMonthCategory",
      steps: revert.restoring("updateMonthCategory"),
      afterwards: availableInMonth,
    },
  },
  // YNAB's API can't delete categories or groups.
  createCategory: {
    records: "categories",
    effect: "creates",
    answer: "category",
    outcome: byOnlyMatch,
    revert: null,
  },
  updateCategory: {
    records: "categories",
    effect: "updates",
    answer: "category",
    outcome: byRecord,
    revert: {
      operation: "updateCategory",
      lines: revert.targetLines,
      warnings: revert.namesakeWarnings("category"),
      steps: revert.restoring("updateCategory", revert.certainFields),
    },
  },
  createCategoryGroup: {
    records: "groups",
    effect: "creates",
    answer: "category_group",
    outcome: byOnlyMatch,
    revert: null,
  },
  updateCategoryGroup: {
    records: "groups",
    effect: "updates",
    answer: "category_group",
    outcome: byRecord,
    revert: {
      operation: "updateCategoryGroup",
      warnings: revert.namesakeWarnings("group"),
      steps: revert.restoring("updateCategoryGroup"),
    },
  },
  updatePayee: {
    records: "payees",
    effect: "updates",
    answer: "payee",
    outcome: byRecord,
    revert: {
      operation: "updatePayee",
      warnings: revert.namesakeWarnings("payee"),
      steps: revert.restoring("updatePayee"),
    },
  },
  createScheduledTransaction: {
    records: "schedules",
    effect: "creates",
    answer: "scheduled_transaction",
    outcome: byOnlyMatch,
    revert: {
      operation: "deleteScheduledTransaction",
      expected: scheduleAsCreated,
      lines: () => [{ field: "schedule", before: "created", after: "deleted" }],
      warnings: (reverted) => [
        ...(reverted.some(({ target: { after }, now }) =>
            after?.["date_next"] !== now?.["date_next"]
          )
          ? ["transactions that YNAB has already entered from the schedule stay in the plan"]
          : []),
        ...(reverted.some(namesPayee)
          ? ["a payee created with the schedule stays in the payee list"]
          : []),
      ],
      steps: revert.deleteSchedules,
    },
  },
  updateScheduledTransaction: {
    records: "schedules",
    effect: "updates",
    answer: "scheduled_transaction",
    outcome: byRecord,
    revert: {
      operation: "updateScheduledTransaction",
      skipReason: skipLongAgo,
      steps: revert.revertSchedules,
    },
  },
  deleteScheduledTransaction: {
    records: "schedules",
    effect: "deletes",
    answer: "scheduled_transaction",
    outcome: byRecord,
    // In some cases, YNAB has confirmed a deletion without deleting the record.
    rereadOutcomes: ["done"],
    revert: {
      operation: "createScheduledTransaction",
      skipReason: skipLongAgo,
      lines: () => [{ field: "schedule", before: "deleted", after: "created" }],
      steps: revert.recreateSchedules,
    },
  },
};

export interface Operation {
  /** The kind of record that the operation changes; `null` if no record shows its outcome. */
  readonly records: RecordKind | null;
  readonly effect: "creates" | "updates" | "deletes";
  /** The response field that contains the record or records; `null` if there is none. */
  readonly answer: string | null;
  readonly outcome: ResolveOutcome;
  /**
   * Outcomes that are verified by reading the record again. By default, an update is verified
   * unless its outcome is already `done`; creations and deletions aren't verified.
   */
  readonly rereadOutcomes?: readonly Outcome[];
  /** How the operation is reverted; `null` if YNAB's API can't revert it. */
  readonly revert: revert.Revert | null;
}

/** Looks up an operation by name; `null` if this version doesn't have it. */
export function operationOf(operation: string): Operation | null {
  return Object.hasOwn(OPERATIONS, operation) ? OPERATIONS[operation as WriteId] : null;
}

/** Returns how an operation is reverted; call this only if the operation can be reverted. */
export function revertOf(operation: WriteId): revert.Revert {
  const found = operationOf(operation)?.revert ?? null;
  if (found === null) throw new TypeError(`Cannot undo ${operation}`);
  return found;
}

/**
 * Whether a change is all-or-nothing, like a move of money between categories. Such a change has
 * several steps, each of which specifies a month.
 */
export function isWholeChange(steps: readonly Pick<JournalStep, "month">[]): boolean {
  return steps.length > 1 && steps.every(({ month }) => month !== null);
}

/** Whether a step's new records have to be looked up among the added transactions. */
export function isFoundAmongAdded({ operation }: Pick<JournalStep, "operation">): boolean {
  return operationOf(operation)?.outcome === amongAdded;
}

/** Returns the records in a response; none if an earlier attempt has already deleted the record. */
export function recordsIn(operation: WriteId, answer: unknown): readonly UpstreamRecord[] {
  const { answer: field } = OPERATIONS[operation];
  const found = (field === null ? null : (answer as UpstreamRecord)[field]) ?? [];
  return (Array.isArray(found) ? found : [found]) as readonly UpstreamRecord[];
}

const RECONCILED: revert.SkipReason = { words: "{it is|they are} reconciled" };
const MATCHED: revert.SkipReason = {
  words: "{it is matched with an imported transaction|they are matched with imported transactions}",
};
const SPLIT: revert.SkipReason = {
  words:
    "{it was|they were} split later, and YNAB's API can't change the date, amount or account of " +
    "a split transaction",
};

/** Unapproving a reconciled transaction makes YNAB remove its reconciled status. */
function skipReconciled({ now, target: { after } }: revert.Matching): revert.SkipReason | null {
  const isReconciled = after?.["approved"] === true && !("cleared" in after) &&
    now["cleared"] === "reconciled";
  return isReconciled ? RECONCILED : null;
}

/**
 * A created record's payee may be renamed, or deleted and then created again under another id. A
 * created transaction that was deleted and then re-created by an undo has no import id.
 */
function asCreated({ after }: JournalTarget, now: Fields): Fields {
  const { import_id: _, ...fields } = after ?? {};
  const { payee_id: __, payee_name: name, ...others } = fields;
  const hasName = typeof name === "string" && name === now["payee_name"];
  return withoutNames(hasName ? { ...others, payee_name: name } : fields);
}

/**
 * When YNAB enters a scheduled transaction, it advances `date_next` to the next due date but leaves
 * `date_first` unchanged.
 */
function scheduleAsCreated(target: JournalTarget, now: Fields): Fields {
  const { date_next = null, ...rest } = asCreated(target, now);
  const [first, next] = [String(date_next), String(now["date_next"])];
  const rhythm = { date_first: first, date_next: first, frequency: String(rest["frequency"]) };
  const isDue = now["date_first"] === first &&
    occurrencesOf(rhythm, { since: next, until: next }).length > 0;
  return isDue ? rest : { ...rest, date_next };
}

/**
 * Whether the change specified a payee by name, and so might have created that payee. Transfer
 * payees always exist.
 */
function namesPayee({ target: { after } }: revert.Reverted): boolean {
  const { payee_name: name = null, transfer_account_id: account = null } = after ?? {};
  return account === null && name !== null && name !== "";
}

/** Undo deletes a transaction that the change created, but only if nothing else depends on it. */
function skipUsed({ now, target: { after } }: revert.Matching): revert.SkipReason | null {
  if ((now["matched_transaction_id"] ?? null) !== null) return MATCHED;
  const isReconciled = now["cleared"] === "reconciled" && after?.["cleared"] !== "reconciled";
  return isReconciled ? RECONCILED : null;
}

/**
 * Whether undo changes a field that affects balances; YNAB silently ignores such changes to a split
 * transaction.
 */
function isInBalance({ wanted }: Pick<revert.Reverted, "wanted">): boolean {
  return ["date", "amount", "account_id"].some((name) => name in wanted);
}

function skipSplit(one: revert.Matching): revert.SkipReason | null {
  return (one.now["lines"] ?? null) !== null && isInBalance(one) ? SPLIT : null;
}

const OLD: revert.SkipReason = {
  words: "{its date is|their dates are} over 5 years ago, which YNAB doesn't accept",
};

/** Skips a date that YNAB accepted when the change was made, but no longer accepts. */
function skipOld(
  { wanted: { date } }: revert.Matching,
  utcToday: string,
): revert.SkipReason | null {
  return typeof date === "string" && date < earliestDay(utcToday) ? OLD : null;
}

const LONG_AGO: revert.SkipReason = {
  words:
    "{its date is|their dates are} more than a week ago, which YNAB doesn't accept: schedule " +
    "{it for a later date|them for later dates}",
};

function skipLongAgo(
  { wanted, now }: revert.Matching,
  utcToday: string,
): revert.SkipReason | null {
  return savedSchedule(wanted, now).date < earliestNextDate(utcToday) ? LONG_AGO : null;
}

function reconciledWarnings(reverted: readonly revert.Reverted[]): readonly string[] {
  const count =
    reverted.filter((one) => one.now?.["cleared"] === "reconciled" && isInBalance(one)).length;
  if (count === 0) return [];
  return [
    `${count} ${count === 1 ? "transaction is" : "transactions are"} reconciled: ` +
    "after the undo, the account may no longer match the bank",
  ];
}
