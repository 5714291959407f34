import { assertEquals, assertMatch } from "@std/assert";
import type { PlanRecords, StoredTarget } from "../../demo/model/records.ts";
import { apply, confirm } from "./_confirm.ts";
import { aWorldThat } from "./_other_upstream.ts";
import { household, ids } from "./_plan.ts";
import { testRefusals } from "./_refusals.ts";
import { aWorld, callIn, type World } from "./_world.ts";

const args = { category_id: "Power", amount: 150 };

const targetOf = (world: World, id: string): StoredTarget | null | undefined =>
  world.upstream.snapshot()[0]?.categories.find((one) => one.id === id)?.target;

/** The household with a different target for Power. */
function withTarget(change: Partial<StoredTarget>): PlanRecords {
  const plan = household();
  for (const one of plan.categories) {
    if (one.target !== null) one.target = { ...one.target, ...change };
  }
  return plan;
}

for (
  const [what, more, after] of [
    ["an amount", { amount: 10 }, "set aside $10.00 monthly"],
    ["a date", { amount: 10, by_date: "2026-12-31" }, "set aside $10.00 monthly due 2026-12-31"],
    ["weekly", { amount: 10, frequency: "weekly" }, "set aside $10.00 weekly"],
    ["monthly", { amount: 10, frequency: "monthly" }, "set aside $10.00 monthly"],
    ["yearly", { amount: 10, frequency: "yearly" }, "set aside $10.00 yearly"],
  ] as const
) {
  Deno.test(`set_category_target sets a category's first target: ${what}`, async () => {
    await using world = await aWorld({ write: true });
    const { preview } = await apply(world, "set_category_target", {
      ...args,
      category_id: "Dining",
      ...more,
    });
    assertEquals(preview.structured?.["changes"], [
      { id: "000000c4", label: "Fun/Dining", field: "target", after },
    ]);
    assertEquals(targetOf(world, ids.dining)?.goal_type, "NEED");
    const listed = await world.call("list_category_groups");
    // YNAB may fill in a day of the week or a date of its own choosing.
    assertMatch(listed.text, new RegExp(after.replaceAll("$", "\\$").replaceAll(".", "\\.")));
  });
}

Deno.test("set_category_target removes a target and explains what undo would restore", async () => {
  await using world = await aWorld({ write: true });
  const removal = { ...args, amount: null };
  const { preview, applied } = await confirm(world, "set_category_target", removal);
  assertEquals(preview.structured?.["changes"], [{
    id: "000000c2",
    label: "Bills/Power",
    field: "target",
    before: "set aside $120.00 monthly",
  }]);
  assertEquals(preview.structured?.["warnings"], [
    "undo recreates the previous target, starting in the month of the undo",
  ]);
  assertEquals([applied.structured?.["status"], targetOf(world, ids.power)], ["applied", null]);
});

Deno.test("before set_category_target removes a target with a due date, it warns that undo would restore the target but start it in the month of the undo", async () => {
  await using world = await aWorld({
    write: true,
    plans: [withTarget({ goal_target_date: "2026-12-15" })],
  });
  const { structured } = await world.call("set_category_target", { ...args, amount: null });
  assertEquals(structured?.["warnings"], [
    "undo recreates the previous target, starting in the month of the undo",
  ]);
  const amount = await world.call("set_category_target", { ...args, amount: 130 });
  assertEquals(amount.structured?.["warnings"], undefined);
});

Deno.test("set_category_target sets a target date for a card payment category", async () => {
  await using world = await aWorld({ write: true });
  const changed = { ...args, category_id: ids.visaPayment, by_date: "2026-12-31" };
  const { preview } = await apply(world, "set_category_target", changed);
  assertEquals(preview.structured?.["changes"], [{
    id: "000000c6",
    label: "Credit Card Payments/Visa",
    field: "target",
    after: "have $150.00 by 2026-12-31",
  }]);
  assertEquals(targetOf(world, ids.visaPayment)?.goal_type, "TBD");
});

Deno.test("set_category_target reports that there is no target to remove", async () => {
  const removal = { category_id: "Dining", amount: null };
  const { structured } = await callIn(aWorld({ write: true }), "set_category_target", removal);
  assertEquals(structured?.["message"], "Dining has no target to remove");
});

for (
  const [what, change, more] of [
    ["a target of a different kind", { goal_type: "TB", goal_cadence: 0 }, { amount: null }],
    ["a target of a different kind with a due date", { goal_type: "MF" }, {
      by_date: "2026-12-31",
    }],
    ["a loan's target", { goal_type: "DEBT" }, { amount: null }],
    ["a weekly target on a fixed day", { goal_cadence: 2, goal_day: 4 }, { frequency: "monthly" }],
    ["a yearly target", { goal_cadence: 13 }, { amount: null }],
    ["a target that is due on a day of the month", { goal_day: 15 }, { frequency: "weekly" }],
    ["a snoozed target", { goal_snoozed_at: "2026-03-02T00:00:00Z" }, { amount: null }],
  ] as const
) {
  Deno.test(`set_category_target's preview says that undo can't restore ${what}`, async () => {
    await using world = await aWorld({ write: true, plans: [withTarget(change)] });
    const { preview, applied } = await apply(world, "set_category_target", { ...args, ...more });
    assertMatch(preview.text, /This can't be undone: the current target /);
    assertEquals(applied.structured?.["operation_id"], undefined);
  });
}

Deno.test("set_category_target keeps a target's type when only the amount changes, even if the API can't create that type", async () => {
  await using world = await aWorld({ write: true, plans: [withTarget({ goal_type: "TB" })] });
  const { preview } = await apply(world, "set_category_target", args);
  assertMatch(preview.text, /You can undo this until the server stops/);
  assertMatch(preview.text, /have \$120\.00.*have \$150\.00/);
  assertEquals(targetOf(world, ids.power)?.goal_type, "TB");
});

Deno.test("set_category_target warns that the date is in the past", async () => {
  const { structured } = await callIn(aWorld({ write: true }), "set_category_target", {
    ...args,
    by_date: "2026-03-14",
  });
  assertEquals(structured?.["warnings"], [
    "2026-03-14 is in the past",
    "undo recreates the previous target, starting in the month of the undo",
  ]);
});

testRefusals("set_category_target", { args }, [
  [
    "a date with a frequency",
    { by_date: "2026-12-31", frequency: "monthly" },
    /^invalid_input: a target has a by_date or a frequency, not both/,
  ],
  [
    "a frequency without an amount",
    { amount: null, frequency: "monthly" },
    /^invalid_input: a null amount removes the target, so nothing else can be set: pass an amount, or omit by_date and frequency$/,
  ],
  [{ amount: null, by_date: "2026-12-31" }, /^invalid_input: a null amount/],
  ["an amount of zero", { amount: 0 }, /amount must be at least 0\.001/],
  ["a daily frequency", { frequency: "daily" }, /frequency must be weekly, monthly or yearly/],
  [
    "a frequency for a credit card",
    { category_id: ids.visaPayment, frequency: "monthly" },
    /^invalid_input: .*\nfrequency: the target of a credit card payment .* can't have a frequency/,
  ],
  ["a built-in category", { category_id: "Uncategorized" }, /is a built-in YNAB category/],
  ["Ready to Assign", { category_id: "ready_to_assign" }, /Ready to Assign isn't a category/],
  ["an unknown category", { category_id: "Nowhere" }, /^not_found: this plan has no category/],
]);

const aLoanWorld = (): Promise<World> =>
  aWorld({ write: true, plans: [withTarget({ goal_type: "DEBT" })] });
testRefusals("set_category_target", { args, world: aLoanWorld }, [
  ["a date for a loan", { by_date: "2026-12-31" }, /: the target of a loan payment category/],
  ["a frequency for a loan", { frequency: "monthly" }, /: the target of a loan payment category/],
]);

Deno.test("if YNAB stores a different target, set_category_target says so instead of reporting that the new target wasn't stored", async () => {
  await using world = await aWorldThat(async ({ body, carryOut }) => {
    body["category"].goal_target += 1000;
    return await carryOut({ body });
  });
  const { applied } = await confirm(world, "set_category_target", {
    category_id: "Dining",
    amount: 60,
    frequency: "monthly",
  });
  assertEquals(applied.structured?.["warnings"], ["Fun/Dining: YNAB stored a different target"]);
});
