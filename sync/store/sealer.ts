import process from "node:process";
import { RecentMap } from "../../domain/base/memoized.ts";
import { hexOf } from "../../domain/base/hex.ts";

const NONCE_BYTES = 12;
const NAME_BYTES = 16;
/** Maximum number of memoized pseudonyms, enough for several plans. */
const MAX_NAMES = 5_000;
/**
 * Identifies the format of sealed data. All keys and pseudonyms are derived in part from the format
 * version, so lookups don't find data stored in another format.
 */
const FORMAT = "budget-tool-server 1";

/** Minimum number of bytes to deflate; shorter data isn't worth deflating. */
const MIN_BYTES = 4_096;
/** Compression level. Higher compression levels take longer and save only a few percent more. */
const LEVEL = 3;
/** Chunk size for inflating; large enough to inflate most strings in one step. */
const STEP_BYTES = 131_072;
/**
 * First byte of deflated JSON. Plain JSON never starts with this byte; it starts with a printable
 * character.
 */
const DEFLATED = 1;

/** Bytes that aren't shared between threads. */
export type Bytes = Uint8Array<ArrayBuffer>;

export interface Sealer {
  /** The owner's pseudonym, in hexadecimal. The pseudonym doesn't reveal the secret. */
  readonly owner: string;
  /** Returns a keyed pseudonym (HMAC-SHA-256) in hexadecimal. */
  pseudonymOf(what: string): Promise<string>;
  /** Returns a message authentication code, which proves that we wrote the data. */
  tagOf(what: string): Promise<string>;
  /** Seals bytes with a new nonce. */
  seal(bytes: Bytes, associatedData: string): Promise<Bytes>;
  /**
   * Opens sealed bytes.
   *
   * @throws {SealError} If the bytes were sealed with another key, or if the bytes or their
   * associated data were changed.
   */
  open(sealed: Bytes, associatedData: string): Promise<Bytes>;
}

export class SealError extends Error {
  override readonly name = "SealError";

  constructor(options?: ErrorOptions) {
    super("The stored data can't be opened", options);
  }
}

export interface SealerOptions {
  /**
   * The secret that the keys are derived from: an access token, or a key of a multi-user server.
   */
  readonly secret: string;
  readonly baseUrl: string;
}

export async function createSealer(
  { secret: given, baseUrl }: SealerOptions,
): Promise<Sealer> {
  const { subtle } = globalThis.crypto;
  const secret = await subtle.importKey("raw", utf8(given), "HKDF", false, ["deriveBits"]);
  const derived = async (purpose: string, bytes: number): Promise<ArrayBuffer> =>
    await subtle.deriveBits(
      {
        name: "HKDF",
        hash: "SHA-256",
        salt: utf8(baseUrl),
        info: utf8(`${FORMAT} ${purpose}`),
      },
      secret,
      bytes * 8,
    );
  const [owner, sealing, naming] = await Promise.all([
    derived("owner", NAME_BYTES),
    derived("seal", 32),
    derived("name", 32),
  ]);
  const key = await subtle.importKey("raw", sealing, "AES-GCM", false, ["encrypt", "decrypt"]);
  const namer = await subtle.importKey("raw", naming, { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  const names = new RecentMap<string, Promise<string>>({ most: MAX_NAMES });
  const bound = (associatedData: string): Bytes => utf8(`${baseUrl}\n${associatedData}`);
  const named = async (what: string): Promise<string> =>
    hexOf(new Uint8Array(await subtle.sign("HMAC", namer, utf8(what))).slice(0, NAME_BYTES));
  return {
    owner: hexOf(new Uint8Array(owner)),
    pseudonymOf: (what) => names.getOrMake(what, () => named(what)),
    tagOf: (what) => named(`tag ${what}`),
    async seal(bytes, associatedData): Promise<Bytes> {
      const nonce = globalThis.crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      const algorithm = { name: "AES-GCM", iv: nonce, additionalData: bound(associatedData) };
      const text = new Uint8Array(await subtle.encrypt(algorithm, key, bytes));
      const sealed = new Uint8Array(NONCE_BYTES + text.length);
      sealed.set(nonce);
      sealed.set(text, NONCE_BYTES);
      // Frees the memory now instead of at the next garbage collection.
      text.buffer.transfer(0);
      return sealed;
    },
    async open(sealed, associatedData): Promise<Bytes> {
      const iv = sealed.subarray(0, NONCE_BYTES);
      const algorithm = { name: "AES-GCM", iv, additionalData: bound(associatedData) };
      try {
        return new Uint8Array(
          await subtle.decrypt(algorithm, key, sealed.subarray(NONCE_BYTES)),
        );
      } catch (cause) {
        throw new SealError({ cause });
      }
    },
  };
}

function utf8(text: string): Bytes {
  return new TextEncoder().encode(text);
}

/** Seals JSON without deflating it, so that earlier versions of the server can also read it. */
export async function sealJson(
  sealer: Sealer,
  value: unknown,
  associatedData: string,
): Promise<Bytes> {
  return await sealer.seal(utf8(JSON.stringify(value)), associatedData);
}

/**
 * Seals JSON, deflating it first if it is long. Use this only for data that can be reloaded from
 * YNAB.
 */
export async function sealDeflated(
  sealer: Sealer,
  value: unknown,
  associatedData: string,
): Promise<Bytes> {
  return await sealer.seal(packJson(value), associatedData);
}

/**
 * Opens sealed JSON.
 *
 * @throws {SealError} If it can't be opened.
 */
export async function openJson<Value>(
  sealer: Sealer,
  sealed: Bytes,
  associatedData: string,
): Promise<Value> {
  return unpackJson(await sealer.open(sealed, associatedData)) as Value;
}

export const UNSEALED: Sealer = {
  owner: "own",
  pseudonymOf: (what) => Promise.resolve(what),
  tagOf: () => Promise.resolve("own"),
  seal: (bytes) => Promise.resolve(bytes),
  open: (sealed) => Promise.resolve(sealed),
};

export function planPseudonym(sealer: Sealer, planId: string): Promise<string> {
  return sealer.pseudonymOf(`plan ${planId}`);
}

/**
 * Returns the name of a lease, which can be for changing a plan, writing the steps of a change, or
 * loading a collection.
 */
export async function leaseName(
  sealer: Sealer,
  what: "change" | "write" | "load",
  of: string,
): Promise<string> {
  return `${what}-${await sealer.pseudonymOf(`${what} ${of}`)}`;
}

let loaded: typeof import("node:zlib") | null = null;

/** Loads the compression module on first use, because importing it would delay startup. */
function zlib(): typeof import("node:zlib") {
  return loaded ??= process.getBuiltinModule("node:zlib");
}

/** Returns the deflated bytes, or `null` if deflating isn't worthwhile. */
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

/** Encodes a value as JSON, and deflates the JSON if it is long. */
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
