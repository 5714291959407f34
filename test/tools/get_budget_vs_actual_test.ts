import { assertEquals } from "@std/assert";
import { household, ids } from "./_plan.ts";
import { aWorld, rowsOf } from "./_world.ts";

const gifts = {
  category_id: "000000c3",
  name: "Gifts",
  group: "Fun",
  assigned: 0,
  spent: 20,
  available: -20,
  over_by: 20,
};
const dining = {
  category_id: "000000c4",
  name: "Dining",
  group: "Fun",
  assigned: 60,
  spent: 95.5,
  available: -35.5,
  used_percent: 159,
  over_by: 35.5,
};

Deno.test("get_budget_vs_actual compares each category and the totals", async () => {
  await using world = await aWorld();
  const { structured } = await world.call("get_budget_vs_actual", { plan_id: ids.plan });
  assertEquals(structured, {
    month: "2026-03",
    categories: [
      {
        category_id: "000000c1",
        name: "Rent",
        group: "Bills",
        assigned: 1000,
        spent: 1000,
        available: 0,
        used_percent: 100,
        over_by: 0,
      },
      {
        category_id: "000000c2",
        name: "Power",
        group: "Bills",
        assigned: 50,
        spent: 0,
        available: 50,
        used_percent: 0,
        over_by: 0,
      },
      gifts,
      dining,
    ],
    totals: { assigned: 1110, spent: 1115.5, available: -5.5 },
  });
});

Deno.test("get_budget_vs_actual returns only overspent categories and their totals", async () => {
  await using world = await aWorld();
  const args = { plan_id: ids.plan, only_over: true };
  const { structured } = await world.call("get_budget_vs_actual", args);
  assertEquals(structured, {
    month: "2026-03",
    categories: [gifts, dining],
    totals: { assigned: 60, spent: 115.5, available: -55.5 },
  });
});

Deno.test("get_budget_vs_actual lists an overspent card payment category but leaves it out of totals", async () => {
  const plan = household();
  plan.assignments.get("2026-03-01")?.set(ids.visaPayment, -329_230);
  await using world = await aWorld({ plans: [plan], planId: ids.plan });
  const all = await world.call("get_budget_vs_actual");
  const over = await world.call("get_budget_vs_actual", { only_over: true });
  const rows = rowsOf(over, "categories");
  assertEquals(rows.map(({ name, over_by }) => [name, over_by]), [
    ["Visa", 329.23],
    ["Gifts", 20],
    ["Dining", 35.5],
  ]);
  assertEquals(over.structured?.["totals"], { assigned: 60, spent: 115.5, available: -55.5 });
  assertEquals(JSON.stringify(all.structured).includes("Visa"), false);
});

Deno.test("get_budget_vs_actual filters by category group", async () => {
  await using world = await aWorld();
  const args = { plan_id: ids.plan, group: "Fun" };
  const { structured } = await world.call("get_budget_vs_actual", args);
  assertEquals(structured?.["categories"], [gifts, dining]);
});

Deno.test("get_budget_vs_actual omits card payment categories, which would count spending twice", async () => {
  await using world = await aWorld();
  const args = { plan_id: ids.plan, group: "Credit Card Payments" };
  const { structured } = await world.call("get_budget_vs_actual", args);
  assertEquals(structured?.["categories"], undefined);
});
