/**
 * Seals plain values.
 *
 * @module
 */

import type { Bytes, Sealer } from "./sealer.ts";

/**
 * Seals a value.
 *
 * @param sealer What seals it.
 * @param value A plain JSON value.
 * @param about What it is; only who knows it can open it.
 * @returns Sealed bytes.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createSealer } from "./sealer.ts";
 *
 * const sealer = await createSealer({ token: "a-token", baseUrl: "https://api.example.com" });
 * const sealed = await sealJson(sealer, { memo: "rent" }, "a row");
 * assertEquals(await openJson(sealer, sealed, "a row"), { memo: "rent" });
 * ```
 */
export async function sealJson(sealer: Sealer, value: unknown, about: string): Promise<Bytes> {
  return await sealer.seal(new TextEncoder().encode(JSON.stringify(value)), about);
}

/**
 * Opens what {@linkcode sealJson} has sealed.
 *
 * @param sealer What opens it.
 * @param sealed The bytes, as a database gives them.
 * @param about What it is.
 * @returns The value.
 * @throws {SealError} When it can't be opened.
 */
export async function openJson<Value>(
  sealer: Sealer,
  sealed: unknown,
  about: string,
): Promise<Value> {
  const bytes = await sealer.open(bytesIn(sealed), about);
  return JSON.parse(new TextDecoder().decode(bytes)) as Value;
}

/**
 * Takes bytes from a database.
 *
 * @param value A column's value.
 * @returns The bytes; none where there are none, which opens as little as what was changed.
 */
export function bytesIn(value: unknown): Bytes {
  return value instanceof Uint8Array ? value as Bytes : new Uint8Array();
}
