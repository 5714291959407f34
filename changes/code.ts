/**
 * Codes and ids that nobody can guess.
 *
 * @module
 */

// Crockford's base 32 without the letters that are taken for others:
// https://www.crockford.com/base32.html
const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";

/** Characters of a confirmation code: 60 random bits. */
export const CODE_LENGTH = 12;

/**
 * Makes a random code.
 *
 * @param length How many characters, of five random bits each.
 * @returns Lower case letters and digits.
 *
 * @example
 * ```ts
 * import { assertMatch } from "@std/assert";
 *
 * assertMatch(randomCode(12), /^[0-9a-z]{12}$/);
 * ```
 */
export function randomCode(length: number = CODE_LENGTH): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => LETTERS[byte & 31]).join("");
}
