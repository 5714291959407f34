import { assertEquals, assertMatch } from "@std/assert";
import { ids } from "./_plan.ts";
import { aWorld } from "./_world.ts";

Deno.test("get_monthly_summary returns totals, overspent categories (worst first) and target needs", async () => {
  await using world = await aWorld();
  const { structured } = await world.call("get_monthly_summary", { plan_id: ids.plan });
  assertEquals(structured, {
    month: "2026-03",
    income: 3000,
    assigned: 1110,
    activity: -1115.5,
    ready_to_assign: 1883,
    overspent: [
      { category_id: "000000c4", name: "Dining", group: "Fun", available: -35.5 },
      { category_id: "000000c3", name: "Gifts", group: "Fun", available: -20 },
    ],
    underfunded: { count: 1, total: 70 },
  });
});

Deno.test("get_monthly_summary reports that nothing is overspent", async () => {
  await using world = await aWorld();
  const { text } = await world.call("get_monthly_summary", { plan_id: ids.plan, month: "2025-06" });
  assertMatch(text, /\noverspent: none$/);
});
