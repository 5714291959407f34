import { assertEquals } from "@std/assert";
import { household, ids } from "./_plan.ts";
import { aWorld, callIn, rowsOf } from "./_world.ts";

const HEADING = "categories ($): name|assigned|spent|available|used_percent|over_by|category_id";
const fun = [
  ...["group: Fun", "Gifts|0.00|20.00|-20.00||20.00|000000c3"],
  "Dining|60.00|95.50|-35.50|159|35.50",
];
const overspent = "totals.assigned: $60.00 | totals.spent: $115.50 | totals.available: -$55.50";

Deno.test("get_budget_vs_actual compares each category and the totals", async () => {
  const { text } = await callIn(aWorld(), "get_budget_vs_actual");
  assertEquals(text.split("\n"), [
    "month: 2026-03 | totals.assigned: $1110.00 | totals.spent: $1115.50 | totals.available: -$5.50",
    ...[HEADING, "group: Bills", "Rent|1000.00|1000.00|0.00|100|0.00"],
    ...["Power|50.00|0.00|50.00|0|0.00", ...fun],
  ]);
});

for (const more of [{ only_over: true }, { group: "Fun" }]) {
  Deno.test(`get_budget_vs_actual totals only the categories selected by ${JSON.stringify(more)}`, async () => {
    const { text } = await callIn(aWorld(), "get_budget_vs_actual", more);
    assertEquals(text.split("\n"), [`month: 2026-03 | ${overspent}`, HEADING, ...fun]);
  });
}

Deno.test("get_budget_vs_actual lists an overspent card payment category but leaves it out of totals", async () => {
  const plan = household();
  plan.assignments.get("2026-03-01")?.set(ids.visaPayment, -329_230);
  await using world = await aWorld({ plans: [plan] });
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
