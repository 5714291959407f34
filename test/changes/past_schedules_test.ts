import { assertEquals, assertStringIncludes } from "@std/assert";
import { type Args, ModelWorld } from "../model/_world.ts";
import { confirm, leftAlone } from "../tools/_confirm.ts";
import { household, householdSchedules, idOf, ids } from "../tools/_plan.ts";
import { aWorld } from "../tools/_world.ts";

const plan = { plan_id: ids.plan };
const weekly = idOf("92");

const CHANGES: readonly (readonly [tool: string, args: Args])[] = [
  ["delete_scheduled_transaction", { scheduled_id: weekly }],
  ["edit_scheduled_transaction", { scheduled_id: weekly, date: "2026-05-20" }],
];

/** Makes a change and returns the arguments for undoing it. */
async function changed(world: ModelWorld, tool: string, args: Args): Promise<Args> {
  const change = { ...plan, ...args };
  const { structured, text } = await world.call(tool, change);
  const applied = await world.call(tool, {
    ...change,
    confirmation: structured?.["confirmation"],
  });
  assertEquals(applied.structured?.["status"], "applied", text);
  return { ...plan, operation_id: applied.structured?.["operation_id"] };
}

function aSchedulingWorld(): ModelWorld {
  return new ModelWorld({
    plans: [household({ scheduled: [...householdSchedules] })],
    timeZone: "UTC",
  });
}

for (
  const [payee, words] of [
    ["Gym", ["a payee created with the schedule stays in the payee list"]],
    [undefined, []],
  ] as const
) {
  Deno.test(`undo deletes a created schedule ${payee === undefined ? "without" : "with"} a payee even after YNAB has entered a transaction from it`, async () => {
    await using world = aSchedulingWorld();
    const undo = await changed(world, "create_scheduled_transaction", {
      ...{ account_id: "Checking", date: "2026-03-16", amount: -6, frequency: "weekly" },
      ...(payee === undefined ? {} : { payee }),
    });
    await world.passDays(2);
    const { structured } = await world.call("undo_operation", undo);
    assertEquals(structured?.["warnings"], [
      "transactions that YNAB has already entered from the schedule stay in the plan",
      ...words,
    ]);
    const confirmation = structured?.["confirmation"];
    const undone = await world.call("undo_operation", { ...undo, confirmation });
    assertEquals(undone.structured?.["status"], "applied", undone.text);
    const { scheduled, transactions } = world.records();
    assertEquals(scheduled.filter(({ amount, deleted }) => amount === -6_000 && !deleted), []);
    assertEquals(transactions.filter(({ amount }) => amount === -6_000).length, 1);
  });
}

Deno.test("undo skips a created schedule whose next date was changed later", async () => {
  await using world = await aWorld({ write: true, profile: "complete" });
  await confirm(world, "create_scheduled_transaction", {
    ...plan,
    ...{ account_id: "Checking", date: "2026-03-20", amount: -6, frequency: "weekly" },
  });
  world.upstream.edit(({ scheduled }) => {
    for (const one of scheduled) if (one.amount === -6_000) one.date_next = "2026-04-11";
  });
  const undo = await world.call("undo_operation", plan);
  const reasons = leftAlone(undo).map(([, reason]) => reason);
  assertEquals([undo.structured?.["status"], reasons], [
    "nothing_to_do",
    ["next date changed later"],
  ]);
});

for (const [tool, args] of CHANGES) {
  Deno.test(`undoing ${tool} skips the schedule once its date is more than a week in the past`, async () => {
    await using world = aSchedulingWorld();
    const undo = await changed(world, tool, args);
    // It is now April 12, and YNAB still accepts the schedule's date, April 5.
    await world.passDays(28);
    const inTime = await world.call("undo_operation", undo);
    assertEquals(inTime.structured?.["status"], "confirmation_required", inTime.text);
    await world.passDays(1);
    const late = await world.call("undo_operation", undo);
    assertEquals(late.structured?.["status"], "nothing_to_do", late.text);
    assertStringIncludes(late.text, "its date is more than a week ago");
  });
}
