import { assert, assertEquals } from "@std/assert";
import { household, ids, withFinerTarget } from "./_plan.ts";
import { testRefusals } from "./_refusals.ts";
import { aWorld, callIn, rowsOf } from "./_world.ts";

const HEADING = "categories ($): name|assigned|activity|available";
const rent = "Rent|1000.00|-1000.00|0.00";
const fun = ["group: Fun", "Gifts|0.00|-20.00|-20.00|000000c3", "Dining|60.00|-95.50|-35.50"];

const cases: readonly (readonly [args: object, ...lines: readonly string[]])[] = [
  [
    {},
    `${HEADING}|underfunded|category_id`,
    ...["group: Bills", rent, "Power|50.00|0.00|50.00|70.00"],
    ...["group: Fun", "Gifts|0.00|-20.00|-20.00||000000c3", "Dining|60.00|-95.50|-35.50"],
  ],
  ...["fun", "000000b2", ids.fun].map((group) =>
    [{ group }, `${HEADING}|category_id`, ...fun] as const
  ),
  // Categories are grouped, although the plan lists a Bills category after the Fun categories.
  [
    { include_empty: true },
    `${HEADING}|underfunded|category_id`,
    ...["group: Credit Card Payments", "Visa|0.00|0.00|0.00", "group: Bills", rent],
    ...["Power|50.00|0.00|50.00|70.00", "Gifts|0.00|0.00|0.00||000000c5"],
    ...["group: Fun", "Gifts|0.00|-20.00|-20.00||000000c3", "Dining|60.00|-95.50|-35.50"],
  ],
  [
    { category_ids: ["dining", "000000c1", "Old hobby"] },
    HEADING,
    ...["group: Bills", rent, "group: Fun", "Dining|60.00|-95.50|-35.50"],
    ...["group: Hidden Categories", "Old hobby|0.00|0.00|0.00"],
  ],
];

Deno.test("get_category_balances returns the requested categories in the plan's order", async () => {
  await using world = await aWorld();
  for (const [args, ...lines] of cases) {
    const { text } = await world.call("get_category_balances", args);
    assertEquals(text.split("\n"), ["month: 2026-03", ...lines]);
  }
  assertEquals(world.sent(), ["getPlanMonth"]);
});

testRefusals("get_category_balances", {}, [
  [
    { group: "Fun", category_ids: ["Rent"] },
    /group has none of the categories in category_ids: omit group or category_ids/,
  ],
]);

Deno.test("on request, get_category_balances returns only categories whose target needs money", async () => {
  const args = { only_underfunded: true, include_empty: true };
  const { text } = await callIn(aWorld(), "get_category_balances", args);
  assertEquals(text.split("\n"), [
    "month: 2026-03 | underfunded_total: $70.00 | ready_to_assign: $1883.00",
    `${HEADING}|underfunded`,
    "group: Bills",
    "Power|50.00|0.00|50.00|70.00",
  ]);
});

Deno.test("get_category_balances rounds up fractions of a cent in the amount that a target needs", async () => {
  await using world = await aWorld({ plans: [withFinerTarget()] });
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

Deno.test("get_category_balances lists categories in the app's order once list_category_groups has read that order", async () => {
  const plan = household();
  plan.categories.reverse();
  await using world = await aWorld({ plans: [plan] });
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
