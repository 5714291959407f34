import { assertEquals, assertThrows } from "@std/assert";
import { heavyPlan } from "../../demo/heavy.ts";
import { assertConsistent } from "./_plan_integrity.ts";

const TODAY = "2026-11-20";
const SIZE = 20_000;
const AWKWARD_DAYS = ["2024-02-29", "2025-12-31", "2026-01-01", "2026-03-05", "2026-05-31"];

Deno.test("heavyPlan() returns the same plan for the same options", () => {
  const options = { today: TODAY, seed: 7, transactions: 2_000 };
  assertEquals(heavyPlan(options), heavyPlan(options));
});

Deno.test("heavyPlan() creates exactly the requested number of transactions", () => {
  for (const transactions of [1_000, 1_001, 12_345, SIZE]) {
    assertEquals(heavyPlan({ today: TODAY, transactions }).transactions.length, transactions);
  }
});

Deno.test("heavyPlan() rejects an impossible number of transactions", () => {
  for (const transactions of [0, 999, 250_001, NaN]) {
    assertThrows(() => heavyPlan({ today: TODAY, transactions }), RangeError, "Cannot make");
  }
});

for (const today of [TODAY, ...AWKWARD_DAYS]) {
  Deno.test(`heavyPlan() is consistent on ${today}`, () => {
    assertConsistent(heavyPlan({ today, transactions: 5_000 }), today);
  });
}
