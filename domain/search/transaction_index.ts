/**
 * Transactions laid out for searching: in order, with the words to look in beside them. It
 * is made once per state of the local copy, so that a search is one plain pass.
 *
 * @module
 */

import { countedTransactions } from "../plan/counted_transactions.ts";
import type { SortKey } from "./cursor.ts";
import type { TransactionRecord } from "../plan/plan_records.ts";
import { searchWordsOf } from "./transaction_words.ts";

/** Orders that transactions can come in. */
export const SORTS = ["newest", "oldest", "largest"] as const;

/** One of {@linkcode SORTS}. */
export type Sort = (typeof SORTS)[number];

/** Transactions that count, the newest first, with what a search looks in at the same place. */
export interface TransactionIndex<Transaction extends TransactionRecord> {
  readonly transactions: readonly Transaction[];
  /** Words of payee and bank labels, as they came and with the merchant alone. */
  readonly payeeWords: readonly string[];
  /** Words of payee, bank labels and memos. */
  readonly allWords: readonly string[];
  /** Gives the places of all transactions in an order. */
  orderBy(sort: Sort): Uint32Array;
}

/**
 * Lays live transactions out; of a matched pair one transaction, found by the bank's label too.
 *
 * @param live Live transactions of a plan; the same list gives the same index.
 * @returns The index.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(transactionIndex([]).transactions, []);
 * ```
 */
export function transactionIndex<Transaction extends TransactionRecord>(
  live: readonly Transaction[],
): TransactionIndex<Transaction> {
  const known = indexes.get(live);
  if (known !== undefined) return known as TransactionIndex<Transaction>;
  const index = makeIndex(live);
  indexes.set(live, index);
  return index;
}

/**
 * Gives where a transaction stands in an order; equal transactions are told apart by their ids.
 *
 * @param transaction A transaction.
 * @param sort The order.
 * @returns A key that sorts upwards.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(sortKey({ id: "t", date: "2024-01-31", amount: -5 }, "newest"), [-20240131, "t"]);
 * ```
 */
export function sortKey(
  transaction: Pick<TransactionRecord, "id" | "date" | "amount">,
  sort: Sort,
): SortKey {
  const date = Number(transaction.date.replaceAll("-", ""));
  switch (sort) {
    case "newest":
      return [-date, transaction.id];
    case "oldest":
      return [date, transaction.id];
    case "largest":
      return [-Math.abs(transaction.amount), -date, transaction.id];
  }
}

const indexes = new WeakMap<readonly TransactionRecord[], TransactionIndex<TransactionRecord>>();

function makeIndex<Transaction extends TransactionRecord>(
  live: readonly Transaction[],
): TransactionIndex<Transaction> {
  const { transactions: counted, importedPartners } = countedTransactions(live);
  const transactions = counted.toSorted(compareIn("newest"));
  // Lazy: folding costs more than all the rest, and only a search for text needs it.
  const words = lazily(() => wordsBeside(transactions, importedPartners));
  const orders = new Map<Sort, Uint32Array>();
  return {
    transactions,
    get payeeWords(): readonly string[] {
      return words().payeeWords;
    },
    get allWords(): readonly string[] {
      return words().allWords;
    },
    orderBy(sort): Uint32Array {
      const places = orders.get(sort) ?? placesOf(transactions, sort);
      orders.set(sort, places);
      return places;
    },
  };
}

function wordsBeside<Transaction extends TransactionRecord>(
  transactions: readonly Transaction[],
  importedPartners: ReadonlyMap<string, Transaction>,
): Pick<TransactionIndex<Transaction>, "payeeWords" | "allWords"> {
  const payeeWords = transactions.map((transaction) => {
    const partner = importedPartners.get(transaction.id);
    const own = searchWordsOf(transaction).payee;
    return partner === undefined ? own : `${own}\n${searchWordsOf(partner).payee}`;
  });
  const allWords = transactions.map((transaction, at) => {
    const { memo } = searchWordsOf(transaction);
    return memo === "" ? payeeWords[at] ?? "" : `${payeeWords[at]}\n${memo}`;
  });
  return { payeeWords, allWords };
}

function lazily<Result>(make: () => Result): () => Result {
  let made: { readonly result: Result } | null = null;
  return () => (made ??= { result: make() }).result;
}

function placesOf(transactions: readonly TransactionRecord[], sort: Sort): Uint32Array {
  const places = Uint32Array.from(transactions, (_, at) => at);
  if (sort === "newest") return places;
  const compare = compareIn(sort);
  return places.sort((a, b) => compareAt(transactions, compare, [a, b]));
}

function compareAt(
  transactions: readonly TransactionRecord[],
  compare: (a: TransactionRecord, b: TransactionRecord) => number,
  [a, b]: readonly [number, number],
): number {
  const left = transactions[a];
  const right = transactions[b];
  return left === undefined || right === undefined ? 0 : compare(left, right);
}

/** Compares as {@linkcode sortKey} does, without making keys. */
function compareIn(sort: Sort): (a: TransactionRecord, b: TransactionRecord) => number {
  const byId = (a: TransactionRecord, b: TransactionRecord): number =>
    a.id === b.id ? 0 : a.id < b.id ? -1 : 1;
  const byDate = (a: TransactionRecord, b: TransactionRecord): number =>
    a.date === b.date ? 0 : a.date < b.date ? -1 : 1;
  switch (sort) {
    case "newest":
      return (a, b) => byDate(b, a) || byId(a, b);
    case "oldest":
      return (a, b) => byDate(a, b) || byId(a, b);
    case "largest":
      return (a, b) => Math.abs(b.amount) - Math.abs(a.amount) || byDate(b, a) || byId(a, b);
  }
}
