import { daysBetween } from "../base/day.ts";
import { payeeKeyOf } from "../payees/payee_key.ts";
import { liveLines, MOST_POSTING_DAYS, type TransactionRecord } from "../base/plan_records.ts";
import { matchedPairs } from "../transactions/matched_pairs.ts";
import { chunksOf, type Transactions } from "../transactions/transaction_chunks.ts";
import { SYSTEM_PAYEE_KEYS } from "../payees/system_payees.ts";
import { compareTexts } from "../base/fold_text.ts";

/**
 * Pairs transactions with what looks like the other side of the same transfer: exactly the
 * opposite amount, in another account, at most five days apart, neither a transfer
 * nor a split, and without a category that says otherwise. The closest in time are
 * paired first, and each transaction at most once.
 */
export function transferPairs(
  asked: readonly TransactionRecord[],
  transactions: Transactions<TransactionRecord>,
  neutralCategoryIds: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const sides = asked.filter((transaction) => isSide(transaction, neutralCategoryIds));
  const wanted = new Set(sides.map(({ amount }) => -amount));
  const others = transactionsByAmount(transactions, wanted);
  const askedIds = new Set(sides.map(({ id }) => id));
  const pairs = sides.flatMap((transaction) =>
    (others.get(-transaction.amount) ?? [])
      .filter((other) => isSide(other, neutralCategoryIds))
      .flatMap((other) => pairOf(transaction, other, askedIds) ?? [])
  );
  const paired = new Map<string, string>();
  const taken = new Set<string>();
  for (const { transaction, other } of pairs.sort(byCloseness)) {
    if (taken.has(transaction.id) || taken.has(other.id)) continue;
    taken.add(transaction.id).add(other.id);
    paired.set(transaction.id, other.id);
    if (askedIds.has(other.id)) paired.set(other.id, transaction.id);
  }
  return paired;
}

interface Pair {
  readonly transaction: TransactionRecord;
  readonly other: TransactionRecord;
  readonly days: number;
  /** Two transactions that both wait belong together rather than one that is done with. */
  readonly isOpen: boolean;
}

function isSide(transaction: TransactionRecord, neutralCategoryIds: ReadonlySet<string>): boolean {
  const category = transaction.category_id ?? null;
  return transaction.amount !== 0 && !transaction.deleted &&
    (transaction.transfer_account_id ?? null) === null &&
    (category === null || neutralCategoryIds.has(category)) &&
    liveLines(transaction).length === 0 && !SYSTEM_PAYEE_KEYS.has(payeeKeyOf(transaction));
}

/** Of a matched pair the one that counts. */
function transactionsByAmount(
  transactions: Transactions<TransactionRecord>,
  wanted: ReadonlySet<number>,
): ReadonlyMap<number, readonly TransactionRecord[]> {
  const byAmount = new Map<number, TransactionRecord[]>();
  if (wanted.size === 0) return byAmount;
  const { leftOut } = matchedPairs(transactions);
  const marks = marksOf(wanted);
  for (const [number, chunk] of chunksOf(transactions).entries()) {
    const { amounts } = chunk.facts;
    for (let place = 0; place < chunk.count; place++) {
      const amount = amounts[place] as number;
      if (marks[amount & LOW_BITS] === 0 || !wanted.has(amount)) continue;
      if (leftOut.get(number)?.has(place) === true) continue;
      const list = byAmount.get(amount);
      if (list === undefined) byAmount.set(amount, [chunk.at(place)]);
      else list.push(chunk.at(place));
    }
  }
  return byAmount;
}

const LOW_BITS = 0xffff;

/** Marks the low bits of amounts, as in a Bloom filter: nearly all others are told by them. */
function marksOf(amounts: ReadonlySet<number>): Uint8Array {
  const marks = new Uint8Array(LOW_BITS + 1);
  for (const amount of amounts) marks[amount & LOW_BITS] = 1;
  return marks;
}

function pairOf(
  transaction: TransactionRecord,
  other: TransactionRecord,
  askedIds: ReadonlySet<string>,
): Pair | null {
  if (transaction.account_id === other.account_id) return null;
  const days = Math.abs(daysBetween(transaction.date, other.date));
  return days > MOST_POSTING_DAYS
    ? null
    : { transaction, other, days, isOpen: askedIds.has(other.id) };
}

function byCloseness(a: Pair, b: Pair): number {
  return a.days - b.days || Number(b.isOpen) - Number(a.isOpen) ||
    compareTexts(a.transaction.id, b.transaction.id) || compareTexts(a.other.id, b.other.id);
}
