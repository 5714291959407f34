import { fingerprint } from "./fingerprint.ts";
import { ToolError } from "../base/tool_error.ts";

/** Marks a part of a cursor as text; the others are numbers. */
const TEXT = "_";
const MARK_LENGTH = 6;
const CHECK_LENGTH = 4;
/** Fewer characters than this never tell ids apart for long. */
const LEAST_ID_LENGTH = 8;
/** Comes after every character of an id. */
const BEHIND = "~";

/** Where an item stands in the order; compared element by element. */
export type SortKey = readonly (string | number)[];

/** Compares two keys element by element. */
export function compareKeys(a: SortKey, b: SortKey): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const left = a[at] ?? "";
    const right = b[at] ?? "";
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}

/**
 * Finds where a page ends in few characters: of an id that decides, as many as tell it
 * from the next item's.
 */
export function keyBetween(last: SortKey, next: SortKey): SortKey {
  const id = last.at(-1);
  if (typeof id !== "string") return last;
  for (let length = LEAST_ID_LENGTH; length < id.length - 1; length++) {
    const short = [...last.slice(0, -1), id.slice(0, length) + BEHIND];
    if (compareKeys(last, short) <= 0 && compareKeys(short, next) < 0) return short;
  }
  return last;
}

/** Writes the cursor of the page behind an item. */
export function writeCursor(key: SortKey, query: unknown): string {
  const parts = key.map((part) =>
    typeof part === "number" ? part : TEXT + encodeURIComponent(part)
  );
  const rest = [markOf(query), ...parts].join(",");
  return checkOf(rest) + rest;
}

/**
 * Reads a cursor before anything is asked of upstream.
 *
 * @throws {ToolError} `invalid_input` when it is malformed or of another query.
 */
export function readCursor(cursor: string, query: unknown): SortKey {
  const [check, rest] = [cursor.slice(0, CHECK_LENGTH), cursor.slice(CHECK_LENGTH)];
  if (check !== checkOf(rest)) {
    throw new ToolError(
      "invalid_input",
      "cursor is not one that this tool gave: leave it out to start from the first page",
    );
  }
  const [mark, ...parts] = rest.split(",");
  if (mark !== markOf(query)) {
    throw new ToolError(
      "invalid_input",
      "cursor belongs to another query: repeat the arguments that it came with, or leave it out",
    );
  }
  // What passes the check is as it was written.
  return parts.map((part) =>
    part.startsWith(TEXT) ? decodeURIComponent(part.slice(TEXT.length)) : Number(part)
  );
}

/** Tells a cursor that was changed or cut on its way. */
function checkOf(rest: string): string {
  return fingerprint(rest).slice(-CHECK_LENGTH);
}

/** Enough of a fingerprint to tell another query: a cursor is no secret. */
function markOf(query: unknown): string {
  return fingerprint(JSON.stringify(query)).slice(-MARK_LENGTH);
}
