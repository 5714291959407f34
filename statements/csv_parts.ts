import { foldText } from "../domain/base/fold_text.ts";
import { sumOf } from "../domain/base/money.ts";
import { ToolError } from "../domain/base/tool_error.ts";
import type { LeftOutReason, ReadingOptions } from "../domain/statements/statement.ts";
import { type AmountText, currencyOf, isCurrency, readAmount, sizeOf } from "./amounts.ts";
import { amountIn, columnsIn, hasValue, nameOf, sideOf } from "./csv_amounts.ts";
import { chooseDate, type Column, columnsOf, type DateChoice, isEmpty } from "./csv_columns.ts";
import { type AmountLayout, settleAmounts } from "./csv_layout.ts";
import { FROM_LINE } from "./csv_questions.ts";
import type { CsvRecord } from "./csv_records.ts";
import { isVariedMoney } from "./csv_sources.ts";
import type { CsvTable } from "./csv_table.ts";
import { ACCOUNT_NAME, PAGE, PRODUCT } from "./csv_words.ts";
import { directionOf } from "./dates.ts";
import { otherCurrency } from "./refusal.ts";

/** Maximum number of accounts in a file. A column with more distinct values isn't the account. */
const MAX_ACCOUNTS = 10;
/**
 * Minimum share of rows that name an account. Balances listed among the transactions may name no
 * account.
 */
const MOSTLY = 0.9;
const ACCOUNT_LIKE = /^(?:[A-Z]{2}\d{2}[A-Z0-9 ]{8,32}|[\dX*x. -]{4,}\d{3,})$/u;
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9 ]{8,32}$/u;
const CARD = /card|karte|kart[aeiy]|carte|carta|tarjeta|cart\u00e3o|kort\b/iu;
/** Matches the last digits of a card number, or any other code. */
const CODE = /^(?=(?:.*\d){3})[A-Z\d*][A-Z\d* -]{3,19}$/iu;

/** The accounts that a file may contain. */
export interface FileAccounts {
  readonly names: readonly string[];
  /** Returns the account of a record; empty if the record may belong to any account. */
  readonly nameIn: (record: CsvRecord) => string;
  /** Whether all rows may actually belong to one account. */
  readonly isDoubtful: boolean;
}

/** The column with the number or name of the account that a row belongs to. */
interface AccountColumn {
  readonly column: Column;
  /** Distinct values of the column. */
  readonly names: readonly string[];
  /** Whether the column may contain other parties' accounts instead. */
  readonly isDoubtful: boolean;
}

function accountsIn(found: AccountColumn | null): FileAccounts | null {
  if (found === null) return null;
  const { column: { at }, names, isDoubtful } = found;
  return { names, isDoubtful, nameIn: ({ cells }) => cells[at] ?? "" };
}

/** Finds a column that names the file's account or accounts. */
export function namedAccounts(columns: readonly Column[]): FileAccounts | null {
  return accountsIn(accountColumn(columns));
}

function accountColumn(columns: readonly Column[]): AccountColumn | null {
  const full = columns.filter((column) => column.filled >= column.cells.length * MOSTLY);
  const named = full.find(({ role }) => role === "account");
  if (named !== undefined) {
    const names = distinctCells(named);
    // If no word shows whose account a column names, an IBAN may be the other party's. An account
    // may have several cards.
    const isDoubtful = names.length > 1 &&
      (names.length * ROWS_PER_ACCOUNT > named.cells.length || CARD.test(named.heading));
    const isMany = names.length > MAX_ACCOUNTS ||
      (names.length > MAX_DOUBTFUL && names.length * 2 > named.cells.length);
    return !isMany ? { column: named, names, isDoubtful } : null;
  }
  const numbers = likeliestAccounts(full.filter(hasNumbers));
  if (numbers !== null && numbers.names.length > 1) return numbers;
  return likeliestAccounts(full.filter(hasAccountNames)) ?? numbers;
}

/** The column with the fewest distinct values, if these may be accounts. */
function likeliestAccounts(columns: readonly Column[]): AccountColumn | null {
  const [first] = columns.map((column) => ({ column, names: distinctCells(column) }))
    .sort((one, other) => one.names.length - other.names.length);
  if (first === undefined) return null;
  const { column, names } = first;
  const isNumber = names.every((name) => ACCOUNT_LIKE.test(name));
  if (!isNumber && (names.length === 1 || names.length > MAX_DOUBTFUL)) return null;
  if (names.length * ROWS_PER_ACCOUNT <= column.cells.length) {
    // A code in all rows may be the bank's.
    const isOwn = names.length > 1 ? isNumber : names.every((name) => IBAN.test(name));
    return { ...first, isDoubtful: !isOwn };
  }
  // Numbers that are all different are references, unless they are IBANs.
  const mayBeAccounts = names.length < column.cells.length ||
    names.every((name) => IBAN.test(name)) || hasAccountNames(column);
  const isPossible = names.length <= MAX_DOUBTFUL && column.role === "unknown" &&
    column.isFull && mayBeAccounts;
  return isPossible || names.length === 1
    ? { ...first, isDoubtful: names.length > 1 || !names.every((name) => IBAN.test(name)) }
    : null;
}

function isOpen({ role, dates }: Column): boolean {
  return (role === "unknown" || role === "other") && dates === null;
}

function hasNumbers(column: Column): boolean {
  return isOpen(column) &&
    column.cells.every((cell) => cell === "" || ACCOUNT_LIKE.test(cell) || CODE.test(cell));
}

/**
 * Whether a column contains names of accounts. Next to `Checking` and `Savings`, `Joint` is an
 * account's name, too.
 */
function hasAccountNames(column: Column): boolean {
  const names = isOpen(column) && column.isText ? distinctCells(column) : [];
  if (names.length < 2 || names.length > MAX_DOUBTFUL) return false;
  const known = names.filter((name) => ACCOUNT_NAME.test(foldText(name)));
  return known.length * 2 > names.length || PRODUCT.test(foldText(column.heading));
}

/** Maximum number of columns to try. The file is read again for each one. */
const MAX_TRIED = 4;

/**
 * Finds a column of account names if each account has a running balance but all rows together
 * don't.
 */
export function interleavedAccounts(
  table: CsvTable,
  options: ReadingOptions,
): FileAccounts | null {
  const isProven = (rows: readonly CsvRecord[]): boolean => areProven(rows, table, options);
  const candidates = columnsOf(table.body, table)
    .filter(({ isText, isFull }) => isText && isFull)
    .filter((column) => sideOf(column)?.isKnown !== true)
    .map((column) => ({ column, names: distinctCells(column), isDoubtful: false }))
    .filter(({ column, names }) =>
      names.length > 1 && names.length <= MAX_DOUBTFUL &&
      names.length * ROWS_PER_ACCOUNT <= column.cells.length
    )
    .slice(0, MAX_TRIED);
  if (candidates.length === 0 || isProven(table.body)) return null;
  return accountsIn(
    candidates.find(({ column: { at }, names }) =>
      names.every((name) => isProven(table.body.filter(({ cells }) => cells[at] === name)))
    ) ?? null,
  );
}

/** Whether running balances confirm the amounts of some rows. */
function areProven(
  rows: readonly CsvRecord[],
  table: CsvTable,
  options: ReadingOptions,
): boolean {
  const settled = settledAmounts(rows, table, options);
  return settled !== null && settled.proof !== null;
}

/** Returns how to read the amounts of some rows; `null` if they can't be read. */
function settledAmounts(
  rows: readonly CsvRecord[],
  table: CsvTable,
  options: ReadingOptions,
): AmountLayout | null {
  const columns = columnsOf(rows, table);
  const date = chooseDate(columns, options, () => false);
  try {
    return date === null ? null : settleAmounts(columns, date, options);
  } catch (error) {
    if (error instanceof ToolError) return null;
    throw error;
  }
}

/**
 * Returns the proof that running balances give for some rows, after the user left out others;
 * otherwise the given proof.
 */
export function proofOf(
  rest: readonly CsvRecord[],
  { table, amounts: { source, decimal, sign, proof }, options }: {
    readonly table: CsvTable;
    readonly amounts: AmountLayout;
    readonly options: ReadingOptions;
  },
): AmountLayout["proof"] {
  const settled = rest.length === 0 ? null : settledAmounts(rest, table, options);
  const isSame = settled !== null && settled.decimal === decimal && settled.sign === sign &&
    nameOf(settled.source) === nameOf(source);
  return isSame && settled.proof !== null ? settled.proof : proof;
}

/** How many rows at the start and at the end to try as balances or totals. */
const ENDS = [[1, 0], [0, 1], [1, 1], [0, 2], [2, 0]] as const;
const MAX_ENDS = 2;
/** Number of rows to try first in a long file. */
const SAMPLE = 40;
/** Minimum number of other rows that running balances must confirm. */
const MIN_OTHERS = 4;

/**
 * Finds rows at either end without which the running balances fit, and that look like balances or
 * totals: their amounts are equal to a neighboring balance, or to a sum of other rows. In a short
 * file, only rows whose amount and balance both repeat the next row's balance.
 */
export function misfitsIn(
  rows: readonly CsvRecord[],
  { table, columns, direction, amounts: { proof, decimal, source }, options }: {
    readonly table: CsvTable;
    readonly columns: readonly Column[];
    readonly direction: DateChoice["direction"];
    readonly amounts: AmountLayout;
    readonly options: ReadingOptions;
  },
): ReadonlySet<CsvRecord> {
  const parts = columnsIn(source);
  const balances = columns.filter((column) =>
    isVariedMoney(column) && !parts.includes(column) && column.filled > rows.length / 2
  );
  if (proof !== null || balances.length === 0) return new Set();
  const textAt = ({ cells }: CsvRecord, at: number): AmountText | null =>
    readAmount(cells[at] ?? "");
  const amountOf = (row: CsvRecord): number =>
    amountIn(source, {
      decimal,
      textAt: (at) => textAt(row, at),
      cellAt: (at) => row.cells[at] ?? "",
    }) ?? 0;
  const balancesAt = (row: CsvRecord): readonly number[] =>
    balances.map(({ at }) => {
      const text = textAt(row, at);
      return text === null ? 0 : Math.abs(sizeOf(text, decimal) ?? 0) * (text.sign === -1 ? -1 : 1);
    });
  const repeating = [[rows[0], rows[1]], [rows.at(-1), rows.at(-2)]].flatMap(([row, next]) => {
    if (row === undefined || next === undefined) return [];
    // The oldest row may be a first deposit, which is equal to its balance, too.
    if (direction !== 0 && row === rows.at(direction === 1 ? 0 : -1)) return [];
    // A row of zero, such as a card check, always repeats the balance.
    const isRepeated = amountOf(next) !== 0 &&
      balancesAt(row).some((shown, at) =>
        balances[at]?.role === "balance" && shown !== 0 &&
        Math.abs(amountOf(row)) === Math.abs(shown) && balancesAt(next)[at] === shown
      );
    return isRepeated ? [row] : [];
  });
  if (repeating.length > 0) return new Set(repeating);
  const sample = rows.slice(MAX_ENDS, MAX_ENDS + SAMPLE);
  const isLong = rows.length > sample.length + 2 * MAX_ENDS;
  if (isLong && !areProven(sample, table, options)) return new Set();
  for (const [first, last] of ENDS) {
    const others = rows.slice(first, rows.length - last);
    const odd = [...rows.slice(0, first), ...rows.slice(rows.length - last)];
    if (others.length < MIN_OTHERS) continue;
    const values = others.map(amountOf);
    const sums = [values, values.filter((value) => value < 0), values.filter((value) => value > 0)]
      .map(sumOf);
    // The balances before and after each end of the others.
    const near = [others[0], others.at(-1)].filter((row) => row !== undefined).flatMap((row) =>
      balancesAt(row).flatMap((shown) => [shown, shown - amountOf(row), shown + amountOf(row)])
    );
    const isLikely = odd.every((row) => {
      const size = Math.abs(amountOf(row));
      return size !== 0 && [...sums, ...near].map(Math.abs).includes(size);
    });
    if (isLikely && areProven(others, table, options)) return new Set(odd);
  }
  return new Set();
}

/**
 * Finds tables below repeated headings that belong to several accounts or to periods of one
 * account: their sorted dates start over, or each has its own title or running balance. Ignores
 * sections of pending transactions.
 */
export function stackedTables(table: CsvTable, options: ReadingOptions): FileAccounts | null {
  const { repeated, sections: { pending, titles } } = table;
  const body = table.body.filter((record) => !pending.has(record));
  if (repeated.length === 0) return null;
  const isSorted = (rows: readonly CsvRecord[]): boolean => {
    const date = chooseDate(columnsOf(rows, table), options, () => false);
    const days = date?.column.dates?.map((day) => day?.[date.order] ?? "") ?? [];
    return directionOf(days.filter((day) => day !== "")) !== null;
  };
  const startOf = ({ line }: CsvRecord): number => {
    const heading = repeated.findLast((one) => one.line < line)?.line ?? 0;
    return body.find((one) => one.line > heading)?.line ?? 0;
  };
  const nameIn = (record: CsvRecord): string =>
    pending.has(record) ? "" : FROM_LINE + startOf(record);
  const tables = Map.groupBy(body, nameIn);
  const all = [...tables.values()];
  const isProven = (rows: readonly CsvRecord[]): boolean => areProven(rows, table, options);
  const isStacked = tables.size > 1 && all.every(isSorted) && !isProven(body) &&
    (!isSorted(body) || haveTitles(titles) || all.every(isProven));
  return isStacked ? { names: [...tables.keys()], nameIn, isDoubtful: true } : null;
}

/** Whether the tables have different titles. Titles of pages differ only in their numbers. */
function haveTitles(titles: readonly string[]): boolean {
  const distinct = new Set(titles.map((title) => foldText(title).replace(PAGE, "").trim()));
  return titles.length > 1 && distinct.size === titles.length && !distinct.has("");
}

/**
 * Minimum number of rows per value for a column without a telling heading to contain the file's own
 * accounts. Accounts of other parties appear only once or twice each.
 */
const ROWS_PER_ACCOUNT = 5;
/** Maximum number of distinct values in a column that may name either party's accounts. */
const MAX_DOUBTFUL = 4;

function distinctCells({ cells }: Column): readonly string[] {
  return [...new Set(cells.filter((cell) => cell !== ""))];
}

/** Whether a heading such as `Amount (EUR)` names a currency. */
export function isIn(column: Column | undefined, currency: string | null): boolean {
  return currency !== null && column?.heading.split(/[^A-Z]+/u).includes(currency) === true;
}

/** Finds the column with the currency of the amounts. */
export function currencyColumn(
  columns: readonly Column[],
  amount: Column | undefined,
  options: ReadingOptions,
): Column | null {
  const codes = columns.filter(({ cells, isFull }) =>
    isFull && cells.every((cell) => /^[A-Z]{3,5}$/u.test(cell))
  );
  const named = codes.filter(({ role }) => role === "currency");
  const candidates = named.length > 0
    ? named
    : codes.filter(({ role, cells }) =>
      role === "unknown" && (cells.every((cell) => isCurrency(currencyOf(cell))) ||
        // The other values may be the names of shares or coins.
        cells.filter((cell) => cell === options.currency).length * 2 >= cells.length)
    );
  const distance = ({ at }: Column, from = amount): number => Math.abs(at - (from?.at ?? 0));
  const nearest = candidates.toSorted((one, other) => distance(one) - distance(other))[0] ?? null;
  if (nearest === null) return null;
  // The currencies may belong to another column, which contains the amounts before conversion.
  const isOthers = options.currency !== null &&
    isIn(amount, options.currency) &&
    columns.some((column) =>
      isVariedMoney(column) && column.isFull && column.role !== "balance" &&
      distance(nearest, column) <= distance(nearest) && column !== amount
    );
  return isOthers ? null : nearest;
}

/**
 * Returns a function that excludes rows that aren't in the plan's currency, according to a column
 * or the rows' amounts.
 * @throws {ToolError} `invalid_input` if all rows are in another currency.
 */
export function currencyReasons(
  column: Column | null,
  columns: readonly Column[],
  { currency }: ReadingOptions,
): (record: CsvRecord) => LeftOutReason | null {
  if (currency === null) return () => null;
  if (column !== null) {
    const found = distinctCells(column).filter((cell) => !isEmpty(cell)).map(currencyOf);
    if (!found.includes(currency)) throw otherCurrency(found, currency);
    return ({ cells }) => currencyOf(cells[column.at] ?? "") === currency ? null : "other_currency";
  }
  const amounts = columns.filter(({ amounts, role }) =>
    amounts !== null && (role === "amount" || role === "debit" || role === "credit")
  );
  const codes = amounts.flatMap(({ texts }) => texts.flatMap((text) => text.currency ?? []));
  const found = new Set(codes.map(currencyOf));
  const others = [...found].filter((code) =>
    code !== currency &&
    (isCurrency(code) || (found.has(currency) && isSymbolOfOther(code, currency)))
  );
  if (others.length === 0) return () => null;
  const isOther = (text: AmountText | null): boolean =>
    others.includes(currencyOf(text?.currency ?? currency));
  // Zeros may have no currency.
  const hasOwn = amounts.some(({ texts }) =>
    texts.some((text) => hasValue(text) && !isOther(text))
  );
  if (!hasOwn) throw otherCurrency(others, currency);
  return ({ cells }) =>
    amounts.some(({ at }) => isOther(readAmount(cells[at] ?? ""))) ? "other_currency" : null;
}

/** Whether a symbol such as `$` or `kr` isn't the currency's own. */
function isSymbolOfOther(symbol: string, currency: string): boolean {
  const style = { style: "currency", currency, currencyDisplay: "narrowSymbol" } as const;
  const own = new Intl.NumberFormat("en", style).format(1).toLowerCase();
  const text = symbol.toLowerCase().replace(/\.$/u, "");
  return /\p{Sc}|^(?:kr|ft|k\u010d|z\u0142|lei)$/u.test(text) && !own.includes(text);
}
