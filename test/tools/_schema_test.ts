import { assertEquals } from "@std/assert";
import type { z } from "zod";
import {
  amount,
  categoryIds,
  confirmation,
  cursor,
  day,
  limit,
  month,
  planId,
  positiveAmount,
  reference,
  storedText,
} from "../../tools/_schema.ts";

const x = (length: number): string => "x".repeat(length);
const foods = (length: number): readonly string[] => Array.from({ length }, () => "Food");
const atMost = (most: number): string => `must be at most ${most} characters long`;
const A_MONTH = 'must be a month in the form YYYY-MM, or "current"';
const A_DATE = "must be a date in the form YYYY-MM-DD";
const DECIMALS = "must have at most 3 decimal places";

/** Invalid values, each with the expected message; "any" matches any of zod's messages. */
const cases: readonly (readonly [
  name: string,
  schema: z.ZodType,
  accepted: readonly unknown[],
  rejected: readonly (readonly [value: unknown, message: string])[],
])[] = [
  ["confirmation", confirmation, [undefined, "x", x(40)], [["", "any"], [x(41), atMost(40)]]],
  ["planId", planId, [undefined, "x", x(200)], [["", "any"], [x(201), atMost(200)]]],
  ["cursor", cursor, [undefined, "x", x(1000)], [["", "any"], [x(1001), atMost(1000)]]],
  ["reference", reference, ["x", x(200)], [
    ...[[undefined, "any"], ["", "any"], [x(201), atMost(200)]] as const,
  ]],
  ["storedText(3)", storedText(3), ["a\nb"], [
    ["a\u0000b", "must not contain a NUL character"],
    ["abcd", "any"],
  ]],
  ["month", month, ["current", "2026-03", "2026-03-01", "2000-12"], [
    ...["2026-3", "2026-03-02", "x2026-03", "2026-03x", "currently", ""]
      .map((one) => [one, A_MONTH] as const),
    ...["2026-00", "2026-13"].map((one) => [one, "must be a valid month"] as const),
  ]],
  ["day", day, ["2024-02-29"], [
    ["2026-02-29", "must be a valid date in the form YYYY-MM-DD"],
    ...["2026-2-9", "x2026-03-01", "2026-03-01x", "today"].map((one) => [one, A_DATE] as const),
  ]],
  // A number that is too large causes only one message, even if it also has too many decimals.
  ["amount", amount, [12.345, -0.001, 0, 1e12], [
    ...[[1.2345, DECIMALS], [1e13, "any"], [-1e13, "any"], [1e12 + 0.0005, "any"]] as const,
  ]],
  ["positiveAmount", positiveAmount, [0.001, 1e12], [
    [1.2345, DECIMALS],
    ...[0, -1, 0.0001, 1e13, 1e12 + 0.0005].map((one) => [one, "any"] as const),
  ]],
  ["limit", limit, [1, 200], [0, 201, 1.5].map((one) => [one, "any"] as const)],
  ["categoryIds", categoryIds, [foods(1), foods(100)], [[foods(0), "any"], [foods(101), "any"]]],
];

for (const [name, schema, accepted, rejected] of cases) {
  Deno.test(`${name} rejects each invalid value with exactly one message`, () => {
    const messages = (value: unknown): readonly string[] =>
      schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];
    for (const value of accepted) assertEquals(messages(value), []);
    for (const [value, message] of rejected) {
      const got = messages(value);
      assertEquals(message === "any" ? got.length : got, message === "any" ? 1 : [message]);
    }
  });
}

Deno.test("amounts become milliunits, and a page has 25 rows by default", () => {
  const values = [amount.parse(12.345), amount.parse(-0.001), positiveAmount.parse(1e12)];
  assertEquals([...values, limit.parse(undefined)], [12_345, -1, 1e15, 25]);
});
