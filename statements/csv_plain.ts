import { readAmount } from "./amounts.ts";
import { headingRole } from "./csv_columns.ts";
import { reasonIn } from "./csv_labels.ts";
import { type CsvRecord, MAX_CELLS } from "./csv_records.ts";
import { readDate } from "./dates.ts";
import { checkCount, quoted, refusal } from "./refusal.ts";

// The digit 0 in scripts that banks use: Arabic, Persian, Devanagari, Bengali, Thai, full width.
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
    .replace(/\u066c/gu, ",")
    .replace(MINUS_SIGN, "-");
}

/** Matches `Amount: -12.00`. */
const LABELED = /^\s*(\p{L}[\p{L} ]{1,30}):\s*(.*)$/u;

/**
 * Reads labeled lines as records below a heading; returns `null` for other text. Each transaction
 * begins with its date, and all transactions have the same labels. A record's line is that of its
 * amount.
 */
export function labeledRecords(text: string): readonly CsvRecord[] | null {
  if (!/^\s*\p{L}[\p{L} ]{1,30}:.*\d/mu.test(text)) return null;
  const lines = text.split("\n").map((content, at) => {
    const [, label = "", value = content] = LABELED.exec(content) ?? [];
    return { line: at + 1, label, value: value.trim() };
  }).filter(({ label, value }) => label !== "" || value !== "");
  const dateLabel = lines.find(({ label, value }) =>
    readDate(value) !== null && headingRole(label) === "date"
  )?.label;
  const starts = lines.flatMap(({ label }, at) => label === dateLabel ? [at] : []);
  const rows = starts.map((start, at) => lines.slice(start, starts[at + 1]));
  const heading = rows[0]?.map(({ label }) => label) ?? [];
  const amount = heading.findIndex((label) => headingRole(label) === "amount");
  // Lines with labels may also precede an ordinary table.
  const isTable = heading.length > 2 && heading.length <= MAX_CELLS && !heading.includes("") &&
    amount > 0 &&
    rows.every((row) => row.map(({ label }) => label).join() === heading.join()) &&
    !lines.slice(0, starts[0]).some(({ label, value }) =>
      label === heading[amount] || (label === "" && /\d[.,]\d\d/u.test(value))
    );
  if (!isTable) return null;
  checkCount(rows.length);
  const records = rows.map((row) => {
    const unreadable = row.find(({ value }, at) =>
      (at === 0 && readDate(value) === null && reasonIn(value) === null) ||
      (at === amount && readAmount(value) === null)
    );
    if (unreadable !== undefined) {
      const { line, value } = unreadable;
      throw refusal(
        `line ${line}: ${quoted(value)} can't be read. Correct the file, or download it again`,
      );
    }
    const cells = row.map(({ value }) => value);
    return { line: row[amount]?.line ?? 0, cells, isApart: false };
  });
  return [{ line: 0, cells: heading, isApart: false }, ...records];
}
