/**
 * Tells splits from plain rows.
 *
 * @module
 */

/** Anything that may be split. */
export interface Splittable {
  readonly deleted: boolean;
  readonly lines: readonly { readonly deleted: boolean }[];
}

/**
 * Tells whether a row has lines that count.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(hasLiveLines({ deleted: false, lines: [{ deleted: true }] }), false);
 * ```
 */
export function hasLiveLines({ lines }: Splittable): boolean {
  for (const line of lines) {
    if (!line.deleted) return true;
  }
  return false;
}

/**
 * Tells whether a row is a split; a deleted row is one if it was.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(isSplit({ deleted: true, lines: [{ deleted: true }] }), true);
 * assertEquals(isSplit({ deleted: false, lines: [] }), false);
 * ```
 */
export function isSplit(row: Splittable): boolean {
  return row.deleted ? row.lines.length > 0 : hasLiveLines(row);
}
