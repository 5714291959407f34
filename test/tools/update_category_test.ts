import { assertEquals, assertMatch } from "@std/assert";
import type { StoredCategory } from "../../demo/model/records.ts";
import { apply, confirm } from "./_confirm.ts";
import { household, ids } from "./_plan.ts";
import { testRefusals } from "./_refusals.ts";
import { aWorld, callIn, rowsOf, type World } from "./_world.ts";

const args = { category_id: "Dining", name: "Eating out", group_id: "Bills", note: "with friends" };

const categoryOf = (world: World, id: string): StoredCategory | undefined =>
  world.upstream.snapshot()[0]?.categories.find((one) => one.id === id);

Deno.test("update_category previews a new note in full, line by line", async () => {
  await using world = await aWorld({ write: true });
  const note = Array.from({ length: 40 }, (_, at) => `${at} ${"x".repeat(100)}`).join("\n");
  const args = { category_id: "Dining", note };
  const { preview, applied } = await confirm(world, "update_category", args);
  for (const { structured } of [preview, applied]) {
    const [row] = rowsOf({ structured });
    assertEquals(row?.["after"], note);
  }
  assertEquals(
    applied.structured?.["message"],
    "Changed the note of Dining. You can undo this until the server stops.",
  );
});

Deno.test("update_category sends only changed fields", async () => {
  await using world = await aWorld({ write: true });
  const before = categoryOf(world, ids.dining);
  const { preview } = await apply(world, "update_category", {
    ...args,
    name: "Dining",
    group_id: ids.fun,
  });
  assertEquals(preview.structured?.["changes"], [
    { id: "000000c4", label: "Fun/Dining", field: "note", after: "with friends" },
  ]);
  assertEquals(
    { ...categoryOf(world, ids.dining), knowledge: 0 },
    { ...before, note: "with friends", knowledge: 0 },
  );
});

Deno.test("update_category changes the note of a category whose name contains a line break", async () => {
  const plan = household();
  for (const one of plan.categories) if (one.id === ids.dining) one.name = "Dining\nout";
  await using world = await aWorld({ write: true, plans: [plan] });
  const { note } = args;
  await confirm(world, "update_category", { category_id: ids.dining, note });
  assertEquals(categoryOf(world, ids.dining)?.note, note);
});

for (const note of [null, ""]) {
  Deno.test(`update_category removes the note if the call sets note to ${JSON.stringify(note)}`, async () => {
    const plan = household();
    for (const one of plan.categories) if (one.id === ids.dining) one.note = "old";
    await using world = await aWorld({ write: true, plans: [plan] });
    const args = { category_id: ids.dining, note };
    const { preview } = await confirm(world, "update_category", args);
    assertEquals(preview.structured?.["changes"], [
      { id: "000000c4", label: "Fun/Dining", field: "note", before: "old" },
    ]);
    assertEquals(categoryOf(world, ids.dining)?.note, null);
  });
}

Deno.test("update_category doesn't ask for confirmation when nothing would change", async () => {
  const { structured } = await callIn(aWorld({ write: true }), "update_category", {
    ...args,
    name: "Dining",
    group_id: "Fun",
    note: "",
  });
  assertEquals(structured, {
    status: "nothing_to_do",
    message: "The category already has these values",
  });
});

Deno.test("update_category accepts a new name that differs only in case", async () => {
  await using world = await aWorld({ write: true });
  const args = { category_id: ids.dining, name: "DINING" };
  await confirm(world, "update_category", args);
  assertEquals(categoryOf(world, ids.dining)?.name, "DINING");
});

Deno.test("update_category changes the note of a card payment category", async () => {
  await using world = await aWorld({ write: true });
  const args = { category_id: ids.visaPayment, note: "due on the 5th" };
  await apply(world, "update_category", args);
  assertEquals(categoryOf(world, ids.visaPayment)?.note, "due on the 5th");
});

Deno.test("update_category's preview says that the reduced profile can't undo the change", async () => {
  await using world = await aWorld({ write: true, profile: "reduced" });
  const { preview, applied } = await confirm(world, "update_category", args);
  assertMatch(
    preview.text,
    /This can't be undone: the reduced profile can't undo category changes/,
  );
  assertEquals(applied.structured?.["operation_id"], undefined);
});

testRefusals("update_category", { args }, [
  [
    { name: "gifts", group_id: undefined },
    /^invalid_input: Fun already has a category "Gifts": choose another name/,
  ],
  [
    { category_id: ids.gifts, name: undefined },
    /^invalid_input: Bills already has a category "Gifts"/,
  ],
  [{ category_id: "Uncategorized" }, /^invalid_input: "Uncategorized" is a built-in YNAB category/],
  [{ category_id: ids.inflow }, /^invalid_input: Ready to Assign isn't a category/],
  [
    { category_id: ids.visaPayment, group_id: undefined },
    /"Visa" belongs to a credit card and has the card's name: you can change only the category's note/,
  ],
  [{ category_id: ids.visaPayment, name: undefined }, /"Visa" belongs to a credit card/],
  [
    { group_id: "Credit Card Payments" },
    /^invalid_input: "Credit Card Payments" holds YNAB's credit card payment categories/,
  ],
  [{ group_id: ids.internal }, /^invalid_input: "Internal Master Category" is YNAB's own group/],
  [{ category_id: "Nowhere" }, /^not_found: this plan has no category/],
  [{ group_id: "Nowhere" }, /^not_found: this plan has no category group/],
  [{ name: " " }, /^invalid_input: name must be one line of visible text/],
  [{ note: "a\0" }, /^invalid_input: note contains a NUL character/],
  [
    { name: undefined, group_id: undefined, note: undefined },
    /^invalid_input: nothing to change: pass name, group_id or note/,
  ],
  [
    { category_id: "Nowhere", group_id: ids.internal },
    /^invalid_input: nothing was written, because 2 arguments were refused.*\ncategory_id: .*\ngroup_id: /,
  ],
]);
