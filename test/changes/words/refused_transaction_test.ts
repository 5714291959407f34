import { assertEquals, assertStrictEquals } from "@std/assert";
import type { Target } from "../../../changes/change.ts";
import { refusedTransaction } from "../../../changes/refused_transaction.ts";
import { UpstreamError, type UpstreamErrorOptions } from "../../../client/upstream_error.ts";
import { ToolError } from "../../../domain/base/tool_error.ts";

const targets: readonly Target[] = ["0a1b2c3d-0000-4000-8000-000000000001", "t2"].map((id) => ({
  id,
  label: id === "t2" ? "transaction t2" : "a row",
  before: {},
  after: {},
}));

function told(options: Partial<UpstreamErrorOptions>): Error {
  const failure = new UpstreamError("Refused: look", { code: "rejected", index: 0, ...options });
  return refusedTransaction(failure, targets);
}

Deno.test("refusedTransaction() names the row that YNAB refuses, and what YNAB says of it", () => {
  const error = told({ detail: "no such\u202e account" }) as ToolError;
  assertEquals(error instanceof ToolError, true);
  assertEquals([error.code, error.rows], ["rejected", ["a row (0a1b2c3d)"]]);
  assertEquals(
    error.message,
    "nothing was written, YNAB refuses the row below and with it all others (YNAB says: no such " +
      "account): correct it or leave it out, and call again",
  );
  assertEquals((error.cause as UpstreamError).index, 0);
});

Deno.test("refusedTransaction() does not repeat an id that the row is called by", () => {
  assertEquals((told({ index: 1 }) as ToolError).rows, ["transaction t2"]);
});

Deno.test("refusedTransaction() says nothing of what YNAB has not said", () => {
  assertEquals((told({}) as ToolError).message.includes("(YNAB says: )"), true);
});

Deno.test("refusedTransaction() names a row for a conflict, and for nothing but refusals", () => {
  assertEquals((told({ code: "conflict" }) as ToolError).rows, ["a row (0a1b2c3d)"]);
  for (const code of ["unavailable", "rate_limited", "not_found"] as const) {
    assertEquals(told({ code }) instanceof UpstreamError, true);
  }
});

Deno.test("refusedTransaction() keeps a refusal that names no row of the request", () => {
  for (const index of [null, 2]) {
    const failure = new UpstreamError("Refused: look", { code: "rejected", index });
    assertStrictEquals(refusedTransaction(failure, targets), failure);
  }
});
