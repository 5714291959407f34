import { Buffer } from "node:buffer";
import type { Bytes } from "../../sync/store/sealer.ts";
import type { HostedDatabase } from "./vault_rows.ts";

/** Minimum length of a seal key, in characters. */
const MIN_KEY_LENGTH = 32;
const ROOT_BYTES = 32;
const NONCE_BYTES = 12;

/** The root key of a server. All names and keys for sign-ins are derived from it. */
export interface RootKey {
  /** Secret of the sign-in store. */
  readonly secret: string;
  /** Derives a name that reveals nothing about its source, such as a user's pseudonym. */
  tagOf(what: string): Promise<string>;
  /**
   * Wraps a vault's data key, so that opening it requires both the server and the token.
   *
   * @param token The token, or another secret known only to the user's browser or program.
   * @param vault Id of the vault, to which the result is bound.
   */
  wrap(key: Bytes, token: string, vault: string): Promise<string>;
  /** Unwraps a data key; `null` for another token or vault. */
  unwrap(wrapped: string, token: string, vault: string): Promise<Bytes | null>;
  /** Seals a text that the server can read without a user's token. */
  seal(text: string, associatedData: string): Promise<Bytes>;
  /** Opens a sealed text; `null` if it was sealed with another key or for another purpose. */
  open(sealed: Bytes, associatedData: string): Promise<string | null>;
}

/**
 * Parses the operator's key file: one key per line, newest first.
 *
 * @throws {TypeError} If there is no key, or a key is too short.
 */
export function sealKeysIn(text: string): readonly string[] {
  const keys = text.split(/\r?\n/u).map((line) => line.trim()).filter((line) => line !== "");
  if (keys.length === 0) throw new TypeError("must have a key of 32 characters or more");
  const short = keys.findIndex((key) => key.length < MIN_KEY_LENGTH);
  if (short >= 0) throw new TypeError(`line ${short + 1} must have 32 characters or more`);
  return keys;
}

/** Thrown if none of the operator's keys opens the database's root key. */
export class WrongSealKeyError extends Error {
  override readonly name = "WrongSealKeyError";

  constructor() {
    super("none of the keys opens this database: add the key that it was created with");
  }
}

/**
 * Opens the database's root key, or creates it. If an older key sealed it, seals it again with the
 * newest one.
 *
 * @throws {WrongSealKeyError} If none of the keys opens it.
 */
export async function openRootKey(
  database: HostedDatabase,
  keys: readonly string[],
): Promise<RootKey> {
  const [newest = ""] = keys;
  const created = crypto.getRandomValues(new Uint8Array(ROOT_BYTES));
  const stored = await database.rootKey(await sealedRoot(created, newest));
  for (const key of keys) {
    const root = await openedRoot(stored, key);
    if (root === null) continue;
    if (key !== newest) await database.replaceRootKey(stored, await sealedRoot(root, newest));
    return rootKeyOf(root);
  }
  throw new WrongSealKeyError();
}

const ROOT_INFO = "budget-tool-server root key";

async function sealedRoot(root: Bytes, key: string): Promise<Bytes> {
  return await encrypted(await aesKey(utf8(key), ROOT_INFO), root, ROOT_INFO);
}

async function openedRoot(sealed: Bytes, key: string): Promise<Bytes | null> {
  return await decrypted(await aesKey(utf8(key), ROOT_INFO), sealed, ROOT_INFO);
}

async function rootKeyOf(root: Bytes): Promise<RootKey> {
  const names = await crypto.subtle.importKey(
    "raw",
    await derivedBits(root, "budget-tool-server names"),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  const sealing = await aesKey(root, "budget-tool-server rows");
  const vaultKey = (token: string, vault: string): Promise<CryptoKey> =>
    aesKey(joined(root, utf8(token)), `budget-tool-server vault ${vault}`);
  return {
    secret: Buffer.from(await derivedBits(root, "budget-tool-server sign-ins")).toString("hex"),
    async tagOf(what): Promise<string> {
      const tag = await crypto.subtle.sign("HMAC", names, utf8(what));
      return Buffer.from(tag).subarray(0, 16).toString("hex");
    },
    async wrap(key, token, vault): Promise<string> {
      const wrapped = await encrypted(await vaultKey(token, vault), key, vault);
      return Buffer.from(wrapped).toString("base64url");
    },
    async unwrap(wrapped, token, vault): Promise<Bytes | null> {
      const sealed = new Uint8Array(Buffer.from(wrapped, "base64url"));
      return await decrypted(await vaultKey(token, vault), sealed, vault);
    },
    seal: async (text, associatedData) => await encrypted(sealing, utf8(text), associatedData),
    async open(sealed, associatedData): Promise<string | null> {
      const bytes = await decrypted(sealing, sealed, associatedData);
      return bytes === null ? null : new TextDecoder().decode(bytes);
    },
  };
}

async function derivedBits(secret: Bytes, info: string): Promise<ArrayBuffer> {
  const key = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  const how = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: utf8(info) };
  return await crypto.subtle.deriveBits(how, key, 256);
}

async function aesKey(secret: Bytes, info: string): Promise<CryptoKey> {
  const bits = await derivedBits(secret, info);
  return await crypto.subtle.importKey("raw", bits, "AES-GCM", false, ["encrypt", "decrypt"]);
}

async function encrypted(key: CryptoKey, bytes: Bytes, associatedData: string): Promise<Bytes> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const how = { name: "AES-GCM", iv, additionalData: utf8(associatedData) };
  return joined(iv, new Uint8Array(await crypto.subtle.encrypt(how, key, bytes)));
}

async function decrypted(
  key: CryptoKey,
  sealed: Bytes,
  associatedData: string,
): Promise<Bytes | null> {
  const iv = sealed.subarray(0, NONCE_BYTES);
  const how = { name: "AES-GCM", iv, additionalData: utf8(associatedData) };
  try {
    return new Uint8Array(await crypto.subtle.decrypt(how, key, sealed.subarray(NONCE_BYTES)));
  } catch {
    return null;
  }
}

function joined(one: Bytes, other: Bytes): Bytes {
  const bytes = new Uint8Array(one.length + other.length);
  bytes.set(one);
  bytes.set(other, one.length);
  return bytes;
}

function utf8(text: string): Bytes {
  return new TextEncoder().encode(text);
}
