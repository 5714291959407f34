import { assert, assertEquals } from "@std/assert";
import { aPayee } from "../demo/_tiny_plan.ts";
import { household, idOf, ids } from "./_plan.ts";
import { confirm } from "./_confirm.ts";
import { aWorld, callIn } from "./_world.ts";

Deno.test("find_transactions includes ids in its text if changes or full ids are enabled", async () => {
  const args = { uncategorized: true };
  for (
    const [options, isShown] of [[{}, false], [{ write: true }, true], [{ fullIds: true }, true]]
  ) {
    await using world = await aWorld({ plans: [household()], ...options as object });
    const { text, structured } = await world.call("find_transactions", args);
    assertEquals(text.includes("00000078"), isShown, text);
    assert(JSON.stringify(structured).includes("00000078"));
  }
});

Deno.test("list_accounts includes full ids in its text if full ids are enabled", async () => {
  const { text } = await callIn(aWorld({ fullIds: true }), "list_accounts");
  assert(text.includes(ids.checking), text);
});

Deno.test("suggest_categories includes category ids in its text only for ambiguous names", async () => {
  const { text } = await callIn(aWorld(), "suggest_categories");
  const reported = (id: string): boolean => text.includes(id.slice(0, 8));
  assertEquals([ids.gifts, ids.otherGifts, ids.rent, ids.dining].map(reported), [
    ...[true, true, false, false],
  ]);
});

Deno.test("the text of list_payees includes the ids of payees with the same name, but only if changes are enabled", async () => {
  const { payees } = household();
  const plans = [household({ payees: [...payees, aPayee({ id: idOf("e1"), name: "Landlord" })] })];
  for (const write of [false, true]) {
    const { text } = await callIn(aWorld({ profile: "complete", plans, write }), "list_payees");
    const reported = ["000000d5", "000000e1", "000000d6"].filter((id) => text.includes(id));
    assertEquals(reported, write ? ["000000d5", "000000e1"] : [], text);
  }
});

Deno.test("the response to a change omits empty fields", async () => {
  await using world = await aWorld({ write: true });
  const flag = { flags: [{ transaction_id: "00000074", color: "blue" }] };
  const { preview, applied } = await confirm(world, "flag_transactions", flag);
  const again = await world.call("flag_transactions", flag);
  assertEquals(again.structured?.["status"], "nothing_to_do");
  for (const { structured, text } of [preview, applied, again]) {
    assertEquals(structured?.["warnings"], undefined);
    assert(!/warnings|: none/u.test(text), text);
  }
  const args = { account_id: "Checking", bank_balance: 1657.5 };
  const reconciled = await confirm(world, "reconcile_account", args);
  const undone = await confirm(world, "undo_operation");
  for (const { preview, applied } of [reconciled, undone]) {
    for (const { text } of [preview, applied]) assert(!/: none/u.test(text), text);
  }
});
