import { memoized } from "../domain/base/memoized.ts";
import type { ToolError } from "../domain/base/tool_error.ts";
import { readAmount } from "./amounts.ts";
import { type Column, columnsOf, headingRole } from "./csv_columns.ts";
import { reasonIn } from "./csv_labels.ts";
import { type TableSections, tableSections } from "./csv_pending.ts";
import { withWholeDates } from "./csv_plain.ts";
import { type CsvRecord, splitRecords } from "./csv_records.ts";
import { type DateText, ORDERS, readDate } from "./dates.ts";
import { refusal } from "./refusal.ts";

/** A CSV file whose delimiter, column headings and number of columns are known. */
export interface CsvTable {
  readonly width: number;
  /** Describes the columns in the given records. */
  readonly columnsOf: (rows: readonly CsvRecord[]) => readonly Column[];
  /** Every record except rows of column headings. */
  readonly records: readonly CsvRecord[];
  /** The last record, if no line feed follows: an incomplete download may have cut it off. */
  readonly cutOff: CsvRecord | null;
  /** Records with a date and an amount. */
  readonly body: readonly CsvRecord[];
  /** Later records that repeat the column headings, for example at the top of each page. */
  readonly repeated: readonly CsvRecord[];
  readonly sections: TableSections;
}

const DELIMITERS = [",", ";", "\t", "|"] as const;
const SAMPLE = 60_000;
const SAMPLE_RECORDS = 200;

/** Finds the table of transactions. */
export function findTable(text: string): CsvTable {
  const plain = text.replaceAll("~|~", "|");
  const all = withWholeDates(splitRecords(plain, delimiterOf(plain)));
  const allRows = all.filter(({ cells }) => isBodyRow(cells));
  const width = mostFrequentWidth(allRows);
  const records = withoutPreamble(all, allRows, width);
  const body = allRows.filter(({ line, cells }) =>
    line >= (records[0]?.line ?? 0) && cells.length * 2 > width
  );
  const first = body[0];
  if (first === undefined) throw noRows(text);
  const heading = headingBefore(records.slice(0, records.indexOf(first)), width);
  const isHeading = ({ cells }: CsvRecord): boolean =>
    cells.length === heading?.cells.length &&
    cells.every((cell, at) => cell === heading.cells[at]);
  const other = records.slice(records.indexOf(first), records.indexOf(body.at(-1) ?? first))
    .find((record) => !isHeading(record) && isHeadingOfTable(record));
  // If a file with two tables were accepted, only one of them would be read correctly.
  if (other !== undefined && heading !== null) {
    throw refusal(`another table begins on line ${other.line}: save each table as a separate file`);
  }
  return {
    width,
    columnsOf: memoized((rows: readonly CsvRecord[]) =>
      columnsOf(rows, heading?.cells ?? [], width)
    ),
    records: records.filter((record) => !isHeading(record)),
    cutOff: /[^\s",;|]/u.test(text.slice(text.lastIndexOf("\n") + 1))
      ? records.at(-1) ?? null
      : null,
    body,
    repeated: records.filter((record) => record !== heading && isHeading(record)),
    sections: tableSections(records, new Set(body), isHeading),
  };
}

function isHeadingOfTable({ cells }: CsvRecord): boolean {
  if (cells.some((cell) => /\d/u.test(cell))) return false;
  const roles = new Set(cells.map(headingRole));
  return roles.size >= 3 && roles.has("date") &&
    (roles.has("amount") || roles.has("debit") || roles.has("credit"));
}

/** Maximum number of lines with a date and an amount that may appear above the column headings. */
const MAX_ABOVE = 2;

/** Drops lines above the table that have a date and an amount but aren't transactions. */
function withoutPreamble(
  records: readonly CsvRecord[],
  rows: readonly CsvRecord[],
  width: number,
): readonly CsvRecord[] {
  const first = rows.findIndex(({ cells }) => cells.length === width);
  const [top, above, row] = [rows[0], rows[first - 1], rows[first]];
  if (top === undefined || row === undefined) return records;
  const start = above === undefined ? 0 : records.indexOf(above) + 1;
  const hasHeading = (from: number, to: CsvRecord): boolean =>
    headingBefore(records.slice(from, records.indexOf(to)), to.cells.length) !== null;
  if (hasHeading(0, top)) return records;
  if (first <= MAX_ABOVE && hasHeading(start, row)) return records.slice(start);
  return isOfOtherKind(top, rows.slice(1)) ? records.slice(records.indexOf(top) + 1) : records;
}

const YEAR_FIRST = /^\d{4}/u;
/** Minimum number of other rows to compare a row with. */
const MIN_ALIKE = 2;

/**
 * Whether a row doesn't look like a transaction. Either the row has no date and no amount in the
 * columns where transactions have them, or there are several date columns and one of the row's
 * dates is in a format that the transactions don't use.
 */
function isOfOtherKind(row: CsvRecord, others: readonly CsvRecord[]): boolean {
  if (others.length < MIN_ALIKE) return false;
  const textsAt = (at: number): readonly string[] => others.map(({ cells }) => cells[at] ?? "");
  const dates = row.cells.flatMap((cell, at) => {
    const read: DateText[] = [];
    for (const text of textsAt(at)) {
      const date = readDate(text);
      if (date === null) return [];
      read.push(date);
    }
    const own = readDate(cell);
    const orders = ORDERS.filter((order) => read.every((date) => date[order] !== null));
    const isAlike = own !== null && orders.some((order) => own[order] !== null);
    const hasOtherForm = own !== null && !isAlike &&
      YEAR_FIRST.test(cell) !== YEAR_FIRST.test(others[0]?.cells[at] ?? "");
    const isEmpty = cell === "" || reasonIn(cell) !== null;
    return orders.length === 0 ? [] : [{ isEmpty, isAlike, hasOtherForm }];
  });
  if (dates.length === 0) return false;
  if (dates.some(({ isEmpty, isAlike }) => isEmpty || isAlike)) {
    return dates.some(({ hasOtherForm }) => hasOtherForm);
  }
  const amounts = row.cells.filter((_, at) =>
    textsAt(at).every((text) => readDate(text) === null && readAmount(text) !== null)
  );
  return amounts.length > 0 && !amounts.some((cell) => readAmount(cell) !== null);
}

/** Matches years from 1300 to 1599, which belong to the Iranian or the Islamic calendar. */
const OTHER_CALENDAR = new RegExp(
  "(?<!\\d)(?:1[345]\\d\\d([./-])\\d{1,2}\\1\\d{1,2}|\\d{1,2}([./-])\\d{1,2}\\2 ?1[345]\\d\\d)(?!\\d)|" +
    "^1[345]\\d\\d[01]\\d[0-3]\\d(?!\\d)",
  "u",
);
/** Matches `14 Nov` or `14.11.` at the start of a line. */
const WITHOUT_YEAR =
  /^\W{0,3}(?:\d{1,2}[ ./-]{1,2}(?:\d{1,2}|\p{L}{3,9})|\p{L}{3,9} \d{1,2})(?![./-]?\d)/u;
/** Matches timestamps from 2014 to 2033, in seconds or milliseconds since 1970. */
const TIMESTAMP = /^1[4-9]\d{8}(?:\d{3})?$/u;
const HEADING_LINES = 20;
const LEADING_DATE = /^(?:\S+ \S+ \S+(?= )|\S+)/u;
const TRAILING_AMOUNT = /(?:^|\s)([-+(]?\S*\d[.,]\d{2,3}[-+)]?)(?: ?[A-Z]{1,3})?$/u;
const SAMPLE_LINES = 1_000;

/** Creates the error for a file that has no row with a date and an amount. */
function noRows(text: string): ToolError {
  const lines = text.slice(0, SAMPLE).split("\n", SAMPLE_LINES)
    .map((line) => line.slice(0, 300).trim());
  const amounts = lines.filter((line) => TRAILING_AMOUNT.test(line));
  const start = (line: string): string => LEADING_DATE.exec(line)?.[0] ?? "";
  const hasDate = (line: string): boolean =>
    readDate(start(line)) !== null || readDate(start(line).split(" ")[0] ?? "") !== null;
  const why = lines.some((line) => OTHER_CALENDAR.test(line))
    ? "the file's dates aren't in the Gregorian calendar: download the file again with Gregorian " +
      "dates"
    : haveTimestamps(lines)
    ? "the file's dates are timestamps, and their time zone is unknown: download the file again " +
      "with dates in a format such as 2026-11-14"
    : amounts.some(hasDate)
    ? "the text has no columns, as if copied from a PDF: pass its transactions as rows, with the " +
      "opening and closing balances"
    : lines.some((line) => WITHOUT_YEAR.test(line) && /\d[.,]\d\d(?!\d)/u.test(line))
    ? "the file has no rows with a full date: download it again with years in the dates, or pass " +
      "its transactions as rows, with the opening and closing balances"
    : "the file has no rows with a date and an amount: is the file an account statement?";
  return refusal(why);
}

function isHeadingOfTime(heading: string): boolean {
  return headingRole(heading) === "date" ||
    /time|(?:creat|complet|updat|book|post)ed|epoch|unix/iu.test(heading);
}

/** Whether a column with a date heading contains timestamps. */
function haveTimestamps(lines: readonly string[]): boolean {
  return DELIMITERS.some((delimiter) => {
    const rows = lines.map((line) => line.split(delimiter).map((cell) => cell.replace(/"/gu, "")));
    const columns = new Set(
      rows.flatMap((cells) => cells.flatMap((cell, at) => TIMESTAMP.test(cell.trim()) ? [at] : [])),
    );
    return rows.slice(0, HEADING_LINES)
      .some((cells) => [...columns].some((at) => isHeadingOfTime(cells[at] ?? "")));
  });
}

function delimiterOf(text: string): string {
  const sample = text.length <= SAMPLE
    ? text
    : text.slice(0, text.lastIndexOf("\n", SAMPLE) + 1) || text.slice(0, SAMPLE);
  let best = { delimiter: ",", rows: 0, width: 0 };
  let refused: unknown = null;
  for (const delimiter of DELIMITERS) {
    if (!sample.includes(delimiter)) continue;
    try {
      const body = withWholeDates(splitRecords(sample, delimiter)).slice(0, SAMPLE_RECORDS)
        .filter(({ cells }) => isBodyRow(cells));
      const width = mostFrequentWidth(body);
      const rows = body.filter(({ cells }) => cells.length === width).length;
      if (rows > best.rows || (rows === best.rows && width > best.width)) {
        best = { delimiter, rows, width };
      }
    } catch (error) {
      // With this delimiter, the sample may end inside a quoted field, so also try the others.
      refused = error;
    }
  }
  if (best.rows > 0) return best.delimiter;
  throw refused ?? noRows(text);
}

function isBodyRow(cells: readonly string[]): boolean {
  let dates = 0;
  let amounts = 0;
  for (const cell of cells) {
    if (!/\d/u.test(cell)) continue;
    if (readDate(cell) !== null) dates += 1;
    else if (readAmount(cell) !== null) amounts += 1;
    if (amounts > 0 && dates > 0) return true;
  }
  // Eight digits can be a date or an ordinary number.
  return dates > 1 && cells.some((cell) => readDate(cell) !== null && readAmount(cell) !== null);
}

function mostFrequentWidth(records: readonly CsvRecord[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of records) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const [most] = [...counts].toSorted(([a, one], [b, other]) => other - one || b - a);
  return most?.[0] ?? 0;
}

function headingBefore(records: readonly CsvRecord[], width: number): CsvRecord | null {
  for (const record of records.toReversed()) {
    const { cells } = record;
    const named = cells.filter((cell) => cell !== "");
    if (named.length < 2 || cells.length > width + 1) continue;
    if (named.some((cell) => readDate(cell) !== null || readAmount(cell) !== null)) continue;
    const roles = new Set(named.map(headingRole).filter((role) => role !== "unknown"));
    const isFull = cells.length >= width - 1 && named.length * 2 > width;
    if (isFull || roles.size >= 3) return record;
  }
  return null;
}
