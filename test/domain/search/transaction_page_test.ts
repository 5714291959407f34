import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import { ToolError } from "../../../domain/base/tool_error.ts";
import { compareKeys } from "../../../domain/search/cursor.ts";
import {
  oppositeHint,
  pageOfTransactions,
  type PageRequest,
  transactionLine,
  type TransactionPage,
} from "../../../domain/search/transaction_page.ts";
import type { NameTables, TransactionQuery } from "../../../domain/search/transaction_query.ts";
import {
  sortKey,
  SORTS,
  transactionIndex,
  type TransactionSearch,
} from "../../../domain/search/transaction_search.ts";
import { aSplitLine, aTransaction } from "../../_builders.ts";
import { foundMatches, rule, someQuery, someRows } from "./_search_rows.ts";

/** One page of what a search finds. */
function page(
  rows: readonly TransactionRecord[],
  request: Partial<PageRequest>,
  search: Partial<TransactionSearch> = {},
): TransactionPage {
  return pageOfTransactions(
    transactionIndex(rows),
    { query: {}, rule, ...search },
    { limit: 2, query: "all", ...request },
  );
}

const five = [1, 2, 3, 4, 5].map((day) =>
  aTransaction({ id: `t${day}`, date: `2024-03-0${day}`, amount: -day })
);

Deno.test("pageOfTransactions() returns the same totals on every page", () => {
  const first = page(five, {});
  const second = page(five, { cursor: first.next_cursor ?? "" });
  assertEquals(second.transactions.map(({ id }) => id), ["t3", "t2"]);
  assertEquals([second.count, second.sum_out], [5, -15]);
  assertEquals(page(five, { cursor: second.next_cursor ?? "" }).next_cursor, null);
});

Deno.test("pageOfTransactions() rejects another query's cursor", () => {
  const { next_cursor } = page(five, {});
  const request = { cursor: next_cursor ?? "", query: "others" };
  assertThrows(() => page(five, request), ToolError, "another query");
});

const sorts = fc.constantFrom(...SORTS);
const limits = fc.integer({ min: 1, max: 4 });

/** Reads every page; `rowsBefore` returns the rows before each page. */
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

Deno.test("pageOfTransactions() returns every match once in order for any limit", () => {
  fc.assert(fc.property(someRows, someQuery, sorts, limits, (rows, query, sort, limit) => {
    const matches = foundMatches(rows, query)
      .map(({ transaction: row }) => row)
      .toSorted((a, b) => compareKeys(sortKey(a, sort), sortKey(b, sort)));
    assertEquals(readAll(() => rows, { query, sort }, limit), matches);
  }));
});

Deno.test("pageOfTransactions() returns every remaining row once while others come and go", () => {
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

const dollars = { symbol: "$", isSymbolFirst: true, decimals: 2 };

function hint(amounts: readonly number[], query: TransactionQuery): string | null {
  const rows = amounts.map((amount, at) => aTransaction({ id: `t${at}`, amount }));
  return oppositeHint(transactionIndex(rows), { query, rule }, dollars);
}

Deno.test("oppositeHint() counts matches of the amount with the opposite sign", () => {
  assertEquals(
    hint([-12_500, -9_000], { amount: 12_500 }),
    "no transaction is $12.50, but 1 is -$12.50: money out is negative",
  );
  assertEquals(
    hint([12_500, 12_500], { amount: -12_500 }),
    "no transaction is -$12.50, but 2 are $12.50: money in is positive",
  );
});

const names: NameTables = {
  accounts: new Map([["checking", "Joint account"]]),
  categories: new Map([["food", "Food and drink"]]),
  uncategorizedIds: new Set(["none"]),
};

Deno.test("transactionLine() shows a split with its live lines and no category of its own", () => {
  const row = aTransaction({
    amount: -30,
    category_id: "internal-split",
    category_name: "Split",
    subtransactions: [
      aSplitLine({ amount: -10, category_id: "food", category_name: "Groceries", memo: "milk" }),
      aSplitLine({ amount: -99, deleted: true }),
      aSplitLine({ amount: -20, category_id: "none", category_name: "Uncategorized" }),
    ],
  });
  const { category, lines } = transactionLine(row, names);
  assertEquals(category, null);
  assertEquals(lines, [
    { amount: -10, category: "Food and drink", memo: "milk" },
    { amount: -20, category: null, memo: null },
  ]);
});
