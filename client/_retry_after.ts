/**
 * The `Retry-After` header.
 *
 * @module
 */

/**
 * Reads how long an answer asks to wait.
 *
 * @param header Seconds or an HTTP date; `null` when the answer has none.
 * @param now The time in milliseconds since 1970.
 * @returns Milliseconds, at least a second; `null` when the header is of no use.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(retryAfterMs("90", 0), 90_000);
 * assertEquals(retryAfterMs("Thu, 01 Jan 1970 00:00:30 GMT", 10_000), 20_000);
 * assertEquals(retryAfterMs("soon", 0), null);
 * ```
 */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header)) return Math.max(1, Number(header)) * 1_000;
  const at = Date.parse(header);
  return at > now ? at - now : null;
}
