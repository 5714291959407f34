import { assertEquals, assertNotStrictEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { compareKeys } from "../../../domain/search/cursor.ts";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import {
  type Sort,
  sortKey,
  SORTS,
  transactionIndex,
} from "../../../domain/search/transaction_index.ts";
import { aTransaction } from "../../_builders.ts";
import { someRows } from "./_search_rows.ts";

/** Ids in an order. */
function idsIn(rows: readonly TransactionRecord[], sort: Sort): readonly (string | undefined)[] {
  const index = transactionIndex(rows);
  return [...index.orderBy(sort)].map((place) => index.transactions[place]?.id);
}

const rows = [
  aTransaction({ id: "c", date: "2024-01-01", amount: -10 }),
  aTransaction({ id: "b", date: "2024-02-01", amount: 500 }),
  aTransaction({ id: "d", date: "2024-03-01", amount: -500 }),
  aTransaction({ id: "a", date: "2024-01-01", amount: -10 }),
];

Deno.test("transactionIndex() orders by date, the newest first, equal days by id", () => {
  assertEquals(idsIn(rows, "newest"), ["d", "b", "a", "c"]);
});

Deno.test("transactionIndex() orders by date, the oldest first, equal days by id", () => {
  assertEquals(idsIn(rows, "oldest"), ["a", "c", "b", "d"]);
});

Deno.test("transactionIndex() orders by absolute amount, then the newest first", () => {
  assertEquals(idsIn(rows, "largest"), ["d", "b", "a", "c"]);
});

Deno.test("transactionIndex() orders amounts too large to be sorted in one number", () => {
  const large = [1e15, -3e15, 2e15, 1e15, 9e15 - 1000].map((amount, at) =>
    aTransaction({ id: `${at}`, date: "2024-03-01", amount })
  );
  assertEquals(idsIn(large, "largest"), ["4", "1", "2", "0", "3"]);
});

Deno.test("transactionIndex() orders amounts that are no whole milliunits", () => {
  const odd = [10, 10.75, -10.5, 10.25, 11].map((amount, at) =>
    aTransaction({ id: `${at}`, date: "2024-03-01", amount })
  );
  assertEquals(idsIn(odd, "largest"), ["4", "1", "2", "3", "0"]);
});

Deno.test("transactionIndex() gives the same index for the same list only", () => {
  assertStrictEquals(transactionIndex(rows), transactionIndex(rows));
  assertNotStrictEquals(transactionIndex(rows), transactionIndex([...rows]));
});

Deno.test("transactionIndex() leaves the list that it is given in its order", () => {
  const list = [...rows];
  transactionIndex(list).orderBy("largest");
  assertEquals(list, rows);
});

Deno.test("transactionIndex() orders in every way as the keys do", () => {
  fc.assert(fc.property(someRows, fc.constantFrom(...SORTS), (live, sort) => {
    const { transactions: counted, orderBy } = transactionIndex(live);
    const keys = [...orderBy(sort)]
      .flatMap((place) => counted[place] ?? [])
      .map((row) => sortKey(row, sort));
    assertEquals(keys, keys.toSorted(compareKeys));
    assertEquals(keys.length, counted.length);
    assertEquals(new Set(orderBy(sort)).size, counted.length);
  }));
});

Deno.test("sortKey() tells rows of one day and amount apart by their ids", () => {
  const row = { id: "t", date: "2024-01-31", amount: -5 };
  assertEquals(sortKey(row, "newest"), [-20240131, "t"]);
  assertEquals(sortKey(row, "oldest"), [20240131, "t"]);
  assertEquals(sortKey(row, "largest"), [-5, -20240131, "t"]);
});
