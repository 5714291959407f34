import { assert, assertEquals } from "@std/assert";
import {
  categoryUses,
  type PayeeTransactions,
  usesNear,
} from "../../../domain/suggestions/category_evidence.ts";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import { aSplitLine, aTransaction } from "../../_builders.ts";

Deno.test("categoryUses() gives day, account, amount and weight", () => {
  const row = aTransaction({ amount: -5_000, account_id: "visa", category_id: "food" });
  assertEquals(categoryUses(aGroup([row])), [
    { category: "food", day: 0, account: "visa", amount: -5_000, weight: 1 },
  ]);
});

Deno.test("categoryUses() halves the weight of what nobody has approved", () => {
  const rows = [aTransaction({ category_id: "food", approved: false })];
  assertEquals(categoryUses(aGroup(rows))[0]?.weight, 0.5);
});

Deno.test("categoryUses() shares a row's weight among the lines of a split", () => {
  const lines = [
    aSplitLine({ amount: -7_500, category_id: "food" }),
    aSplitLine({ amount: -2_500, category_id: "fun" }),
    aSplitLine({ amount: -9_999, category_id: "fun", deleted: true }),
  ];
  const row = aTransaction({ amount: -10_000, category_id: "split", subtransactions: lines });
  const uses = categoryUses(aGroup([row]));
  assertEquals(uses.map(({ category, weight }) => [category, weight]), [
    ["food", 0.75],
    ["fun", 0.25],
  ]);
  assert(uses.every(({ amount }) => amount === -10_000));
});

Deno.test("categoryUses() survives lines that come to nothing", () => {
  const lines = [
    aSplitLine({ amount: 0, category_id: "food" }),
    aSplitLine({ amount: 0, category_id: "fun" }),
  ];
  const uses = categoryUses(aGroup([aTransaction({ subtransactions: lines })]));
  assertEquals(uses.map(({ weight }) => weight), [0.5, 0.5]);
});

Deno.test("categoryUses() leaves out lines of another payee, and those that move money", () => {
  const lines = [
    aSplitLine({ amount: -1_000, category_id: "food", payee_name: "Corner Shop" }),
    aSplitLine({ amount: -1_000, category_id: "fun", payee_name: "Book Shop" }),
    aSplitLine({ amount: -2_000, category_id: "fun", transfer_account_id: "visa" }),
  ];
  const row = aTransaction({ payee_name: "Corner Shop", subtransactions: lines });
  const uses = categoryUses(aGroup([row]));
  assertEquals(uses.map(({ category, weight }) => [category, weight]), [["food", 0.25]]);
});

Deno.test("categoryUses() leaves out transfers, deleted rows, and rows without a category", () => {
  const rows = [
    aTransaction({ category_id: "food", transfer_account_id: "visa" }),
    aTransaction({ category_id: "food", deleted: true }),
    aTransaction(),
  ];
  assertEquals(categoryUses(aGroup(rows)), []);
});

Deno.test("usesNear() takes the nearest where there are very many", () => {
  const days = Array.from({ length: 1_000 }, (_, day) => day);
  assertEquals(usesNear(days.slice(0, 96), 500), { from: 0, until: 96 });
  for (const day of [-5, 0, 500, 999, 2_000]) {
    const { from, until } = usesNear(days, day);
    assertEquals(until - from, 96);
    const nearest = Math.min(999, Math.max(0, day - 1));
    assert(from <= nearest && nearest < until, `${day}: ${from}`);
  }
  assertEquals(usesNear(days, 500).from, 500 - 72);
});

/** Groups rows, one a day from day 0. */
function aGroup(rows: readonly TransactionRecord[]): PayeeTransactions {
  return { transactions: rows, days: rows.map((_, day) => day) };
}
