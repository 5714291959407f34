import { assertEquals, assertMatch } from "@std/assert";
import { apply, confirm } from "./_confirm.ts";
import { household, ids } from "./_plan.ts";
import { testRefusals } from "./_refusals.ts";
import { aWorld, callIn, rowsOf } from "./_world.ts";

const args = { group_id: "Fun", name: " Books & more " };

Deno.test("create_category creates the previewed category and returns its id", async () => {
  await using world = await aWorld({ write: true, fullIds: true });
  const [before] = world.upstream.snapshot();
  const { applied } = await confirm(world, "create_category", args);
  const [after] = world.upstream.snapshot();
  const created = after?.categories.filter(({ name }) => name === "Books & more") ?? [];
  assertEquals(created.map((one) => one.category_group_id), [ids.fun]);
  assertEquals(
    after?.categories.filter((one) => one !== created[0]),
    before?.categories,
  );
  const { message, status } = applied.structured ?? {};
  assertMatch(String(message), /^Created the category Fun\/Books & more/);
  assertEquals([status, rowsOf(applied).map(({ id }) => id)], ["applied", [created[0]?.id]]);
});

testRefusals("create_category", { args }, [
  [{ name: "dining" }, /^invalid_input: Fun already has a category "Dining"/],
  [
    { name: "\uff24\uff29\uff2e\uff29\uff2e\uff27" },
    /^invalid_input: Fun already has a category "Dining"/,
  ],
  [
    { group_id: "Hidden Categories", name: "old HOBBY" },
    /^invalid_input: Hidden Categories already has a hidden category "Old hobby"/,
  ],
  [
    { group_id: "Internal Master Category" },
    /^invalid_input: "Internal Master Category" is YNAB's own group/,
  ],
  [
    { group_id: ids.cards },
    /^invalid_input: "Credit Card Payments" holds YNAB's credit card payment categories/,
  ],
  [{ group_id: "Nowhere" }, /^not_found: this plan has no category group/],
  [{ name: "  " }, /^invalid_input: name must be one line of visible text/],
  [{ name: "a\0b" }, /^invalid_input: name must be one line of visible text/],
  [{ name: "a\nb" }, /^invalid_input: name must be one line of visible text/],
  [{ name: "" }, /^invalid_input: the arguments are invalid: name must not be empty/],
]);

Deno.test("create_category accepts a name used in another group or by a deleted category", async () => {
  const plan = household();
  for (const one of plan.categories) if (one.id === ids.dining) one.deleted = true;
  await using world = await aWorld({ write: true, plans: [plan] });
  for (const name of ["Rent", "Dining"]) {
    await apply(world, "create_category", { ...args, name });
  }
});

Deno.test("create_category warns that the group is hidden", async () => {
  const { structured } = await callIn(aWorld({ write: true }), "create_category", {
    ...args,
    group_id: "Hidden Categories",
  });
  assertEquals(structured?.["warnings"], ["the group Hidden Categories is hidden"]);
});
