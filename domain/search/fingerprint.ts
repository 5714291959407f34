/**
 * A short fingerprint that tells texts apart. It is no protection against
 * somebody who means harm: nothing that needs such protection uses it.
 *
 * @module
 */

/**
 * Fingerprints a text with the 64-bit FNV-1a hash
 * (Fowler, Noll, Vo: http://www.isthe.com/chongo/tech/comp/fnv/).
 *
 * @param text Any text.
 * @returns Letters and digits, the same for the same text.
 *
 * @example
 * ```ts
 * import { assertEquals, assertNotEquals } from "@std/assert";
 *
 * assertEquals(fingerprint("a"), fingerprint("a"));
 * assertNotEquals(fingerprint("a"), fingerprint("b"));
 * ```
 */
export function fingerprint(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(36);
}
