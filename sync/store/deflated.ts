import process from "node:process";

type Bytes = Uint8Array<ArrayBuffer>;

/** Minimum number of bytes to deflate; with fewer, too little is saved. */
const MIN_BYTES = 4_096;
/** Compression level. Higher levels take longer and save only a few percent more. */
const LEVEL = 3;
/** Size of an inflating step, large enough for most texts. */
const STEP_BYTES = 131_072;
/** First byte of deflated JSON. JSON text starts with a printable character. */
const DEFLATED = 1;

let loaded: typeof import("node:zlib") | null = null;

/** Loads the compression on first use, because an import would delay startup. */
function zlib(): typeof import("node:zlib") {
  return loaded ??= process.getBuiltinModule("node:zlib");
}

/** Returns the bytes deflated, or `null` if that saves too little. */
export function deflated(bytes: Uint8Array): Bytes | null {
  if (bytes.length < MIN_BYTES) return null;
  const smaller = zlib().deflateRawSync(bytes, { level: LEVEL });
  // Copy the result, because it can be a view of a larger buffer.
  return smaller.length < bytes.length ? new Uint8Array(smaller) : null;
}

/** @throws {Error} If the bytes are invalid. */
export function inflated(bytes: Uint8Array): Uint8Array {
  return zlib().inflateRawSync(bytes, { chunkSize: STEP_BYTES });
}

/** Encodes a value as JSON, deflated if it is long. */
export function packJson(value: unknown): Bytes {
  const json = new TextEncoder().encode(JSON.stringify(value));
  const smaller = deflated(json);
  if (smaller === null) return json;
  const packed = new Uint8Array(1 + smaller.length);
  packed[0] = DEFLATED;
  packed.set(smaller, 1);
  return packed;
}

/**
 * Decodes JSON, deflated or not.
 *
 * @throws {Error} If the bytes are invalid.
 */
export function unpackJson(bytes: Uint8Array): unknown {
  const json = bytes[0] === DEFLATED ? inflated(bytes.subarray(1)) : bytes;
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(json));
}
