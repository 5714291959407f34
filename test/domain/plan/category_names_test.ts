import { assertEquals } from "@std/assert";
import { distinctCategoryNames } from "../../../domain/plan/category_label.ts";

Deno.test("distinctCategoryNames() names the group where a name is shared, whatever its case", () => {
  const names = distinctCategoryNames([
    { id: "a", name: "Gifts", category_group_name: "Fun" },
    { id: "b", name: "GIFTS", category_group_name: "Bills" },
    { id: "c", name: "Rent", category_group_name: "Bills" },
  ]);
  assertEquals([...names], [["a", "Fun/Gifts"], ["b", "Bills/GIFTS"], ["c", "Rent"]]);
});

Deno.test("distinctCategoryNames() has no more to say of a group that nobody knows", () => {
  const names = distinctCategoryNames([
    { id: "a", name: "Gifts" },
    { id: "b", name: "Gifts", category_group_name: "" },
  ]);
  assertEquals([...names.values()], ["Gifts", "Gifts"]);
});
