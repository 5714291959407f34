import fc from "fast-check";
import { fillPath } from "../../client/_request.ts";
import type { CoveredOperation } from "../../client/upstream_client.ts";
import { UpstreamError } from "../../client/upstream_error.ts";
import { coveredOperations, failureOf, scriptedClient, someArgs } from "./_scripted_client.ts";
import { assertEquals, assertFalse, assertThrows } from "@std/assert";

const unusable: readonly string[] = [
  "",
  ".",
  "..",
  "...",
  "a/b",
  "../user",
  "a\\b",
  "a?b",
  "a#b",
  "a%2fb",
  "a\nb",
  "a\0b",
  "a\u0085b",
  "\ud800",
  "a".repeat(101),
];

const inPath: readonly string[] = ["planId", "month", "categoryId", "transactionId"];

for (const operation of coveredOperations) {
  const names = Object.keys(someArgs[operation]).filter((name) => inPath.includes(name));
  for (const name of names) {
    Deno.test(`${operation}() checks ${name} before any request`, async () => {
      const { client, sent } = scriptedClient();
      for (const value of unusable) {
        const error = await failureOf(callWith(client, operation, { [name]: value }));
        assertEquals([error.code, error.uncertain], ["rejected", false]);
      }
      assertEquals(sent.length, 0);
    });
  }
}

const MONTH = "Invalid month: use the first day of the month, such as 2026-07-01";
const START = "Invalid start date: it must look like 2026-07-31";
const KNOWLEDGE = "Invalid last_knowledge_of_server: it must be a nonnegative integer";
const rejected: readonly (readonly [
  operation: "getAccounts" | "getPlanMonth" | "getTransactions",
  argument: string,
  values: readonly unknown[],
  message: string,
])[] = [
  ["getAccounts", "planId", ["last-used"], "Cannot use last-used as a plan id: use an id from"],
  ["getAccounts", "planId", ["default"], "Cannot use default as a plan id: use an id from"],
  ["getPlanMonth", "month", ["2026-07", "2026-07-02", "2026-13-01", "july"], MONTH],
  ["getTransactions", "sinceDate", ["", "2026-07", "2026-07-01&type=unapproved"], START],
  ["getAccounts", "knowledge", [-1, 1.5, NaN, Infinity], KNOWLEDGE],
];
for (const [operation, argument, values, message] of rejected) {
  for (const value of values) {
    Deno.test(`${operation}() rejects the ${argument} ${Deno.inspect(value)}`, async () => {
      const { client } = scriptedClient();
      const error = await failureOf(callWith(client, operation, { [argument]: value }));
      assertEquals([error.code, error.message.startsWith(message)], ["rejected", true]);
    });
  }
}

Deno.test("fillPath() either rejects a value or keeps it within its path segment", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 120 }), (value) => {
    let path: string;
    try {
      path = fillPath("/plans/{category_id}/end", { categoryId: value });
    } catch (error) {
      assertEquals(error instanceof UpstreamError && error.code, "rejected");
      return;
    }
    const { pathname, search, hash } = new URL(`https://upstream.example${path}`);
    assertEquals([search, hash], ["", ""]);
    assertEquals(pathname.split("/").map(decodeURIComponent), ["", "plans", value, "end"]);
  }));
});

Deno.test("the error for a rejected value doesn't repeat the value", async () => {
  const { client } = scriptedClient();

  const error = await failureOf(client.getAccounts({ planId: "Secret/Payee" }));

  assertFalse(error.message.includes("Secret"));
});

function callWith(
  client: ReturnType<typeof scriptedClient>["client"],
  operation: CoveredOperation,
  changed: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const method = client[operation] as (args: unknown) => Promise<unknown>;
  return method({ ...someArgs[operation], ...changed });
}

Deno.test("fillPath() accepts values of up to 100 characters and rejects missing values", () => {
  const long = "a".repeat(100);
  assertEquals(fillPath("/x/{category_id}", { categoryId: long }), `/x/${long}`);
  const error = assertThrows(() => fillPath("/x/{category_id}", {}), UpstreamError);
  assertEquals(
    error.message,
    "Invalid category id: it is empty or too long, or has invalid characters",
  );
});
