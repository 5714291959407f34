import { ToolError } from "../domain/base/tool_error.ts";
import type { LeftOutReason, ReadingOptions } from "../domain/statements/statement.ts";
import { type Column, isEmpty } from "./csv_columns.ts";
import type { CsvRecord } from "./csv_records.ts";

/** Accounts in one file; more distinct values are something else. */
const MOST_ACCOUNTS = 50;
const ACCOUNT_LIKE = /^(?:[A-Z]{2}\d{2}[A-Z0-9 ]{8,32}|[\dX*x. -]{4,}\d{3,})$/u;

/** Finds the column with the number or name of the account itself. */
export function accountColumn(columns: readonly Column[]): Column | null {
  const full = columns.filter((column) => column.filled === column.cells.length);
  const named = full.find(({ role }) => role === "account");
  if (named !== undefined) return isWithin(named, MOST_ACCOUNTS) ? named : null;
  const unnamed = full.filter(({ role, cells, dates }) =>
    role === "unknown" && dates === null && cells.every((cell) => ACCOUNT_LIKE.test(cell))
  ).sort((one, other) => distinctCells(one).length - distinctCells(other).length);
  const [first] = unnamed;
  // Most accounts of others appear once or twice.
  return first !== undefined && isWithin(first, Math.max(1, first.cells.length / 5)) ? first : null;
}

function isWithin(column: Column, most: number): boolean {
  return distinctCells(column).length <= most;
}

export function distinctCells({ cells }: Column): readonly string[] {
  return [...new Set(cells)];
}

/** Finds the column with the currency of the amounts. */
export function currencyColumn(columns: readonly Column[], amountAt: number): Column | null {
  const codes = columns.filter(({ cells, filled }) =>
    filled === cells.length && cells.every((cell) => /^[A-Z]{3}$/u.test(cell))
  );
  const named = codes.filter(({ role }) => role === "currency");
  const candidates = named.length > 0 ? named : codes.filter(({ role }) => role === "unknown");
  const distance = ({ at }: Column): number => Math.abs(at - amountAt);
  return candidates.toSorted((one, other) => distance(one) - distance(other))[0] ?? null;
}

/**
 * Leaves out rows in another currency than the plan's.
 *
 * @throws {ToolError} `invalid_input` if all rows are in another currency.
 */
export function currencyReasons(
  column: Column | null,
  { currency }: ReadingOptions,
): (record: CsvRecord) => LeftOutReason | null {
  if (column === null || currency === null) return () => null;
  const found = distinctCells(column).filter((cell) => !isEmpty(cell));
  if (!found.includes(currency)) {
    throw new ToolError(
      "invalid_input",
      `all rows are in ${found.join(", ")}, the plan is in ${currency}`,
    );
  }
  return ({ cells }) => cells[column.at] === currency ? null : "other_currency";
}
