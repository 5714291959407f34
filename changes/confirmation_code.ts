import { hexOf } from "../domain/base/hex.ts";

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

/**
 * Digests a value with SHA-256 over its canonical JSON: object keys sorted, absent
 * fields left out.
 */
export async function digestOf(value: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(canonical(value));
  return hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`);
  return `{${fields.join(",")}}`;
}
