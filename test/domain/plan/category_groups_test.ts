import { assertEquals } from "@std/assert";
import { categoryGroups, type GroupWithCategories } from "../../../domain/plan/category_groups.ts";
import { aCategory, aGroup } from "../../_builders.ts";

const format = { symbol: "$", isSymbolFirst: true, decimals: 2 };

/** Names of what is listed. */
function listed(
  groups: readonly GroupWithCategories[],
  includeHidden = false,
): readonly (readonly [string, readonly string[]])[] {
  return categoryGroups(groups, { includeHidden, format, today: "2024-03-15" })
    .map(({ name, categories }) => [name, categories.map((category) => category.name)]);
}

Deno.test("categoryGroups() never returns an internal category from another group", () => {
  const group = aGroup({ categories: [aCategory({ internal: true })] });
  assertEquals(listed([group], true), []);
  const mixed = aGroup({ categories: [aCategory({ internal: true }), aCategory()] });
  assertEquals(listed([mixed], true), [["Living", ["Groceries"]]]);
});

Deno.test("categoryGroups() omits groups with only hidden categories unless requested", () => {
  const group = aGroup({ categories: [aCategory({ hidden: true })] });
  assertEquals(listed([group]), []);
  assertEquals(listed([group], true), [["Living", ["Groceries"]]]);
});

Deno.test("categoryGroups() returns card payments although YNAB marks their group internal", () => {
  const visa = aCategory({ name: "Visa", category_group_name: "Credit Card Payments" });
  const cards = aGroup({ name: "Credit Card Payments", internal: true, categories: [visa] });
  assertEquals(listed([cards]), [["Credit Card Payments", ["Visa"]]]);
});
