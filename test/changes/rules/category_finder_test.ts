import { assertEquals } from "@std/assert";
import { categoryFinder, categoryNames } from "../../../changes/rules/categories.ts";
import { Refusals } from "../../../domain/base/refusals.ts";
import { aCategory, aGroup, anId } from "../../_builders.ts";

const internal = { category_group_id: "internal", internal: true };
const groups = [
  aGroup({
    id: "internal",
    name: "Internal Master Category",
    internal: true,
    categories: [
      aCategory({ ...internal, id: anId(1), name: "Inflow: Ready to Assign" }),
      aCategory({ ...internal, id: anId(2), name: "Uncategorized" }),
    ],
  }),
  aGroup({
    id: "cards",
    name: "Credit Card Payments",
    categories: [aCategory({ id: anId(3), name: "Visa", category_group_id: "cards" })],
  }),
  aGroup({ categories: [aCategory({ id: anId(4) })] }),
  aGroup({
    id: "old",
    name: "Old",
    hidden: true,
    categories: [aCategory({ id: anId(5), name: "Hobby", category_group_id: "old" })],
  }),
];
const categories = { groups, deletedIds: new Set([anId(9)]) };

for (
  const [what, reference, takesInflow, isTaken] of [
    ["a name in any case", "GROCERIES", false, true],
    ["an abbreviation", "00000004", false, true],
    ["income where it may be entered", "Inflow: Ready to Assign", true, true],
    ["income elsewhere", "Inflow: Ready to Assign", false, false],
    ["Uncategorized", "Uncategorized", true, false],
    ["a card payment category", "Visa", true, false],
    ["a category of a hidden group", "Hobby", true, false],
    ["a deleted category", anId(9), true, false],
    ["an unknown category", "Nothing", true, false],
  ] as const
) {
  Deno.test(`categoryFinder() ${isTaken ? "takes" : "refuses"} ${what}`, () => {
    const find = categoryFinder(categories, { refusals: new Refusals(), takesInflow });
    assertEquals(find("a row", reference) !== null, isTaken);
  });
}

Deno.test("categoryNames() gives no name to what stands for having no category", () => {
  const nameOf = categoryNames(categories);
  assertEquals([anId(1), anId(2), anId(9), undefined].map(nameOf), [
    "Inflow: Ready to Assign",
    null,
    null,
    null,
  ]);
});
