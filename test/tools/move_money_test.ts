import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { appliedRows, apply, confirm } from "./_confirm.ts";
import { ids } from "./_plan.ts";
import { testRefusals } from "./_refusals.ts";
import { aWorld } from "./_world.ts";

const args = {
  month: "2026-03",
  from_category_id: "Power",
  to_category_id: "Dining",
  amount: 35.5,
};

Deno.test("move_money moves the exact amount without creating or losing money", async () => {
  await using world = await aWorld({ write: true });
  const before = await world.call("get_monthly_summary", { month: "2026-03" });
  const [records] = world.upstream.snapshot();
  const { preview, applied } = await apply(world, "move_money", args);
  assertEquals(applied.structured?.["changes"], appliedRows(preview));
  assertStringIncludes(preview.text, "Bills/Power, 2026-03|assigned|$50.00|$14.50");
  assertMatch(String(applied.structured?.["operation_id"]), /^[0-9a-z]{12}$/);
  const march = records?.assignments.get("2026-03-01");
  march?.set(ids.power, 14_500).set(ids.dining, 95_500);
  assertEquals(world.upstream.snapshot()[0]?.assignments, records?.assignments);
  const after = await world.call("get_monthly_summary", { month: "2026-03" });
  assertEquals(
    applied.structured?.["message"],
    "Moved $35.50 from Power to Dining in 2026-03. Available in 2026-03: Power $14.50, Dining " +
      "$0.00. You can undo this until the server stops.",
  );
  for (const total of ["ready_to_assign", "assigned", "activity"]) {
    assertEquals(after.structured?.[total], before.structured?.[total], total);
  }
});

Deno.test("move_money warns that the source category will go negative", async () => {
  await using world = await aWorld({ write: true });
  const { structured } = await world.call("move_money", { ...args, amount: 70 });
  assertEquals(structured?.["warnings"], ["Power will have -$20.00 available"]);
});

testRefusals("move_money", { args }, [
  [
    { to_category_id: ids.power },
    /^invalid_input: from_category_id and to_category_id are the same category/,
  ],
  [
    { from_category_id: "ready_to_assign" },
    /^invalid_input: Ready to Assign isn't a category; .*use set_category_budget/,
  ],
  [
    { to_category_id: "Inflow: Ready to Assign" },
    /^invalid_input: Ready to Assign isn't a category; .*use set_category_budget/,
  ],
  [
    { to_category_id: "Uncategorized" },
    /^invalid_input: "Uncategorized" is a built-in YNAB category/,
  ],
  [{ to_category_id: "Nowhere" }, /^not_found: this plan has no category/],
  [
    { from_category_id: "Nowhere", to_category_id: "Uncategorized" },
    /^invalid_input: nothing was written, because 2 arguments.*\nfrom_category_id: this plan has no category.*\nto_category_id: "Uncategorized" is/,
  ],
]);

Deno.test("undo_operation reports both categories' balances after undoing a move", async () => {
  await using world = await aWorld({ write: true });
  const { applied: moved } = await confirm(world, "move_money", args);
  assertStringIncludes(moved.text, "Available in 2026-03: Power $14.50, Dining $0.00.");
  const { applied } = await confirm(world, "undo_operation");
  assertEquals(
    applied.structured?.["message"],
    'Undid "Move $35.50 from Power to Dining in 2026-03". ' +
      "Available in 2026-03: Power $50.00, Dining -$35.50.",
  );
});

Deno.test("undo_operation reports Ready to Assign after undoing an assignment", async () => {
  await using world = await aWorld({ write: true });
  await confirm(world, "set_category_budget", {
    month: "2026-03",
    category_id: "Power",
    amount: 75,
  });
  const { applied } = await confirm(world, "undo_operation");
  assertEquals(
    applied.structured?.["message"],
    'Undid "Set the amount assigned to Power in 2026-03 to $75.00". ' +
      "Available in 2026-03: Power $50.00. Ready to Assign in 2026-03 is now $1883.00.",
  );
});

Deno.test("move_money reports what was written when the second write fails with a 429", async () => {
  await using world = await aWorld({ write: true });
  world.upstream.setFaults([{ operation: "updateMonthCategory", nth: 2, then: { status: 429 } }]);
  const { applied } = await confirm(world, "move_money", args);
  assertEquals(applied.structured?.["status"], "partly");
  assertMatch(
    applied.text,
    /only part of the change was applied[^]*Bills\/Power, 2026-03 could not be restored/,
  );
  const march = world.upstream.snapshot()[0]?.assignments.get("2026-03-01");
  assertEquals([ids.power, ids.dining].map((id) => march?.get(id)), [14_500, 60_000]);
});
