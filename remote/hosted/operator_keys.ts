import { Buffer } from "node:buffer";
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import type { Bytes } from "../../sync/store/sealer.ts";
import type { HostedDatabase } from "./hosted_database.ts";

const MIN_KEY_LENGTH = 32;
const ROOT_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A server's root key, from which the server derives pseudonyms and other keys. */
export class RootKey {
  readonly #root: Bytes;
  readonly #names: Bytes;
  readonly #rows: Bytes;
  readonly secret: string;

  constructor(root: Bytes) {
    this.#root = root;
    this.#names = derived(root, "names");
    this.#rows = derived(root, "rows");
    this.secret = Buffer.from(derived(root, "sign-ins")).toString("hex");
  }

  /** Derives a name, such as a user's pseudonym, that reveals nothing about its source. */
  tagOf(what: string): string {
    return createHmac("sha256", this.#names).update(what).digest().subarray(0, 16).toString("hex");
  }

  /**
   * Wraps a vault's data key, so that unwrapping it requires both the root key and the token.
   *
   * @param token The token, or another secret known only to the user's browser or program.
   * @param vault Id of the vault that the result is bound to.
   */
  wrap(key: Bytes, token: string, vault: string): string {
    return Buffer.from(encrypted(this.#vaultKey(token, vault), key, vault)).toString("base64url");
  }

  /** Unwraps a data key; `null` if it was wrapped for another token or vault. */
  unwrap(wrapped: string, token: string, vault: string): Bytes | null {
    return decrypted(this.#vaultKey(token, vault), Buffer.from(wrapped, "base64url"), vault);
  }

  /** Seals a string with the server's own key, so that no user's token is needed to open it. */
  seal(text: string, associatedData: string): Bytes {
    return encrypted(this.#rows, Buffer.from(text), associatedData);
  }

  /** Opens a sealed string; `null` if it was sealed with another key or for another purpose. */
  open(sealed: Bytes, associatedData: string): string | null {
    const bytes = decrypted(this.#rows, sealed, associatedData);
    return bytes === null ? null : Buffer.from(bytes).toString();
  }

  #vaultKey(token: string, vault: string): Bytes {
    return derived(Buffer.concat([this.#root, Buffer.from(token)]), `vault ${vault}`);
  }
}

/**
 * Parses the operator's key file: one key per line, newest first.
 *
 * @throws {TypeError} If there is no key, or a key is too short.
 */
export function sealKeysIn(text: string): readonly string[] {
  const keys = text.split(/\r?\n/u).map((line) => line.trim()).filter((line) => line !== "");
  if (keys.length === 0) throw new TypeError("must contain a key of at least 32 characters");
  const short = keys.findIndex((key) => key.length < MIN_KEY_LENGTH);
  if (short >= 0) throw new TypeError(`line ${short + 1} must have at least 32 characters`);
  return keys;
}

export class WrongSealKeyError extends Error {
  override readonly name = "WrongSealKeyError";

  constructor() {
    super("none of the keys opens this database: add the key that it was created with");
  }
}

/**
 * Opens the database's sealed root key, or creates one if there is none. If the root key was sealed
 * with an older seal key, seals it again with the newest one.
 *
 * @throws {WrongSealKeyError} If none of the seal keys opens the root key.
 */
export async function openRootKey(
  database: HostedDatabase,
  keys: readonly string[],
): Promise<RootKey> {
  const [newest = ""] = keys;
  const created = crypto.getRandomValues(new Uint8Array(ROOT_BYTES));
  const stored = await database.rootKey(sealedRoot(created, newest));
  for (const key of keys) {
    const root = decrypted(rootSealing(key), stored, ROOT_INFO);
    if (root === null) continue;
    if (key !== newest) await database.replaceRootKey(stored, sealedRoot(root, newest));
    return new RootKey(root);
  }
  throw new WrongSealKeyError();
}

const ROOT_INFO = "budget-tool-server root key";

function rootSealing(key: string): Bytes {
  return derived(Buffer.from(key), "root key");
}

function sealedRoot(root: Bytes, key: string): Bytes {
  return encrypted(rootSealing(key), root, ROOT_INFO);
}

function derived(secret: Uint8Array, purpose: string): Bytes {
  return new Uint8Array(hkdfSync("sha256", secret, "", `budget-tool-server ${purpose}`, 32));
}

const CIPHER = "aes-256-gcm";

/** Encrypts bytes. Returns the nonce, ciphertext and authentication tag in one array. */
function encrypted(key: Bytes, bytes: Uint8Array, associatedData: string): Bytes {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(associatedData));
  const parts = [nonce, cipher.update(bytes), cipher.final()];
  return new Uint8Array(Buffer.concat([...parts, cipher.getAuthTag()]));
}

function decrypted(key: Bytes, sealed: Uint8Array, associatedData: string): Bytes | null {
  try {
    const cipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    cipher.setAAD(Buffer.from(associatedData)).setAuthTag(sealed.subarray(-TAG_BYTES));
    const parts = [cipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), cipher.final()];
    return new Uint8Array(Buffer.concat(parts));
  } catch {
    return null;
  }
}
