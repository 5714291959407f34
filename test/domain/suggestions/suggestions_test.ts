import { assert, assertEquals } from "@std/assert";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import {
  type PendingLine,
  suggestCategories,
  type SuggestionOverview,
} from "../../../domain/suggestions/suggestions.ts";
import { aSplitLine } from "../../_builders.ts";
import { aSuggestionPlan, aUse, weeklyUses } from "./_suggestion_plan.ts";

const FOOD = { category_id: "food" };

Deno.test("suggestCategories() treats Uncategorized as no category", () => {
  const rows = [
    ...weeklyUses(8, 7, FOOD),
    ...weeklyUses(8, 8, { category_id: "uncategorized" }),
    aUse(0, { id: "waiting", category_id: "uncategorized" }),
  ];
  const { pending } = overview(rows);
  assertEquals(pending.length, 9);
  assert(pending.every(({ suggestion }) => suggestion?.category_id === "food"));
});

Deno.test("suggestCategories() omits transfers, splits and tracking accounts", () => {
  const lines = [aSplitLine({ category_id: "food" }), aSplitLine({ category_id: "fun" })];
  const rows = [
    aUse(0, { transfer_account_id: "visa" }),
    aUse(0, { subtransactions: lines }),
    aUse(0, { account_id: "pension" }),
  ];
  assertEquals(overview(rows).pending, []);
});

Deno.test("suggestCategories() counts a matched pair once", () => {
  const rows = [
    aUse(0, { id: "entered", matched_transaction_id: "imported" }),
    aUse(0, { id: "imported", matched_transaction_id: "entered", import_id: "YNAB:1" }),
  ];
  assertEquals(overview(rows).pending.map((line) => line.transaction_id), ["entered"]);
});

Deno.test("suggestCategories() finds the other side among income and tracking accounts", () => {
  for (const other of [{ category_id: "inflow" }, { account_id: "pension" }]) {
    const rows = [
      aUse(0, { id: "out", amount: -650_000 }),
      aUse(1, { id: "in", amount: 650_000, account_id: "visa", ...other }),
    ];
    assertEquals(only(rows).transfer_with, "in");
  }
});

function overview(rows: readonly TransactionRecord[], minConfidence = 0.8): SuggestionOverview {
  return suggestCategories(aSuggestionPlan(rows), { minConfidence });
}

function only(rows: readonly TransactionRecord[], minConfidence = 0.8): PendingLine {
  const [line, ...others] = overview(rows, minConfidence).pending;
  assertEquals(others, []);
  if (line === undefined) throw new Error("No row waits");
  return line;
}
