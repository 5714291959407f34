/**
 * Reads what upstream answered to a write: which records it names, whole or by their ids alone.
 *
 * @module
 */

import type { DeletedScheduled, SavedCategory, SavedCategoryGroup } from "../../client/calls.ts";
import type { ScheduledTransaction } from "../../client/wire/scheduled_transaction.ts";
import type { SavedTransactions, Transaction } from "../../client/wire/transaction.ts";

/** Gives the transactions of an answer. */
export function writtenTransactions(answer: unknown): readonly Transaction[] {
  const { transaction, transactions } = answer as Partial<SavedTransactions>;
  return [...transactions ?? [], ...(transaction ? [transaction] : [])];
}

/** Gives the schedules of an answer. */
export function writtenSchedules(answer: unknown): readonly ScheduledTransaction[] {
  const { scheduled_transaction: schedule } = answer as Partial<DeletedScheduled>;
  return schedule ? [schedule] : [];
}

/**
 * Gives the ids of records that an answer names and only the next read brings: a category, a
 * group, the other side of a transfer.
 */
export function namedIds(answer: unknown): readonly string[] {
  const { category, category_group: group } = answer as Partial<SavedCategory & SavedCategoryGroup>;
  const sides = writtenTransactions(answer).map(({ transfer_transaction_id: id }) => id);
  return [category?.id, group?.id, ...sides].flatMap((id) => id ?? []);
}
