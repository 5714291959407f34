import type { Bytes } from "./sealer.ts";

const BYTES = 6;
const HIGH = 2 ** 32;

/** Writes times. */
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

/** Reads times. */
export function timesIn(bytes: Uint8Array): readonly number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from(
    { length: Math.floor(bytes.length / BYTES) },
    (_, nth) => view.getUint16(nth * BYTES) * HIGH + view.getUint32(nth * BYTES + 2),
  );
}
