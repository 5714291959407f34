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

/** The schema's error message, or "" for a valid value. */
function messagesFor(schema: z.ZodType, value: unknown): readonly string[] {
  return schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];
}

const longest = (most: number): readonly string[] => ["x".repeat(most), "x".repeat(most + 1)];

Deno.test("schemas reject tokens longer than any token that the server issues", () => {
  const schemas = [[confirmation, 40], [planId, 200], [reference, 200], [cursor, 1000]] as const;
  for (const [schema, most] of schemas) {
    const [fits, more] = longest(most);
    assertEquals(messagesFor(schema, fits), []);
    assertEquals(messagesFor(schema, more), [`must be at most ${most} characters long`]);
    assertEquals(messagesFor(schema, "").length, 1);
    assertEquals(messagesFor(schema, "x"), []);
  }
  for (const schema of [confirmation, planId, cursor]) {
    assertEquals(messagesFor(schema, undefined), []);
  }
  assertEquals(messagesFor(reference, undefined).length, 1);
});

Deno.test("schemas reject text to be stored if it has a NUL character or exceeds YNAB's limit", () => {
  assertEquals(messagesFor(storedText(3), "a\nb"), []);
  assertEquals(messagesFor(storedText(3), "a\u0000b"), ["must not contain a NUL character"]);
  assertEquals(messagesFor(storedText(3), "abcd").length, 1);
});

Deno.test("schemas accept only existing months as YYYY-MM", () => {
  for (const one of ["current", "2026-03", "2026-03-01", "2000-12"]) {
    assertEquals(messagesFor(month, one), []);
  }
  for (const one of ["2026-3", "2026-03-02", "x2026-03", "2026-03x", "currently", ""]) {
    assertEquals(messagesFor(month, one), ["must be a month in the form YYYY-MM, or current"]);
  }
  for (const one of ["2026-00", "2026-13"]) {
    assertEquals(messagesFor(month, one), ["must be a valid month"]);
  }
});

Deno.test("schemas accept only existing dates as YYYY-MM-DD", () => {
  assertEquals(messagesFor(day, "2024-02-29"), []);
  assertEquals(messagesFor(day, "2026-02-29"), ["must be a valid date in the form YYYY-MM-DD"]);
  for (const one of ["2026-2-9", "x2026-03-01", "2026-03-01x", "today"]) {
    assertEquals(messagesFor(day, one), ["must be a date in the form YYYY-MM-DD"]);
  }
});

Deno.test("schemas convert amounts to milliunits and allow three decimals", () => {
  for (const schema of [amount, positiveAmount]) {
    assertEquals(schema.parse(12.345), 12_345);
    assertEquals(messagesFor(schema, 1.2345), ["must have at most 3 decimals"]);
    assertEquals(schema.parse(1e12), 1e15);
    // A number that is too large causes a single error message, even if it also has too many
    // decimals.
    assertEquals(messagesFor(schema, 1e13).length, 1);
    assertEquals(messagesFor(schema, 1e12 + 0.0005).length, 1);
  }
  assertEquals([amount.parse(-0.001), amount.parse(0)], [-1, 0]);
  assertEquals(messagesFor(amount, -1e13).length, 1);
  assertEquals(positiveAmount.parse(0.001), 1);
  for (const one of [0, -1, 0.0001]) assertEquals(messagesFor(positiveAmount, one).length, 1);
});

Deno.test("schemas accept pages of 1 to 200 rows, 25 by default", () => {
  assertEquals(limit.parse(undefined), 25);
  assertEquals([0, 1, 200, 201, 1.5].map((one) => messagesFor(limit, one).length), [1, 0, 0, 1, 1]);
});

Deno.test("schemas accept 1 to 100 categories", () => {
  const lengths = [0, 1, 100, 101];
  const many = lengths.map((length) => Array.from({ length }, () => "Food"));
  assertEquals(many.map((one) => messagesFor(categoryIds, one).length), [1, 0, 0, 1]);
});
