import { assert, assertEquals } from "@std/assert";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import {
  type PendingLine,
  suggestCategories,
  type SuggestionOverview,
} from "../../../domain/suggestions/suggestions.ts";
import { aCategory, aGroup, aSplitLine } from "../../_builders.ts";
import { aSuggestionPlan, aUse, weeklyUses } from "./_suggestion_plan.ts";

const FOOD = { category_id: "food" };

Deno.test("suggestCategories() suggests what the payee was paid for", () => {
  const waiting = aUse(0, { id: "waiting", memo: "?", amount: -12_340 });
  assertEquals(overview([...weeklyUses(20, 7, FOOD), waiting]), {
    pending: [{
      transaction_id: "waiting",
      date: "2024-06-30",
      amount: -12_340,
      payee: "Corner Shop",
      memo: "?",
      account: "Checking",
      suggestion: {
        category_id: "food",
        category: "Food",
        confidence: 0.99,
        uses: 20,
        last_used: "2024-06-23",
        because: "this payee, 20 times",
      },
      transfer_with: null,
    }],
    suggested_count: 1,
    categories: [
      { category_id: "food", name: "Food", group: "Living" },
      { category_id: "fun", name: "Fun", group: "Living" },
    ],
  });
});

Deno.test("suggestCategories() has nothing to say of an empty plan", () => {
  const { pending, suggested_count } = overview([]);
  assertEquals({ pending, suggested_count }, { pending: [], suggested_count: 0 });
});

Deno.test("suggestCategories() gives the newest row first, equal days by id", () => {
  const rows = [aUse(3, { id: "c" }), aUse(0, { id: "b" }), aUse(0, { id: "a" })];
  assertEquals(overview(rows).pending.map((line) => line.transaction_id), ["a", "b", "c"]);
});

Deno.test("suggestCategories() takes the Uncategorized category for none", () => {
  const rows = [
    ...weeklyUses(8, 7, FOOD),
    ...weeklyUses(8, 8, { category_id: "uncategorized" }),
    aUse(0, { id: "waiting", category_id: "uncategorized" }),
  ];
  const { pending } = overview(rows);
  assertEquals(pending.length, 9);
  assert(pending.every(({ suggestion }) => suggestion?.category_id === "food"));
});

Deno.test("suggestCategories() leaves out transfers, splits, and tracking accounts", () => {
  const lines = [aSplitLine({ category_id: "food" }), aSplitLine({ category_id: "fun" })];
  const rows = [
    aUse(0, { transfer_account_id: "visa" }),
    aUse(0, { subtransactions: lines }),
    aUse(0, { account_id: "pension" }),
  ];
  assertEquals(overview(rows).pending, []);
});

Deno.test("suggestCategories() takes a row for unsplit when its lines are deleted", () => {
  const lines = [aSplitLine({ category_id: "food", deleted: true })];
  assertEquals(overview([aUse(0, { subtransactions: lines })]).pending.length, 1);
});

Deno.test("suggestCategories() counts one row of a matched pair", () => {
  const rows = [
    aUse(0, { id: "entered", matched_transaction_id: "imported" }),
    aUse(0, { id: "imported", matched_transaction_id: "entered", import_id: "YNAB:1" }),
  ];
  assertEquals(overview(rows).pending.map((line) => line.transaction_id), ["entered"]);
});

Deno.test("suggestCategories() keeps suggestions at or above the least confidence", () => {
  const rows = [...weeklyUses(2, 7, FOOD), aUse(0, { id: "waiting" })];
  const confidence = only(rows, 0).suggestion?.confidence ?? 0;
  assert(confidence > 0.8 && confidence < 0.98);
  assertEquals(only(rows, confidence).suggestion?.category_id, "food");
  assertEquals(only(rows, confidence + 0.01).suggestion, null);
});

Deno.test("suggestCategories() gives every guess at 0 and none at 1", () => {
  const rows = [
    ...weeklyUses(50, 7, FOOD),
    ...[1, 2, 3].flatMap((day) => [
      aUse(day, { payee_name: "Fair", category_id: "food" }),
      aUse(day, { payee_name: "Fair", category_id: "fun" }),
    ]),
    aUse(0),
    aUse(0, { payee_name: "Fair" }),
  ];
  assertEquals(overview(rows, 0).suggested_count, 2);
  assertEquals(overview(rows, 0.8).suggested_count, 1);
  assertEquals(overview(rows, 1).suggested_count, 0);
});

Deno.test("suggestCategories() counts suggestions over all rows", () => {
  const waiting = Array.from({ length: 300 }, (_, at) => aUse(0, { id: `waiting ${at}` }));
  const { pending, suggested_count } = overview([...weeklyUses(20, 7, FOOD), ...waiting]);
  assertEquals([pending.length, suggested_count], [300, 300]);
});

Deno.test("suggestCategories() pairs what looks like a transfer, and suggests nothing there", () => {
  const rows = [
    ...weeklyUses(20, 7, FOOD),
    aUse(0, { id: "out", amount: -650_000 }),
    aUse(2, { id: "in", amount: 650_000, account_id: "visa", payee_name: "Deposit" }),
  ];
  const pairs = overview(rows, 0).pending.map(({ transaction_id, transfer_with, suggestion }) => [
    transaction_id,
    transfer_with,
    suggestion,
  ]);
  assertEquals(pairs, [["out", "in", null], ["in", "out", null]]);
});

Deno.test("suggestCategories() finds the other side where it counts as income or is tracked", () => {
  for (const other of [{ category_id: "inflow" }, { account_id: "pension" }]) {
    const rows = [
      aUse(0, { id: "out", amount: -650_000 }),
      aUse(1, { id: "in", amount: 650_000, account_id: "visa", ...other }),
    ];
    assertEquals(only(rows).transfer_with, "in");
  }
});

Deno.test("suggestCategories() takes a refund that has its category for no transfer", () => {
  const rows = [
    aUse(0, { id: "out", amount: -650_000 }),
    aUse(1, { amount: 650_000, account_id: "visa", category_id: "fun" }),
  ];
  assertEquals(only(rows).transfer_with, null);
});

Deno.test("suggestCategories() tells two categories of one name apart", () => {
  const plan = aSuggestionPlan([...weeklyUses(20, 7, FOOD), aUse(0, { id: "waiting" })]);
  const other = aGroup({
    id: "trips",
    name: "Trips",
    categories: [aCategory({ id: "x", name: "Food" })],
  });
  const groups = [...plan.groups, other];
  const { pending } = suggestCategories({ ...plan, groups }, { minConfidence: 0.8 });
  assertEquals(pending.map(({ suggestion }) => suggestion?.category), ["Living/Food"]);
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
