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

const upstream: readonly (readonly [
  what: string,
  error: UpstreamError,
  text: string,
])[] = [
  [
    "what YNAB says of a refusal",
    new UpstreamError("YNAB did not accept it", { code: "rejected", detail: "date\nis wrong" }),
    "rejected: YNAB did not accept it (YNAB says: date is wrong)",
  ],
  [
    "what YNAB says of a conflict",
    new UpstreamError("It conflicts", { code: "conflict", detail: "held" }),
    "rejected: it conflicts (YNAB says: held)",
  ],
  [
    "nothing of an empty detail",
    new UpstreamError("It was refused", { code: "rejected", detail: "" }),
    "rejected: it was refused",
  ],
  [
    "nothing of the detail of an outage",
    new UpstreamError("YNAB failed", { code: "unavailable", detail: "stack" }),
    "unavailable: YNAB failed",
  ],
  [
    "a wrong address in its own words",
    new UpstreamError("YNAB knows no such address", { code: "not_found", errorId: "404.1" }),
    "not_found: YNAB knows no such address",
  ],
  [
    "a record that is not there as a plan or a month",
    new UpstreamError("YNAB knows no such record", { code: "not_found", errorId: "404.2" }),
    "not_found: YNAB knows no such plan or month: " +
    "list_plans shows the plans with their first and last month",
  ],
];
for (const [what, error, text] of upstream) {
  Deno.test(`errorText() tells ${what}`, () => assertEquals(errorText(error), text));
}

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
      "repeat the call, look at the plan first, and report this with the reference",
  );
});
