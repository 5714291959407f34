import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { writeMoney } from "../../domain/base/money_format.ts";
import { appliedRows, confirm, stateOf } from "./_confirm.ts";
import { ids } from "./_plan.ts";
import { aWorld, type World } from "./_world.ts";

const args = {
  plan_id: ids.plan,
  month: "2026-03",
  from_category_id: "Power",
  to_category_id: "Dining",
  amount: 35.5,
};

function assigned(world: World): readonly unknown[] {
  const march = world.upstream.snapshot()[0]?.assignments.get("2026-03-01");
  return [march?.get(ids.power), march?.get(ids.dining)];
}

Deno.test("move_money previews both categories and writes nothing", async () => {
  await using world = await aWorld({ write: true });
  const before = stateOf(world);
  const { structured, isError } = await world.call("move_money", args);
  const { confirmation, message, ...rest } = structured ?? {};
  assertMatch(String(confirmation), /^[0-9a-z]{12}$/);
  assertMatch(
    String(message),
    /^Move \$35\.50 from Power to Dining in 2026-03\? Nothing is written yet\. You can undo this until the server stops\./,
  );
  assertEquals([rest, isError], [{
    status: "confirmation_required",
    changes: [
      {
        id: "000000c2",
        label: "Bills/Power, 2026-03",
        field: "assigned",
        before: 50,
        after: 14.5,
        available_before: 50,
        available_after: 14.5,
      },
      {
        id: "000000c4",
        label: "Fun/Dining, 2026-03",
        field: "assigned",
        before: 60,
        after: 95.5,
        available_before: -35.5,
        available_after: 0,
      },
    ],
  }, false]);
  assertEquals(stateOf(world), before);
});

Deno.test("move_money moves the exact amount without creating or losing money", async () => {
  await using world = await aWorld({ write: true });
  const before = await world.call("get_monthly_summary", { plan_id: ids.plan, month: "2026-03" });
  const [records] = world.upstream.snapshot();
  const { preview, applied } = await confirm(world, "move_money", args);
  assertEquals(applied.structured?.["status"], "applied");
  assertEquals(applied.structured?.["changes"], appliedRows(preview));
  assertStringIncludes(preview.text, "Bills/Power, 2026-03|assigned|$50.00|$14.50");
  assertMatch(String(applied.structured?.["operation_id"]), /^[0-9a-z]{12}$/);
  const march = records?.assignments.get("2026-03-01");
  march?.set(ids.power, 14_500).set(ids.dining, 95_500);
  assertEquals(world.upstream.snapshot()[0]?.assignments, records?.assignments);
  const after = await world.call("get_monthly_summary", { plan_id: ids.plan, month: "2026-03" });
  const balances = await world.call("get_category_balances", {
    plan_id: ids.plan,
    month: "2026-03",
  });
  const rows = balances.structured?.["categories"] as readonly {
    readonly name: string;
    readonly available: number;
  }[];
  const availableIn = (wanted: string): string =>
    writeMoney(rows.find(({ name }) => name === wanted)?.available ?? 0, {
      symbol: "$",
      isSymbolFirst: true,
      decimals: 2,
    });
  assertEquals(
    applied.structured?.["message"],
    `Moved $35.50 from Power to Dining in 2026-03. Available in 2026-03: Power ${
      availableIn("Power")
    }, Dining ${availableIn("Dining")}.`,
  );
  for (const total of ["ready_to_assign", "assigned", "activity"]) {
    assertEquals(after.structured?.[total], before.structured?.[total], total);
  }
});

Deno.test("move_money reports that the source becomes negative", async () => {
  await using world = await aWorld({ write: true });
  const { structured } = await world.call("move_money", { ...args, amount: 70 });
  assertEquals(structured?.["warnings"], ["Power will have -$20.00 available"]);
});

for (
  const [what, wrong, text] of [
    [
      "the same category twice",
      { to_category_id: ids.power },
      /^invalid_input: from_category_id and to_category_id are the same category/,
    ],
    [
      "Ready to Assign as the source",
      { from_category_id: "ready_to_assign" },
      /^invalid_input: Ready to Assign isn't a category, .*use set_category_budget/,
    ],
    [
      "Ready to Assign as the goal",
      { to_category_id: "Inflow: Ready to Assign" },
      /^invalid_input: Ready to Assign isn't a category, .*use set_category_budget/,
    ],
    [
      "YNAB's own category",
      { to_category_id: "Uncategorized" },
      /^invalid_input: "Uncategorized" is YNAB's own category/,
    ],
    ["an unknown category", { to_category_id: "Nowhere" }, /^not_found: this plan has no category/],
    [
      "both sides at once",
      { from_category_id: "Nowhere", to_category_id: "Uncategorized" },
      /^invalid_input: nothing was written, 2 arguments are refused.*\nfrom_category_id: this plan has no category.*\nto_category_id: "Uncategorized" is/,
    ],
  ] as const
) {
  Deno.test(`move_money rejects ${what}`, async () => {
    await using world = await aWorld({ write: true });
    const before = stateOf(world);
    const reply = await world.call("move_money", { ...args, ...wrong });
    assertMatch(reply.text, text);
    assertEquals([reply.isError, stateOf(world)], [true, before]);
  });
}

Deno.test("move_money rejects amounts that aren't positive without a request", async () => {
  await using world = await aWorld({ write: true });
  for (const amount of [0, -5, 0.0001]) {
    const { text } = await world.call("move_money", { ...args, amount });
    assertMatch(text, /^invalid_input: the arguments do not fit: amount must /);
  }
  assertEquals(world.sent(), []);
});

Deno.test("undo_operation reports both balances after undoing a move", async () => {
  await using world = await aWorld({ write: true });
  const { applied: moved } = await confirm(world, "move_money", args);
  assertStringIncludes(moved.text, "Available in 2026-03: Power $14.50, Dining $0.00.");
  const { applied } = await confirm(world, "undo_operation", { plan_id: ids.plan });
  assertEquals(
    applied.structured?.["message"],
    'Undid "Move $35.50 from Power to Dining in 2026-03". ' +
      "Available in 2026-03: Power $50.00, Dining -$35.50.",
  );
});

Deno.test("undo_operation reports Ready to Assign after undoing a move", async () => {
  await using world = await aWorld({ write: true });
  await confirm(world, "set_category_budget", {
    plan_id: ids.plan,
    month: "2026-03",
    category_id: "Power",
    amount: 75,
  });
  const { applied } = await confirm(world, "undo_operation", { plan_id: ids.plan });
  assertEquals(
    applied.structured?.["message"],
    'Undid "Set what is assigned to Power in 2026-03 to $75.00". ' +
      "Available in 2026-03: Power $50.00. Ready to Assign in 2026-03 is now $1883.00.",
  );
});

Deno.test("move_money writes nothing when the money was spent after the preview", async () => {
  await using world = await aWorld({ write: true });
  const before = assigned(world);
  const { structured } = await world.call("move_money", args);
  world.upstream.edit(({ transactions }) => {
    const rent = transactions.find(({ category_id }) => category_id === ids.rent);
    if (rent !== undefined) rent.category_id = ids.power;
  });
  const confirmation = structured?.["confirmation"];
  const { text } = await world.call("move_money", { ...args, confirmation });
  assertMatch(text, /^conflict: the plan has changed since the preview, nothing was written/);
  assertMatch(text, /\nPower will have -\$985\.50 available$/);
  assertEquals(assigned(world), before);
});
