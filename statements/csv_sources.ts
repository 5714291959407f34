import type { AmountText } from "./amounts.ts";
import {
  type AmountSource,
  columnsIn,
  hasValue,
  oneColumn,
  type Side,
  sideOf,
  twoColumns,
} from "./csv_amounts.ts";
import type { Column } from "./csv_columns.ts";

/** Numeric columns that are considered: all pairs of them are tried against all balances. */
const MOST_COLUMNS = 12;

/** Columns that may hold amounts or balances. */
export function moneyColumns(columns: readonly Column[]): readonly Column[] {
  const numeric = columns.filter(({ amounts, role }) =>
    amounts !== null && role !== "account" && role !== "counterparty" && role !== "currency"
  );
  if (numeric.length <= MOST_COLUMNS) return numeric;
  const isNamed = ({ role }: Column): boolean =>
    role === "amount" || role === "debit" || role === "credit" || role === "balance";
  const chosen = new Set([
    ...numeric.filter(isNamed),
    ...numeric.filter((column) => !isNamed(column) && looksLikeMoney(column)),
    ...numeric,
  ].slice(0, 2 * MOST_COLUMNS));
  return [...chosen].slice(0, MOST_COLUMNS);
}

/** Sources that the heading names, the likeliest first. */
export function namedSources(
  money: readonly Column[],
  columns: readonly Column[],
): readonly AmountSource[] {
  const amounts = money.filter(({ role }) => role === "amount");
  const debit = money.find(({ role }) => role === "debit") ?? null;
  const credit = money.find(({ role }) => role === "credit") ?? null;
  const sources = amounts.map((column) => oneColumn(column, sideFor(column, columns)));
  if (debit === null && credit === null) return sources;
  if (debit !== null && credit !== null) return [...sources, twoColumns(debit, credit, true)];
  const named = debit ?? credit;
  const other =
    money.find((column) =>
      named !== null && column.role === "unknown" && areExclusive(named, column)
    ) ?? null;
  return [...sources, twoColumns(debit ?? other, credit ?? other, true)];
}

/** Sources that only the data speak for. */
export function unnamedSources(
  money: readonly Column[],
  columns: readonly Column[],
): readonly AmountSource[] {
  const possible = withoutCodes(
    money.filter((column) =>
      column.role === "unknown" && column.amounts?.some((text) => text !== null && hasValue(text))
    ),
  );
  const pairs = possible.flatMap((one, at) =>
    possible.slice(at + 1)
      .filter((other) => areExclusive(one, other))
      .map((other) => twoColumns(one, other, false))
  );
  const full = possible.filter(({ filled, cells }) => filled === cells.length);
  return [...pairs, ...full.map((column) => oneColumn(column, sideFor(column, columns)))];
}

/** Leaves out numbers without decimals and constants, where something else is left. */
function withoutCodes(columns: readonly Column[]): readonly Column[] {
  const money = columns.filter((column) => looksLikeMoney(column) && !isConstant(column));
  return money.length > 0 ? money : columns;
}

export function looksLikeMoney({ amounts }: Column): boolean {
  return (amounts ?? []).some((text) =>
    text !== null && (text.decimal !== "none" || text.sign !== 0)
  );
}

function isConstant({ cells }: Column): boolean {
  return cells.length > 2 && cells.every((cell) => cell === cells[0]);
}

/** Whether every row has a value other than 0 in one of two columns, and none in both. */
function areExclusive(one: Column, other: Column): boolean {
  const has = (text: AmountText | null | undefined): boolean =>
    text !== null && text !== undefined && hasValue(text);
  const rows = one.cells.map((_, at) =>
    [has(one.amounts?.[at]), has(other.amounts?.[at])] as const
  );
  return rows.every(([left, right]) => !(left && right)) &&
    rows.filter(([left, right]) => left || right).length >= rows.length * MOSTLY &&
    rows.some(([left]) => left) && rows.some(([, right]) => right);
}

/** A few rows may have the amount 0. */
const MOSTLY = 0.9;

/** The column of words for a column whose amounts have no sign. */
function sideFor(amount: Column, columns: readonly Column[]): Side | null {
  if (amount.amounts?.some((text) => text !== null && text.sign !== 0) === true) return null;
  const sides = columns
    .filter((column) => column !== amount && column.role !== "currency")
    .map(sideOf)
    .filter((side) => side !== null)
    .filter(({ column }) => column.filled >= column.cells.length * MOSTLY);
  return sides.find(({ column }) => column.role === "indicator") ??
    sides.find(({ isCertain }) => isCertain) ?? sides[0] ?? null;
}

/** Whether two sources have a column in common. */
export function overlaps(source: AmountSource, column: Column): boolean {
  return columnsIn(source).includes(column);
}
