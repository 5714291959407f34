import { assertEquals, assertMatch } from "@std/assert";
import { confirm, stateOf } from "./_confirm.ts";
import { ids } from "./_plan.ts";
import { aWorld, type World } from "./_world.ts";

const aWritingWorld = (): Promise<World> =>
  aWorld({ write: true, profile: "complete", fullIds: true });
const args = { plan_id: ids.plan, name: " Travel " };

Deno.test("create_category_group creates a group and previews that it can't be undone", async () => {
  await using world = await aWritingWorld();
  const { preview, applied } = await confirm(world, "create_category_group", args);
  assertMatch(
    preview.text,
    /Create the category group Travel\?.* can't be undone: category groups can only be deleted/,
  );
  const group = world.upstream.snapshot()[0]?.groups.find(({ name }) => name === "Travel");
  assertEquals(applied.structured, {
    status: "applied",
    confirmed_by: "code",
    message: "Created the category group Travel. This can't be undone: category groups can only " +
      "be deleted in the YNAB app.",
    changes: [{ id: group?.id, label: "Travel", field: "group", after: "Travel", outcome: "done" }],
  });
  assertEquals(world.sent().map((one) => one.split(" ")[0]), [
    "getCategories",
    "getCategories",
    "createCategoryGroup",
  ]);
});

const refused: readonly (readonly [what: string, name: string, text: RegExp])[] = [
  ["an existing group's name", "FUN", /there is already a group "Fun": choose another name/],
  ["the name of YNAB's own group", "Credit Card Payments", /there is already a group .*/],
  ["the name of a hidden group", "hidden categories", /there is already a hidden group .*/],
  ["an invisible name", " \u200b ", /name must be one line of visible text/],
  ["a two-line name", "a\nb", /name must be one line of visible text/],
  ["a 51-character name", "x".repeat(51), /at most 50/],
];

for (const [what, name, text] of refused) {
  Deno.test(`create_category_group rejects ${what} and writes nothing`, async () => {
    await using world = await aWritingWorld();
    const before = stateOf(world);
    const answer = await world.call("create_category_group", { ...args, name });
    assertMatch(answer.text, /^invalid_input: /);
    assertMatch(answer.text, text);
    assertEquals(stateOf(world), before);
  });
}
