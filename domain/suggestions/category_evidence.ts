import type { PayeeGroup } from "../payees/payee_index.ts";
import { liveLines, type SplitLineRecord, type TransactionRecord } from "../base/plan_records.ts";

/** Nobody has looked at the transaction yet: its category may be upstream's own guess. */
export const UNAPPROVED_WEIGHT = 0.5;

/** Uses nearest in time that are looked at: enough to tell habits, and quick. */
const MOST_USES = 96;

/** Share of these that lie before the transaction in question, where there are as many. */
const SHARE_BEFORE = 0.75;

/** One past use of a category. */
export interface CategoryUse {
  readonly category: string;
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly account: string;
  /** Milliunits of the whole transaction, whichever part of it was for the category. */
  readonly amount: number;
  /** From 0 to 1: the lines of a split share the weight of one transaction. */
  readonly weight: number;
}

/** Transactions of one payee and direction, oldest first, with their days since 1970-01-01. */
export type PayeeTransactions = Pick<PayeeGroup<TransactionRecord>, "transactions" | "days">;

/**
 * Lists the uses of categories in a payee's transactions. A split uses all its categories, each
 * by its share of the amount; a line with a payee of its own speaks for that payee and is left
 * out. The amount is always that of the whole transaction, since a transaction that waits for a
 * category shows its whole amount too.
 */
export function categoryUses(group: PayeeTransactions): readonly CategoryUse[] {
  const uses: CategoryUse[] = [];
  const { transactions, days } = group;
  for (let at = 0; at < transactions.length; at++) {
    const transaction = transactions[at] as TransactionRecord;
    if (transaction.deleted || isTransfer(transaction)) continue;
    const { account_id: account, amount, category_id } = transaction;
    const day = days[at] ?? 0;
    const weight = transaction.approved ? 1 : UNAPPROVED_WEIGHT;
    if (liveLines(transaction).length === 0) {
      if (category_id) uses.push({ category: category_id, day, account, amount, weight });
      continue;
    }
    for (const { category, share } of sharesOf(transaction)) {
      uses.push({ category, day, account, amount, weight: weight * share });
    }
  }
  return uses;
}

/** A part of a list: from a place up to another, which is not in it. */
export interface PartOfUses {
  readonly from: number;
  readonly until: number;
}

/** Chooses the uses that are nearest in time to a day. */
export function usesNear(days: ArrayLike<number>, day: number): PartOfUses {
  if (days.length <= MOST_USES) return { from: 0, until: days.length };
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] ?? day) < day) low = middle + 1;
    else high = middle;
  }
  const start = Math.min(Math.max(0, low - MOST_USES * SHARE_BEFORE), days.length - MOST_USES);
  return { from: start, until: start + MOST_USES };
}

interface Share {
  readonly category: string;
  readonly share: number;
}

function sharesOf(transaction: TransactionRecord): readonly Share[] {
  const lines = liveLines(transaction);
  const total = lines.reduce((sum, { amount }) => sum + Math.abs(amount), 0);
  return lines
    .filter((line) => !isTransfer(line) && !hasOtherPayee(line, transaction))
    .map((line) => ({
      category: line.category_id ?? "",
      share: total === 0 ? 1 / lines.length : Math.abs(line.amount) / total,
    }))
    .filter(({ category }) => category !== "");
}

function hasOtherPayee(line: SplitLineRecord, transaction: TransactionRecord): boolean {
  const payee = line.payee_name ?? "";
  return payee !== "" && payee !== transaction.payee_name;
}

function isTransfer(part: Pick<TransactionRecord, "transfer_account_id">): boolean {
  return (part.transfer_account_id ?? null) !== null;
}
