import { assertEquals, assertMatch } from "@std/assert";
import type { MoneyMovement } from "../../client/wire/category.ts";
import { household, idOf, ids } from "./_plan.ts";
import { aWorld, type World } from "./_world.ts";

function aMove(change: Partial<MoneyMovement>): MoneyMovement {
  return { id: idOf("f1"), month: "2026-03-01", amount: 1_000, ...change };
}

const MOVES = [
  aMove({
    id: idOf("f1"),
    moved_at: "2026-03-01T08:00:00Z",
    amount: 50_000,
    to_category_id: ids.power,
    money_movement_group_id: idOf("fa"),
  }),
  aMove({
    id: idOf("f2"),
    moved_at: "2026-03-04T08:00:00Z",
    amount: 20_000,
    from_category_id: ids.power,
    to_category_id: ids.dining,
    note: "Lunch",
  }),
  // YNAB returns some movements reversed, with a negative amount.
  aMove({
    id: idOf("f3"),
    month: "2026-02-01",
    moved_at: "2026-02-04T08:00:00Z",
    amount: -5_000,
    from_category_id: ids.dining,
  }),
];

function aMovedWorld(): Promise<World> {
  const group = { id: idOf("fa"), group_created_at: "2026-03-01T08:00:00Z", month: "2026-03-01" };
  return aWorld({
    profile: "complete",
    plans: [{
      ...household(),
      money_movements: MOVES,
      money_movement_groups: [{ ...group, note: "Month's start" }],
    }],
  });
}

const plan = { plan_id: ids.plan };

Deno.test("list_money_movements returns all movements newest first with their total", async () => {
  await using world = await aMovedWorld();
  const { structured } = await world.call("list_money_movements", plan);
  assertEquals(structured, {
    count: 3,
    net: [
      { category: "Power", amount: 30 },
      { category: "Dining", amount: 25 },
      { category: "Ready to Assign", amount: -55 },
    ],
    movements: [
      {
        moved_at: "2026-03-04T08:00:00Z",
        month: "2026-03",
        amount: 20,
        from: "Power",
        to: "Dining",
        note: "Lunch",
      },
      {
        moved_at: "2026-03-01T08:00:00Z",
        month: "2026-03",
        amount: 50,
        from: "Ready to Assign",
        to: "Power",
        group: "Month's start",
      },
      {
        moved_at: "2026-02-04T08:00:00Z",
        month: "2026-02",
        amount: 5,
        from: "Ready to Assign",
        to: "Dining",
      },
    ],
  });
  assertEquals(world.sent().toSorted(), [
    "getCategories",
    "getMoneyMovementGroups",
    "getMoneyMovements",
  ]);
});

Deno.test("list_money_movements requests only one month", async () => {
  await using world = await aMovedWorld();
  const { structured } = await world.call("list_money_movements", { ...plan, month: "2026-02" });
  assertEquals(structured?.["count"], 1);
  assertEquals(world.sent().toSorted(), [
    "getCategories",
    "getMoneyMovementGroupsByMonth",
    "getMoneyMovementsByMonth",
  ]);
});

for (const [wanted, count] of [["Dining", 2], ["Ready to Assign", 2], ["ready_to_assign", 2]]) {
  Deno.test(`list_money_movements returns movements of ${wanted}`, async () => {
    await using world = await aMovedWorld();
    const args = { ...plan, category_id: wanted };
    const { structured } = await world.call("list_money_movements", args);
    assertEquals(structured?.["count"], count);
  });
}

Deno.test("list_money_movements adds up deleted categories and omits sums of zero", async () => {
  const categories = household().categories.map((one) =>
    one.id === ids.rent ? { ...one, name: "ready to assign" } : one
  );
  const moves = [
    { to_category_id: idOf("a1"), amount: 5_000 },
    { to_category_id: idOf("a2"), amount: 2_000 },
    { from_category_id: ids.power, to_category_id: ids.dining },
    { from_category_id: ids.dining, to_category_id: ids.power },
    { to_category_id: ids.rent },
  ].map((move, at) => aMove({ id: idOf(`f${at}`), moved_at: "2026-03-01T08:00:00Z", ...move }));
  await using world = await aWorld({
    profile: "complete",
    plans: [{ ...household(), categories, money_movements: moves }],
  });
  const { structured } = await world.call("list_money_movements", plan);
  assertEquals(structured?.["net"], [
    { category: "(deleted category)", amount: 7 },
    { category: "ready to assign (category)", amount: 1 },
    { category: "Ready to Assign", amount: -8 },
  ]);
});

Deno.test("list_money_movements returns the overall totals on every page", async () => {
  await using world = await aMovedWorld();
  const first = await world.call("list_money_movements", { ...plan, limit: 2 });
  const cursor = first.structured?.["next_cursor"];
  const second = await world.call("list_money_movements", { ...plan, limit: 2, cursor });
  assertEquals(second.structured?.["net"], first.structured?.["net"]);
  assertEquals((second.structured?.["movements"] as readonly unknown[]).length, 1);
});

const refused: readonly (readonly [what: string, args: object, text: RegExp])[] = [
  ["an unknown category", { category_id: "Yachts" }, /^not_found: .*Yachts/],
  ["an ambiguous category", { category_id: "Gifts" }, /^invalid_input: .*Gifts/],
  ["an invalid month", { month: "2026-13" }, /^invalid_input: .*month must be a month/],
  ["a month outside the plan", { month: "2019-01" }, /^not_found: /],
];

for (const [what, args, text] of refused) {
  Deno.test(`list_money_movements rejects ${what}`, async () => {
    await using world = await aMovedWorld();
    const answer = await world.call("list_money_movements", { ...plan, ...args });
    assertEquals(answer.isError, true);
    assertMatch(answer.text, text);
  });
}
