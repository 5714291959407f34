import { assertEquals, assertMatch } from "@std/assert";
import { household, ids } from "./_plan.ts";
import { aWorld, callIn } from "./_world.ts";

const shown = [
  ...["groups: name", "  categories: name|target|category_id", "Credit Card Payments", "  Visa"],
  ...["Bills", "  Rent", "  Power|set aside $120.00 monthly", "  Gifts||000000c5"],
  ...["Fun", "  Gifts||000000c3", "  Dining"],
];

for (const include_hidden of [false, true]) {
  const which = include_hidden ? "all" : "only visible";
  Deno.test(`list_category_groups returns ${which} groups except internal ones`, async () => {
    const { text } = await callIn(aWorld(), "list_category_groups", { include_hidden });
    const hidden = include_hidden ? ["Hidden Categories", "  Old hobby"] : [];
    assertEquals(text.split("\n"), [...shown, ...hidden]);
  });
}

Deno.test("list_category_groups shows a repeating target's next due date, not its first due date", async () => {
  const plan = household();
  const target = {
    ...{ goal_type: "NEED" as const, goal_needs_whole_amount: true, goal_day: null },
    ...{ goal_cadence: 4, goal_cadence_frequency: 1, goal_target_date: "2024-10-10" },
    ...{ goal_snoozed_at: null, goal_creation_month: "2024-01-01", goal_target: 1_185_000 },
  };
  const categories = plan.categories.map((one) => one.id === ids.power ? { ...one, target } : one);
  await using world = await aWorld({ plans: [{ ...plan, categories }] });
  const { text } = await world.call("list_category_groups");
  assertMatch(text, /\|set aside \$1185\.00 every 3 months due 2026-04-10\n/);
});
