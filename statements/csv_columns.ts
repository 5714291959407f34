import { foldText } from "../domain/base/fold_text.ts";
import { memoizedUpTo } from "../domain/base/memoized.ts";
import type { ReadingOptions } from "../domain/statements/statement.ts";
import { type AmountText, isCurrency, readAmount } from "./amounts.ts";
import type { CsvRecord } from "./csv_records.ts";
import {
  type DateText,
  directionOf,
  fittingOrders,
  type OrderOfDates,
  orderOfDates,
  ORDERS,
  readDate,
} from "./dates.ts";
import * as words from "./csv_words.ts";

/** A column of a CSV file, limited to the cells of rows that have a date and an amount. */
export interface Column {
  /** Index from 0. */
  readonly at: number;
  readonly heading: string;
  /** The heading or, if it is missing or repeated, the column's number, counted from 1. */
  readonly name: string;
  readonly role: HeadingRole;
  readonly cells: readonly string[];
  readonly filled: number;
  readonly isFull: boolean;
  /**
   * The cells as amounts; `null` if the cells can be read as dates or if any cell is neither empty
   * nor an amount.
   */
  readonly amounts: readonly (AmountText | null)[] | null;
  /** The column's amounts, without the empty cells. */
  readonly texts: readonly AmountText[];
  /** The cells as dates; `null` if any cell is neither empty nor a date. */
  readonly dates: readonly (DateText | null)[] | null;
  readonly isText: boolean;
}

/** Maximum number of numeric columns of each kind, so that wide tables don't take too long. */
const MAX_NUMERIC = 24;
const MAX_NAMED = 40;
/**
 * Number of rows to check in each remaining column once the limit on numeric columns is reached. If
 * these rows contain only numbers, the column is ignored.
 */
const SAMPLE = 50;

/** Describes each column, judging by its heading and its cells in the given rows. */
export function columnsOf(
  rows: readonly CsvRecord[],
  heading: readonly string[],
  width: number,
): readonly Column[] {
  const numeric = { unknown: 0, other: 0, money: 0 };
  return Array.from({ length: width }, (_, at) => {
    const own = heading[at] ?? "";
    const isUnique = own !== "" && heading.indexOf(own) === heading.lastIndexOf(own);
    const cells = rows.map((row) => row.cells[at] ?? "");
    const dates = readAll(cells, readDate);
    const said = headingRole(own);
    const kind = said === "unknown" || said === "other" ? said : "money";
    const isRead = numeric[kind] < (kind === "unknown" ? MAX_NUMERIC : MAX_NAMED);
    const amounts = dates === null && isRead ? readAll(cells, readAmount) : null;
    numeric[kind] += Number(amounts !== null);
    const filled = cells.reduce((count, cell) => count + Number(!isEmpty(cell)), 0);
    const isMistaken = amounts !== null && (said === "date" || said === "indicator");
    const role = dates !== null ? "date" : isMistaken ? "unknown" : said;
    return {
      at,
      heading: own,
      name: isUnique ? own : String(at + 1),
      role,
      cells,
      filled,
      dates,
      amounts,
      isFull: filled === cells.length,
      texts: (amounts ?? []).filter((text) => text !== null),
      isText: amounts === null && dates === null &&
        (isRead || readAll(cells.slice(0, SAMPLE), readAmount) === null),
    };
  });
}

export function isEmpty(cell: string): boolean {
  return cell === "" || (cell.length < 4 && /^(?:[-\u2013\u2014]|n\/a)$/iu.test(cell));
}

function readAll<Read>(
  cells: readonly string[],
  read: (cell: string) => Read | null,
): readonly (Read | null)[] | null {
  const all: (Read | null)[] = [];
  let count = 0;
  for (const cell of cells) {
    const value = isEmpty(cell) ? null : read(cell);
    if (value === null && !isEmpty(cell)) return null;
    count += Number(value !== null);
    all.push(value);
  }
  return count === 0 ? null : all;
}

/** A column that may contain the posting dates, and the order of day, month and year in them. */
export interface DateColumn extends OrderOfDates {
  readonly column: Column;
  /** 1 if the transactions are in chronological order, -1 if in reverse order, 0 if unknown. */
  readonly direction: -1 | 0 | 1;
}

/** The column with the dates on which the bank posted the transactions. */
export interface DateChoice extends DateColumn {
  /** Columns that the user must choose from, most likely first. */
  readonly rivals: readonly DateColumn[];
}

/** Minimum share of rows that have a posting date. */
const MIN_DATED_SHARE = 0.9;

/** Chooses the date column based on the user's answer, headings, and which columns are sorted. */
export function chooseDate(
  columns: readonly Column[],
  options: ReadingOptions,
  isAnswer: (column: Column) => boolean,
): DateChoice | null {
  const dated = columns.flatMap((column) => {
    const dates = (column.dates ?? []).filter((date) => date !== null);
    return column.dates === null ? [] : [{ column, dates, orders: fittingOrders(dates) }];
  });
  const common = ORDERS.filter((order) => dated.every(({ orders }) => orders.includes(order)));
  const choices: (DateColumn & { readonly rank: number })[] = [];
  for (const { column, dates } of dated) {
    if (column.filled < column.cells.length * MIN_DATED_SHARE) continue;
    const order = orderOfDates(dates, options, common);
    if (order === null) continue;
    const directions = new Set(
      (order.choices.length > 0 ? order.choices : [order.order])
        .map((one) => directionOf(dates.map((date) => date[one] ?? ""))),
    );
    const [only] = directions;
    const isSorted = only !== null && only !== undefined && directions.size === 1;
    choices.push({
      ...order,
      column,
      direction: isSorted ? only : 0,
      rank: 2 * dateRank(column.heading) + Number(isSorted),
    });
  }
  const answered = choices.find(({ column }) => isAnswer(column));
  if (answered !== undefined) return { ...answered, rivals: [] };
  const [first, ...others] = choices.toSorted((one, other) => other.rank - one.rank);
  if (first === undefined) return null;
  const rivals = others.filter((one) => one.rank === first.rank && haveOtherDays(first, one));
  return { ...first, rivals: rivals.length === 0 ? [] : [first, ...rivals] };
}

function haveOtherDays(first: DateColumn, other: DateColumn): boolean {
  return first.column.dates?.some((date, at) =>
    date?.[first.order] !== other.column.dates?.[at]?.[other.order]
  ) === true;
}

type Fits = (text: string) => boolean;

/** Returns a function that tests whether a heading matches one of the patterns. */
function has(...patterns: readonly RegExp[]): Fits {
  return (text) => patterns.some((pattern) => pattern.test(text));
}

/** In `Betrag in EUR`, "in" doesn't mean money in. */
const CURRENCY_AT_END = /(?<=^| )(?:in|en|i|em|w) (?:euros?|[a-z]{3})$/u;

/** Column roles, each with a test for the heading. The first test that passes sets the role. */
const ROLES = [
  ["debit", (text) => words.DEBIT.test(withoutFillers(text))],
  ["credit", (text) => words.CREDIT.test(withoutFillers(text))],
  ["indicator", isIndicator],
  ["other", has(words.IDENTIFIER, words.CATEGORY, words.FOREIGN, words.FEE)],
  ["currency", has(words.CURRENCY)],
  ["balance", has(words.BALANCE)],
  ["date", has(words.DATE)],
  ["amount", has(words.AMOUNT)],
  ["counterparty", has(words.OTHER_ACCOUNT)],
  ["counterparty", (text) => words.OTHER_SIDE.test(text) && words.ACCOUNT_NUMBER.test(text)],
  ["account", isAccount],
  ["status", has(words.STATUS)],
  ["payee", has(words.PAYEE)],
  ["name", has(words.NAME)],
  ["memo", has(words.MEMO)],
  ["description", has(words.DESCRIPTION)],
  ["other", has(words.OTHER)],
] as const satisfies readonly (readonly [string, Fits])[];

/** What a heading suggests about its column; the column's cells may contradict the heading. */
export type HeadingRole = (typeof ROLES)[number][0] | "unknown";

const LONGEST_HEADING = 80;
const MAX_MEMOIZED = 1_000;

/** Memoized, because the same headings are looked up again for each set of rows. */
export const headingRole: (heading: string) => HeadingRole = memoizedUpTo(MAX_MEMOIZED, roleOf);

function roleOf(heading: string): HeadingRole {
  const text = heading.length > LONGEST_HEADING ? "" : plain(heading);
  const whole = text.replace(words.WITH_FEES, " ").trim();
  const role = ROLES.find(([, fits]) => fits(whole))?.[0] ?? "unknown";
  // `Amount (account currency)` is an amount heading, so ignore text in parentheses.
  const outside = heading.replace(/\(.*?\)/gu, "");
  return role === "currency" && outside !== heading ? roleOf(outside) : role;
}

/** Lowercases a heading, removes its accents and splits names such as `TxAmt` into words. */
function plain(heading: string): string {
  return foldText(heading.replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 "))
    .replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

/** Removes words such as `amount` or `currency` from a heading: `billing` for `Billing amount`. */
export function kindOf(heading: string): string {
  return plain(heading).replace(words.AMOUNT, "").replace(words.CURRENCY, "").trim();
}

function withoutFillers(text: string): string {
  return text.replace(CURRENCY_AT_END, "")
    .replace(/ ([a-z]{3})$/u, (end, code: string) => isCurrency(code.toUpperCase()) ? "" : end)
    .replace(words.FILLERS, " ").replace(/ +/gu, " ").trim();
}

/** A heading such as `Debit/Credit` names both directions. */
function isIndicator(text: string): boolean {
  const parts = text.split(" ");
  return words.INDICATOR.test(text) ||
    (parts.some((part) => words.DEBIT.test(part)) && parts.some((part) => words.CREDIT.test(part)));
}

function isAccount(text: string): boolean {
  const parts = text.split(" ");
  return parts.some((part) => words.ACCOUNT.test(part)) &&
    parts.every((part) => words.ACCOUNT.test(part) || words.ACCOUNT_FILLER.test(part));
}

/**
 * Whether a heading names a fee column; headings such as `Total (with fees)` and `Total after fees`
 * don't.
 */
export function isFee(heading: string): boolean {
  const text = plain(heading.replace(/\(.*?\)/gu, "")).replace(words.WITH_FEES, " ");
  return !heading.includes("%") && words.FEE.test(text);
}

/** Whether a heading such as `Available` names the amount that is left to spend. */
export function isAvailable(heading: string): boolean {
  return words.AVAILABLE.test(plain(heading));
}

export function isMinorUnit(heading: string): boolean {
  const text = plain(heading);
  return words.MINOR_UNIT.test(text) && !/\bper cents?\b/u.test(text);
}

/** Returns the party (payee or payer) that a heading names; `null` if it names neither or both. */
export function partyOf(heading: string): "payee" | "payer" | null {
  const text = plain(heading);
  const [isPaid, isPaying] = [words.PAID.test(text), words.PAYING.test(text)];
  return isPaid === isPaying ? null : isPaid ? "payee" : "payer";
}

/** Ranks date columns by how likely each heading is to mean the posting date. */
export function dateRank(heading: string): number {
  const text = plain(heading);
  if (words.OTHER_DATE.test(text)) return 0;
  if (words.VALUE_DATE.test(text)) return 1;
  if (words.BOOKING_DATE.test(text)) return 4;
  return words.DATE.test(text) ? 3 : 2;
}
