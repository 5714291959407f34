import { assertEquals } from "@std/assert";
import type { CategoryRecord } from "../../../domain/base/plan_records.ts";
import {
  isCardPaymentCategory,
  isCardPaymentGroup,
  isInflowCategory,
  isInternalCategory,
  isInternalGroup,
  isUncategorizedCategory,
} from "../../../domain/base/special_categories.ts";

const INTERNAL = "Internal Master Category";
const CARDS = "Credit Card Payments";

type Kind = "internal" | "inflow" | "uncategorized" | "card payment";
/** Name, group and YNAB's flag of a category, and its expected kinds. */
const categories: readonly (readonly [string, string, boolean | null, readonly Kind[]])[] = [
  ["Anything", "Anywhere", true, ["internal"]],
  ["Uncategorized", INTERNAL, false, []],
  ["Uncategorized", "Living", null, []],
  ["Uncategorized", "Living", false, []],
  ["Deferred Income SubCategory", INTERNAL, null, ["internal"]],
  ["Split", INTERNAL, true, ["internal"]],
  ["Visa", CARDS, true, ["card payment"]],
  ["Visa", CARDS, null, ["card payment"]],
  ["Visa", "Living", false, []],
  ...["Inflow: Ready to Assign", "Immediate Income SubCategory"].flatMap((name) =>
    [true, null].map((mark) => [name, INTERNAL, mark, ["internal", "inflow"]] as const)
  ),
  ...["Uncategorized", "None"].flatMap((name) =>
    [true, null].map((mark) => [name, INTERNAL, mark, ["internal", "uncategorized"]] as const)
  ),
  ["Inflow: Ready to Assign", "Living", false, []],
  [" Inflow: Ready to Assign", INTERNAL, true, ["internal"]],
  ["uncategorized", INTERNAL, true, ["internal"]],
];

const isKind: Readonly<Record<Kind, (category: CategoryRecord) => boolean>> = {
  "internal": isInternalCategory,
  "inflow": isInflowCategory,
  "uncategorized": isUncategorizedCategory,
  "card payment": isCardPaymentCategory,
};

Deno.test("internal categories are recognized by YNAB's flag, or else by their group's name", () => {
  for (const [name, category_group_name, internal, kinds] of categories) {
    const category = {
      ...{ id: "c", name, category_group_id: "g", category_group_name },
      ...{ hidden: false, deleted: false },
      ...(internal === null ? {} : { internal }),
    };
    const found = Object.entries(isKind).filter(([, holds]) => holds(category));
    assertEquals(found.map(([kind]) => kind), [...kinds], `${category_group_name}/${name}`);
  }
});

Deno.test("internal category groups are recognized by YNAB's flag, or else by their name", () => {
  const isInternal = (name: string, internal?: boolean): boolean =>
    isInternalGroup({
      ...{ id: "g", name, hidden: false, deleted: false },
      ...(internal === undefined ? {} : { internal }),
    });
  assertEquals([isInternal("Anything", true), isInternal(INTERNAL, false)], [true, false]);
  assertEquals([isInternal(INTERNAL), isInternal(INTERNAL.toLowerCase())], [true, false]);
  assertEquals([isInternal(CARDS, true), isInternal(CARDS), isInternal("Living")], [
    ...[false, false, false],
  ]);
  assertEquals(isCardPaymentGroup({ name: CARDS }), true);
  assertEquals(isCardPaymentGroup({ name: "Credit card payments" }), false);
});
