import { assertEquals, assertMatch } from "@std/assert";
import { tools } from "../../tools/_manifest.ts";
import { aWorld } from "./_world.ts";

const paged = tools.filter(({ schema }) => "cursor" in schema.input.shape)
  .map(({ name }) => name);

Deno.test("six tools accept a cursor", () => {
  assertEquals(paged, [
    ...["find_transactions", "list_changes", "list_money_movements", "list_payees"],
    ...["review_transactions", "suggest_categories"],
  ]);
});

for (const name of paged) {
  Deno.test(`${name} rejects a malformed cursor without sending a request`, async () => {
    await using world = await aWorld({ profile: "complete" });
    const args = { cursor: "nonsense" };
    assertMatch((await world.call(name, args)).text, /^invalid_input: /);
    assertEquals(world.sent(), []);
  });
}

const other: readonly (readonly [tool: string, change: object])[] = [
  ["find_transactions", { sort: "oldest" }],
  ["list_payees", { sort: "name" }],
  ["suggest_categories", { min_confidence: 0.1 }],
];
for (const [name, change] of other) {
  Deno.test(`${name} sends no request when it rejects another query's cursor`, async () => {
    await using world = await aWorld({ profile: "complete" });
    const page = await world.call(name, { limit: 1 });
    const cursor = page.structured?.["next_cursor"];
    world.sent();
    const { text } = await world.call(name, { limit: 1, ...change, cursor });
    assertMatch(text, /^invalid_input: .*cursor/);
    assertEquals(world.sent(), []);
  });
}
