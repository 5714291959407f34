import { assertEquals, assertThrows } from "@std/assert";
import type { CategoryRecord, GroupRecord } from "../../../domain/base/plan_records.ts";
import { ToolError } from "../../../domain/base/tool_error.ts";
import {
  distinctCategoryNames,
  refuseGroupNameClash,
  refuseNameClash,
  refuseUpstreamsGroup,
  usableName,
} from "../../../domain/plan/category_label.ts";

Deno.test("distinctCategoryNames() adds the group to a shared name in any case", () => {
  const names = distinctCategoryNames([
    { id: "a", name: "Gifts", category_group_name: "Fun" },
    { id: "b", name: "GIFTS", category_group_name: "Bills" },
    { id: "c", name: "Rent", category_group_name: "Bills" },
  ]);
  assertEquals([...names], [["a", "Fun/Gifts"], ["b", "Bills/GIFTS"], ["c", "Rent"]]);
});

const refusal = (run: () => unknown): readonly [string, string] => {
  const { code, message } = assertThrows(run, ToolError);
  return [code, message];
};
const group = (change: Partial<GroupRecord>): GroupRecord => ({
  ...{ id: "g", name: "Fun", hidden: false, deleted: false },
  ...change,
});
const category = (change: Partial<CategoryRecord>): CategoryRecord => ({
  ...{ id: "c", name: "Books", category_group_id: "g", hidden: false, deleted: false },
  ...change,
});

Deno.test("usableName() accepts one line of visible text", () => {
  assertEquals(usableName("  Caf\u00e9 & co  "), "Caf\u00e9 & co");
  for (const name of ["", "   ", "a\tb", "a\u0007b", "\u200b"]) {
    assertEquals(refusal(() => usableName(name)), [
      "invalid_input",
      "name must be one line of visible text: choose another name",
    ]);
  }
});

Deno.test("refuseNameClash() names the category with the same name and whether it is hidden", () => {
  const within = (
    ...categories: readonly CategoryRecord[]
  ): Parameters<typeof refuseNameClash>[1] => ({
    ...group({}),
    categories,
  });
  assertEquals(refusal(() => refuseNameClash("bOOKS", within(category({})))), [
    "invalid_input",
    'Fun already has a category "Books": choose another name',
  ]);
  assertEquals(
    refusal(() => refuseNameClash("Books", within(category({ hidden: true }))))[1],
    'Fun already has a hidden category "Books": choose another name',
  );
  refuseNameClash("Book", within(category({})));
  refuseNameClash("Books", within(category({ deleted: true })));
  refuseNameClash("BOOKS", within(category({})), "c");
  refusal(() => refuseNameClash("BOOKS", within(category({})), "another"));
});

Deno.test("refuseGroupNameClash() names the group with the same name and whether it is hidden", () => {
  assertEquals(refusal(() => refuseGroupNameClash("FUN", [group({})])), [
    "invalid_input",
    'there is already a group "Fun": choose another name',
  ]);
  assertEquals(
    refusal(() => refuseGroupNameClash("Fun", [group({ hidden: true })]))[1],
    'there is already a hidden group "Fun": choose another name',
  );
  refuseGroupNameClash("Fund", [group({})]);
  refuseGroupNameClash("Fun", [group({ deleted: true })]);
  refuseGroupNameClash("FUN", [group({})], "g");
  refusal(() => refuseGroupNameClash("FUN", [group({})], "another"));
});

Deno.test("refuseUpstreamsGroup() rejects other categories in YNAB's own groups", () => {
  assertEquals(refusal(() => refuseUpstreamsGroup(group({ name: "Credit Card Payments" }))), [
    "invalid_input",
    "\"Credit Card Payments\" holds YNAB's payment category for each credit card and can't hold " +
    "other categories: choose another group",
  ]);
  assertEquals(refusal(() => refuseUpstreamsGroup(group({ name: "Internal Master Category" }))), [
    "invalid_input",
    "\"Internal Master Category\" is YNAB's own group and can't hold other categories: choose another " +
    "group",
  ]);
  refuseUpstreamsGroup(group({}));
});
