/**
 * The form of upstream's ids.
 *
 * @module
 */

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

/**
 * Tells whether an id is a UUID as upstream writes them, in small letters.
 *
 * @param id Any text.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(isUuid("0a1b2c3d-0000-4000-8000-000000000001"), true);
 * assertEquals(isUuid("uncategorized"), false);
 * ```
 */
export function isUuid(id: string): boolean {
  return UUID.test(id);
}
