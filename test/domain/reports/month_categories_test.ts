import { assertEquals, assertThrows } from "@std/assert";
import { visibleCategories } from "../../../domain/reports/month_categories.ts";
import type { MonthCategoryRecord } from "../../../domain/base/plan_records.ts";
import { ToolError } from "../../../domain/base/tool_error.ts";
import { aCategory, aMonth } from "../../_builders.ts";

const food = aCategory({ name: "Food" });
const films = aCategory({ name: "Films", category_group_id: "fun", category_group_name: "Fun" });

const names = (categories: readonly MonthCategoryRecord[]): readonly string[] =>
  categories.map(({ name }) => name);

Deno.test("visibleCategories() lists hidden categories only with an amount", () => {
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

Deno.test("visibleCategories() rejects a group name that two groups share", () => {
  const twins = ["Pets", "PETS"].map((name, at) =>
    aCategory({ category_group_id: `group-${at}`, category_group_name: name })
  );
  const error = assertThrows(
    () => visibleCategories(aMonth({ categories: twins }), { group: "pets" }),
    ToolError,
  );
  assertEquals([error.code, error.rows], ["invalid_input", ["group-0 Pets", "group-1 PETS"]]);
});

Deno.test("visibleCategories() keeps groups together", () => {
  const rent = aCategory({ name: "Rent" });
  const books = { ...films, id: "books", name: "Books" };
  const month = aMonth({ categories: [films, food, books, rent] });
  assertEquals(names(visibleCategories(month)), ["Films", "Books", "Food", "Rent"]);
});

Deno.test("visibleCategories() follows a known order", () => {
  const rent = aCategory({ name: "Rent" });
  const books = { ...films, id: "books", name: "Books" };
  const month = aMonth({ categories: [films, food, books, rent] });
  const order = (...inOrder: readonly MonthCategoryRecord[]): readonly string[] =>
    names(visibleCategories(month, { inOrder }));
  assertEquals(order(rent, food, books), ["Rent", "Food", "Books", "Films"]);
  assertEquals(order(rent), ["Rent", "Food", "Films", "Books"]);
});
