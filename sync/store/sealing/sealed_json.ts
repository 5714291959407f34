import type { Bytes, Sealer } from "./sealer.ts";

/** Seals a value. */
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
