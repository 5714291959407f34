/**
 * Pages through a sorted list by the last item seen, not by a count: an item that does
 * not itself change is neither repeated nor lost while others come and go.
 *
 * @module
 */

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
 * @param items All items of the query, in any order.
 * @param options How to sort and where to go on.
 * @returns The page, and the cursor of the next one if there is one.
 * @throws {ToolError} `invalid_input` when the cursor belongs to another query.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const options = { keyOf: (n: number) => [n], limit: 2, query: "numbers" };
 * const first = pageOf([3, 1, 2], options);
 * assertEquals(first.items, [1, 2]);
 * assertEquals(pageOf([3, 1, 2], { ...options, cursor: first.next_cursor ?? "" }).items, [3]);
 * ```
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
