import { assertEquals } from "@std/assert";
import { UpstreamError } from "../../client/upstream_error.ts";
import { ToolError } from "../../domain/base/tool_error.ts";
import { errorText } from "../../server/errors.ts";

function aToolError(count: number): ToolError {
  const rows = Array.from({ length: count }, (_, at) => `row ${at + 1}`);
  return new ToolError("conflict", "these have changed: look again", { rows });
}

Deno.test("errorText() lists what is wrong below the sentence, up to 20 and how many more", () => {
  assertEquals(errorText(aToolError(0)), "conflict: these have changed: look again");
  const twenty = errorText(aToolError(20)).split("\n");
  assertEquals([twenty.length, twenty.at(-1)], [21, "row 20"]);
  const more = errorText(aToolError(22)).split("\n");
  assertEquals([more.length, more.at(-2), more.at(-1)], [22, "row 20", "and 2 more"]);
});

Deno.test("errorText() tells a record that went before it could be changed from a plan that is not there", () => {
  const gone = new UpstreamError("YNAB knows no such record", {
    code: "not_found",
    errorId: "404.2",
  });
  assertEquals(
    errorText(gone, { hasWritten: true }),
    "not_found: YNAB does not know any more what was to be changed, so nothing was: " +
      "look at the plan before trying again",
  );
});

Deno.test("errorText() says of a fault of our own what to do, by whether something was sent", () => {
  const fault = new Error("secret");
  assertEquals(
    errorText(fault),
    "internal: the server itself failed: " +
      "try again, and report it with the reference if it happens again",
  );
  assertEquals(
    errorText(fault, { reference: "3f9a", hasWritten: true }),
    "internal: the server itself failed (reference 3f9a) after a change was sent to YNAB: do not " +
      "repeat the call, check the plan first, and report this with the reference",
  );
});
