import { ToolError } from "../domain/base/tool_error.ts";
import { readAmount } from "./amounts.ts";
import { type CsvRecord, splitRecords } from "./csv_records.ts";
import { readDate } from "./dates.ts";
import { headingRole } from "./csv_heading.ts";

/** A CSV file whose delimiter, heading and number of columns are known. */
export interface CsvTable {
  /** Texts of the heading by column; empty without a heading. */
  readonly heading: readonly string[];
  /** Number of columns. */
  readonly width: number;
  /** Every record except the heading. */
  readonly records: readonly CsvRecord[];
  /** Records with a date and an amount. */
  readonly body: readonly CsvRecord[];
}

const DELIMITERS = [",", ";", "\t", "|"] as const;
/** Number of characters examined to find the delimiter. */
const SAMPLE = 60_000;
const SAMPLE_RECORDS = 200;

/**
 * Finds the table of transactions in a text.
 *
 * @throws {ToolError} `invalid_input` if no row has a date and an amount.
 */
export function findTable(text: string): CsvTable {
  const records = splitRecords(text, delimiterOf(text));
  const body = records.filter(({ cells }) => isBodyRow(cells));
  const width = mostFrequentWidth(body);
  const first = body[0];
  if (first === undefined) throw noRows();
  const heading = headingBefore(records.slice(0, records.indexOf(first)), width);
  return {
    heading: heading?.cells ?? [],
    width,
    records: records.filter((record) =>
      record !== heading && record.cells.join("\0") !== heading?.cells.join("\0")
    ),
    body,
  };
}

function noRows(): ToolError {
  return new ToolError(
    "invalid_input",
    "the file has no rows with a date and an amount: is it a statement of an account?",
  );
}

function delimiterOf(text: string): string {
  const sample = text.length <= SAMPLE
    ? text
    : text.slice(0, text.lastIndexOf("\n", SAMPLE) + 1) || text.slice(0, SAMPLE);
  let best = { delimiter: ",", rows: 0, width: 0 };
  let refusal: unknown = null;
  for (const delimiter of DELIMITERS) {
    if (!sample.includes(delimiter)) continue;
    try {
      const body = splitRecords(sample, delimiter).slice(0, SAMPLE_RECORDS)
        .filter(({ cells }) => isBodyRow(cells));
      const width = mostFrequentWidth(body);
      const rows = body.filter(({ cells }) => cells.length === width).length;
      if (rows > best.rows || (rows === best.rows && width > best.width)) {
        best = { delimiter, rows, width };
      }
    } catch (error) {
      // A sample may end within quotes, and then other delimiters split the rest differently.
      refusal = error;
    }
  }
  if (best.rows > 0) return best.delimiter;
  if (refusal !== null) throw refusal;
  throw noRows();
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
  // Eight digits can be a date or a number.
  return dates > 1 && cells.some((cell) => readDate(cell) !== null && readAmount(cell) !== null);
}

function mostFrequentWidth(records: readonly CsvRecord[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of records) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  let [width, most] = [0, 0];
  for (const [candidate, count] of counts) {
    if (count > most || (count === most && candidate > width)) [width, most] = [candidate, count];
  }
  return width;
}

/** The last line with column names before the transactions. */
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
