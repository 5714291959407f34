import { assertEquals, assertMatch } from "@std/assert";
import { tools } from "../../tools/_manifest.ts";
import { ids } from "./_plan.ts";
import { aWorld } from "./_world.ts";

const paged = tools.filter(({ schema }) => "cursor" in schema.input.shape)
  .map(({ name }) => name);

Deno.test("six tools paginate", () => {
  assertEquals(paged, [
    ...["find_transactions", "list_changes", "list_money_movements", "list_payees"],
    ...["review_transactions", "suggest_categories"],
  ]);
});

for (const name of paged) {
  Deno.test(`${name} rejects a malformed cursor without a request`, async () => {
    await using world = await aWorld({ profile: "complete" });
    const args = { plan_id: ids.plan, cursor: "nonsense" };
    assertMatch((await world.call(name, args)).text, /^invalid_input: /);
    assertEquals(world.sent(), []);
  });
}
