import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { compareKeys } from "../../../domain/search/cursor.ts";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import { ToolError } from "../../../domain/base/tool_error.ts";
import { sortKey, SORTS, transactionIndex } from "../../../domain/search/transaction_index.ts";
import {
  pageOfTransactions,
  type PageRequest,
  type TransactionPage,
} from "../../../domain/search/transaction_page.ts";
import type { TransactionSearch } from "../../../domain/search/transaction_search.ts";
import { aSplitLine, aTransaction } from "../../_builders.ts";
import { foundMatches } from "./_found_matches.ts";
import { rule, someQuery, someRows } from "./_search_rows.ts";

/** One page of what a search finds. */
function page(
  rows: readonly TransactionRecord[],
  request: Partial<PageRequest>,
  search: Partial<TransactionSearch> = {},
): TransactionPage<TransactionRecord> {
  return pageOfTransactions(
    transactionIndex(rows),
    { query: {}, rule, ...search },
    { limit: 2, query: "all", ...request },
  );
}

const five = [1, 2, 3, 4, 5].map((day) =>
  aTransaction({ id: `t${day}`, date: `2024-03-0${day}`, amount: -day })
);

Deno.test("pageOfTransactions() gives one page and totals over every match", () => {
  const first = page(five, {});
  assertEquals(first.transactions.map(({ id }) => id), ["t5", "t4"]);
  assertEquals([first.count, first.sum_in, first.sum_out], [5, 0, -15]);
});

Deno.test("pageOfTransactions() gives the same totals on every page", () => {
  const first = page(five, {});
  const second = page(five, { cursor: first.next_cursor ?? "" });
  assertEquals(second.transactions.map(({ id }) => id), ["t3", "t2"]);
  assertEquals([second.count, second.sum_out], [5, -15]);
  assertEquals(page(five, { cursor: second.next_cursor ?? "" }).next_cursor, null);
});

Deno.test("pageOfTransactions() counts only the wanted lines of a split", () => {
  const lines = [
    aSplitLine({ amount: -7, category_id: "food" }),
    aSplitLine({ amount: -3, category_id: "rent" }),
  ];
  const row = aTransaction({ amount: -10, subtransactions: lines });
  const found = page([row], {}, { query: { categoryIds: new Set(["food"]) } });
  assertEquals([found.transactions, found.count, found.sum_out], [[row], 1, -7]);
});

Deno.test("pageOfTransactions() goes on behind a row that is gone by then", () => {
  const { next_cursor } = page(five, {});
  const left = five.filter(({ id }) => id !== "t4");
  const second = page(left, { cursor: next_cursor ?? "" });
  assertEquals(second.transactions.map(({ id }) => id), ["t3", "t2"]);
});

Deno.test("pageOfTransactions() refuses the cursor of another query", () => {
  const { next_cursor } = page(five, {});
  const request = { cursor: next_cursor ?? "", query: "others" };
  assertThrows(() => page(five, request), ToolError, "another query");
});

const sorts = fc.constantFrom(...SORTS);
const limits = fc.integer({ min: 1, max: 4 });

/** Reads every page; `rowsBefore` gives the rows as they stand before each page. */
function readAll(
  rowsBefore: (page: number) => readonly TransactionRecord[],
  search: Partial<TransactionSearch>,
  limit: number,
): readonly TransactionRecord[] {
  const all: TransactionRecord[] = [];
  let cursor: string | undefined;
  for (let number = 0;; number++) {
    const { transactions: rows, next_cursor } = page(rowsBefore(number), { limit, cursor }, search);
    assert(rows.length <= limit);
    all.push(...rows);
    if (next_cursor === null) return all;
    cursor = next_cursor;
  }
}

Deno.test("pageOfTransactions() gives every match once, in order, whatever the limit", () => {
  fc.assert(fc.property(someRows, someQuery, sorts, limits, (rows, query, sort, limit) => {
    const matches = foundMatches(transactionIndex(rows), { query, rule })
      .map(({ transaction: row }) => row)
      .toSorted((a, b) => compareKeys(sortKey(a, sort), sortKey(b, sort)));
    assertEquals(readAll(() => rows, { query, sort }, limit), matches);
  }));
});

Deno.test("pageOfTransactions() gives every row that stays once, while others come and go", () => {
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
