/**
 * Seals plain values.
 *
 * @module
 */

import type { Bytes, Sealer } from "./sealer.ts";

/**
 * Seals a value.
 *
 * @param value A plain JSON value.
 * @param associatedData What it is; only who knows it can open it.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { createSealer } from "./sealer.ts";
 *
 * const sealer = await createSealer({ secret: "a-token", baseUrl: "https://api.example.com" });
 * const sealed = await sealJson(sealer, { memo: "rent" }, "a row");
 * assertEquals(await openJson(sealer, sealed, "a row"), { memo: "rent" });
 * ```
 */
export async function sealJson(
  sealer: Sealer,
  value: unknown,
  associatedData: string,
): Promise<Bytes> {
  return await sealer.seal(new TextEncoder().encode(JSON.stringify(value)), associatedData);
}

/**
 * Opens what {@linkcode sealJson} has sealed.
 *
 * @param sealed The bytes, as a database gives them.
 * @param associatedData What it is.
 * @throws {SealError} When it can't be opened.
 */
export async function openJson<Value>(
  sealer: Sealer,
  sealed: Bytes,
  associatedData: string,
): Promise<Value> {
  const bytes = await sealer.open(sealed, associatedData);
  return JSON.parse(new TextDecoder().decode(bytes)) as Value;
}
