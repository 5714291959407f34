import { LATIN_1_ENTITIES } from "../domain/base/clean_text.ts";
import { readDate } from "./dates.ts";
import { checkCount, MAX_ROWS, refusal } from "./refusal.ts";

/** One record in a CSV file, with the number of its first line. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
  /** Whether a blank line precedes the record. */
  readonly isApart: boolean;
}

const LONGEST_LINE = 100_000;
const MAX_CELLS = 200;
/** Maximum number of records; allows for two continuation lines per transaction. */
const MAX_RECORDS = 3 * MAX_ROWS + 1_000;

/** Splits text into records and drops blank lines. */
export function splitRecords(text: string, delimiter: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  let line = 0;
  let isApart = false;
  for (let start = 0; start < text.length;) {
    line += 1;
    const end = lineEnd(text, start);
    if (end - start > LONGEST_LINE) {
      throw refusal(`line ${line} is longer than 100 kB: is the file an account statement?`);
    }
    const content = text.slice(start, end);
    const at = line;
    start = end + 1;
    if (content.trim() === "") {
      isApart = true;
      continue;
    }
    let cells: string[];
    if (content.includes('"')) {
      const record = quotedRecord(text, end - content.length, { delimiter, line });
      cells = record.cells;
      line += text.slice(end, record.end).split("\n").length - 1;
      start = record.end + 1;
    } else cells = content.split(separatorIn(content, delimiter)).map(cellText);
    refuseWide(cells, at);
    const isBlank = cells.every((cell) => cell === "");
    if (!isBlank) records.push({ line: at, cells, isApart });
    isApart = isBlank;
    if (records.length > MAX_RECORDS) checkCount(records.length);
  }
  return records;
}

/** How a number is marked as text: by one or two apostrophes, or as `="12"`. */
const TEXT_MARK = /^(?:'([-+\d][^']*)?'$|'(?=[-+\d])|="([^"]*)"$)/u;

function cellText(cell: string): string {
  const text = cell.trim();
  return text.startsWith("'") || text.startsWith("=")
    ? text.replace(TEXT_MARK, "$1$2").trim()
    : text;
}

function refuseWide(cells: readonly string[], line: number): void {
  if (cells.length <= MAX_CELLS) return;
  throw refusal(
    `line ${line} has more than ${MAX_CELLS} columns: is the file an account statement?`,
  );
}

function lineEnd(text: string, start: number): number {
  const end = text.indexOf("\n", start);
  return end === -1 ? text.length : end;
}

function quotedRecord(
  text: string,
  start: number,
  { delimiter, line }: { readonly delimiter: string; readonly line: number },
): { readonly cells: string[]; readonly end: number } {
  const cells: string[] = [];
  for (let at = start;;) {
    refuseWide(cells, line);
    const opening = skipSpaces(text, at);
    if (text[opening] !== '"') {
      const end = cellEnd(text, at, delimiter);
      cells.push(cellText(text.slice(at, end)));
      if (text[end] !== delimiter) return { cells, end };
      at = end + 1;
      continue;
    }
    const closing = closingQuote(text, opening + 1);
    const content = closing === -1 ? "" : text.slice(opening + 1, closing).replaceAll('""', '"');
    const end = closing === -1 ? -1 : cellEnd(text, closing + 1, delimiter);
    const rest = text.slice(closing + 1, end).trim();
    const isLong = content.includes("\n");
    if (end === -1 || (isLong && (rest !== "" || hasRecord(content, delimiter)))) {
      throw refusal(
        `line ${line}: a quote is never closed. Correct the file, or download it again`,
      );
    }
    cells.push(cellText(rest === "" ? content : `${content}${rest}`));
    if (text[end] !== delimiter) return { cells, end };
    at = end + 1;
  }
}

function skipSpaces(text: string, start: number): number {
  let at = start;
  while (text[at] === " ") at += 1;
  return at;
}

function cellEnd(text: string, start: number, delimiter: string): number {
  const rest = text.slice(start, lineEnd(text, start));
  const [cell = ""] = rest.split(separatorIn(rest, delimiter), 1);
  return start + cell.length;
}

/**
 * Names of HTML entities for letters. Excludes `&copy;`, because a payee such as "print&copy" may
 * be followed by a semicolon as the column separator.
 */
const LETTERS = LATIN_1_ENTITIES.split(" ")
  .filter((name) => /^[a-z](?:acute|cedil|circ|grave|ring|slash|tilde|uml)$|lig$/iu.test(name))
  .join("|");

/**
 * Matches a semicolon, except at the end of an HTML entity such as `&amp;`, which some banks leave
 * in their text. A semicolon before an amount always counts as a separator, even right after
 * `&amp`, because a bank may have truncated the text, dropping the entity's own semicolon.
 */
const SEMICOLON = new RegExp(
  String.raw`;(?=[-+]?[\d.,]*\d[.,]\d\d(?:;|$))|(?<!&(?:` +
    String.raw`[Aa][Mm][Pp]|[LlGg][Tt]|[Qq][Uu][Oo][Tt]|[Aa][Pp][Oo][Ss]|[Nn][Bb][Ss][Pp]|` +
    String.raw`${LETTERS}|#\d{1,7}|#[Xx][\da-fA-F]{1,6}));`,
  "u",
);

function separatorIn(text: string, delimiter: string): string | RegExp {
  return delimiter === ";" && text.includes("&") ? SEMICOLON : delimiter;
}

function closingQuote(text: string, start: number): number {
  for (let at = start;; at += 2) {
    at = text.indexOf('"', at);
    if (at === -1 || text[at + 1] !== '"') return at;
  }
}

/** Whether a quoted cell seems to contain a whole record, which means that a quote is misplaced. */
function hasRecord(content: string, delimiter: string): boolean {
  return content.split("\n").slice(1).some((line) => {
    const cells = line.split(delimiter);
    return cells.length > 2 && cells.some((cell) => readDate(cell.replaceAll('"', "")) !== null);
  });
}
