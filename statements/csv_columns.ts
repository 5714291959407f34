import { type AmountText, readAmount } from "./amounts.ts";
import { dateRank, type HeadingRole, headingRole } from "./csv_heading.ts";
import type { CsvRecord } from "./csv_records.ts";
import { type DateText, directionOf, type OrderOfDates, orderOfDates, readDate } from "./dates.ts";
import type { ReadingOptions } from "../domain/statements/statement.ts";

/** A column of a CSV file, with its cells in the rows that have a date and an amount. */
export interface Column {
  /** Index from 0. */
  readonly at: number;
  readonly heading: string;
  /** The heading or, if it is missing or repeated, the column's number from 1. */
  readonly name: string;
  readonly role: HeadingRole;
  readonly cells: readonly string[];
  readonly filled: number;
  readonly isFull: boolean;
  /** `null` if a cell is neither empty nor an amount, or if all are dates. */
  readonly amounts: readonly (AmountText | null)[] | null;
  /** The same amounts, without the empty cells. */
  readonly texts: readonly AmountText[];
  /** `null` if a cell is neither empty nor a date. */
  readonly dates: readonly (DateText | null)[] | null;
  readonly isText: boolean;
}

/** In a wide table, further numeric columns take too long to read. */
const MAX_NUMERIC = 24;
const MAX_NAMED = 40;
/** Number of rows to check in a further column, which is ignored if these are numbers. */
const SAMPLE = 50;

/** Describes the columns of some rows below a heading. */
export function columnsOf(
  rows: readonly CsvRecord[],
  heading: readonly string[],
  width: number,
): readonly Column[] {
  let numeric = 0;
  return Array.from({ length: width }, (_, at) => {
    const own = heading[at] ?? "";
    const isUnique = own !== "" && heading.indexOf(own) === heading.lastIndexOf(own);
    const cells = rows.map((row) => row.cells[at] ?? "");
    const dates = readAll(cells, readDate);
    const said = headingRole(own);
    const most = said === "unknown" ? MAX_NUMERIC : MAX_NAMED;
    const amounts = dates === null && numeric < most ? readAll(cells, readAmount) : null;
    numeric += Number(amounts !== null);
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
        (numeric < most || readAll(cells.slice(0, SAMPLE), readAmount) === null),
    };
  });
}

export function isEmpty(cell: string): boolean {
  return cell === "" || /^(?:[-\u2013\u2014]|n\/a)$/iu.test(cell);
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

/** The column with booking dates, and the order of day, month and year. */
export interface DateChoice extends OrderOfDates {
  readonly column: Column;
  /** Columns among which the user must choose, likeliest first. */
  readonly columns: readonly Column[];
  /** 1 if the transactions are in chronological order, -1 if in reverse order, 0 if unknown. */
  readonly direction: -1 | 0 | 1;
}

/** Minimum share of rows that have a booking date. */
const MIN_DATED_SHARE = 0.9;

/** Chooses by the answer, the heading, and whether the rows are sorted by the date. */
export function chooseDate(
  columns: readonly Column[],
  options: ReadingOptions,
  isAnswer: (column: Column) => boolean,
): DateChoice | null {
  const dated = columns.filter(({ dates }) => dates !== null);
  const choices: (Omit<DateChoice, "columns"> & { readonly rank: number })[] = [];
  for (const column of dated) {
    if (column.filled < column.cells.length * MIN_DATED_SHARE) continue;
    const dates = present(column);
    const further = dated.filter((other) => other !== column).flatMap(present);
    const order = orderOfDates(dates, options, further);
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
  if (answered !== undefined) return { ...answered, columns: [] };
  const [first, ...others] = choices.toSorted((one, other) => other.rank - one.rank);
  if (first === undefined) return null;
  const rivals = others.filter((one) => one.rank === first.rank && haveOtherDays(first, one));
  return {
    ...first,
    columns: rivals.length === 0 ? [] : [first, ...rivals].map(({ column }) => column),
  };
}

function haveOtherDays(
  first: Pick<DateChoice, "column" | "order">,
  other: Pick<DateChoice, "column" | "order">,
): boolean {
  return first.column.dates?.some((date, at) =>
    date?.[first.order] !== other.column.dates?.[at]?.[other.order]
  ) === true;
}

function present({ dates }: Column): readonly DateText[] {
  return (dates ?? []).filter((date) => date !== null);
}
