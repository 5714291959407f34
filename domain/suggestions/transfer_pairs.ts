import { daysBetween } from "../base/day.ts";
import type { GroupWithCategories } from "../base/plan_records.ts";
import { payeeKeyOf } from "../payees/payee_key.ts";
import { liveLines, MAX_POSTING_DAYS, type TransactionRecord } from "../base/plan_records.ts";
import { countedChunks, type Transactions } from "../transactions/transaction_chunks.ts";
import { SYSTEM_PAYEE_KEYS } from "../payees/system_payees.ts";
import { compareTexts } from "../base/fold_text.ts";
import { groupedCategories } from "../plan/category_label.ts";
import { isInflowCategory, isUncategorizedCategory } from "../base/special_categories.ts";

/**
 * Pairs each transaction with the likely other side of a transfer: exactly the opposite amount, in
 * another account, at most five days apart, not already a transfer, not split, uncategorized.
 * Pairs the transactions that are closest in time first, and each transaction only once.
 */
export function transferPairs(
  candidates: readonly TransactionRecord[],
  transactions: Transactions,
  groups: readonly GroupWithCategories[],
): ReadonlyMap<string, string> {
  const neutral = neutralCategoryIds(groups);
  const sides = candidates.filter((transaction) => isSide(transaction, neutral));
  const others = sidesByAmount(transactions, neutral, new Set(sides.map(({ amount }) => -amount)));
  const candidateIds = new Set(sides.map(({ id }) => id));
  const pairs = sides.flatMap((transaction) =>
    (others.get(-transaction.amount) ?? [])
      .flatMap((other): readonly Pair[] => {
        const days = Math.abs(daysBetween(transaction.date, other.date));
        if (days > MAX_POSTING_DAYS || transaction.account_id === other.account_id) return [];
        return [{ transaction, other, days, isOtherCandidate: candidateIds.has(other.id) }];
      })
  );
  const paired = new Map<string, string>();
  const taken = new Set<string>();
  for (const { transaction, other, isOtherCandidate } of pairs.sort(byCloseness)) {
    if (taken.has(transaction.id) || taken.has(other.id)) continue;
    taken.add(transaction.id).add(other.id);
    paired.set(transaction.id, other.id);
    if (isOtherCandidate) paired.set(other.id, transaction.id);
  }
  return paired;
}

/** Categories allowed on either side of a transfer: Uncategorized or the income category. */
function neutralCategoryIds(groups: readonly GroupWithCategories[]): ReadonlySet<string> {
  const neutral = groupedCategories(groups)
    .filter((category) => isInflowCategory(category) || isUncategorizedCategory(category));
  return new Set(neutral.map(({ id }) => id));
}

interface Pair {
  readonly transaction: TransactionRecord;
  readonly other: TransactionRecord;
  readonly days: number;
  /** Pairs in which both transactions need a category are preferred. */
  readonly isOtherCandidate: boolean;
}

function isSide(transaction: TransactionRecord, neutral: ReadonlySet<string>): boolean {
  const category = transaction.category_id ?? null;
  return transaction.amount !== 0 && !transaction.deleted &&
    (transaction.transfer_account_id ?? null) === null &&
    (category === null || neutral.has(category)) &&
    liveLines(transaction).length === 0 && !SYSTEM_PAYEE_KEYS.has(payeeKeyOf(transaction));
}

/** Returns possible sides with one of the given amounts. A matched pair counts once. */
function sidesByAmount(
  transactions: Transactions,
  neutral: ReadonlySet<string>,
  wanted: ReadonlySet<number>,
): ReadonlyMap<number, readonly TransactionRecord[]> {
  const byAmount = new Map<number, TransactionRecord[]>();
  for (const { chunk, leftOut } of countedChunks(transactions)) {
    for (const [place, amount] of chunk.facts.amounts.entries()) {
      if (!wanted.has(amount) || leftOut.has(place)) continue;
      const transaction = chunk.at(place);
      if (!isSide(transaction, neutral)) continue;
      const sameAmount = byAmount.get(amount) ?? [];
      byAmount.set(amount, sameAmount);
      sameAmount.push(transaction);
    }
  }
  return byAmount;
}

function byCloseness(a: Pair, b: Pair): number {
  return a.days - b.days || Number(b.isOtherCandidate) - Number(a.isOtherCandidate) ||
    compareTexts(a.transaction.id, b.transaction.id) || compareTexts(a.other.id, b.other.id);
}
