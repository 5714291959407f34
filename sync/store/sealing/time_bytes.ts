/**
 * Times as bytes, six each and the highest first: they fit beside each other in one row.
 *
 * @module
 */

import type { Bytes } from "./sealer.ts";

const BYTES = 6;
const HIGH = 2 ** 32;

/**
 * Writes times.
 *
 * @param times In milliseconds since 1970, before the year 10889.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(bytesOfTimes([258]), Uint8Array.of(0, 0, 0, 0, 1, 2));
 * ```
 */
export function bytesOfTimes(times: readonly number[]): Bytes {
  const bytes = new Uint8Array(times.length * BYTES);
  const view = new DataView(bytes.buffer);
  for (const [nth, time] of times.entries()) {
    const at = Math.max(0, Math.floor(time));
    view.setUint16(nth * BYTES, Math.floor(at / HIGH));
    view.setUint32(nth * BYTES + 2, at % HIGH);
  }
  return bytes;
}

/**
 * Reads times.
 *
 * @param bytes What {@linkcode bytesOfTimes} has written.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(timesIn(bytesOfTimes([1_795_348_800_000, 5])), [1_795_348_800_000, 5]);
 * ```
 */
export function timesIn(bytes: Uint8Array): readonly number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from(
    { length: Math.floor(bytes.length / BYTES) },
    (_, nth) => view.getUint16(nth * BYTES) * HIGH + view.getUint32(nth * BYTES + 2),
  );
}
