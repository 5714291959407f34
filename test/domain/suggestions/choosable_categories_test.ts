import { assertEquals } from "@std/assert";
import {
  choosableCategories,
  teachingCategoryIds,
} from "../../../domain/suggestions/choosable_categories.ts";
import { aCategory, aGroup } from "../../_builders.ts";
import { aSuggestionPlan } from "./_suggestion_plan.ts";

const { groups } = aSuggestionPlan([]);

Deno.test("choosableCategories() leaves out hidden, internal and card payment categories", () => {
  assertEquals(choosableCategories(groups).map(({ category_id }) => category_id), ["food", "fun"]);
});

Deno.test("choosableCategories() leaves out what is deleted", () => {
  const categories = [aCategory({ id: "food" })];
  const gone = [aCategory({ id: "gone", deleted: true })];
  const some = [aGroup({ categories, deleted: true }), aGroup({ categories: gone })];
  assertEquals(choosableCategories(some), []);
});

Deno.test("choosableCategories() knows internal categories by their group where nothing says so", () => {
  const { internal: _, ...none } = aCategory({ id: "none", name: "Uncategorized" });
  const internal = aGroup({ name: "Internal Master Category", categories: [none] });
  assertEquals(choosableCategories([internal]), []);
});

Deno.test("teachingCategoryIds() has income and card payments too, but not Uncategorized", () => {
  assertEquals(teachingCategoryIds(groups), new Set(["inflow", "card", "food", "fun"]));
});

Deno.test("teachingCategoryIds() has income even where upstream hides it", () => {
  const inflow = { name: "Inflow: Ready to Assign", internal: true, hidden: true };
  const internal = aGroup({
    name: "Internal Master Category",
    hidden: true,
    categories: [aCategory({ id: "inflow", ...inflow })],
  });
  assertEquals(teachingCategoryIds([internal]), new Set(["inflow"]));
});
