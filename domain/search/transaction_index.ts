/**
 * Rows laid out for searching: in order, with the words to look in beside them. It
 * is made once per state of the local copy, so that a search is one plain pass.
 *
 * @module
 */

import { countedRows } from "../plan/counted_rows.ts";
import type { SortKey } from "./page.ts";
import { payeeKeyOf } from "../payees/payee_key.ts";
import type { TransactionRecord } from "../plan/plan_records.ts";
import { wordLines } from "./search_needle.ts";
import { liveLines } from "../plan/split_lines.ts";

/** Orders that rows can come in. */
export const SORTS = ["newest", "oldest", "largest"] as const;

/** One of {@linkcode SORTS}. */
export type Sort = (typeof SORTS)[number];

/** Rows that count, the newest first, with what a search looks in at the same place. */
export interface TransactionIndex<Row extends TransactionRecord> {
  readonly rows: readonly Row[];
  /** Words of payee and bank labels, as they came and with the merchant alone. */
  readonly payeeWords: readonly string[];
  /** Words of payee, bank labels and memos. */
  readonly allWords: readonly string[];
  /** Gives the places of all rows in an order. */
  placesIn(sort: Sort): Uint32Array;
}

/**
 * Lays live rows out; of a matched pair one row, found by the bank's label too.
 *
 * @param live Live rows of a plan; the same list gives the same index.
 * @returns The index.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(transactionIndex([]).rows, []);
 * ```
 */
export function transactionIndex<Row extends TransactionRecord>(
  live: readonly Row[],
): TransactionIndex<Row> {
  const known = indexes.get(live);
  if (known !== undefined) return known as TransactionIndex<Row>;
  const index = makeIndex(live);
  indexes.set(live, index);
  return index;
}

/**
 * Gives where a row stands in an order; equal rows are told apart by their ids.
 *
 * @param row A row.
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
  row: Pick<TransactionRecord, "id" | "date" | "amount">,
  sort: Sort,
): SortKey {
  const date = Number(row.date.replaceAll("-", ""));
  switch (sort) {
    case "newest":
      return [-date, row.id];
    case "oldest":
      return [date, row.id];
    case "largest":
      return [-Math.abs(row.amount), -date, row.id];
  }
}

const indexes = new WeakMap<readonly TransactionRecord[], TransactionIndex<TransactionRecord>>();

function makeIndex<Row extends TransactionRecord>(live: readonly Row[]): TransactionIndex<Row> {
  const { rows: counted, importedPartners } = countedRows(live);
  const rows = counted.toSorted(compareIn("newest"));
  // Words are dear to fold and most questions need none: they are made when asked for.
  const words = lazily(() => wordsBeside(rows, importedPartners));
  const orders = new Map<Sort, Uint32Array>();
  return {
    rows,
    get payeeWords(): readonly string[] {
      return words().payeeWords;
    },
    get allWords(): readonly string[] {
      return words().allWords;
    },
    placesIn(sort): Uint32Array {
      const places = orders.get(sort) ?? placesOf(rows, sort);
      orders.set(sort, places);
      return places;
    },
  };
}

function wordsBeside<Row extends TransactionRecord>(
  rows: readonly Row[],
  importedPartners: ReadonlyMap<string, Row>,
): Pick<TransactionIndex<Row>, "payeeWords" | "allWords"> {
  const payeeWords = rows.map((row) => {
    const partner = importedPartners.get(row.id);
    const own = wordsOf(row).payee;
    return partner === undefined ? own : `${own}\n${wordsOf(partner).payee}`;
  });
  const allWords = rows.map((row, at) => {
    const { memo } = wordsOf(row);
    return memo === "" ? payeeWords[at] ?? "" : `${payeeWords[at]}\n${memo}`;
  });
  return { payeeWords, allWords };
}

function lazily<Result>(make: () => Result): () => Result {
  let made: { readonly result: Result } | null = null;
  return () => (made ??= { result: make() }).result;
}

function placesOf(rows: readonly TransactionRecord[], sort: Sort): Uint32Array {
  const places = Uint32Array.from(rows, (_, at) => at);
  if (sort === "newest") return places;
  const compare = compareIn(sort);
  return places.sort((a, b) => compareAt(rows, compare, [a, b]));
}

function compareAt(
  rows: readonly TransactionRecord[],
  compare: (a: TransactionRecord, b: TransactionRecord) => number,
  [a, b]: readonly [number, number],
): number {
  const left = rows[a];
  const right = rows[b];
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

interface Words {
  readonly payee: string;
  readonly memo: string;
}

// Rows are replaced, never changed, when the copy is synced: what was folded once
// stays true for as long as the row lives.
const foldedWords = new WeakMap<TransactionRecord, Words>();

function wordsOf(row: TransactionRecord): Words {
  const known = foldedWords.get(row);
  if (known !== undefined) return known;
  const lines = liveLines(row);
  const words = {
    payee: payeeLines([
      row.payee_name,
      row.import_payee_name,
      row.import_payee_name_original,
      ...lines.map((line) => line.payee_name),
    ]),
    memo: memoLines([row.memo, ...lines.map((line) => line.memo)]),
  };
  foldedWords.set(row, words);
  return words;
}

type Texts = readonly (string | null | undefined)[];

/** A payee is also looked for by the merchant that its name stands for. */
const payeeLines = perDistinctTexts(([payee = "", ...labels]) =>
  wordLines(seen([payee, ...labels, payee === "" ? "" : payeeKeyOf({ payee_name: payee })]))
);
const memoLines = perDistinctTexts((memos) => wordLines(seen(memos)));

const MOST_KNOWN = 20_000;

/** Remembers what was made of the same texts: they repeat from row to row, and folding is dear. */
function perDistinctTexts(make: (texts: readonly string[]) => string): (texts: Texts) => string {
  const known = new Map<string, string>();
  return (texts) => {
    const key = texts.join("\u0000");
    const before = known.get(key);
    if (before !== undefined) return before;
    if (known.size >= MOST_KNOWN) known.clear();
    const made = make(key.split("\u0000"));
    known.set(key, made);
    return made;
  };
}

function seen(texts: readonly string[]): readonly string[] {
  return texts.filter((text) => text !== "");
}
