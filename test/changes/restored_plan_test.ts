import { assert, assertEquals } from "@std/assert";
import { memoryFolder } from "../_memory_folder.ts";
import { type Args, ModelWorld, type Place } from "../model/_world.ts";
import { removeFolder } from "../sync/_sqlite_store.ts";
import { household, householdSchedules, idOf, ids, TODAY } from "../tools/_plan.ts";

const plan = { plan_id: ids.plan };
const transfer = { from_account_id: "Checking", to_account_id: "Savings", amount: 5, date: TODAY };
const rename = { renames: [{ payee_id: "Landlord", name: "Market" }] };
const edit = { scheduled_id: householdSchedules[0]?.id, memo: "new" };

/** Changes whose responses are stored in the cache, each with a read that shows the change. */
const CHANGES: readonly (readonly [tool: string, args: Args, read: string])[] = [
  ["approve_transactions", { transaction_ids: [idOf("78")] }, "find_transactions"],
  ["delete_transactions", { transaction_ids: [idOf("73")] }, "find_transactions"],
  ["create_transfer", transfer, "find_transactions"],
  ["rename_payees", rename, "list_payees"],
  ["rename_payees", rename, "find_transactions"],
  ["edit_scheduled_transaction", edit, "list_scheduled_transactions"],
];

/**
 * Checks that a read returns the older data after a plan is restored, even though the plan's server
 * knowledge equals the cache's.
 */
async function assertRestored(
  [tool, args, read]: (typeof CHANGES)[number],
  place: Place = { kind: "memory" },
): Promise<void> {
  const plans = [household({ scheduled: [...householdSchedules] })];
  await using world = new ModelWorld({ place, plans, today: TODAY });
  const shown = async (): Promise<unknown> => {
    // Call another tool first. After a restore, that call finds the plan's server knowledge
    // unchanged.
    for (const name of ["get_category_balances", read]) {
      world.pass(3600);
      await world.call(name, plan);
    }
    return (await world.call(read, plan)).structured;
  };
  const before = await shown();
  world.backUp();
  const state = world.state();
  const asked = { ...plan, ...args };
  const { structured, text } = await world.call(tool, asked);
  const { confirmation = null } = structured ?? {};
  if (confirmation !== null) await world.call(tool, { ...asked, confirmation });
  assert(world.state() !== state, text);
  world.putBack();
  world.turnTo(1);
  assertEquals(await shown(), before);
}

for (const change of CHANGES) {
  const [tool, , read] = change;
  Deno.test(`after a plan is restored to its state just before ${tool}, ${read} shows the restored plan`, async () => {
    await assertRestored(change);
  });
}

Deno.test("after a plan is restored to its state just before a change, another server shows the restored plan", async () => {
  const below = await memoryFolder();
  for (const change of CHANGES) await assertRestored(change, { kind: "sqlite", below });
  await removeFolder(below);
});
