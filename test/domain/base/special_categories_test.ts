import { assertEquals } from "@std/assert";
import type { CategoryRecord, GroupRecord } from "../../../domain/base/plan_records.ts";
import {
  isCardPaymentCategory,
  isCardPaymentGroup,
  isInflowCategory,
  isInternalCategory,
  isInternalGroup,
  isUncategorizedCategory,
} from "../../../domain/base/special_categories.ts";

/** A group as an upstream sends it that does not mark internal ones. */
function oldGroup(name: string): GroupRecord {
  return { id: "g", name, hidden: false, deleted: false };
}

/** A category as an upstream sends it that does not mark internal ones. */
function oldCategory(name: string, groupName?: string): CategoryRecord {
  const category = { id: "c", name, category_group_id: "g", hidden: false, deleted: false };
  return groupName === undefined ? category : { ...category, category_group_name: groupName };
}

/** A category that upstream marks as internal or not. */
function category(name: string, groupName: string, internal: boolean): CategoryRecord {
  return { ...oldCategory(name, groupName), internal };
}

const INTERNAL = "Internal Master Category";
const CARDS = "Credit Card Payments";

Deno.test("isInternalGroup() goes by upstream's mark", () => {
  assertEquals(isInternalGroup({ ...oldGroup("Anything"), internal: true }), true);
  assertEquals(isInternalGroup({ ...oldGroup(INTERNAL), internal: false }), false);
});

Deno.test("isInternalGroup() goes by the name where the mark is missing", () => {
  assertEquals(isInternalGroup(oldGroup(INTERNAL)), true);
  assertEquals(isInternalGroup(oldGroup("internal master category")), false);
  assertEquals(isInternalGroup(oldGroup("Living")), false);
});

Deno.test("isInternalGroup() does not hold for card payments, marked or not", () => {
  assertEquals(isInternalGroup({ ...oldGroup(CARDS), internal: true }), false);
  assertEquals(isInternalGroup(oldGroup(CARDS)), false);
});

Deno.test("isCardPaymentGroup() goes by the exact English name", () => {
  assertEquals(isCardPaymentGroup({ name: CARDS }), true);
  assertEquals(isCardPaymentGroup({ name: "Credit card payments" }), false);
});

Deno.test("isInternalCategory() goes by upstream's mark", () => {
  assertEquals(isInternalCategory(category("Anything", "Anywhere", true)), true);
  assertEquals(isInternalCategory(category("Uncategorized", INTERNAL, false)), false);
});

Deno.test("isInternalCategory() goes by the group's name where the mark is missing", () => {
  assertEquals(isInternalCategory(oldCategory("Deferred Income SubCategory", INTERNAL)), true);
  assertEquals(isInternalCategory(oldCategory("Uncategorized", "Living")), false);
  assertEquals(isInternalCategory(oldCategory("Uncategorized")), false);
});

Deno.test("isInternalCategory() does not hold for card payments, marked or not", () => {
  assertEquals(isInternalCategory(category("Visa", CARDS, true)), false);
  assertEquals(isInternalCategory(oldCategory("Visa", CARDS)), false);
});

Deno.test("isCardPaymentCategory() goes by the group's name", () => {
  assertEquals(isCardPaymentCategory(category("Visa", CARDS, false)), true);
  assertEquals(isCardPaymentCategory(category("Visa", "Living", false)), false);
  assertEquals(isCardPaymentCategory(oldCategory("Visa")), false);
});

for (const name of ["Inflow: Ready to Assign", "Immediate Income SubCategory"]) {
  Deno.test(`isInflowCategory() knows "${name}" inside the internal group only`, () => {
    assertEquals(isInflowCategory(category(name, INTERNAL, true)), true);
    assertEquals(isInflowCategory(oldCategory(name, INTERNAL)), true);
    assertEquals(isInflowCategory(category(name, "Living", false)), false);
    assertEquals(isInflowCategory(category(` ${name}`, INTERNAL, true)), false);
  });
}

Deno.test("isInflowCategory() does not hold for the others of the internal group", () => {
  for (const name of ["Uncategorized", "None", "Deferred Income SubCategory", "Split"]) {
    assertEquals(isInflowCategory(category(name, INTERNAL, true)), false);
  }
});

for (const name of ["Uncategorized", "None"]) {
  Deno.test(`isUncategorizedCategory() knows "${name}" inside the internal group only`, () => {
    assertEquals(isUncategorizedCategory(category(name, INTERNAL, true)), true);
    assertEquals(isUncategorizedCategory(oldCategory(name, INTERNAL)), true);
    assertEquals(isUncategorizedCategory(category(name, "Living", false)), false);
    assertEquals(isUncategorizedCategory(category(name.toLowerCase(), INTERNAL, true)), false);
  });
}

Deno.test("isUncategorizedCategory() does not hold for the inflow category", () => {
  const inflow = category("Inflow: Ready to Assign", INTERNAL, true);
  assertEquals(isUncategorizedCategory(inflow), false);
});
