import { assertEquals, assertThrows } from "@std/assert";
import {
  chosenCategories,
  findCategory,
  quoted,
  referenceIndex,
} from "../../../domain/references/resolve_reference.ts";
import type { CategoryRecord } from "../../../domain/base/plan_records.ts";
import { ToolError } from "../../../domain/base/tool_error.ts";
import { aCategory } from "../../_builders.ts";

const food = aCategory({ id: "11111111-0000-4000-8000-000000000000", name: "Food" });
const inflow = aCategory({
  ...{ id: "22222222-0000-4000-8000-000000000000", name: "Inflow: Ready to Assign" },
  ...{ category_group_name: "Internal Master Category", internal: true },
});
const uncategorized = {
  ...inflow,
  id: "33333333-0000-4000-8000-000000000000",
  name: "Uncategorized",
};

function find(reference: string, ...more: readonly CategoryRecord[]): string {
  const categories = [food, inflow, uncategorized, ...more];
  return findCategory(reference, { categories, insteadOfReadyToAssign: "leave it out" }).id;
}

const refusal = (run: () => unknown): readonly unknown[] => {
  const { code, message } = assertThrows(run, ToolError);
  return [code, message];
};

Deno.test("findCategory() finds by name or by the start of an id", () => {
  assertEquals(find("food"), food.id);
  assertEquals(find("11111111"), food.id);
});

Deno.test("findCategory() says that Ready to Assign is no category, however it is meant", () => {
  const says = [
    "invalid_input",
    "Ready to Assign is no category, it is the money without a job: leave it out",
  ];
  const meant = [
    ...["Ready to Assign", "READY_TO_ASSIGN", "to be budgeted", "Inflow: Ready to Assign"],
    ...[inflow.id, "22222222"],
  ];
  for (const reference of meant) assertEquals(refusal(() => find(reference)), says);
});

Deno.test("findCategory() takes a category of a person's own by that name", () => {
  const own = aCategory({ id: "44444444-0000-4000-8000-000000000000", name: "To be budgeted" });
  assertEquals(find("to be budgeted", own), own.id);
  refusal(() => find("to be budgeted", { ...own, deleted: true }));
});

Deno.test("findCategory() refuses what is YNAB's own, and what is deleted", () => {
  assertEquals(refusal(() => find("Uncategorized")), [
    "invalid_input",
    "\"Uncategorized\" is YNAB's own category, which can't be changed: choose another",
  ]);
  const gone = aCategory({
    id: "55555555-0000-4000-8000-000000000000",
    name: "Gone",
    deleted: true,
  });
  assertEquals(refusal(() => find("Gone", gone))[0], "not_found");
});

const inMonth = (id: string, name: string): Parameters<typeof chosenCategories>[0][number] => ({
  ...aCategory({ id, name }),
});

Deno.test("chosenCategories() gives the ids of what is named, and null for all", () => {
  const records = [inMonth("aaaaaaaa-1", "Food"), inMonth("bbbbbbbb-1", "Fun")];
  assertEquals(chosenCategories(records, {}), null);
  assertEquals(chosenCategories(records, { categories: [] }), new Set());
  assertEquals(
    chosenCategories(records, { categories: ["fun", "aaaaaaaa"] }),
    new Set(["bbbbbbbb-1", "aaaaaaaa-1"]),
  );
});

Deno.test("chosenCategories() goes by the last name of a category that several months have", () => {
  const records = [inMonth("aaaaaaaa-1", "Old"), inMonth("aaaaaaaa-1", "New")];
  assertEquals(chosenCategories(records, { categories: ["New"] }), new Set(["aaaaaaaa-1"]));
  assertThrows(() => chosenCategories(records, { categories: ["Old"] }), ToolError);
});

Deno.test("referenceIndex() finds by the start of an id among many, whatever its case", () => {
  const records = ["aaaaaaaa-1111", "aaaaaaaa-2222", "bbbbbbbb-1111"].map((id) => ({
    id,
    name: id,
  }));
  const find = referenceIndex({
    ...{ noun: "transaction", records, hint: "find_transactions shows them" },
    describe: ({ name }) => name,
  });
  assertEquals(find("bbbbbbbb").id, "bbbbbbbb-1111");
  assertEquals(find("  BBBBBBBB ").id, "bbbbbbbb-1111");
  assertEquals(find("aaaaaaaa-2").id, "aaaaaaaa-2222");
  assertThrows(() => find("aaaaaaaa"), ToolError);
  assertThrows(() => find("cccccccc"), ToolError);
});

Deno.test("quoted() shows a reference on one line", () => {
  assertEquals(quoted("a\nb"), '"a b"');
});

Deno.test("findCategory() tells a category that has been deleted from one that never was", () => {
  const gone = "66666666-0000-4000-8000-000000000000";
  const search = { categories: [food], insteadOfReadyToAssign: "leave it out" };
  const told = (more: object): unknown =>
    refusal(() => findCategory("66666666", { ...search, ...more }))[1];
  const deleted = `category "66666666" has been deleted: list_category_groups shows them`;
  assertEquals(told({ deletedIds: new Set([gone]) }), deleted);
  assertEquals(told({ knownIds: { sharing: () => [gone] } }), deleted);
  assertEquals(
    told({}),
    `no category of this plan is "66666666": list_category_groups shows them`,
  );
});

Deno.test("chosenCategories() says what is not there, and where to look", () => {
  const records = [inMonth("aaaaaaaa-1", "Food")];
  assertEquals(refusal(() => chosenCategories(records, { categories: ["Zoo"] })), [
    "not_found",
    'no category of this plan is "Zoo": list_category_groups shows them',
  ]);
});
