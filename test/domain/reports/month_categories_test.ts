import { assertEquals } from "@std/assert";
import { visibleCategories } from "../../../domain/reports/month_categories.ts";
import type { MonthCategoryRecord } from "../../../domain/base/plan_records.ts";
import { aCategory, aMonth } from "../../_builders.ts";

const food = aCategory({ name: "Food" });
const films = aCategory({ name: "Films", category_group_id: "fun", category_group_name: "Fun" });

const names = (categories: readonly MonthCategoryRecord[]): readonly string[] =>
  categories.map(({ name }) => name);

Deno.test("visibleCategories() includes a hidden category only if it has an amount", () => {
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

Deno.test("visibleCategories() keeps groups together in the plan's order", () => {
  const rent = aCategory({ name: "Rent" });
  const books = { ...films, id: "books", name: "Books" };
  const month = aMonth({ categories: [films, food, books, rent] });
  const order = (...inOrder: readonly MonthCategoryRecord[]): readonly string[] =>
    names(visibleCategories(month, { inOrder }));
  assertEquals(order(), ["Films", "Books", "Food", "Rent"]);
  assertEquals(order(rent, food, books), ["Rent", "Food", "Books", "Films"]);
  assertEquals(order(rent), ["Rent", "Food", "Films", "Books"]);
});
