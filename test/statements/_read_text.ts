import { assert, assertEquals, assertRejects } from "@std/assert";
import { ToolError } from "../../domain/base/tool_error.ts";
import type { ReadingOfStatement, ReadingOptions } from "../../domain/statements/statement.ts";
import { readStatement } from "../../statements/read_statement.ts";

const USUAL: ReadingOptions = {
  today: "2024-12-31",
  decimals: 2,
  currency: null,
  isCard: null,
  remembered: {},
  readAs: {},
};

/** Reads a text as the tools read a file. */
export async function readText(
  text: string,
  options: Partial<ReadingOptions> = {},
): Promise<ReadingOfStatement> {
  return await readStatement(new TextEncoder().encode(text), { ...USUAL, ...options });
}

/** Days, amounts, payees and memos of an unambiguous text. */
export async function rowsOf(
  text: string,
  options: Partial<ReadingOptions> = {},
): Promise<readonly (readonly [string, number, string, string | null])[]> {
  const { statement, questions } = await readText(text, options);
  assertEquals(questions, []);
  return statement.rows.map(({ date, amount, payee, memo }) => [date, amount, payee, memo]);
}

/** Message with which a text is refused. */
export async function refusalOf(
  text: string,
  options: Partial<ReadingOptions> = {},
): Promise<string> {
  const error = await assertRejects(() => readText(text, options), ToolError);
  assert(error.code === "invalid_input", error.code);
  return error.message;
}
