import { assertEquals, assertMatch } from "@std/assert";
import type { MoneyMovement } from "../../client/wire/category.ts";
import { household, idOf, ids } from "./_plan.ts";
import { testRefusals } from "./_refusals.ts";
import { aWorld, callIn, rowsOf, type World } from "./_world.ts";

function aMove(change: Partial<MoneyMovement>): MoneyMovement {
  return { id: idOf("f1"), month: "2026-03-01", amount: 1_000, ...change };
}

const MOVES = [
  aMove({
    ...{ id: idOf("f1"), moved_at: "2026-03-01T08:00:00Z", amount: 50_000 },
    ...{ to_category_id: ids.power, money_movement_group_id: idOf("fa") },
  }),
  aMove({
    ...{ id: idOf("f2"), moved_at: "2026-03-04T08:00:00Z", amount: 20_000 },
    ...{ from_category_id: ids.power, to_category_id: ids.dining, note: "Lunch" },
  }),
  // YNAB returns some money movements backward: swapped categories and a negative amount.
  aMove({
    ...{ id: idOf("f3"), month: "2026-02-01", moved_at: "2026-02-04T08:00:00Z" },
    ...{ amount: -5_000, from_category_id: ids.dining },
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

Deno.test("list_money_movements returns the total and all movements, newest first", async () => {
  await using world = await aMovedWorld();
  const { text } = await world.call("list_money_movements");
  assertEquals(text.split("\n"), [
    "count: 3",
    "net ($): category|amount",
    "Power|30.00",
    "Dining|25.00",
    "Ready to Assign|-55.00",
    "movements ($): moved_at|month|amount|from|to|note|group",
    "2026-03-04T08:00:00Z|2026-03|20.00|Power|Dining|Lunch",
    "2026-03-01T08:00:00Z|2026-03|50.00|Ready to Assign|Power||Month's start",
    "2026-02-04T08:00:00Z|2026-02|5.00|Ready to Assign|Dining",
  ]);
  assertEquals(world.sent().toSorted(), [
    "getCategories",
    "getMoneyMovementGroups",
    "getMoneyMovements",
  ]);
});

Deno.test("list_money_movements reads only the requested month", async () => {
  await using world = await aMovedWorld();
  const { structured } = await world.call("list_money_movements", { month: "2026-02" });
  assertEquals(structured?.["count"], 1);
  assertEquals(world.sent().toSorted(), [
    "getCategories",
    "getMoneyMovementGroupsByMonth",
    "getMoneyMovementsByMonth",
  ]);
});

Deno.test("list_money_movements returns movements into and out of a category or Ready to Assign", async () => {
  await using world = await aMovedWorld();
  for (const category_id of ["Dining", "Ready to Assign", "ready_to_assign", ids.inflow]) {
    const { structured } = await world.call("list_money_movements", { category_id });
    assertEquals(structured?.["count"], 2, category_id);
  }
});

Deno.test("list_money_movements includes deleted categories in totals and omits sums of zero", async () => {
  const categories = household().categories.map((one) =>
    one.id === ids.rent ? { ...one, name: "ready to assign" } : one
  );
  const moves = [
    { to_category_id: idOf("a1"), amount: 5_000 },
    { to_category_id: idOf("a2"), amount: 2_000 },
    { from_category_id: idOf("a1"), to_category_id: idOf("a2") },
    { from_category_id: ids.power, to_category_id: ids.dining },
    { from_category_id: ids.dining, to_category_id: ids.power },
    { to_category_id: ids.rent },
  ].map((move, at) => aMove({ id: idOf(`f${at}`), moved_at: "2026-03-01T08:00:00Z", ...move }));
  await using world = await aWorld({
    profile: "complete",
    plans: [{ ...household(), categories, money_movements: moves }],
  });
  const { structured } = await world.call("list_money_movements");
  assertEquals(structured?.["net"], [
    { category: "(deleted category)", amount: 7 },
    { category: "ready to assign (category)", amount: 1 },
    { category: "Ready to Assign", amount: -8 },
  ]);
  const periods = await world.call("list_money_movements", { by: "category" });
  const [deleted] = rowsOf(periods, "periods");
  assertEquals([deleted?.["category"], deleted?.["times"]], ["(deleted category)", 1]);
});

/** March: 60 assigned, 10 unassigned, 25 moved (in two parts); February: 5 assigned, 8 moved. */
const MONTHS = [
  { amount: 60_000, to_category_id: ids.power, moved_at: "2026-03-01T08:00:00Z" },
  { amount: -10_000, to_category_id: ids.power, moved_at: "2026-03-02T08:00:00Z" },
  { amount: 20_000, from_category_id: ids.power, to_category_id: ids.dining },
  { amount: 5_000, from_category_id: ids.dining, to_category_id: ids.rent },
  { amount: 5_000, to_category_id: ids.rent, month: "2026-02-01" },
  {
    amount: 8_000,
    from_category_id: ids.power,
    to_category_id: ids.rent,
    month: "2026-02-01",
    moved_at: "2026-02-27T08:00:00Z",
  },
].map((move, at) => aMove({ id: idOf(`f${at}`), moved_at: "2026-03-04T08:00:00Z", ...move }));

function aWorldOfMonths(): Promise<World> {
  return aWorld({ profile: "complete", plans: [{ ...household(), money_movements: MONTHS }] });
}

const MARCH = { month: "2026-03", assigned: 50, moved: 25, moved_share: 0.5, times: 2 };
const FEBRUARY = { month: "2026-02", assigned: 5, moved: 8, moved_share: 1.6, times: 1 };

Deno.test("when grouping by month, list_money_movements adds up the amounts that were assigned and moved", async () => {
  await using world = await aWorldOfMonths();
  const { structured, text } = await world.call("list_money_movements", { by: "month" });
  assertEquals(structured, {
    count: 6,
    periods: [MARCH, FEBRUARY],
    first_known: "2026-02-27T08:00:00Z",
  });
  assertMatch(text, /\n2026-03\|50\.00\|25\.00\|0\.5\|2\n/);
  assertEquals(world.sent().toSorted(), ["getCategories", "getMoneyMovements"]);
});

Deno.test("when grouping by category, list_money_movements adds up each category's movements in each month", async () => {
  await using world = await aWorldOfMonths();
  const args = { by: "category" };
  const march = [
    { category: "Power", assigned: 50, moved: 20, moved_in: 0, moved_share: 0.4, times: 1 },
    { category: "Rent", assigned: 0, moved: 0, moved_in: 5, times: 1 },
    { category: "Dining", assigned: 0, moved: 5, moved_in: 20, times: 2 },
  ].map((one) => ({ month: "2026-03", ...one }));
  const february = [
    { category: "Rent", assigned: 5, moved: 0, moved_in: 8, moved_share: 0, times: 1 },
    { category: "Power", assigned: 0, moved: 8, moved_in: 0, times: 1 },
  ].map((one) => ({ month: "2026-02", ...one }));
  const periodsOf = async (more: object): Promise<unknown> =>
    (await world.call("list_money_movements", { ...args, ...more })).structured?.["periods"];
  assertEquals(await periodsOf({}), [...march, ...february]);
  assertEquals(await periodsOf({ category_id: "Dining" }), march.slice(2));
  // Money moved into a category doesn't count as moved out of the category.
  assertEquals(await periodsOf({ category_id: "Dining", by: "month" }), march.slice(2));
  const only = { month: "2026-02", category_id: "ready_to_assign" };
  const none = { moved: 0, moved_in: 0, moved_share: 0, times: 0 };
  assertEquals(await periodsOf(only), [
    { month: "2026-02", category: "Rent", assigned: 5, ...none },
  ]);
});

Deno.test("when grouping by month, list_money_movements also returns the time of the plan's first known movement", async () => {
  const args = { by: "month", month: "2026-03" };
  const march = await callIn(aWorldOfMonths(), "list_money_movements", args);
  assertEquals(march.structured?.["periods"], [MARCH]);
  assertEquals(march.structured?.["first_known"], "2026-02-27T08:00:00Z");
});

testRefusals("list_money_movements", { world: aMovedWorld }, [
  ["an unknown category", { category_id: "Yachts" }, /^not_found: .*Yachts/],
  ["an ambiguous category", { category_id: "Gifts" }, /^invalid_input: .*Gifts/],
  ["a month outside the plan", { month: "2019-01" }, /^not_found: /],
]);
