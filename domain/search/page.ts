import { compareKeys, keyBetween, readCursor, type SortKey, writeCursor } from "./cursor.ts";

/** How a list is sorted and cut. */
export interface PageOptions<Item> {
  readonly keyOf: (item: Item) => SortKey;
  readonly limit: number;
  /** Everything that makes the query what it is, but for the page. */
  readonly query: unknown;
  readonly cursor?: string | undefined;
}

/** One page. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
  /** Gives the cursor of what follows the first items of the page. */
  readonly cursorAfter: (count: number) => string | null;
}

/**
 * Sorts items by their keys and cuts one page.
 *
 * @throws {ToolError} `invalid_input` when the cursor belongs to another query.
 */
export function pageOf<Item>(items: readonly Item[], options: PageOptions<Item>): Page<Item> {
  const after = options.cursor === undefined ? null : readCursor(options.cursor, options.query);
  const keyed = items.map((item) => ({ item, key: options.keyOf(item) }))
    .filter(({ key }) => after === null || compareKeys(key, after) > 0)
    .sort((a, b) => compareKeys(a.key, b.key));
  const page = keyed.slice(0, options.limit);
  const cursorAfter = (count: number): string | null => {
    const [last, next] = [keyed[count - 1], keyed[count]];
    const end = last === undefined || next === undefined ? null : keyBetween(last.key, next.key);
    return end === null ? null : writeCursor(end, options.query);
  };
  return {
    items: page.map(({ item }) => item),
    next_cursor: cursorAfter(page.length),
    cursorAfter,
  };
}
