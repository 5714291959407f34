import { assert, assertEquals } from "@std/assert";
import { household, ids, withFinerTarget } from "./_plan.ts";
import { aWorld, rowsOf } from "./_world.ts";

const rent = {
  category_id: "000000c1",
  name: "Rent",
  group: "Bills",
  assigned: 1000,
  activity: -1000,
  available: 0,
};
const power = {
  category_id: "000000c2",
  name: "Power",
  group: "Bills",
  assigned: 50,
  activity: 0,
  available: 50,
  underfunded: 70,
};
const gifts = {
  category_id: "000000c3",
  name: "Gifts",
  group: "Fun",
  assigned: 0,
  activity: -20,
  available: -20,
};
const dining = {
  category_id: "000000c4",
  name: "Dining",
  group: "Fun",
  assigned: 60,
  activity: -95.5,
  available: -35.5,
};

Deno.test("get_category_balances returns every category with a nonzero amount", async () => {
  await using world = await aWorld();
  const { structured } = await world.call("get_category_balances", { plan_id: ids.plan });
  assertEquals(structured, { month: "2026-03", categories: [rent, power, gifts, dining] });
});

Deno.test("get_category_balances filters by category group name or id", async () => {
  await using world = await aWorld();
  for (const group of ["fun", "000000b2", ids.fun]) {
    const { structured } = await world.call("get_category_balances", { plan_id: ids.plan, group });
    assertEquals(structured?.["categories"], [gifts, dining]);
  }
});

Deno.test("get_category_balances includes empty categories, but no hidden ones, when requested", async () => {
  await using world = await aWorld();
  const args = { plan_id: ids.plan, include_empty: true };
  const { structured } = await world.call("get_category_balances", args);
  const names = rowsOf({ structured }, "categories")
    .map(({ name }) => name);
  // Groups stay together, although the plan lists one of Bills' categories last.
  assertEquals(names, ["Visa", "Rent", "Power", "Gifts", "Gifts", "Dining"]);
});

Deno.test("get_category_balances returns named categories in the plan's order", async () => {
  await using world = await aWorld({ planId: ids.plan });
  const category_ids = ["dining", "000000c1", "Old hobby"];
  const { structured, text } = await world.call("get_category_balances", { category_ids });
  const hobby = {
    category_id: "000000c9",
    name: "Old hobby",
    group: "Hidden Categories",
    assigned: 0,
    activity: 0,
    available: 0,
  };
  assertEquals(structured?.["categories"], [rent, dining, hobby]);
  assertEquals(text.split("\n").filter((line) => line.startsWith("group: ")), [
    "group: Bills",
    "group: Fun",
    "group: Hidden Categories",
  ]);
  assertEquals(world.sent(), ["getPlanMonth"]);
});

Deno.test("get_category_balances can return only categories whose target needs money", async () => {
  await using world = await aWorld({ planId: ids.plan });
  const args = { only_underfunded: true, include_empty: true };
  const { structured } = await world.call("get_category_balances", args);
  assertEquals(structured, {
    month: "2026-03",
    categories: [power],
    underfunded_total: 70,
    ready_to_assign: 1883,
  });
});

Deno.test("get_category_balances rounds a target's fractions of a cent up", async () => {
  await using world = await aWorld({ plans: [withFinerTarget()], planId: ids.plan });
  const balances = await world.call("get_category_balances", { only_underfunded: true });
  const summary = await world.call("get_monthly_summary", { month: "current" });
  const [row] = rowsOf(balances, "categories");
  assertEquals([row?.["underfunded"], balances.structured?.["underfunded_total"]], [
    265.84,
    265.84,
  ]);
  assertEquals(summary.structured?.["underfunded"], { count: 1, total: 265.84 });
  for (const { text } of [balances, summary]) assertEquals(text.match(/\d+\.\d{3}/u), null);
});

Deno.test("get_category_balances uses the app's order once the categories have been read", async () => {
  const plan = household();
  plan.categories.reverse();
  await using world = await aWorld({ plans: [plan], planId: ids.plan });
  const shown = await world.call("list_category_groups", { include_hidden: true });
  const groups = rowsOf<{ readonly categories: readonly { readonly category_id: string }[] }>(
    shown,
    "groups",
  );
  const order = groups.flatMap(({ categories = [] }) => categories.map((one) => one.category_id));
  const { structured } = await world.call("get_category_balances", { include_empty: true });
  const given = rowsOf({ structured }, "categories")
    .map(({ category_id }) => category_id);
  assert(given.length > 4);
  assertEquals(given, order.filter((id) => given.includes(id)));
});

Deno.test("get_category_balances accepts a month in either format", async () => {
  await using world = await aWorld();
  for (const month of ["2026-03", "2026-03-01"]) {
    const { structured } = await world.call("get_category_balances", { plan_id: ids.plan, month });
    assertEquals(structured?.["month"], "2026-03");
  }
  assertEquals(world.sent(), ["getPlanMonth"]);
});
