import { assertEquals, assertMatch } from "@std/assert";
import { household, ids } from "./_plan.ts";
import { aWorld } from "./_world.ts";

const shown = [
  {
    group_id: "000000b3",
    name: "Credit Card Payments",
    categories: [{ category_id: "000000c6", name: "Visa" }],
  },
  {
    group_id: "000000b1",
    name: "Bills",
    categories: [
      { category_id: "000000c1", name: "Rent" },
      { category_id: "000000c2", name: "Power", target: "set aside $120.00 monthly" },
      { category_id: "000000c5", name: "Gifts" },
    ],
  },
  {
    group_id: "000000b2",
    name: "Fun",
    categories: [{ category_id: "000000c3", name: "Gifts" }, {
      category_id: "000000c4",
      name: "Dining",
    }],
  },
];

Deno.test("list_category_groups returns groups, categories and targets, except internal and hidden ones", async () => {
  await using world = await aWorld();
  const { structured } = await world.call("list_category_groups", { plan_id: ids.plan });
  assertEquals(structured, { groups: shown });
});

Deno.test("list_category_groups shows a repeating target's next due date, not its first due date", async () => {
  const plan = household();
  const target = {
    ...{ goal_type: "NEED" as const, goal_needs_whole_amount: true, goal_day: null },
    ...{ goal_cadence: 4, goal_cadence_frequency: 1, goal_target_date: "2024-10-10" },
    ...{ goal_snoozed_at: null, goal_creation_month: "2024-01-01", goal_target: 1_185_000 },
  };
  const categories = plan.categories.map((one) => one.id === ids.power ? { ...one, target } : one);
  await using world = await aWorld({ plans: [{ ...plan, categories }], planId: ids.plan });
  const { text } = await world.call("list_category_groups");
  assertMatch(text, /\|set aside \$1185\.00 every 3 months due 2026-04-10\n/);
});

Deno.test("list_category_groups returns hidden groups and categories when requested", async () => {
  await using world = await aWorld();
  const args = { plan_id: ids.plan, include_hidden: true };
  const { structured } = await world.call("list_category_groups", args);
  assertEquals(structured, {
    groups: [...shown, {
      group_id: "000000b5",
      name: "Hidden Categories",
      categories: [{ category_id: "000000c9", name: "Old hobby" }],
    }],
  });
});
