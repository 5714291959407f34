import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import { compareKeys } from "../../../domain/search/cursor.ts";
import type { TransactionQuery } from "../../../domain/search/transaction_query.ts";
import {
  findMatches,
  pageOfTransactions,
  type Sort,
  sortKey,
  SORTS,
} from "../../../domain/search/transaction_search.ts";
import { foundMatches, rule, someQuery, someRows } from "./_search_rows.ts";

interface Search {
  readonly query?: TransactionQuery;
  readonly sort: Sort;
}

const sorts = fc.constantFrom(...SORTS);
const limits = fc.integer({ min: 1, max: 4 });

/** Reads every page. `rowsBefore` returns the transactions that exist before each page is read. */
function readAll(
  rowsBefore: (page: number) => readonly TransactionRecord[],
  { query = {}, sort }: Search,
  limit: number,
): readonly TransactionRecord[] {
  const all: TransactionRecord[] = [];
  let cursor: string | undefined;
  for (let number = 0;; number++) {
    const matches = findMatches(rowsBefore(number), { query, rule });
    const page = pageOfTransactions(matches, sort, { limit, cursor, query: "all" });
    const { transactions: rows, next_cursor } = page;
    assert(rows.length <= limit);
    all.push(...rows);
    if (next_cursor === null) return all;
    cursor = next_cursor;
  }
}

Deno.test("pageOfTransactions() returns every match once, in order, for any limit", () => {
  fc.assert(fc.property(someRows, someQuery, sorts, limits, (rows, query, sort, limit) => {
    const matches = foundMatches(rows, query)
      .map(({ transaction: row }) => row)
      .toSorted((a, b) => compareKeys(sortKey(a, sort), sortKey(b, sort)));
    assertEquals(readAll(() => rows, { query, sort }, limit), matches);
  }));
});

Deno.test("pageOfTransactions() returns every remaining transaction once while others come and go", () => {
  const plain = someRows.map((rows) =>
    rows.map((row) => ({ ...row, matched_transaction_id: null }))
  );
  const comesAndGoes = fc.func(fc.boolean());
  fc.assert(fc.property(plain, sorts, limits, comesAndGoes, (rows, sort, limit, isThere) => {
    const isStayer = ({ id }: TransactionRecord): boolean => id < "t5";
    const rowsBefore = (number: number): readonly TransactionRecord[] =>
      rows.filter((row) => isStayer(row) || isThere(row.id, number % 3));
    const all = readAll(rowsBefore, { sort }, limit).map(({ id }) => id);
    assertEquals(new Set(all).size, all.length);
    const stayers = rows.filter(isStayer).map(({ id }) => id);
    assertEquals(all.filter((id) => id < "t5").toSorted(), stayers.toSorted());
  }));
});
