import { assert, assertEquals, assertNotEquals, assertThrows } from "@std/assert";
import { heavyPlan } from "../../demo/heavy.ts";
import {
  badImportIds,
  brokenReferences,
  misdatedRows,
  misplacedCategories,
  oddAmounts,
  repeatedIds,
  unevenSplits,
  unpairedTransfers,
} from "./_plan_integrity.ts";

const TODAY = "2026-11-20";
const SIZE = 20_000;
const AWKWARD_DAYS = ["2024-02-29", "2025-12-31", "2026-01-01", "2026-03-05", "2026-05-31"];

const plan = heavyPlan({ today: TODAY, transactions: SIZE });

Deno.test("heavyPlan() gives the same plan for the same options", () => {
  const options = { today: TODAY, seed: 7, transactions: 2_000 };
  assertEquals(heavyPlan(options), heavyPlan(options));
});

Deno.test("heavyPlan() gives another plan for another seed", () => {
  const other = heavyPlan({ today: TODAY, seed: 2, transactions: 2_000 });
  assertNotEquals(other.id, plan.id);
});

Deno.test("heavyPlan() has exactly the rows that were asked for", () => {
  for (const transactions of [1_000, 1_001, 12_345, SIZE]) {
    assertEquals(heavyPlan({ today: TODAY, transactions }).transactions.length, transactions);
  }
});

Deno.test("heavyPlan() refuses a number of rows that it cannot make", () => {
  for (const transactions of [0, 999, 250_001, NaN]) {
    assertThrows(() => heavyPlan({ today: TODAY, transactions }), RangeError, "Cannot make");
  }
});

for (const today of [TODAY, ...AWKWARD_DAYS]) {
  Deno.test(`heavyPlan() holds together on ${today}`, () => {
    const records = heavyPlan({ today, transactions: 5_000 });
    assertEquals(brokenReferences(records), []);
    assertEquals(unpairedTransfers(records), []);
    assertEquals(unevenSplits(records), []);
    assertEquals(misdatedRows(records, today), []);
    assertEquals(repeatedIds(records), []);
    assertEquals(badImportIds(records), []);
    assertEquals(oddAmounts(records), []);
    assertEquals(misplacedCategories(records), []);
  });
}

Deno.test("heavyPlan() holds together with many rows", () => {
  assertEquals(unpairedTransfers(plan), []);
  assertEquals(brokenReferences(plan), []);
  assertEquals(repeatedIds(plan), []);
});

Deno.test("heavyPlan() reaches back further for more rows, 18 years at most", () => {
  const firstMonth = (transactions: number): string =>
    heavyPlan({ today: TODAY, transactions }).first_month;
  assert(firstMonth(60_000) < "2012-01-01");
  assert(firstMonth(1_000) > "2026-01-01");
});

Deno.test("heavyPlan() has more payees for more rows, with labels of several countries' banks", () => {
  assert(plan.payees.length > 500, `${plan.payees.length}`);
  const labels = plan.transactions.map((row) => row.import_payee_name_original ?? "");
  for (const part of ["SQ *", "AMZN", "SEPA-BASISLASTSCHRIFT", "CB ", "CARD PAYMENT TO"]) {
    assert(labels.some((label) => label.startsWith(part)), part);
  }
});
