import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import { compareKeys } from "../../../domain/search/cursor.ts";
import {
  type GroupedTransactions,
  type Grouping,
  GROUPINGS,
  groupSortKey,
  groupTransactions,
} from "../../../domain/search/transaction_groups.ts";
import type { NameTables, TransactionQuery } from "../../../domain/search/transaction_query.ts";
import { findMatches } from "../../../domain/search/transaction_search.ts";
import { aSplitLine, aTransaction } from "../../_builders.ts";
import { foundMatches, rule, someQuery, someRows } from "./_search_rows.ts";

const names: NameTables = {
  accounts: new Map([["checking", "Joint account"]]),
  categories: new Map([["food", "Food and drink"], ["rent", "Rent"]]),
  uncategorizedIds: new Set(["none"]),
};

function grouped(
  rows: readonly TransactionRecord[],
  by: Grouping,
  query: TransactionQuery = {},
  includeTransfers = false,
): GroupedTransactions {
  return groupTransactions(findMatches(rows, { query, rule }), {
    by,
    names,
    rule,
    includeTransfers,
  });
}

/** Key, name, count and sums of each group. */
function listed(
  rows: readonly TransactionRecord[],
  by: Grouping,
  query: TransactionQuery = {},
): readonly (readonly [string, string, number, number, number])[] {
  return grouped(rows, by, query).groups
    .map(({ key, name, count, sum_in, sum_out }) => [key, name, count, sum_in, sum_out]);
}

const moving = [
  aTransaction({ amount: -1, transfer_account_id: "visa" }),
  aTransaction({
    amount: -10,
    subtransactions: [
      aSplitLine({ amount: -2, transfer_account_id: "visa" }),
      aSplitLine({ amount: -8, category_id: "food" }),
    ],
  }),
  aTransaction({ amount: -4, transfer_account_id: "house", category_id: "rent" }),
  aTransaction({ amount: 4, account_id: "house", transfer_account_id: "checking" }),
  aTransaction({ amount: -16, account_id: "house" }),
];
const leftOut = {
  transfers: { count: 2, sum_in: null, sum_out: -3 },
  off_budget: { count: 2, sum_in: 4, sum_out: -16 },
};

Deno.test("groupTransactions() excludes transfers from spending and reports their total", () => {
  for (const by of ["category", "payee", "month"] as const) {
    const { groups: _, ...totals } = grouped(moving, by);
    assertEquals(totals, { count: 2, sum_in: 0, sum_out: -12, left_out: leftOut }, by);
  }
  assertEquals(listed(moving, "category"), [
    ["food", "Food and drink", 1, 0, -8],
    ["rent", "Rent", 1, 0, -4],
  ]);
});

Deno.test("groupTransactions() distinguishes lines without a category from uncategorized transactions", () => {
  const row = aTransaction({
    amount: -3,
    subtransactions: [
      aSplitLine({ amount: -1, category_id: null }),
      aSplitLine({ amount: -2, category_id: "none" }),
    ],
  });
  assertEquals(listed([row], "category"), [["lines", "Split lines, not categorized", 1, 0, -3]]);
});

Deno.test("groupTransactions() groups by payee", () => {
  const rows = [
    aTransaction({ amount: -3, payee_name: "Cafe" }),
    aTransaction({ amount: -2, payee_name: "Cafe" }),
    aTransaction({ amount: -4, payee_name: null }),
    aTransaction({ amount: -1, payee_name: "" }),
    aTransaction({ amount: -1, payee_name: "None" }),
  ];
  assertEquals(listed(rows, "payee"), [
    ["cafe", "Cafe", 2, 0, -5],
    ["none", "No payee", 2, 0, -5],
    ["payee none", "None", 1, 0, -1],
  ]);
});

Deno.test("groupTransactions() merges a merchant's spellings under the plain spelling", () => {
  const names = ["AMZN Mktp US*2K4LM8QX3", "AMZN Mktp US*7T1", "AMZN Mktp US*7T1", "Amazon"];
  const rows = names.map((payee_name) => aTransaction({ amount: -1, payee_name }));
  const labeled = aTransaction({
    amount: -1,
    payee_name: null,
    import_payee_name: "AMAZON.DE*2X4",
  });
  assertEquals(listed([...rows, labeled], "payee"), [["amazon", "Amazon", 5, 0, -5]]);
});

const someGrouping = fc.constantFrom(...GROUPINGS);

Deno.test("groupTransactions() either counts a match of the search or reports it as excluded", () => {
  fc.assert(fc.property(someRows, someGrouping, someQuery, (rows, by, query) => {
    let found = 0;
    for (
      const { transaction: row, lines } of foundMatches(rows, query)
    ) {
      const live = lines ?? row.subtransactions.filter(({ deleted }) => !deleted);
      found += live.length === 0 ? row.amount : live.reduce((sum, { amount }) => sum + amount, 0);
    }
    const { sum_in, sum_out, left_out } = grouped(rows, by, query);
    const { transfers, off_budget } = left_out ?? {};
    const all = [sum_in, sum_out, transfers?.sum_in, transfers?.sum_out, off_budget?.sum_in];
    const counted = [...all, off_budget?.sum_out].reduce<number>((sum, one) => sum + (one ?? 0), 0);
    assertEquals(counted, found);
  }));
});

Deno.test('groupTransactions() puts uncategorized matches into "not categorized"', () => {
  fc.assert(fc.property(someRows, fc.boolean(), (rows, isAll) => {
    const waiting = foundMatches(rows, { isUncategorized: true });
    const group = grouped(rows, "category", {}, isAll).groups.find(({ key }) => key === "none");
    assertEquals(group?.count ?? 0, waiting.length);
  }));
});

Deno.test("groupTransactions() returns every key once, in sort order", () => {
  fc.assert(fc.property(someRows, someGrouping, (rows, by) => {
    const { groups } = grouped(rows, by);
    assertEquals(new Set(groups.map(({ key }) => key)).size, groups.length);
    const keys = groups.map((group) => groupSortKey(group, by));
    assertEquals(keys.toSorted(compareKeys), keys);
    assert(by === "month" || keys.every(([first]) => Number(first) <= 0));
  }));
});
