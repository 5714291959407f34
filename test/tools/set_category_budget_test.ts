import { assertEquals, assertMatch } from "@std/assert";
import { appliedRows, apply, confirm } from "./_confirm.ts";
import { ids } from "./_plan.ts";
import { testRefusals } from "./_refusals.ts";
import { aWorld } from "./_world.ts";

const args = { month: "2026-03", category_id: "Dining", amount: 100.25 };

Deno.test("set_category_budget assigns the exact amount and reports what remains", async () => {
  await using world = await aWorld({ write: true });
  const [before] = world.upstream.snapshot();
  const { preview, applied } = await confirm(world, "set_category_budget", args);
  const { operation_id: operation, message, ...rest } = applied.structured ?? {};
  assertMatch(String(operation), /^[0-9a-z]{12}$/);
  assertMatch(
    String(message),
    /^Set the amount assigned to Dining in 2026-03 to \$100\.25\. Available in 2026-03: Dining \$4\.75\. Ready to Assign in 2026-03 is now \$1842\.75\. You can undo this until the server stops\.$/,
  );
  assertEquals(rest, { status: "applied", confirmed_by: "code", changes: appliedRows(preview) });
  const [after] = world.upstream.snapshot();
  before?.assignments.get("2026-03-01")?.set(ids.dining, 100_250);
  assertEquals(after?.assignments, before?.assignments);
  assertEquals([after?.transactions, after?.categories], [
    before?.transactions,
    before?.categories,
  ]);
});

Deno.test("set_category_budget warns if Ready to Assign or the category would be negative", async () => {
  await using world = await aWorld({ write: true });
  const more = await world.call("set_category_budget", { ...args, amount: 5000 });
  assertEquals(more.structured?.["warnings"], [
    "Ready to Assign in 2026-03 is $1883.00 now and should be -$3057.00 after this change, so " +
    "you would assign more than you have",
  ]);
  const less = await world.call("set_category_budget", { ...args, amount: -10, month: "current" });
  assertEquals(less.structured?.["warnings"], [
    "Ready to Assign in 2026-03 is $1883.00 now and should be $1953.00 after this change",
    "Dining will have -$105.50 available",
  ]);
});

Deno.test("set_category_budget applies the change even if spending has changed since the preview", async () => {
  await using world = await aWorld({ write: true });
  const { structured } = await world.call("set_category_budget", args);
  world.upstream.edit((plan) => {
    for (const row of plan.transactions) if (row.category_id === ids.rent) row.amount -= 5000;
  });
  const confirmation = structured?.["confirmation"];
  const applied = await world.call("set_category_budget", { ...args, confirmation });
  assertEquals(applied.structured?.["status"], "applied");
});

Deno.test("set_category_budget says which warning was only in the preview and which is new", async () => {
  await using world = await aWorld({ write: true });
  const { structured } = await world.call("set_category_budget", args);
  await apply(world, "set_category_budget", { ...args, category_id: "Rent", amount: 900 });
  const confirmation = structured?.["confirmation"];
  const { text } = await world.call("set_category_budget", { ...args, confirmation });
  const words = "Ready to Assign in 2026-03 is";
  assertEquals(text.split("\n").slice(1), [
    `only in the preview: ${words} $1883.00 now and should be $1842.75 after this change`,
    `new since the preview: ${words} $1983.00 now and should be $1942.75 after this change`,
  ]);
});

testRefusals("set_category_budget", { args }, [
  [
    { category_id: "ready_to_assign" },
    /^invalid_input: Ready to Assign isn't a category; it's the money not/,
  ],
  [{ category_id: "Inflow: Ready to Assign" }, /^invalid_input: Ready to Assign isn't a category/],
  [{ category_id: ids.inflow }, /^invalid_input: Ready to Assign isn't a category/],
  [{ category_id: "Uncategorized" }, /^invalid_input: "Uncategorized" is a built-in YNAB category/],
  [{ category_id: "Gifts" }, /^invalid_input: "Gifts" matches 2 category records.*\n.*Fun\/Gifts/],
  [{ category_id: "Nowhere" }, /^not_found: this plan has no category "Nowhere"/],
]);

Deno.test("set_category_budget reports success even if every re-read fails", async () => {
  await using world = await aWorld({ write: true });
  world.upstream.setFaults([{ operation: "getPlanMonth", nth: 3, then: { status: 500 } }]);
  await apply(world, "set_category_budget", args);
  const march = world.upstream.snapshot()[0]?.assignments.get("2026-03-01");
  assertEquals(march?.get(ids.dining), 100_250);
});
