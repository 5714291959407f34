import { assertEquals } from "@std/assert";
import type { NameTables } from "../../../domain/search/transaction_query.ts";
import { categoryName, transactionLine } from "../../../domain/search/transaction_lines.ts";
import { aSplitLine, aTransaction } from "../../_builders.ts";

const names: NameTables = {
  accounts: new Map([["checking", "Joint account"]]),
  categories: new Map([["food", "Food and drink"]]),
  uncategorizedIds: new Set(["none"]),
};

Deno.test("transactionLine() shows a row under the agent's names", () => {
  const row = aTransaction({
    id: "t",
    date: "2024-03-05",
    amount: -12_340,
    payee_name: "Cafe",
    memo: "lunch",
    account_id: "visa",
    account_name: "Visa",
    category_id: "rent",
    category_name: "Rent",
    flag_color: "red",
    cleared: "reconciled",
    approved: false,
  });
  assertEquals(transactionLine(row, names), {
    transaction_id: "t",
    date: "2024-03-05",
    amount: -12_340,
    payee: "Cafe",
    memo: "lunch",
    account: "Visa",
    category: "Rent",
    flag: "red",
    cleared: "reconciled",
    approved: false,
    transfer: false,
    loan: null,
    lines: [],
  });
});

Deno.test("transactionLine() prefers current names to those of the row", () => {
  const row = aTransaction({
    account_id: "checking",
    account_name: "Old name",
    category_id: "food",
    category_name: "Groceries",
  });
  const { account, category } = transactionLine(row, names);
  assertEquals([account, category], ["Joint account", "Food and drink"]);
});

Deno.test("transactionLine() shows a split by its live lines, without a category of its own", () => {
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

Deno.test("categoryName() falls back on the record's own name, then on null", () => {
  assertEquals(categoryName({ category_id: "old", category_name: "Deleted" }, names), "Deleted");
  assertEquals(categoryName({ category_id: "old" }, names), null);
  assertEquals(categoryName({ category_id: null, category_name: "Stray" }, names), null);
});
