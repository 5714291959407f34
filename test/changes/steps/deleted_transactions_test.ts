import { assertEquals } from "@std/assert";
import { deletedTransactions } from "../../../changes/steps/deleted_transactions.ts";
import { aStep, aTarget } from "../_journal_entry.ts";

const undo = deletedTransactions.undo;

Deno.test("what a deleted side of a transfer was marked with is a line of its own", () => {
  const side = aTarget({ isFollower: true, before: { cleared: "cleared" }, after: null });
  const { isFollower: _, ...leader } = side;
  assertEquals(undo?.furtherLines?.(side), [{ field: "cleared", before: null, after: "cleared" }]);
  assertEquals(undo?.furtherLines?.(leader), []);
});

Deno.test("categories are needed to enter a transaction again that had some", () => {
  const needs = (change: Parameters<typeof aTarget>[0]): boolean | undefined =>
    undo?.needsCategories?.([aStep("deleteTransaction", [aTarget({ after: null, ...change })])]);
  assertEquals(needs({ before: { category_id: "c" } }), true);
  assertEquals(needs({ before: { category_id: null } }), false);
  assertEquals(needs({ before: null }), false);
  assertEquals(needs({ before: { category_id: null }, lines: [] }), true);
});
