import { assert, assertEquals } from "@std/assert";
import { ToolError } from "../../../domain/base/tool_error.ts";

Deno.test("ToolError carries its code, message, rows and cause", () => {
  const cause = new Error("why");
  const error = new ToolError("conflict", "the plan changed: preview again", {
    rows: ["first", "second"],
    cause,
  });
  assert(error instanceof Error);
  assertEquals(
    [error.name, error.code, error.message, error.rows, error.cause],
    ["ToolError", "conflict", "the plan changed: preview again", ["first", "second"], cause],
  );
});

Deno.test("ToolError has no rows and no cause unless they are given", () => {
  const error = new ToolError("not_found", "no such account");
  assertEquals([error.rows, "cause" in error], [[], false]);
});
