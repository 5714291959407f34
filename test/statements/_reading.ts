import { assertEquals, assertRejects } from "@std/assert";
import { ToolError } from "../../domain/base/tool_error.ts";
import type { ReadingOfStatement, ReadingOptions } from "../../domain/statements/statement.ts";
import { readStatement } from "../../statements/read_statement.ts";

/** Options for reading a statement of a cash account in euros. */
export const CASH: ReadingOptions = {
  today: "2026-11-20",
  decimals: 2,
  currency: "EUR",
  isCard: false,
  remembered: {},
  readAs: {},
};

/** Options for reading a statement of an account whose type and currency are unknown. */
const UNKNOWN: ReadingOptions = { ...CASH, today: "2024-12-31", currency: null, isCard: null };

/** Reads lines as if they were a bank's file for a cash account. */
export function readLines(
  lines: readonly string[],
  options: Partial<ReadingOptions> = {},
): Promise<ReadingOfStatement> {
  return readText(lines.join("\n"), { ...CASH, ...options });
}

/** Reads text the way the tools read a file. */
export function readText(
  text: string,
  options: Partial<ReadingOptions> = {},
): Promise<ReadingOfStatement> {
  return readStatement(new TextEncoder().encode(text), { ...UNKNOWN, ...options });
}

/** Returns the rows of an unambiguous statement in the form `2024-10-08 -12500 Bakery | Bread`. */
export async function rowsOf(
  text: string,
  options: Partial<ReadingOptions> = {},
): Promise<readonly string[]> {
  const { statement, questions } = await readText(text, options);
  assertEquals(questions, []);
  return statement.rows.map(({ date, amount, payee, memo }) =>
    [`${date} ${amount}`, payee, ...(memo === null ? [] : [`| ${memo}`])].join(" ").trim()
  );
}

/** Expects the text to be refused, and returns the error's message. */
export async function refusalOf(
  text: string,
  options: Partial<ReadingOptions> = {},
): Promise<string> {
  const error = await assertRejects(() => readText(text, options), ToolError);
  assertEquals(error.code, "invalid_input");
  return error.message;
}
