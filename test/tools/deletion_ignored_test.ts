import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { confirm, stateOf } from "./_confirm.ts";
import { household, householdSchedules, ids } from "./_plan.ts";
import { aWorld, type World } from "./_world.ts";

const plan_id = ids.plan;

/** Creates a world in which YNAB answers every DELETE with 200 and the unchanged record. */
async function aKeepingWorld(): Promise<World> {
  const world: World = await aWorld({
    write: true,
    profile: "complete",
    plans: [household({ scheduled: [...householdSchedules] })],
    fetch: (input, init) =>
      world.upstream.fetch(input, init?.method === "DELETE" ? { ...init, method: "GET" } : init),
  });
  return world;
}

for (
  const [what, name, args, words] of [
    [
      "a transaction",
      "delete_transactions",
      { transaction_ids: ["00000073"] },
      "YNAB did not delete it",
    ],
    ["a transfer", "delete_transactions", { transaction_ids: ["00000077"] }, "did not delete it"],
    [
      "a schedule",
      "delete_scheduled_transaction",
      { scheduled_id: "00000091" },
      "YNAB did not delete it",
    ],
  ] as const
) {
  Deno.test(`${name} doesn't report ${what} as deleted if YNAB's response shows that it still exists`, async () => {
    await using world = await aKeepingWorld();
    const before = stateOf(world);
    const { applied } = await confirm(world, name, { plan_id, ...args });
    assertStringIncludes(applied.text, words);
    assertEquals(applied.isError, true);
    assertEquals(stateOf(world), before);
    const changes = await world.call("list_changes", { plan_id });
    assertMatch(changes.text, /not applied\|code\|test$/);
  });
}

Deno.test("undo_operation doesn't report a created transaction as deleted if YNAB's response shows that it still exists", async () => {
  await using world = await aKeepingWorld();
  const row = { date: "2026-03-14", amount: -7.25, payee_name: "Kiosk" };
  const { applied } = await confirm(world, "create_transactions", {
    plan_id,
    account_id: "Checking",
    transactions: [row],
  });
  const operation_id = applied.structured?.["operation_id"];
  const before = stateOf(world);
  const undo = await confirm(world, "undo_operation", { plan_id, operation_id });
  assertStringIncludes(undo.applied.text, "YNAB did not delete it");
  assertEquals(stateOf(world), before);
  const changes = await world.call("list_changes", { plan_id });
  assertMatch(changes.text, /\|undo_operation\|.*\|not applied\|\|code\|test$/m);
  assertMatch(changes.text, /\|create_transactions\|.*\|applied\|yes\|code\|test$/m);
});
