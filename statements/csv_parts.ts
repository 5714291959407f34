import { foldText } from "../domain/base/fold_text.ts";
import { sumOf } from "../domain/base/money.ts";
import { ToolError } from "../domain/base/tool_error.ts";
import type { LeftOutReason, ReadingOptions } from "../domain/statements/statement.ts";
import {
  type AmountText,
  currenciesIn,
  currencyOf,
  isCurrency,
  readAmount,
  sizeOf,
} from "./amounts.ts";
import { amountInCells, columnsIn, hasValue, nameOf, sideOf } from "./csv_amounts.ts";
import { chooseDate, type Column, type DateChoice, isEmpty, kindOf } from "./csv_columns.ts";
import { type AmountLayout, settleAmounts } from "./csv_layout.ts";
import { FROM_LINE } from "./csv_questions.ts";
import type { CsvRecord } from "./csv_records.ts";
import { isVariedMoney } from "./csv_sources.ts";
import type { CsvTable } from "./csv_table.ts";
import { ACCOUNT_NAME, PAGE, PRODUCT } from "./csv_words.ts";
import { directionOf } from "./dates.ts";

const MAX_ACCOUNTS = 10;
/** Minimum share of rows that must name an account; balance rows often don't name one. */
const MOSTLY = 0.9;
const ACCOUNT_LIKE = /^(?:[A-Z]{2}\d{2}[A-Z0-9 ]{8,32}|[\dX*x. -]{4,}\d{3,})$/u;
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9 ]{8,32}$/u;
const CARD = /card|karte|kart[aeiy]|carte|carta|tarjeta|cart\u00e3o|kort\b/iu;
/** Matches a code with at least three digits, such as the last digits of a card number. */
const CODE = /^(?=(?:.*\d){3})[A-Z\d*][A-Z\d* -]{3,19}$/iu;

export interface FileAccounts {
  readonly names: readonly string[];
  /** Returns the account that a record belongs to; empty if it may belong to any account. */
  readonly nameIn: (record: CsvRecord) => string;
  /**
   * `true` if `names` may refer to something other than the user's accounts. All rows may then
   * belong to one account.
   */
  readonly isDoubtful: boolean;
}

function accountsIn(column: Column, isDoubtful: boolean): FileAccounts {
  const nameIn = ({ cells }: CsvRecord): string => cells[column.at] ?? "";
  return { names: distinctCells(column), isDoubtful, nameIn };
}

/** Finds the accounts in a column that contains their numbers or names. */
export function namedAccounts(columns: readonly Column[]): FileAccounts | null {
  const full = columns.filter((column) => column.filled >= column.cells.length * MOSTLY);
  const named = full.find(({ role }) => role === "account");
  if (named !== undefined) {
    const names = distinctCells(named);
    // If there are few rows per account, the column may contain the counterparties' accounts, not
    // the user's. Different cards may belong to one account.
    const isDoubtful = names.length > 1 &&
      (names.length * ROWS_PER_ACCOUNT > named.cells.length || CARD.test(named.heading));
    const most = names.length * 2 > named.cells.length ? MAX_DOUBTFUL : MAX_ACCOUNTS;
    return names.length > most ? null : accountsIn(named, isDoubtful);
  }
  const numbers = likeliestAccounts(full.filter(hasNumbers));
  if (numbers !== null && numbers.names.length > 1) return numbers;
  return likeliestAccounts(full.filter(hasAccountNames)) ?? numbers;
}

/** The column with the fewest distinct values, if those values could identify accounts. */
function likeliestAccounts(columns: readonly Column[]): FileAccounts | null {
  const fewest = columns.map((column) => ({ column, names: distinctCells(column) }))
    .toSorted((one, other) => one.names.length - other.names.length);
  // A code that is the same in all rows may identify the bank.
  const isCode = ({ names }: typeof fewest[number]): boolean =>
    names.length === 1 && !IBAN.test(names[0] ?? "");
  const code = fewest.find(isCode);
  const [first] = fewest.filter((one) => !isCode(one));
  const found = first === undefined ? null : accountsAmong(first.names, first.column);
  if (found !== null && code !== undefined) return { ...found, isDoubtful: true };
  return found ?? (code === undefined ? null : accountsAmong(code.names, code.column));
}

/** Returns a column's distinct values as accounts; `null` if they don't look like accounts. */
function accountsAmong(names: readonly string[], column: Column): FileAccounts | null {
  const isOneIban = names.length === 1 && IBAN.test(names[0] ?? "");
  const isNumber = names.every((name) => ACCOUNT_LIKE.test(name));
  if (!isNumber && (names.length === 1 || names.length > MAX_DOUBTFUL)) return null;
  if (names.length * ROWS_PER_ACCOUNT <= column.cells.length) {
    return accountsIn(column, names.length > 1 ? !isNumber : !isOneIban);
  }
  // Numbers that differ in every row are probably references, unless they are IBANs.
  const mayBeAccounts = names.length < column.cells.length ||
    names.every((name) => IBAN.test(name)) || hasAccountNames(column);
  const isPossible = names.length <= MAX_DOUBTFUL && column.role === "unknown" &&
    column.isFull && mayBeAccounts;
  return isPossible || names.length === 1 ? accountsIn(column, !isOneIban) : null;
}

function isOpen({ role, dates }: Column): boolean {
  return (role === "unknown" || role === "other") && dates === null;
}

function hasNumbers(column: Column): boolean {
  return isOpen(column) &&
    column.cells.every((cell) => cell === "" || ACCOUNT_LIKE.test(cell) || CODE.test(cell));
}

/** Whether a column has account names, judging by its heading or common names like `Checking`. */
function hasAccountNames(column: Column): boolean {
  const names = isOpen(column) && column.isText ? distinctCells(column) : [];
  if (names.length < 2 || names.length > MAX_DOUBTFUL) return false;
  const known = names.filter((name) => ACCOUNT_NAME.test(foldText(name)));
  return known.length * 2 > names.length || PRODUCT.test(foldText(column.heading));
}

/** Maximum number of columns to try; the file is read again for each. */
const MAX_TRIED = 4;

/** Determines how to read the amounts in the given rows; `null` if they can't be read. */
type Settle = (rows: readonly CsvRecord[]) => AmountLayout | null;

export function settler(table: CsvTable, options: ReadingOptions): Settle {
  return (rows) => {
    const columns = table.columnsOf(rows);
    const date = chooseDate(columns, options, () => false);
    try {
      return date === null ? null : settleAmounts(columns, date, options);
    } catch (error) {
      if (error instanceof ToolError) return null;
      throw error;
    }
  };
}

function areProven(rows: readonly CsvRecord[], settle: Settle): boolean {
  return (settle(rows)?.proof ?? null) !== null;
}

/** Finds interleaved accounts: a column names the accounts, and each has a running balance. */
export function interleavedAccounts(
  { body, columnsOf }: CsvTable,
  settle: Settle,
): FileAccounts | null {
  const candidates = columnsOf(body)
    .filter((column) => column.isText && column.isFull && sideOf(column)?.isKnown !== true)
    .map((column) => accountsIn(column, false))
    .filter(({ names: { length } }) =>
      length > 1 && length <= MAX_DOUBTFUL && length * ROWS_PER_ACCOUNT <= body.length
    )
    .slice(0, MAX_TRIED);
  if (candidates.length === 0 || areProven(body, settle)) return null;
  return candidates.find(({ names, nameIn }) =>
    names.every((name) => areProven(body.filter((record) => nameIn(record) === name), settle))
  ) ?? null;
}

/**
 * Returns the running balances of the rows that the user kept. Returns the given `proof` if these
 * rows have no running balances, or if the amounts would be read differently when only these rows
 * are considered.
 */
export function proofOf(
  rest: readonly CsvRecord[],
  { source, decimal, sign, proof }: AmountLayout,
  settle: Settle,
): AmountLayout["proof"] {
  const settled = rest.length === 0 ? null : settle(rest);
  const isSame = settled?.decimal === decimal && settled.sign === sign &&
    nameOf(settled.source) === nameOf(source);
  return isSame ? settled.proof ?? proof : proof;
}

/** Combinations to try: how many balances or totals at the start, and how many at the end. */
const ENDS = [[1, 0], [0, 1], [1, 1], [0, 2], [2, 0]] as const;
const MAX_ENDS = 2;
const SAMPLE = 40;
const MIN_OTHERS = 4;

/**
 * Finds rows at the start and end that look like balances or totals: each of their amounts equals a
 * neighboring balance or a sum of other rows, and without these rows, the running balances are
 * consistent with the amounts. In a short file, finds only rows whose amount equals both the
 * balance in the same row and the balance in the neighboring row.
 */
export function misfitsIn(
  rows: readonly CsvRecord[],
  { columns, direction, amounts: { proof, decimal, source } }: {
    readonly columns: readonly Column[];
    readonly direction: DateChoice["direction"];
    readonly amounts: AmountLayout;
  },
  settle: Settle,
): ReadonlySet<CsvRecord> {
  const parts = columnsIn(source);
  const balances = columns.filter((column) =>
    isVariedMoney(column) && !parts.includes(column) && column.filled > rows.length / 2
  );
  if (proof !== null || balances.length === 0) return new Set();
  const amountOf = ({ cells }: CsvRecord): number => amountInCells(source, cells, decimal) ?? 0;
  const balancesAt = ({ cells }: CsvRecord): readonly number[] =>
    balances.map(({ at }) => {
      const text = readAmount(cells[at] ?? "");
      return text === null ? 0 : Math.abs(sizeOf(text, decimal) ?? 0) * (text.sign === -1 ? -1 : 1);
    });
  const repeating = [[rows[0], rows[1]], [rows.at(-1), rows.at(-2)]].flatMap(([row, next]) => {
    if (row === undefined || next === undefined) return [];
    // The oldest row may be the account's first deposit, whose amount equals the balance after it.
    if (direction !== 0 && row === rows.at(direction === 1 ? 0 : -1)) return [];
    const isRepeated = balancesAt(row).some((shown, at) =>
      balances[at]?.role === "balance" && shown !== 0 &&
      Math.abs(amountOf(row)) === Math.abs(shown) && balancesAt(next)[at] === shown
    );
    // A row with an amount of zero, such as a card verification, doesn't change the balance.
    return isRepeated && amountOf(next) !== 0 ? [row] : [];
  });
  if (repeating.length > 0) return new Set(repeating);
  const sample = rows.slice(MAX_ENDS, MAX_ENDS + SAMPLE);
  const isLong = rows.length > sample.length + 2 * MAX_ENDS;
  if (isLong && !areProven(sample, settle)) return new Set();
  for (const [first, last] of ENDS) {
    const others = rows.slice(first, rows.length - last);
    const odd = [...rows.slice(0, first), ...rows.slice(rows.length - last)];
    if (others.length < MIN_OTHERS) continue;
    const values = others.map(amountOf);
    const sums = [values, values.filter((value) => value < 0), values.filter((value) => value > 0)]
      .map(sumOf);
    // The balances before and after the first row that is assumed to be a transaction, and before
    // and after the last one.
    const near = [others[0], others.at(-1)].filter((row) => row !== undefined).flatMap((row) =>
      balancesAt(row).flatMap((shown) => [shown, shown - amountOf(row), shown + amountOf(row)])
    );
    const isLikely = odd.every((row) => {
      const size = Math.abs(amountOf(row));
      return size !== 0 && [...sums, ...near].map(Math.abs).includes(size);
    });
    if (isLikely && areProven(others, settle)) return new Set(odd);
  }
  return new Set();
}

/**
 * Finds consecutive tables with the same headings, each for a different account or for a different
 * period of one account. Either the dates are sorted only within each table, or each table has its
 * own title or running balance. Sections of pending transactions are ignored.
 */
export function stackedTables(
  table: CsvTable,
  options: ReadingOptions,
  settle: Settle,
): FileAccounts | null {
  const { repeated, sections: { pending, titles } } = table;
  const body = table.body.filter((record) => !pending.has(record));
  if (repeated.length === 0) return null;
  const isSorted = (rows: readonly CsvRecord[]): boolean => {
    const date = chooseDate(table.columnsOf(rows), options, () => false);
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
  const isProven = (rows: readonly CsvRecord[]): boolean => areProven(rows, settle);
  const isStacked = tables.size > 1 && all.every(isSorted) && !isProven(body) &&
    (!isSorted(body) || haveTitles(titles) || all.every(isProven));
  return isStacked ? { names: [...tables.keys()], nameIn, isDoubtful: true } : null;
}

/** Whether the tables have different titles. Page titles differ only in their numbers. */
function haveTitles(titles: readonly string[]): boolean {
  const distinct = new Set(titles.map((title) => foldText(title).replace(PAGE, "").trim()));
  return titles.length > 1 && distinct.size === titles.length && !distinct.has("");
}

/**
 * If a column has fewer rows per account than this, on average, its accounts may be those of
 * counterparties.
 */
const ROWS_PER_ACCOUNT = 5;
const MAX_DOUBTFUL = 4;

function distinctCells({ cells }: Column): readonly string[] {
  return [...new Set(cells.filter((cell) => cell !== ""))];
}

/**
 * Whether a column's amounts are in this currency, judging by its heading, such as `Amount (EUR)`,
 * or by its currency column, such as `Billing currency` for `Billing amount`.
 */
export function isIn(
  column: Column | undefined,
  currency: string | null,
  columns: readonly Column[],
): boolean {
  if (column === undefined || currency === null) return false;
  return currenciesIn(column.heading).includes(currency) ||
    columns.some((one) =>
      one.role === "currency" && areAlike(one, column) &&
      one.cells.every((cell) => currencyOf(cell) === currency)
    );
}

function areAlike(one: Column, other: Column): boolean {
  const kind = kindOf(one.heading);
  return kind !== "" && kind === kindOf(other.heading);
}

export function currencyColumn(
  columns: readonly Column[],
  amount: Column | undefined,
  options: ReadingOptions,
): Column | null {
  const codes = columns.filter(({ cells, isFull }) =>
    isFull && cells.every((cell) => /^[A-Z]{3,5}$/u.test(cell))
  );
  const isOfOther = (column: Column): boolean =>
    amount !== undefined && !areAlike(column, amount) &&
    columns.some((one) => one.role === "amount" && areAlike(column, one));
  const named = codes.filter((column) => column.role === "currency" && !isOfOther(column));
  const candidates = named.length > 0
    ? named
    : codes.filter(({ role, cells }) =>
      role === "unknown" && (cells.every((cell) => isCurrency(currencyOf(cell))) ||
        // Values other than currency codes may be the names of stocks or cryptocurrencies.
        cells.filter((cell) => cell === options.currency).length * 2 >= cells.length)
    );
  const distance = ({ at }: Column, from = amount): number => Math.abs(at - (from?.at ?? 0));
  const nearest = candidates.toSorted((one, other) => distance(one) - distance(other))[0] ?? null;
  if (nearest === null) return null;
  // The currencies may belong to another column, which contains the amounts before conversion.
  const isOthers = options.currency !== null &&
    isIn(amount, options.currency, columns) &&
    columns.some((column) =>
      isVariedMoney(column) && column.isFull && column.role !== "balance" &&
      distance(nearest, column) <= distance(nearest) && column !== amount
    );
  return isOthers ? null : nearest;
}

interface RowCurrencies {
  /** The rows' currencies if the plan's currency isn't one of them; otherwise empty. */
  readonly others: readonly string[];
  readonly reasonOf: (record: CsvRecord) => LeftOutReason | null;
}

/** Finds rows that aren't in the plan's currency, using a currency column or amounts like `$5`. */
export function rowCurrencies(
  column: Column | null,
  columns: readonly Column[],
  { currency }: ReadingOptions,
): RowCurrencies {
  const all: RowCurrencies = { others: [], reasonOf: () => null };
  if (currency === null) return all;
  if (column !== null) {
    const found = distinctCells(column).filter((cell) => !isEmpty(cell)).map(currencyOf);
    if (!found.includes(currency)) return { ...all, others: found };
    const isOwn = ({ cells }: CsvRecord): boolean =>
      currencyOf(cells[column.at] ?? "") === currency;
    return { others: [], reasonOf: (record) => isOwn(record) ? null : "other_currency" };
  }
  const amounts = columns.filter(({ amounts, role }) =>
    amounts !== null && (role === "amount" || role === "debit" || role === "credit")
  );
  const found = new Set(
    amounts.flatMap(({ texts }) => texts.flatMap((text) => text.currency ?? [])),
  );
  const others = [...found].filter((code) =>
    code !== currency &&
    (isCurrency(code) || (found.has(currency) && isSymbolOfOther(code, currency)))
  );
  if (others.length === 0) return all;
  const isOther = (text: AmountText | null): boolean => others.includes(text?.currency ?? currency);
  // An amount of zero may have no currency.
  const hasOwn = amounts.some(({ texts }) =>
    texts.some((text) => hasValue(text) && !isOther(text))
  );
  if (!hasOwn) return { ...all, others };
  const reasonOf = ({ cells }: CsvRecord): LeftOutReason | null =>
    amounts.some(({ at }) => isOther(readAmount(cells[at] ?? ""))) ? "other_currency" : null;
  return { others: [], reasonOf };
}

/** Whether a symbol such as `$` or `kr` belongs to another currency. */
function isSymbolOfOther(symbol: string, currency: string): boolean {
  const style = { style: "currency", currency, currencyDisplay: "narrowSymbol" } as const;
  const own = new Intl.NumberFormat("en", style).format(1).toLowerCase();
  const text = symbol.toLowerCase().replace(/\.$/u, "");
  return /\p{Sc}|^(?:kr|ft|k\u010d|z\u0142|lei)$/u.test(text) && !own.includes(text);
}
