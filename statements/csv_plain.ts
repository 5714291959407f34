import { headingRole } from "./csv_heading.ts";
import { readDate } from "./dates.ts";

// The digit 0 in scripts that banks use: Arabic, Persian, Devanagari, Bengali, Thai, full width.
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10] as const;
const OTHER_DIGIT =
  /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59\uff10-\uff19]/gu;
/** Marks of the writing direction, which surround numbers in Arabic and Hebrew files. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const MINUS_SIGN = /\uff0d(?=[\d.,])/gu;

/** Converts digits, separators and minus signs of any script to ASCII. */
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
const LABELLED = /^(\p{L}[\p{L} ]{1,30}):\s*(.*)$/u;

/**
 * Turns lines with labels into lines with columns. Each transaction begins with its date, and all
 * have the same labels.
 */
export function withColumns(text: string): string {
  if (!/^\s*\p{L}[\p{L} ]{1,30}:.*\d/mu.test(text)) return text;
  const lines = text.split("\n").map((line) => line.trim()).filter((line) => line !== "")
    .map((line) => LABELLED.exec(line)?.slice(1) ?? []);
  const isStart = ([label = "", value = ""]: readonly string[]): boolean =>
    headingRole(label) === "date" && readDate(value) !== null;
  const starts = lines.flatMap((line, at) => isStart(line) ? [at] : []);
  const rows = starts.map((start, at) => lines.slice(start, starts[at + 1]));
  const heading = rows[0]?.map(([label = ""]) => label) ?? [];
  // Such lines may also precede a table.
  const isTable = heading.length > 2 && heading.every((label) => label !== "") &&
    heading.some((label) => headingRole(label) === "amount") &&
    rows.every((row) =>
      row.length === heading.length && row.every(([label], at) => label === heading[at])
    );
  if (!isTable) return text;
  const cells = [heading, ...rows.map((row) => row.map(([, value = ""]) => value))];
  return cells.map((row) => row.map((cell) => cell.replaceAll("\t", " ")).join("\t")).join("\n");
}
