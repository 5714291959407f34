import type { ReadingOfStatement, ReadingOptions } from "../../domain/statements/statement.ts";
import { readStatement } from "../../statements/read_statement.ts";

/** A cash account in euros. */
export const CASH: ReadingOptions = {
  today: "2026-11-20",
  decimals: 2,
  currency: "EUR",
  isCard: false,
  remembered: {},
  readAs: {},
};

/** Reads lines of a file. */
export function readLines(
  lines: readonly string[],
  options: Partial<ReadingOptions> = {},
): Promise<ReadingOfStatement> {
  return readStatement(new TextEncoder().encode(lines.join("\n")), { ...CASH, ...options });
}

/** Date, milliunits and payee of each row. */
export function shortRows({ statement }: ReadingOfStatement): readonly string[] {
  return statement.rows.map(({ date, amount, payee }) => `${date} ${amount} ${payee}`);
}

/** The questions asked. */
export function asked({ questions }: ReadingOfStatement): readonly string[] {
  return questions.map(({ about }) => about);
}
