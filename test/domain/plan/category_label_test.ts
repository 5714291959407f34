import { assertEquals, assertThrows } from "@std/assert";
import { ToolError } from "../../../domain/base/tool_error.ts";
import { aCategory } from "../../_builders.ts";
import { distinctCategoryNames, usableName } from "../../../domain/plan/category_label.ts";

Deno.test("distinctCategoryNames() adds the group to duplicate category names, ignoring case", () => {
  const names = distinctCategoryNames([
    aCategory({ id: "a", name: "Gifts", category_group_name: "Fun" }),
    aCategory({ id: "b", name: "GIFTS", category_group_name: "Bills" }),
    aCategory({ id: "c", name: "Rent", category_group_name: "Bills" }),
    aCategory({ id: "d", name: "Rent", category_group_name: "Old", deleted: true }),
  ]);
  assertEquals([...names], [
    ["a", "Fun/Gifts"],
    ["b", "Bills/GIFTS"],
    ["c", "Rent"],
    ["d", "Rent"],
  ]);
});

const refusal = (run: () => unknown): readonly [string, string] => {
  const { code, message } = assertThrows(run, ToolError);
  return [code, message];
};

Deno.test("usableName() accepts only a single line of visible text", () => {
  assertEquals(usableName("  Caf\u00e9 & co  "), "Caf\u00e9 & co");
  for (const name of ["", "   ", "a\tb", "a\u0007b", "\u200b"]) {
    assertEquals(refusal(() => usableName(name)), [
      "invalid_input",
      "name must be one line of visible text: choose another name",
    ]);
  }
});
