import { assertEquals, assertMatch } from "@std/assert";
import { confirm } from "./_confirm.ts";
import { testRefusals } from "./_refusals.ts";
import { aWorld, rowsOf, type World } from "./_world.ts";

const aWritingWorld = (): Promise<World> =>
  aWorld({ write: true, profile: "complete", fullIds: true });
const args = { name: " Travel " };

Deno.test("create_category_group creates a group, and its preview says that this can't be undone", async () => {
  await using world = await aWritingWorld();
  const { preview, applied } = await confirm(world, "create_category_group", args);
  assertMatch(
    preview.text,
    /Create the category group Travel\?.* can't be undone: category groups can only be deleted/,
  );
  const group = world.upstream.snapshot()[0]?.groups.find(({ name }) => name === "Travel");
  assertEquals(applied.structured?.["operation_id"], undefined);
  assertEquals(rowsOf(applied).map(({ id, after }) => [id, after]), [[group?.id, "Travel"]]);
});

testRefusals("create_category_group", { args, world: aWritingWorld }, [
  ["an existing group's name", { name: "FUN" }, /there is already a group "Fun": choose another/],
  ["the name of YNAB's own group", { name: "Credit Card Payments" }, /there is already a group .*/],
  ["a hidden group's name", { name: "hidden categories" }, /there is already a hidden group .*/],
  ["an invisible name", { name: " \u200b " }, /name must be one line of visible text/],
  ["a two-line name", { name: "a\nb" }, /name must be one line of visible text/],
]);
