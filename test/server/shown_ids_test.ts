import { assert, assertEquals } from "@std/assert";
import { household, ids } from "../tools/_plan.ts";
import { aWorld } from "../tools/_world.ts";

Deno.test("text includes the id of a name shared with a hidden record", async () => {
  await using world = await aWorld();
  const { text } = await world.call("get_category_balances", { plan_id: ids.plan });
  assert(!text.includes("\nRent|Bills|000000c1"), text);
  assert(/\nGifts\|.*\|000000c3$/mu.test(text), text);
});

Deno.test("text includes ids needed for changes when changes are enabled", async () => {
  const args = { plan_id: ids.plan, uncategorized: true };
  for (
    const [options, isShown] of [[{}, false], [{ write: true }, true], [{ fullIds: true }, true]]
  ) {
    await using world = await aWorld({ plans: [household()], ...options as object });
    const { text, structured } = await world.call("find_transactions", args);
    assertEquals(text.includes("00000078"), isShown, text);
    assert(JSON.stringify(structured).includes("00000078"));
  }
});

Deno.test("text includes full ids when requested", async () => {
  await using world = await aWorld({ fullIds: true });
  const { text } = await world.call("list_accounts", { plan_id: ids.plan });
  assert(text.includes(ids.checking), text);
});
