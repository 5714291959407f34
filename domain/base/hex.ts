/**
 * Writes bytes as text.
 *
 * @module
 */

/**
 * Writes bytes as hexadecimal digits.
 *
 * @param bytes Any bytes.
 * @returns Two digits for each.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(hexOf(new Uint8Array([0, 255])), "00ff");
 * ```
 */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
