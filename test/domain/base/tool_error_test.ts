import { assertEquals, assertThrows } from "@std/assert";
import { Refusals, ToolError } from "../../../domain/base/tool_error.ts";

const tail = "refused: correct the following and call again";

Deno.test("Refusals reports how many rows were rejected and each reason", () => {
  const refusals = new Refusals();
  refusals.add("row 1", "it is split");
  const one = assertThrows(() => refusals.throwIfAny(), ToolError);
  assertEquals([one.code, one.message, one.rows], [
    "invalid_input",
    `nothing was written, 1 row is ${tail}`,
    ["row 1: it is split"],
  ]);
  refusals.add("row 2", "it is deleted");
  const two = assertThrows(() => refusals.throwIfAny(), ToolError);
  assertEquals([two.message, two.rows], [
    `nothing was written, 2 rows are ${tail}`,
    ["row 1: it is split", "row 2: it is deleted"],
  ]);
});

Deno.test("Refusals.attempt() collects refusals with their rows and rethrows other errors", () => {
  const refusals = new Refusals();
  const refuse = (): never => {
    throw new ToolError("conflict", "two fit", { rows: ["Fun", "Fund"] });
  };
  assertEquals(refusals.attempt("row 1", refuse), null);
  const error = assertThrows(() => refusals.throwIfAny(), ToolError);
  assertEquals([error.code, error.rows], ["invalid_input", ["row 1: two fit; Fun; Fund"]]);
  assertThrows(() =>
    refusals.attempt("row 2", () => {
      throw new TypeError("a mistake of ours");
    }), TypeError);
});

Deno.test("Refusals throws a single argument's own error and combines several", () => {
  const refusals = new Refusals("argument");
  const missing = new ToolError("not_found", "no such account");
  const refuse = (): never => {
    throw missing;
  };
  refusals.attempt("account", refuse);
  assertEquals(assertThrows(() => refusals.throwIfAny(), ToolError), missing);
  refusals.add("month", "it is over");
  const both = assertThrows(() => refusals.throwIfAny(), ToolError);
  assertEquals([both.code, both.message], [
    "invalid_input",
    `nothing was written, 2 arguments are ${tail}`,
  ]);
  const told = new Refusals("argument");
  told.add("month", "it is over");
  assertEquals(
    assertThrows(() => told.throwIfAny(), ToolError).message,
    `nothing was written, 1 argument is ${tail}`,
  );
});
