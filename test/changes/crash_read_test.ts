import { assertEquals } from "@std/assert";
import { memoryFolder } from "../_memory_folder.ts";
import type { Step } from "../model/_steps.ts";
import { type Args, ModelWorld } from "../model/_world.ts";
import { removeFolder } from "../sync/_sqlite_store.ts";
import { household, householdSchedules, idOf, ids } from "../tools/_plan.ts";

const plan = { plan_id: ids.plan };

/** A change whose request is lost, and the call that reads the records to be changed. */
interface LostChange {
  readonly call: readonly [tool: string, args: Args];
  readonly read: readonly [tool: string, args: Args];
}

const CHANGES: readonly LostChange[] = [
  {
    call: ["set_category_budget", { month: "2026-04", category_id: ids.power, amount: 50 }],
    read: ["get_category_balances", { month: "2026-04" }],
  },
  {
    call: ["update_category", { category_id: ids.power, name: "Electricity" }],
    read: ["list_category_groups", {}],
  },
  {
    call: ["flag_transactions", { flags: [{ transaction_id: idOf("75"), color: "green" }] }],
    read: ["find_transactions", {}],
  },
  {
    call: ["rename_payees", { renames: [{ payee_id: ids.cafe, name: "Coffee" }] }],
    read: ["list_payees", {}],
  },
];

for (const { call: [tool, args], read: [reading, asked] } of CHANGES) {
  Deno.test(`after a crash, ${reading} determines from the cache that ${tool} changed nothing`, async () => {
    const below = await memoryFolder();
    {
      await using world = new ModelWorld({
        place: { kind: "sqlite", below },
        plans: [household({ scheduled: [...householdSchedules] })],
      });
      await world.call("list_accounts", plan);
      await world.call(reading, { ...plan, ...asked });
      // A clean restart lets the server store the data that it has read.
      await world.restart(true);
      world.pass(31);
      await world.call("list_accounts", plan);
      const change = { ...plan, ...args };
      const { structured, text } = await world.call(tool, change);
      const confirmation = structured?.["confirmation"];
      assertEquals(typeof confirmation, "string", text);
      const lost = await world.callUnder(step, { tool, args: { ...change, confirmation } });
      assertEquals(lost, null);
      world.pass(61);
      // Unchanged server knowledge shows that the whole cache is current, so the next read sends no
      // request.
      await world.call("list_accounts", plan);
      const sent = world.upstream.requests.length;
      await world.call(reading, { ...plan, ...asked });
      assertEquals(world.upstream.requests.length, sent);
      const { structured: listed } = await world.call("list_changes", plan);
      const [latest] = listed?.["changes"] as readonly Readonly<Record<string, unknown>>[];
      assertEquals([latest?.["tool"], latest?.["state"]], [tool, "not applied"]);
    }
    await removeFolder(below);
  });
}

const step: Step = {
  kind: "",
  manner: "yes",
  mishap: "dies before",
  one: 0,
  two: 0,
  three: 0,
  amount: 0,
};
