import { assertEquals, assertMatch } from "@std/assert";
import { apply, confirm, stateOf } from "./_confirm.ts";
import { ids } from "./_plan.ts";
import { testRefusals } from "./_refusals.ts";
import { aWorld, type World } from "./_world.ts";

const aWritingWorld = (): Promise<World> =>
  aWorld({ write: true, profile: "complete", fullIds: true });
const args = { group_id: "fun", name: "Leisure" };
const nameOf = (world: World): string | undefined =>
  world.upstream.snapshot()[0]?.groups.find(({ id }) => id === ids.fun)?.name;

Deno.test("rename_category_group renames a group, and undo restores the old name", async () => {
  await using world = await aWritingWorld();
  const before = stateOf(world);
  const { preview, applied } = await confirm(world, "rename_category_group", args);
  assertMatch(preview.text, /Rename the category group Fun to Leisure\?/);
  assertEquals(applied.structured?.["changes"], [
    { id: ids.fun, label: "Fun", field: "name", before: "Fun", after: "Leisure", outcome: "done" },
  ]);
  assertEquals(nameOf(world), "Leisure");
  await apply(world, "undo_operation");
  assertEquals(stateOf(world), before);
});

testRefusals("rename_category_group", { args, world: aWritingWorld }, [
  ["the group of the cards", { group_id: "Credit Card Payments" }, /is a YNAB system group/],
  ["the internal group", { group_id: "Internal Master Category" }, /is a YNAB system group/],
  ["an unknown group", { group_id: "Yachts" }, /^not_found: /],
  ["another group's name", { name: "BILLS" }, /there is already a group "Bills"/],
  ["both at once", { group_id: ids.cards, name: "\n" }, /2 arguments were refused/],
]);
