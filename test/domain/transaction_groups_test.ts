import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { TransactionRecord } from "../../domain/plan_records.ts";
import {
  type GroupedTransactions,
  type Grouping,
  GROUPINGS,
  groupTransactions,
  type NameTables,
  volume,
} from "../../domain/transaction_groups.ts";
import { transactionIndex } from "../../domain/transaction_index.ts";
import type { TransactionQuery } from "../../domain/transaction_search.ts";
import { aSplitLine, aTransaction } from "../_builders.ts";
import { rule, someQuery, someRows, someWholeRows } from "./_search_rows.ts";

const names: NameTables = {
  accounts: new Map([["checking", "Joint account"]]),
  categories: new Map([["food", "Food and drink"], ["rent", "Rent"]]),
  uncategorizedIds: new Set(["none"]),
};

/** Groups what a query finds. */
function grouped(
  rows: readonly TransactionRecord[],
  by: Grouping,
  query: TransactionQuery = {},
): GroupedTransactions {
  return groupTransactions(transactionIndex(rows), { query, rule }, { by, names });
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

Deno.test("groupTransactions() groups by category under current names", () => {
  const rows = [
    aTransaction({ amount: -10, category_id: "food", category_name: "Groceries" }),
    aTransaction({ amount: -5, category_id: "food", category_name: "Groceries" }),
    aTransaction({ amount: 2, category_id: "food", category_name: "Groceries" }),
    aTransaction({ amount: -9, category_id: "gone", category_name: "Deleted one" }),
  ];
  assertEquals(listed(rows, "category"), [
    ["food", "Food and drink", 3, 2, -15],
    ["gone", "Deleted one", 1, 0, -9],
  ]);
});

Deno.test("groupTransactions() counts split lines in their own categories", () => {
  const row = aTransaction({
    amount: -30,
    category_id: "internal-split",
    subtransactions: [
      aSplitLine({ amount: -20, category_id: "rent" }),
      aSplitLine({ amount: -10, category_id: "food" }),
      aSplitLine({ amount: -99, category_id: "food", deleted: true }),
    ],
  });
  assertEquals(listed([row], "category"), [
    ["rent", "Rent", 1, 0, -20],
    ["food", "Food and drink", 1, 0, -10],
  ]);
  assertEquals(grouped([row], "category").count, 1);
});

Deno.test("groupTransactions() puts rows without a category and Uncategorized ones together", () => {
  const rows = [
    aTransaction({ amount: -1 }),
    aTransaction({ amount: -2, category_id: "none", category_name: "Uncategorized" }),
  ];
  assertEquals(listed(rows, "category"), [["none", "No category", 2, 0, -3]]);
});

Deno.test("groupTransactions() puts transfers without a category together, of split lines too", () => {
  const rows = [
    aTransaction({ amount: -1, transfer_account_id: "savings" }),
    aTransaction({
      amount: -2,
      subtransactions: [aSplitLine({ amount: -2, transfer_account_id: "savings" })],
    }),
    aTransaction({ amount: -4, transfer_account_id: "house", category_id: "rent" }),
  ];
  assertEquals(listed(rows, "category"), [
    ["rent", "Rent", 1, 0, -4],
    ["transfer", "Transfer", 2, 0, -3],
  ]);
});

Deno.test("groupTransactions() groups by payee", () => {
  const rows = [
    aTransaction({ amount: -3, payee_name: "Cafe" }),
    aTransaction({ amount: -2, payee_name: "Cafe" }),
    aTransaction({ amount: -4, payee_name: null }),
    aTransaction({ amount: -1, payee_name: "" }),
  ];
  assertEquals(listed(rows, "payee"), [
    ["Cafe", "Cafe", 2, 0, -5],
    ["none", "No payee", 2, 0, -5],
  ]);
});

Deno.test("groupTransactions() groups by account under current names", () => {
  const rows = [
    aTransaction({ amount: -3, account_id: "checking", account_name: "Old name" }),
    aTransaction({ amount: -2, account_id: "gone", account_name: "Closed one" }),
  ];
  assertEquals(listed(rows, "account"), [
    ["checking", "Joint account", 1, 0, -3],
    ["gone", "Closed one", 1, 0, -2],
  ]);
});

Deno.test("groupTransactions() groups by month", () => {
  const rows = [
    aTransaction({ amount: -3, date: "2024-02-29" }),
    aTransaction({ amount: -2, date: "2024-03-01" }),
    aTransaction({ amount: -2, date: "2024-02-01" }),
  ];
  assertEquals(listed(rows, "month"), [
    ["2024-02", "2024-02", 2, 0, -5],
    ["2024-03", "2024-03", 1, 0, -2],
  ]);
});

Deno.test("groupTransactions() groups by flag, an empty one being none", () => {
  const rows = [
    aTransaction({ amount: -3, flag_color: "red" }),
    aTransaction({ amount: -2, flag_color: "" }),
    aTransaction({ amount: -2, flag_color: null }),
  ];
  assertEquals(listed(rows, "flag"), [
    ["none", "No flag", 2, 0, -4],
    ["red", "red", 1, 0, -3],
  ]);
});

Deno.test("groupTransactions() puts the most money moved first, whatever its direction", () => {
  const rows = [
    aTransaction({ amount: -50, payee_name: "Rent" }),
    aTransaction({ amount: 60, payee_name: "Friend" }),
    aTransaction({ amount: -60, payee_name: "Friend" }),
    aTransaction({ amount: 100, payee_name: "Job" }),
    aTransaction({ amount: 50, payee_name: "Aunt" }),
  ];
  const payees = listed(rows, "payee").map(([key]) => key);
  assertEquals(payees, ["Friend", "Job", "Aunt", "Rent"]);
});

Deno.test("groupTransactions() counts only the wanted lines of a split", () => {
  const row = aTransaction({
    amount: -30,
    payee_name: "Market",
    subtransactions: [
      aSplitLine({ amount: -20, category_id: "rent" }),
      aSplitLine({ amount: -10, category_id: "food" }),
    ],
  });
  const query = { categoryIds: new Set(["food"]) };
  assertEquals(listed([row], "payee", query), [["Market", "Market", 1, 0, -10]]);
  assertEquals(listed([row], "category", query), [["food", "Food and drink", 1, 0, -10]]);
  assertEquals(grouped([row], "payee", query).sum_out, -10);
});

Deno.test("groupTransactions() of nothing gives no groups", () => {
  assertEquals(grouped([], "payee"), { count: 0, sum_in: 0, sum_out: 0, groups: [] });
});

Deno.test("groupTransactions() gives groups that add up to the totals when no row is split", () => {
  const by = fc.constantFrom(...GROUPINGS);
  fc.assert(fc.property(someWholeRows, by, someQuery, (rows, grouping, query) => {
    const { groups, ...totals } = grouped(rows, grouping, query);
    const sum = { count: 0, sum_in: 0, sum_out: 0 };
    for (const group of groups) {
      sum.count += group.count;
      sum.sum_in += group.sum_in;
      sum.sum_out += group.sum_out;
    }
    assertEquals(sum, totals);
  }));
});

Deno.test("groupTransactions() moves no money, split rows or not, but for sums that are netted", () => {
  const by = fc.constantFrom(...GROUPINGS).filter((grouping) => grouping !== "category");
  fc.assert(fc.property(someRows, by, someQuery, (rows, grouping, query) => {
    const { groups, ...totals } = grouped(rows, grouping, query);
    let net = 0;
    for (const { sum_in, sum_out } of groups) net += sum_in + sum_out;
    assertEquals(net, totals.sum_in + totals.sum_out);
  }));
});

Deno.test("groupTransactions() gives every key once, largest first, equal ones by key", () => {
  const by = fc.constantFrom(...GROUPINGS);
  fc.assert(fc.property(someRows, by, (rows, grouping) => {
    const { groups } = grouped(rows, grouping);
    assertEquals(new Set(groups.map(({ key }) => key)).size, groups.length);
    groups.reduce((before, group) => {
      const isInOrder = volume(before) > volume(group) ||
        (volume(before) === volume(group) && before.key <= group.key);
      assert(isInOrder);
      return group;
    }, groups[0] ?? { key: "", name: "", count: 0, sum_in: 0, sum_out: 0 });
  }));
});

Deno.test("volume() adds the money that moved both ways", () => {
  assertEquals(volume({ sum_in: 5, sum_out: -7 }), 12);
});
