/**
 * Which host names are this machine's own.
 *
 * @module
 */

const LOOPBACK: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Tells whether a host name is this machine's own.
 *
 * @param hostname The name, an IPv6 address in brackets.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(["[::1]", "localhost.example.com"].map(isLoopbackName), [true, false]);
 * ```
 */
export function isLoopbackName(hostname: string): boolean {
  return LOOPBACK.includes(hostname);
}
