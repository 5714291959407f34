import { assertEquals, assertThrows } from "@std/assert";
import { hasMoney, visibleCategories } from "../../../domain/reports/month_categories.ts";
import type { MonthCategoryRecord } from "../../../domain/base/plan_records.ts";
import { ToolError } from "../../../domain/base/tool_error.ts";
import { aCategory, aMonth } from "../../_builders.ts";

const food = aCategory({ name: "Food" });
const films = aCategory({ name: "Films", category_group_id: "fun", category_group_name: "Fun" });

const names = (categories: readonly MonthCategoryRecord[]): readonly string[] =>
  categories.map(({ name }) => name);

Deno.test("visibleCategories() gives live categories in upstream's order, empty ones too", () => {
  const month = aMonth({ categories: [films, food] });
  assertEquals(names(visibleCategories(month)), ["Films", "Food"]);
});

Deno.test("visibleCategories() leaves out deleted ones, whatever money is on them", () => {
  const month = aMonth({ categories: [aCategory({ deleted: true, balance: 5 })] });
  assertEquals(visibleCategories(month), []);
});

Deno.test("visibleCategories() leaves out internal ones, whatever money is on them", () => {
  const inflow = aCategory({ name: "Inflow: Ready to Assign", internal: true, activity: 5 });
  assertEquals(visibleCategories(aMonth({ categories: [inflow] })), []);
});

Deno.test("visibleCategories() gives card payments", () => {
  const visa = aCategory({ name: "Visa", category_group_name: "Credit Card Payments" });
  assertEquals(names(visibleCategories(aMonth({ categories: [visa] }))), ["Visa"]);
});

Deno.test("visibleCategories() gives hidden ones only where money is on them", () => {
  const month = aMonth({
    categories: [
      aCategory({ name: "Empty", hidden: true }),
      aCategory({ name: "Assigned", hidden: true, budgeted: 1 }),
      aCategory({ name: "Active", hidden: true, activity: -1 }),
      aCategory({ name: "Available", hidden: true, balance: 1 }),
    ],
  });
  assertEquals(names(visibleCategories(month)), ["Assigned", "Active", "Available"]);
});

for (const group of ["Fun", "fUN", "fun", " Fun "]) {
  Deno.test(`visibleCategories() gives the categories of the group "${group}"`, () => {
    const month = aMonth({ categories: [food, films] });
    assertEquals(names(visibleCategories(month, { group })), ["Films"]);
  });
}

Deno.test("visibleCategories() takes a unique beginning of a group's id", () => {
  const id = "0a1b2c3d-0000-4000-8000-000000000001";
  const category = aCategory({ name: "Pets", category_group_id: id });
  const month = aMonth({ categories: [food, category] });
  assertEquals(names(visibleCategories(month, { group: "0a1b2c3d" })), ["Pets"]);
});

Deno.test("visibleCategories() gives hidden ones of the group that was asked for", () => {
  const hidden = aCategory({ name: "Old", hidden: true });
  assertEquals(names(visibleCategories(aMonth({ categories: [hidden] }), { group: "Living" })), [
    "Old",
  ]);
});

Deno.test("visibleCategories() refuses an unknown group", () => {
  const error = assertThrows(
    () => visibleCategories(aMonth({ categories: [food] }), { group: "Travel" }),
    ToolError,
  );
  assertEquals(error.code, "not_found");
  assertEquals(
    error.message,
    'no category group of this plan is "Travel": list_category_groups shows them',
  );
});

Deno.test("visibleCategories() does not know the internal group", () => {
  const none = aCategory({
    name: "Uncategorized",
    internal: true,
    category_group_id: "own",
    category_group_name: "Internal Master Category",
  });
  const month = aMonth({ categories: [food, none] });
  assertThrows(() => visibleCategories(month, { group: "Internal Master Category" }), ToolError);
});

Deno.test("visibleCategories() refuses a name that two groups have", () => {
  const twins = ["Pets", "PETS"].map((name, at) =>
    aCategory({ category_group_id: `group-${at}`, category_group_name: name })
  );
  const error = assertThrows(
    () => visibleCategories(aMonth({ categories: twins }), { group: "pets" }),
    ToolError,
  );
  assertEquals([error.code, error.rows], ["invalid_input", ["group-0 Pets", "group-1 PETS"]]);
});

Deno.test("hasMoney() holds for any amount that is not zero", () => {
  const none = { budgeted: 0, activity: 0, balance: 0 };
  assertEquals(hasMoney(none), false);
  assertEquals(hasMoney({ ...none, budgeted: -1 }), true);
  assertEquals(hasMoney({ ...none, activity: 1 }), true);
  assertEquals(hasMoney({ ...none, balance: -1 }), true);
});

Deno.test("visibleCategories() keeps groups together, in the order in which they come", () => {
  const rent = aCategory({ name: "Rent" });
  const books = { ...films, id: "books", name: "Books" };
  const month = aMonth({ categories: [films, food, books, rent] });
  assertEquals(names(visibleCategories(month)), ["Films", "Books", "Food", "Rent"]);
});

Deno.test("visibleCategories() follows an order that is known, new ones behind their group", () => {
  const rent = aCategory({ name: "Rent" });
  const books = { ...films, id: "books", name: "Books" };
  const month = aMonth({ categories: [films, food, books, rent] });
  const order = (...inOrder: readonly MonthCategoryRecord[]): readonly string[] =>
    names(visibleCategories(month, { inOrder }));
  assertEquals(order(rent, food, books), ["Rent", "Food", "Books", "Films"]);
  assertEquals(order(rent), ["Rent", "Food", "Films", "Books"]);
});

Deno.test("visibleCategories() gives the categories that are named, hidden ones too", () => {
  const hidden = aCategory({ id: "0a1b2c3d-0000", name: "Old hobby", hidden: true });
  const month = aMonth({ categories: [films, food, hidden] });
  const chosen = (...categories: readonly string[]): readonly string[] =>
    names(visibleCategories(month, { categories }));
  assertEquals(chosen("old HOBBY", "Food"), ["Food", "Old hobby"]);
  assertEquals(chosen("0a1b2c3d"), ["Old hobby"]);
  assertEquals(names(visibleCategories(month, { categories: ["Films"], group: "Living" })), []);
  const error = assertThrows(() => chosen("Cinema"), ToolError);
  assertEquals(error.code, "not_found");
});
