/**
 * Splits what is sent in one go into requests of a bearable size.
 *
 * @module
 */

/** Upstream names no limit for the transactions of one request. */
const MOST_PER_REQUEST = 500;

/**
 * Splits records into the parts that one request each can carry.
 *
 * @param records What is to be sent, in its order.
 * @returns Parts of at most 500 records; none for no records.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const parts = inRequests(Array.from({ length: 501 }, (_, at) => at));
 * assertEquals(parts.map((part) => part.length), [500, 1]);
 * assertEquals(inRequests([]), []);
 * ```
 */
export function inRequests<Record>(
  records: readonly Record[],
): readonly (readonly Record[])[] {
  const count = Math.ceil(records.length / MOST_PER_REQUEST);
  return Array.from(
    { length: count },
    (_, at) => records.slice(at * MOST_PER_REQUEST, (at + 1) * MOST_PER_REQUEST),
  );
}
