import type { StoredPart } from "../store.ts";
import type { Bytes } from "./sealer.ts";

/** Begins a part that packs itself; JSON begins with a brace. */
const PACKED = 0x34_54_52_50;
/** What follows a name begins at a multiple of this, so that lists of numbers can be read in place. */
const ALIGNMENT = 8;

/** Turns a part into bytes. */
export function bytesOfPart({ part, keys, records, bytes }: StoredPart): Bytes {
  if (bytes === undefined) return utf8(JSON.stringify({ part, keys, records }));
  const [name, packed] = [utf8(part), bytes()];
  const all = new Uint8Array(startBehind(name.length) + packed.length);
  all.set(new Uint8Array(Uint32Array.of(PACKED, name.length).buffer));
  all.set(name, ALIGNMENT);
  all.set(packed, startBehind(name.length));
  return all;
}

/**
 * Gives a part back.
 *
 * @throws {Error} For bytes that are none of ours: the collection counts as damaged.
 */
export function partOfBytes(all: Bytes): StoredPart {
  const view = new DataView(all.buffer, all.byteOffset, all.byteLength);
  if (all.length >= ALIGNMENT && view.getUint32(0, true) === PACKED) {
    const length = view.getUint32(4, true);
    const part = text(all.subarray(ALIGNMENT, ALIGNMENT + length));
    return { part, keys: [], records: [], bytes: () => all.subarray(startBehind(length)) };
  }
  const part = JSON.parse(text(all)) as StoredPart;
  if (!Array.isArray(part.keys) || !Array.isArray(part.records)) throw new TypeError("No part");
  return part;
}

function startBehind(nameLength: number): number {
  return ALIGNMENT + Math.ceil(nameLength / ALIGNMENT) * ALIGNMENT;
}

function utf8(text: string): Bytes {
  return new TextEncoder().encode(text);
}

function text(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true, fatal: true }).decode(bytes);
}
