import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { StoredScheduled } from "../../demo/model/records.ts";
import { aLine, aSchedule } from "../demo/_tiny_plan.ts";
import { apply, confirm, stateOf } from "./_confirm.ts";
import { aWorldThat } from "./_other_upstream.ts";
import { household, householdSchedules, idOf, ids } from "./_plan.ts";
import { testRefusals } from "./_refusals.ts";
import { aWorld, callIn, rowsOf, type World } from "./_world.ts";

const rent = { scheduled_id: "00000091" };

const split = aSchedule({
  id: idOf("93"),
  account_id: ids.checking,
  amount: -30_000,
  lines: [
    { amount: -10_000, category_id: ids.dining },
    { amount: -20_000, category_id: ids.gifts },
  ].map((line) => aLine(line)),
});
const stale = aSchedule({
  id: idOf("95"),
  account_id: ids.checking,
  frequency: "every4Weeks",
  amount: -500,
});
const late = aSchedule({
  id: idOf("96"),
  account_id: ids.checking,
  date_first: "2026-01-07",
  date_next: "2026-03-07",
  amount: -500,
});

function aScheduleWorld(): Promise<World> {
  const plans = [household({ scheduled: [...householdSchedules, split, stale, late] })];
  return aWorld({ write: true, profile: "complete", plans });
}

function scheduleOf(world: World, prefix: string): StoredScheduled | undefined {
  return world.upstream.snapshot()[0]?.scheduled.find(({ id }) => id === idOf(prefix));
}

Deno.test("if no field is given, edit_scheduled_transaction reports that no change was requested", async () => {
  const { text } = await callIn(aScheduleWorld(), "edit_scheduled_transaction", rent);
  assertEquals(text, "invalid_input: pass at least one field to change");
});

Deno.test("the preview of edit_scheduled_transaction lists only the changed fields, and nothing is written", async () => {
  await using world = await aScheduleWorld();
  const before = stateOf(world);
  const args = { ...rent, amount: -1050, payee: "Landlord", category_id: "Rent", memo: null };
  const { structured } = await world.call("edit_scheduled_transaction", args);
  const line = { id: "00000091", label: "2026-04-01 Landlord -$1000.00 Checking, monthly" };
  assertEquals(structured?.["changes"], [
    { ...line, field: "amount", before: -1000, after: -1050 },
    { ...line, field: "memo", before: "rent | 2026" },
  ]);
  assertEquals(stateOf(world), before);
});

Deno.test("the previews of edit_scheduled_transaction and its undo show whether a schedule repeats", async () => {
  await using world = await aScheduleWorld();
  const edit = { ...rent, frequency: "never" };
  const [line] = rowsOf((await confirm(world, "edit_scheduled_transaction", edit)).preview);
  assertEquals([line?.["before"], line?.["after"]], ["monthly", "once"]);
  const [undone] = rowsOf(await world.call("undo_operation"));
  assertEquals([undone?.["before"], undone?.["after"]], ["once", "monthly"]);
});

Deno.test("edit_scheduled_transaction sends only the account, the next date and the changed fields", async () => {
  const bodies: unknown[] = [];
  await using world = await aWorldThat(({ body, carryOut }) => {
    bodies.push(body);
    return carryOut();
  });
  await apply(world, "edit_scheduled_transaction", { ...rent, memo: "new" });
  assertEquals(bodies, [{
    scheduled_transaction: { account_id: ids.checking, date: "2026-04-01", memo: "new" },
  }]);
});

Deno.test("edit_scheduled_transaction warns that undoing a date change can't restore the schedule's first date", async () => {
  const { structured } = await callIn(aScheduleWorld(), "edit_scheduled_transaction", {
    ...rent,
    date: "2026-04-30",
  });
  assertEquals(structured?.["warnings"], ["undo restores the next date, but not the first date"]);
});

Deno.test("list_scheduled_transactions includes ids in its text only if schedules can be edited", async () => {
  const plans = [household({ scheduled: [...householdSchedules] })];
  const texts: string[] = [];
  for (
    const options of [
      { profile: "complete", write: true },
      { profile: "complete", write: false },
      { profile: "fuller", write: true },
    ] as const
  ) {
    texts.push((await callIn(aWorld({ plans, ...options }), "list_scheduled_transactions")).text);
  }
  assertEquals(texts.map((text) => text.includes("00000091")), [true, false, false]);
});

Deno.test("edit_scheduled_transaction can edit the memo of a split scheduled transaction", async () => {
  await using world = await aScheduleWorld();
  const args = { scheduled_id: "00000093", memo: "shared" };
  await apply(world, "edit_scheduled_transaction", args);
});

testRefusals("edit_scheduled_transaction", { args: rent, world: aScheduleWorld }, [
  ["a blank payee", { payee: "  " }, /payee must contain at least one visible character/],
  [
    "an invisible payee",
    { payee: "\u200b\u3164" },
    /payee must contain at least one visible character/,
  ],
  ["the amount of a split", { scheduled_id: "00000093", amount: -1 }, /is split/],
  ["the category of a split", { scheduled_id: "00000093", category_id: "Rent" }, /is split/],
  [{ scheduled_id: "ffffffff", memo: "x" }, /this plan has no scheduled transaction/],
  ["a past date", { date: "2026-03-14" }, /is in the past/],
  ["a next date over a week ago", { scheduled_id: "00000096", memo: "x" }, /more than a week ago/],
  [{ scheduled_id: "00000096", date: "2026-03-07", memo: "x" }, /more than a week ago/],
  ["a closed account", { account_id: "Old account" }, /the account is closed/],
  ["a system payee", { payee: "starting balance" }, /YNAB reserves/],
  [{ transfer_to_account_id: "Checking" }, /two different accounts/],
  ["a card payment category", { category_id: ids.visaPayment }, /card payment category/],
  [{ scheduled_id: "00000092", category_id: "Rent" }, /can't have a category/],
]);

Deno.test("edit_scheduled_transaction warns about a frequency that YNAB may reject", async () => {
  await using world = await aScheduleWorld();
  const odd = { scheduled_id: "00000095" };
  const memo = await world.call("edit_scheduled_transaction", { ...odd, memo: "x" });
  assertMatch(memo.text, /may refuse changes to a schedule with the frequency every4Weeks/);
  const simple = await world.call("edit_scheduled_transaction", { ...odd, frequency: "monthly" });
  assertMatch(simple.text, /undo might not be able to restore the frequency every4Weeks: /);
});

for (
  const [what, moved, words] of [
    ["a next date", { date: "2026-04-03" }, 'stored a different next date, "2026-04-03"'],
    ["an account", { account_id: ids.savings }, 'stored a different account, "Savings"'],
  ] as const
) {
  Deno.test(`edit_scheduled_transaction reports ${what} that YNAB changed along with another field, and undo restores it`, async () => {
    let isMoving = true;
    await using world = await aWorldThat(async ({ body, carryOut }) => {
      if (isMoving) Object.assign(body["scheduled_transaction"], moved);
      return await carryOut({ body });
    });
    const schedule = (): unknown => {
      // YNAB derives a schedule's first date from its next date.
      const { date_first: _, knowledge: __, ...rest } = scheduleOf(world, "91") as StoredScheduled;
      return rest;
    };
    const before = schedule();
    const { applied } = await confirm(world, "edit_scheduled_transaction", { ...rent, amount: -5 });
    assertStringIncludes(applied.text, words);
    isMoving = false;
    await apply(world, "undo_operation");
    assertEquals(schedule(), before);
  });
}
