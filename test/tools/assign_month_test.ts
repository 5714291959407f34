import { assertEquals, assertMatch } from "@std/assert";
import type { PlanRecords } from "../../demo/model/records.ts";
import { aCategory, aSchedule, aTarget } from "../demo/_tiny_plan.ts";
import { apply, confirm, stateOf } from "./_confirm.ts";
import { aRow, household, idOf, ids, withFinerTarget, withRows } from "./_plan.ts";
import { testRefusals } from "./_refusals.ts";
import { aWorld, callIn, rowsOf, type World } from "./_world.ts";

const plan = { month: "current" };
const aWritingWorld = (records: PlanRecords = household()): Promise<World> =>
  aWorld({ write: true, profile: "complete", fullIds: true, plans: [records] });

const assignments = [
  { category_id: "Rent", amount: 900 },
  { category_id: "Power", amount: 120 },
  { category_id: "Dining", amount: 100.5 },
];

const moves = [
  { category_id: "Rent", add: -150 },
  { category_id: "Power", add: 70 },
  { category_id: "Dining", add: 40.5 },
  { category_id: ids.dining, add: 39.5 },
];

for (
  const [what, given, [rent, power, dining]] of [
    ["given totals", assignments, [900, 120, 100.5]],
    ["given additions", moves, [850, 120, 140]],
  ] as const
) {
  Deno.test(`assign_month assigns ${what}, starting with reductions, and can be undone`, async () => {
    await using world = await aWritingWorld();
    const before = stateOf(world);
    const args = { ...plan, assignments: given };
    const { preview, applied } = await confirm(world, "assign_month", args);
    assertMatch(preview.text, /Set the amount assigned to 3 categories in 2026-03\?/);
    assertEquals(rowsOf(preview).map(({ label, before, after }) => [label, before, after]), [
      ["Bills/Rent, 2026-03", 1000, rent],
      ["Bills/Power, 2026-03", 50, power],
      ["Fun/Dining, 2026-03", 60, dining],
    ]);
    const { structured } = await world.call("get_monthly_summary", plan);
    for (const field of ["ready_to_assign_before", "ready_to_assign_after"]) {
      assertEquals(applied.structured?.[field], preview.structured?.[field]);
    }
    assertEquals(structured?.["ready_to_assign"], preview.structured?.["ready_to_assign_after"]);
    await confirm(world, "undo_operation");
    assertEquals(stateOf(world), before);
  });
}

Deno.test("assign_month has nothing to do if the amounts to add to a category cancel out", async () => {
  const assignments = [5, -5].map((add) => ({ category_id: "Rent", add }));
  const { structured } = await callIn(aWritingWorld(), "assign_month", { ...plan, assignments });
  assertEquals(structured?.["status"], "nothing_to_do");
});

Deno.test("assign_month is undone completely or not at all", async () => {
  await using world = await aWritingWorld();
  await confirm(world, "assign_month", { ...plan, assignments });
  world.upstream.edit((records) => {
    records.assignments.get("2026-03-01")?.set(ids.power, 1_000);
  });
  const before = stateOf(world);
  const { structured } = await world.call("undo_operation");
  assertEquals(structured?.["status"], "nothing_to_do");
  assertEquals(rowsOf({ structured }, "left_alone").length, 3);
  assertEquals(stateOf(world), before);
});

for (const mode of ["as_last_month", "underfunded"]) {
  Deno.test(`in ${mode} mode, assign_month changes at most 60 categories per call and reports how many remain`, async () => {
    const records = household();
    const target = aTarget({ goal_target: 1_000 });
    const group = { category_group_id: ids.fun, target };
    const more = Array.from(
      { length: 62 },
      (_, at) => aCategory({ id: idOf(`e${100 + at}`), name: `C${at}`, ...group }),
    );
    records.assignments.set("2026-02-01", new Map(more.map(({ id }) => [id, 1_000])));
    records.assignments.set("2026-03-01", new Map());
    const others = records.categories.map((one) => ({ ...one, target: null }));
    const plans = [{ ...records, categories: [...others, ...more] }];
    await using world = await aWorld({ write: true, profile: "complete", plans });
    const preview = await world.call("assign_month", { ...plan, mode });
    assertEquals(rowsOf(preview).length, 60);
    assertMatch(
      preview.text,
      /2 more categories would change, .*: once this change is applied, call again for the rest/u,
    );
    const missing = /targets need \$2\.00 more than this change assigns/u;
    assertEquals(missing.test(preview.text), mode === "underfunded");
  });
}

testRefusals("assign_month", { args: plan }, [
  ["neither assignments nor a mode", {}, /pass either assignments or mode/],
  ["both", { assignments, mode: "underfunded" }, /pass either assignments or mode/],
  ["a limit without a mode", { assignments, limit_amount: 5 }, /limit_amount only works with mode/],
  [
    "a limit with too many decimals for the currency",
    { mode: "underfunded", limit_amount: 10.005 },
    /more decimals than the plan's currency allows: use at most 2 decimals\nlimit_amount: 10\.005$/,
  ],
  ["an unknown category", { assignments: [{ category_id: "Yachts", amount: 1 }] }, /"Yachts"/],
  [{ assignments: [{ category_id: "Ready to Assign", amount: 1 }] }, /isn't a category/],
  [
    "a built-in category",
    { assignments: [{ category_id: ids.uncategorized, amount: 1 }] },
    /built-in/,
  ],
  ["a repeated category", {
    assignments: [{ category_id: "Rent", amount: 1 }, { category_id: ids.rent, amount: 2 }],
  }, /listed twice/],
  ["both an amount and an addition in one row", {
    assignments: [{ category_id: "Rent", amount: 1, add: 2 }],
  }, /"Rent": pass either `amount` or `add`/],
  ["a row without an amount", { assignments: [{ category_id: "Rent" }] }, /either `amount` or/],
  ["a total and an addition to one category", {
    assignments: [{ category_id: "Rent", amount: 1 }, { category_id: ids.rent, add: 2 }],
  }, /listed twice/],
  [{ assignments: [{ category_id: "Rent", add: 1.005 }] }, /decimals/],
  ["fractions of a cent", { assignments: [{ category_id: "Rent", amount: 1.005 }] }, /decimals/],
]);

Deno.test("assign_month rejects a change when too few requests are left this hour for the change and its undo", async () => {
  const more = Array.from(
    { length: 60 },
    (_, at) => aCategory({ id: idOf(`ca${at}`), name: `More ${at}`, category_group_id: ids.fun }),
  );
  const plans = [household({ categories: [...household().categories, ...more] })];
  await using world = await aWorld({ write: true, profile: "complete", plans, maxAgeMs: 0 });
  for (let count = 0; count < 85; count++) {
    await world.call("list_accounts");
  }
  const many = more.map(({ id }) => ({ category_id: id, amount: 1 }));
  const { text } = await world.call("assign_month", { ...plan, assignments: many });
  assertMatch(
    text,
    /^rate_limited: nothing was written, because this change and its undo need more requests \(120\)/,
  );
});

Deno.test("assign_month reports that the first month has no previous month to copy", async () => {
  await using world = await aWritingWorld({
    ...household({ transactions: [] }),
    first_month: "2026-03-01",
  });
  for (const mode of ["as_last_month", "as_spent_on_average"]) {
    const { text } = await world.call("assign_month", { ...plan, mode });
    assertMatch(text, /^invalid_input: the plan has no finished month before 2026-03/);
  }
});

for (const month of ["current", "2026-04"]) {
  Deno.test(`for month ${month}, assign_month averages spending in the last three full months`, async () => {
    const spent = { "2025-11": 900, "2025-12": 110, "2026-01": 60, "2026-02": 40, "2026-03": 500 };
    const transactions = Object.entries(spent).map(([month, amount], at) =>
      aRow({
        ...{ id: idOf(`aa${at}`), date: `${month}-10`, amount: -1_000 * amount },
        ...{ payee_id: ids.cafe, category_id: ids.dining },
      })
    );
    await using world = await aWritingWorld(household({ transactions }));
    const args = { ...plan, month, mode: "as_spent_on_average" };
    const { structured } = await world.call("assign_month", args);
    const rows = rowsOf({ structured });
    const dining = rows.filter(({ id }) => id === ids.dining);
    assertEquals(dining.map(({ after }) => after), [70]);
  });
}

for (const [due, amounts] of [["2026-03-20", [30, 0]], ["2026-04-10", []]] as const) {
  Deno.test(`assign_month ${amounts.length > 0 ? "covers" : "doesn't cover"} April's overspending with money from a category that has a bill due on ${due}`, async () => {
    const assignments = new Map([
      ["2026-03-01", new Map([[ids.rent, 100_000]])],
      ["2026-04-01", new Map([[ids.rent, 50_000], [ids.dining, -20_000]])],
    ]);
    const schedule = aSchedule({
      ...{ id: idOf("91"), account_id: ids.checking, amount: -50_000, category_id: ids.rent },
      ...{ date_first: due, date_next: due, frequency: "never" },
    });
    await using world = await aWritingWorld(
      household({ transactions: [], assignments, scheduled: [schedule] }),
    );
    const args = { ...plan, month: "2026-04", mode: "cover_overspending" };
    const { structured } = await world.call("assign_month", args);
    const changes = rowsOf({ structured });
    const shown = changes.filter(({ id }) => id === ids.rent || id === ids.dining);
    assertEquals(shown.map(({ after }) => after), [...amounts]);
  });
}

Deno.test("assign_month rounds a target's required amount up to a whole cent", async () => {
  await using world = await aWritingWorld(withFinerTarget());
  const args = { ...plan, mode: "underfunded" };
  const { preview } = await apply(world, "assign_month", args);
  const rows = rowsOf(preview);
  assertEquals(rows.map(({ label, after }) => [label, after]), [["Bills/Power, 2026-03", 265.84]]);
  assertMatch((await world.call("assign_month", args)).text, /nothing_to_do/);
});

Deno.test("assign_month rounds amounts up to a whole cent when covering overspending", async () => {
  const spent = aRow({ id: idOf("e1"), amount: -33_333, category_id: ids.dining });
  await using world = await aWritingWorld(withRows(spent));
  const args = { ...plan, mode: "cover_overspending" };
  await apply(world, "assign_month", args);
  const { structured } = await world.call("get_monthly_summary", plan);
  assertEquals(structured?.["overspent"], undefined);
});

const modes: readonly (readonly [args: Readonly<Record<string, unknown>>, words: RegExp])[] = [
  [
    { mode: "underfunded", limit_amount: 1 },
    /; targets need \$69\.00 more than this change assigns\n.*\n.*\|\$50\.00\|\$51\.00\|/,
  ],
  [{ mode: "underfunded", month: "2026-02" }, /Nothing is left to assign\nwarnings: targets need/],
  [{ mode: "underfunded", category: "none" }, /No target needs more money this month$/],
  [{ mode: "cover_overspending", month: "2026-02" }, /No category is overspent this month$/],
  [
    { mode: "cover_overspending", income: "none" },
    /No category has more than it needs\nwarnings: \$55\.50 of overspending remains, because no category/,
  ],
  [{ mode: "as_last_month", month: "2026-02" }, /already have last month's amounts$/],
  [{ mode: "as_spent_on_average" }, /already match average spending$/],
];

for (const [{ category, income, ...args }, words] of modes) {
  Deno.test(`assign_month reports ${words.source} for ${JSON.stringify(args)}`, async () => {
    const { categories, transactions } = household();
    await using world = await aWritingWorld(household({
      categories: category === "none"
        ? categories.map((one) => ({ ...one, target: null }))
        : categories,
      transactions: income === "none"
        ? transactions.filter(({ id }) => id !== idOf("71"))
        : transactions,
    }));
    const { text } = await world.call("assign_month", { ...plan, ...args });
    assertMatch(text, words);
  });
}
