import { assertEquals } from "@std/assert";
import { aPayee } from "../demo/_tiny_plan.ts";
import { confirm, stateOf } from "./_confirm.ts";
import { household, idOf, ids } from "./_plan.ts";
import { testRefusals } from "./_refusals.ts";
import { aWorld, rowsOf, type World } from "./_world.ts";

function aWritingWorld(): Promise<World> {
  const plan = household();
  const own = aPayee({ id: idOf("e3"), name: "Starting Balance" });
  return aWorld({
    write: true,
    profile: "complete",
    fullIds: true,
    plans: [{ ...plan, payees: [...plan.payees, own] }],
  });
}

const rename = (payee_id: string, name: string): object => ({ payee_id, name });

Deno.test("rename_payees renames by id or name and counts affected transactions", async () => {
  await using world = await aWritingWorld();
  const before = stateOf(world);
  const args = {
    renames: [rename(ids.amazon, "Amazon EU"), rename("Landlord", "Ms Hill")],
  };
  const { preview, applied } = await confirm(world, "rename_payees", args);
  assertEquals(preview.structured?.["warnings"], [
    "the new names will also appear in 5 transactions entered earlier",
  ]);
  assertEquals(
    rowsOf(applied).map(({ id, before, after, outcome }) => [id, before, after, outcome]),
    [[ids.amazon, "Amazon", "Amazon EU", "done"], [ids.landlord, "Landlord", "Ms Hill", "done"]],
  );
  assertEquals(world.sent().filter((one) => !one.startsWith("get")), [
    "updatePayee",
    "updatePayee",
  ]);
  const found = await world.call("find_transactions", { payee: "Amazon EU" });
  assertEquals(found.structured?.["count"], 4);
  await confirm(world, "undo_operation");
  assertEquals(stateOf(world), before);
});

testRefusals("rename_payees", { world: aWritingWorld }, [
  [
    "a transfer payee",
    { renames: [rename(ids.toSavings, "x")] },
    /is a transfer payee, which YNAB names after its account/,
  ],
  ["YNAB's own payee", { renames: [rename("Starting Balance", "x")] }, /is a YNAB system payee/],
  ["an unknown payee", { renames: [rename("Nobody", "x")] }, /this plan has no payee "Nobody"/],
  [{ renames: [rename("Landlord", "AMAZON")] }, /another payee .* use merge_payees to combine/],
  [{ renames: [rename("Landlord", "Transfer : Visa")] }, /choose another name/],
  [{ renames: [rename("Landlord", "manual balance adjustment")] }, /reserves the name/],
  [{ renames: [rename("Landlord", "Transfer : Nowhere")] }, /doesn't create a transfer/],
  ["an invisible name", { renames: [rename("Landlord", "\u200b")] }, /one line of visible text/],
  [{ renames: [rename("Landlord", "A"), rename(ids.landlord, "B")] }, /listed twice/],
  [
    { renames: [rename("Landlord", "a"), rename("Amazon", "A")] },
    /this call also gives another payee the name "A"/,
  ],
]);
