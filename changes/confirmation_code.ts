// Crockford's base 32 without the letters that are taken for others:
// https://www.crockford.com/base32.html
const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";

/** Characters of a confirmation code: 60 random bits. */
const CODE_LENGTH = 12;

/** Makes a random code. */
export function randomCode(length: number = CODE_LENGTH): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => LETTERS[byte & 31]).join("");
}

/** Names a preview by its code, which the name does not give away. */
export async function previewNameOf(code: string): Promise<string> {
  const bytes = new TextEncoder().encode(`preview ${code}`);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest.subarray(0, CODE_LENGTH), (byte) => LETTERS[byte & 31]).join("");
}
