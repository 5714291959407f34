import { readAmount } from "./amounts.ts";
import { headingRole } from "./csv_columns.ts";
import { reasonIn } from "./csv_labels.ts";
import type { CsvRecord } from "./csv_records.ts";
import { readDate } from "./dates.ts";
import { quoted, refusal } from "./refusal.ts";

// The digit 0 in the forms that banks use: Arabic, Persian, Devanagari, Bengali, Thai, and
// fullwidth.
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10] as const;
const OTHER_DIGIT =
  /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59\uff10-\uff19]/gu;
/** Writing-direction marks, which surround numbers in Arabic and Hebrew files. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const MINUS_SIGN = /\uff0d(?=[\d.,])/gu;

/** Converts digits, separators and minus signs in any script to ASCII. */
export function withAsciiNumbers(text: string): string {
  const plain = text.replace(DIRECTION, "");
  return plain
    .replace(OTHER_DIGIT, (digit) => {
      const code = digit.charCodeAt(0);
      return String(code - (ZEROS.findLast((zero) => zero <= code) ?? code));
    })
    .replace(/\u066b/gu, ".")
    // A comma may be the delimiter.
    .replace(/\u066c/gu, "'")
    .replace(MINUS_SIGN, "-");
}

const HEADING_LINES = 20;
/** Headings of columns that contain only the year, only the month or only the day. */
const DATE_PARTS: readonly RegExp[] = [
  /^(?:year|jahr|ann[e\u00e9]e|a[n\u00f1]o|anno|jaar|\u00e5r)$/iu,
  /^(?:month|monat|mois|mes|mese|m\u00eas|maand|m\u00e5n(?:ad|ed))$/iu,
  /^(?:day|tag|jour|d[i\u00ed]a|giorno|dag)$/iu,
];

/** Joins dates that are split into day, month and year columns, unless there is a date column. */
export function withWholeDates(records: readonly CsvRecord[]): readonly CsvRecord[] {
  const top = records.slice(0, HEADING_LINES).find(({ cells }) =>
    DATE_PARTS.every((part) => cells.filter((cell) => part.test(cell)).length === 1)
  );
  if (top === undefined) return records;
  const places = DATE_PARTS.map((part) => top.cells.findIndex((cell) => part.test(cell)));
  if (top.cells.some((cell, at) => !places.includes(at) && headingRole(cell) === "date")) {
    return records;
  }
  const dateIn = ({ cells }: CsvRecord): string | null => {
    const [year = "", month = "", day = ""] = places.map((place) => cells[place]);
    const full = year.length === 2 ? `20${year}` : year;
    const date = /^\d+$/u.test(month) ? `${full}-${month}-${day}` : `${day} ${month} ${full}`;
    return readDate(date) === null ? null : date;
  };
  // In some files, the day column shows weekdays, so the three columns don't form a date.
  const rows = records.slice(records.indexOf(top) + 1)
    .filter(({ cells }) => places.every((place) => cells[place]));
  if (rows.filter((row) => dateIn(row) !== null).length <= rows.length / 2) return records;
  const withDate = (record: CsvRecord, date: string): CsvRecord => {
    const at = Math.min(...places);
    const cells = record.cells.map((cell, place) => places.includes(place) ? "" : cell);
    return { ...record, cells: cells.with(at, date) };
  };
  return records.map((record) => {
    if (record === top) return withDate(record, "Date");
    const date = dateIn(record);
    return date === null ? record : withDate(record, date);
  });
}

/** Matches `Amount: -12.00`. */
const LABELLED = /^(\p{L}[\p{L} ]{1,30}):\s*(.*)$/u;

/**
 * Converts text with a label and a value on each line to a table with a column for each label. Each
 * transaction begins with its date, and all have the same labels. A transaction's line number is
 * the number of the line that contains its amount.
 */
export function withColumns(text: string): string {
  if (!/^[\t\p{Zs}]*\p{L}[\p{L} ]{1,30}:.*\d/mu.test(text)) return text;
  const lines = text.split("\n").map((line, at) => ({ at, content: line.trim() }))
    .filter(({ content }) => content !== "")
    .map(({ at, content }): LabelledLine => {
      const [, label = "", value = content] = LABELLED.exec(content) ?? [];
      return { at, label, value: value.replaceAll("\t", " ") };
    });
  const first = lines.find(({ label, value }) =>
    readDate(value) !== null && headingRole(label) === "date"
  );
  const starts = lines.flatMap(({ label }, at) => label === first?.label ? [at] : []);
  const rows = starts.map((start, at) => lines.slice(start, starts[at + 1]));
  const heading = rows[0]?.map(({ label }) => label) ?? [];
  const amount = heading.findIndex((label) => headingRole(label) === "amount");
  // Lines with labels may also precede an ordinary table.
  const isTable = heading.length > 2 && !heading.includes("") && amount > 0 &&
    !lines.slice(0, starts[0]).some(({ label, value }) =>
      label === heading[amount] || (label === "" && /\d[.,]\d\d/u.test(value))
    ) &&
    rows.every((row) =>
      row.length === heading.length && row.every(({ label }, at) => label === heading[at])
    );
  if (!isTable) return text;
  // Replace the other lines with dashes: removing them would change line numbers, and blank lines
  // would separate the rows.
  const plain: string[] = Array.from({ length: lines.at(-1)?.at ?? 0 }, () => "-");
  plain[rows[0]?.[0]?.at ?? 0] = heading.join("\t");
  for (const row of rows) {
    const [date, value] = [row[0], row[amount]];
    refuseUnless(
      readDate(date?.value ?? "") !== null || reasonIn(date?.value ?? "") !== null,
      date,
    );
    refuseUnless(readAmount(value?.value ?? "") !== null, value);
    plain[value?.at ?? 0] = row.map((one) => one.value).join("\t");
  }
  return plain.join("\n");
}

interface LabelledLine {
  /** Index from 0. */
  readonly at: number;
  readonly label: string;
  readonly value: string;
}

function refuseUnless(isReadable: boolean, line: LabelledLine | undefined): void {
  if (isReadable || line === undefined) return;
  throw refusal(
    `line ${line.at + 1}: ${quoted(line.value)} can't be read. Correct the file, or download it ` +
      "again",
  );
}
