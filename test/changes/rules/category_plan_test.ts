import { assertEquals, assertThrows } from "@std/assert";
import {
  changeableCategory,
  changeableGroup,
  hiddenGroupWarning,
  openGroup,
} from "../../../changes/rules/categories.ts";
import { ToolError } from "../../../domain/base/tool_error.ts";
import { aCategory, aGroup, anId } from "../../_builders.ts";

const open = aGroup({ id: anId(1), name: "Living" });
const gone = aGroup({ id: anId(2), name: "Former", deleted: true });
const cards = aGroup({ id: anId(3), name: "Credit Card Payments", internal: true });
const groups = [open, gone, cards];
const categories = {
  live: [aCategory({ id: anId(7), name: "Rent" })],
  groups,
  deletedIds: new Set<string>(),
};

function refusalOf(run: () => unknown): string {
  return assertThrows(run, ToolError).message;
}

Deno.test("openGroup() finds a group by its name, and none that is deleted", () => {
  assertEquals(openGroup("living", { categories }).id, anId(1));
  assertEquals(refusalOf(() => openGroup("Former", { categories })).includes('"Former"'), true);
  assertThrows(() => openGroup("Credit Card Payments", { categories }), ToolError);
});

Deno.test("changeableGroup() refuses the groups of YNAB", () => {
  const of = { groups, deletedIds: new Set<string>() };
  assertEquals(changeableGroup("Living", of).id, anId(1));
  assertEquals(
    refusalOf(() => changeableGroup("Credit Card Payments", of)),
    "\"Credit Card Payments\" is YNAB's own group, which can't be renamed: choose another",
  );
});

Deno.test("changeableCategory() finds a category, and says what to do instead of the impossible", () => {
  assertEquals(changeableCategory("rent", { categories }).id, anId(7));
  const told = refusalOf(() => changeableCategory("ready_to_assign", { categories }));
  assertEquals(told.endsWith("choose a category"), true, told);
});

Deno.test("hiddenGroupWarning() warns of a hidden group alone", () => {
  assertEquals(hiddenGroupWarning({ ...open, hidden: true }), ["the group Living is hidden"]);
  assertEquals(hiddenGroupWarning(open), []);
});

Deno.test("a group that nobody knows is told as one, with where to look", () => {
  const of = { groups, deletedIds: new Set<string>() };
  for (
    const run of [() => changeableGroup("Nowhere", of), () => openGroup("Nowhere", { categories })]
  ) {
    const error = assertThrows(run, ToolError);
    assertEquals(error.code, "not_found");
    assertEquals(error.message.includes("category group"), true);
    assertEquals(error.message.includes("list_category_groups shows them"), true);
  }
  const error = assertThrows(() => changeableGroup("Credit Card Payments", of), ToolError);
  assertEquals(error.code, "invalid_input");
});
