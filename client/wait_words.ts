/**
 * A waiting time in words.
 *
 * @module
 */

/**
 * Says how long to wait, rounded up.
 *
 * @param ms Milliseconds.
 * @returns Words such as `45 seconds` or `12 minutes`.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(waitWords(44_100), "45 seconds");
 * assertEquals(waitWords(700_000), "12 minutes");
 * ```
 */
export function waitWords(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1_000));
  if (seconds < 120) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
