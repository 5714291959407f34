import { assertEquals, assertMatch } from "@std/assert";
import { aWorld, callIn } from "./_world.ts";

Deno.test("get_monthly_summary returns totals, overspent categories (worst first) and how much targets need", async () => {
  const { text } = await callIn(aWorld(), "get_monthly_summary");
  assertEquals(text.split("\n"), [
    "month: 2026-03 | income: $3000.00 | assigned: $1110.00 | activity: -$1115.50 | " +
    "ready_to_assign: $1883.00 | underfunded.count: 1 | underfunded.total: $70.00",
    "overspent ($): name|group|available|category_id",
    "Dining|Fun|-35.50",
    "Gifts|Fun|-20.00|000000c3",
  ]);
});

Deno.test("get_monthly_summary reports that nothing is overspent", async () => {
  const { text } = await callIn(aWorld(), "get_monthly_summary", { month: "2025-06" });
  assertMatch(text, /\noverspent: none$/);
});
