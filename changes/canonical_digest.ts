import { hexOf } from "../domain/base/hex.ts";

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
