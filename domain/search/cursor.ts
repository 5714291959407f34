import { invalidInput } from "../base/tool_error.ts";

const TEXT = "_";
/** Length of a query's fingerprint; long enough to tell queries apart. */
const MARK_LENGTH = 6;
/** Length of the checksum that detects a modified or truncated cursor. */
const CHECK_LENGTH = 4;
/** Minimum length of a shortened id in a cursor. */
const MIN_ID_LENGTH = 8;
/** A character that sorts after every character that an id can contain. */
const AFTER_IDS = "~";

/** Position of an item in the sort order. Keys are compared element by element. */
export type SortKey = readonly (string | number)[];

export function compareKeys(a: SortKey, b: SortKey): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const left = a[at] ?? "";
    const right = b[at] ?? "";
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}

export function keyBetween(last: SortKey, next: SortKey): SortKey {
  const id = last.at(-1);
  if (typeof id !== "string") return last;
  for (let length = MIN_ID_LENGTH; length < id.length - 1; length++) {
    const short = [...last.slice(0, -1), id.slice(0, length) + AFTER_IDS];
    if (compareKeys(last, short) <= 0 && compareKeys(short, next) < 0) return short;
  }
  return last;
}

export function writeCursor(key: SortKey, query: unknown): string {
  const parts = key.map((part) =>
    typeof part === "number" ? part : TEXT + encodeURIComponent(part)
  );
  const mark = fingerprint(JSON.stringify(query), MARK_LENGTH);
  const rest = [mark, ...parts].join(",");
  return fingerprint(rest, CHECK_LENGTH) + rest;
}

export function readCursor(cursor: string, query: unknown): SortKey {
  const rest = cursor.slice(CHECK_LENGTH);
  if (cursor !== fingerprint(rest, CHECK_LENGTH) + rest) {
    throw invalidInput(
      "cursor didn't come from this tool: leave it out to start from the first page",
    );
  }
  const [mark, ...parts] = rest.split(",");
  if (mark !== fingerprint(JSON.stringify(query), MARK_LENGTH)) {
    throw invalidInput(
      "cursor belongs to another query: repeat that query's arguments, or omit cursor",
    );
  }
  // The checksum has shown that the cursor is intact.
  return parts.map((part) =>
    part.startsWith(TEXT) ? decodeURIComponent(part.slice(TEXT.length)) : Number(part)
  );
}

export interface Paging {
  readonly limit: number;
  /** Identifies the query, regardless of the page. */
  readonly query: unknown;
  /** Key of the previous page's last item; `null` for the first page. */
  readonly last: SortKey | null;
}

export function pagingOf({ limit, cursor, ...query }: {
  readonly limit: number;
  readonly cursor?: string | undefined;
}): Paging {
  return { limit, query, last: cursor === undefined ? null : readCursor(cursor, query) };
}

interface PageOptions<Item> extends Paging {
  readonly keyOf: (item: Item) => SortKey;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
  readonly cursorAfter: (count: number) => string | null;
}

export function pageOf<Item>(items: readonly Item[], options: PageOptions<Item>): Page<Item> {
  const keyed = items.map((item) => ({ item, key: options.keyOf(item) }))
    .sort((a, b) => compareKeys(a.key, b.key));
  const page = pageOfSorted(keyed, { ...options, keyOf: ({ key }) => key });
  return { ...page, items: page.items.map(({ item }) => item) };
}

/** Extracts one page of sorted items. Computes keys only for the items that are examined. */
export function pageOfSorted<Item>(
  sorted: readonly Item[],
  { keyOf, limit, query, last }: PageOptions<Item>,
): Page<Item> {
  const keyAt = (at: number): SortKey => keyOf(sorted[at] as Item);
  // Binary search for the first item after the previous page.
  let [from, high] = [0, last === null ? 0 : sorted.length];
  while (last !== null && from < high) {
    const middle = (from + high) >>> 1;
    if (compareKeys(keyAt(middle), last) > 0) high = middle;
    else from = middle + 1;
  }
  const items = sorted.slice(from, from + limit);
  const cursorAfter = (count: number): string | null => {
    const next = from + count;
    if (count === 0 || next >= sorted.length) return null;
    return writeCursor(keyBetween(keyAt(next - 1), keyAt(next)), query);
  };
  return { items, next_cursor: cursorAfter(items.length), cursorAfter };
}

/**
 * Returns the last characters of a string's fingerprint, using the 64-bit FNV-1a hash (Fowler,
 * Noll, Vo: http://www.isthe.com/chongo/tech/comp/fnv/).
 */
export function fingerprint(text: string, length = Infinity): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(36).slice(-length);
}
