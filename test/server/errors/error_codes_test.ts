import { assertEquals } from "@std/assert";
import { UpstreamError, type UpstreamErrorCode } from "../../../client/upstream_error.ts";
import { ToolError, type ToolErrorCode } from "../../../domain/base/tool_error.ts";
import { codeOf, isInternalError } from "../../../server/errors/error_codes.ts";

const codes: readonly ToolErrorCode[] = [
  "invalid_input",
  "not_found",
  "unauthorized",
  "forbidden",
  "rate_limited",
  "conflict",
  "rejected",
  "unavailable",
];
for (const code of codes) {
  Deno.test(`${code} is an error of the call or of YNAB, not of the server itself`, () => {
    const error = new ToolError(code, "it can't be done");
    assertEquals([codeOf(error), isInternalError(error)], [code, false]);
  });
}

const ofYnab: readonly (readonly [UpstreamErrorCode, ToolErrorCode])[] = [
  ["unauthorized", "unauthorized"],
  ["forbidden", "forbidden"],
  ["not_found", "not_found"],
  ["rejected", "rejected"],
  ["conflict", "rejected"],
  ["rate_limited", "rate_limited"],
  ["unavailable", "unavailable"],
  ["aborted", "unavailable"],
];
for (const [code, told] of ofYnab) {
  Deno.test(`what YNAB answers with ${code} is told as ${told}`, () => {
    const error = new UpstreamError("It went wrong", { code });
    assertEquals([codeOf(error), isInternalError(error)], [told, false]);
  });
}

Deno.test("whatever else is thrown is an error of the server itself", () => {
  for (const error of [new TypeError("x"), "x", null, new ToolError("internal", "x")]) {
    assertEquals([codeOf(error), isInternalError(error)], ["internal", true]);
  }
});
