import { join } from "node:path";
import { createSealer, openJson, type Sealer, sealJson } from "../../sync/store/sealer.ts";
import { bytesIn, type Sql, sql, type SqlDatabase, type Steps } from "../../sync/store/sql.ts";
import { reasonOf } from "../../sync/store/store_errors.ts";
import { claimFolder, FILES } from "../../sync/store/store_folder.ts";
import type { SignInTable } from "./sign_in_file.ts";

/** Identifies a record. The id may itself be a secret, such as a token. */
export interface SignInKey {
  /** The provider's name for the kind of record, such as `AccessToken`. */
  readonly kind: string;
  readonly id: string;
}

export type SignInPayload = Readonly<Record<string, unknown>>;

export interface SignInEntry {
  readonly payload: SignInPayload;
  /** The grant whose revocation deletes the record; `null` if there is none. */
  readonly grantId: string | null;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export interface SignInRecord {
  readonly payload: SignInPayload;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** When the record was consumed, in milliseconds since 1970; `null` if it wasn't. */
  readonly consumedAt: number | null;
}

export interface SignInDatabase {
  readonly signIns: SignInTable;
  close(): Promise<void>;
}

/**
 * Stores the sealed state of sign-ins until it expires. The key of each record is a pseudonym.
 * Pseudonyms aren't cached, because strangers could fill the cache.
 */
export class SignInStore {
  readonly #database: SqlDatabase;
  readonly #table: Sql;
  readonly #sealer: Sealer;
  readonly #now: () => number;
  readonly close: () => void;

  constructor({ database, table, close }: SignInTable, sealer: Sealer, now: () => number) {
    this.#database = database;
    this.#table = table;
    this.close = close;
    this.#sealer = sealer;
    this.#now = now;
  }

  async find(key: SignInKey): Promise<SignInRecord | null> {
    const name = await this.#nameOf(key);
    const [row] = await this.#database.all(sql`
      SELECT * FROM ${this.#table} WHERE owner = ${this.#sealer.owner} AND name = ${name}
        AND expires_at > ${this.#now()}`);
    if (row === undefined) return null;
    const { expires_at: expiresAt, consumed_at: consumedAt, body } = row;
    try {
      return {
        payload: await openJson(this.#sealer, bytesIn(body), associatedWith(name)),
        expiresAt: Number(expiresAt),
        consumedAt: consumedAt === null ? null : Number(consumedAt),
      };
    } catch {
      return null;
    }
  }

  /** Saves a record. Overwriting a consumed record leaves it marked as consumed. */
  async upsert(key: SignInKey, { payload, grantId, expiresAt }: SignInEntry): Promise<void> {
    const [table, expired, { owner }] = [this.#table, this.#expired(), this.#sealer];
    const name = await this.#nameOf(key);
    const grant = grantId === null ? null : await this.#grantOf(grantId);
    const body = await sealJson(this.#sealer, payload, associatedWith(name));
    await this.#database.transaction(function* (): Steps<void> {
      yield sql`DELETE FROM ${table} WHERE ${expired}`;
      yield sql`
        INSERT INTO ${table} (owner, name, grant_name, expires_at, body)
        VALUES (${owner}, ${name}, ${grant}, ${expiresAt}, ${body})
        ON CONFLICT (owner, name) DO UPDATE SET grant_name = excluded.grant_name,
          expires_at = excluded.expires_at, body = excluded.body`;
    }, { isDurable: true });
  }

  /**
   * Marks a record as consumed and makes it expire no later than `expiry`. Returns `false` if the
   * record doesn't exist or was already consumed.
   */
  async consume(key: SignInKey, expiry: number = Number.MAX_SAFE_INTEGER): Promise<boolean> {
    const now = this.#now();
    const rows = await this.#database.all(sql`
      UPDATE ${this.#table} SET consumed_at = ${now},
        expires_at = CASE WHEN expires_at > ${expiry} THEN ${expiry} ELSE expires_at END
      WHERE owner = ${this.#sealer.owner} AND name = ${await this.#nameOf(key)}
        AND consumed_at IS NULL AND expires_at > ${now} RETURNING name`);
    return rows.length > 0;
  }

  /** Extends a record's lifetime, but never shortens it or revives an expired record. */
  async prolong(key: SignInKey, expiresAt: number): Promise<void> {
    await this.#database.all(sql`
      UPDATE ${this.#table} SET expires_at = ${expiresAt}
      WHERE owner = ${this.#sealer.owner} AND name = ${await this.#nameOf(key)}
        AND expires_at > ${this.#now()} AND expires_at < ${expiresAt}`);
  }

  /** Deletes a record, and returns whether this call deleted it. */
  async destroy(key: SignInKey): Promise<boolean> {
    return await this.#delete(sql`name = ${await this.#nameOf(key)}`);
  }

  /** Whether any code or token of a grant is still valid. */
  async hasOfGrant(grantId: string): Promise<boolean> {
    const rows = await this.#database.all(sql`
      SELECT name FROM ${this.#table} WHERE owner = ${this.#sealer.owner}
        AND grant_name = ${await this.#grantOf(grantId)} AND NOT (${this.#expired()}) LIMIT 1`);
    return rows.length > 0;
  }

  async revokeByGrant(grantId: string): Promise<void> {
    await this.#delete(sql`grant_name = ${await this.#grantOf(grantId)}`);
  }

  async endGrant(grantId: string): Promise<void> {
    await this.revokeByGrant(grantId);
    await this.destroy({ kind: "Grant", id: grantId });
  }

  /**
   * Derives a secret for the given purpose. Every process with this store derives the same secret.
   */
  secretFor(purpose: string): Promise<string> {
    return this.#sealer.tagOf(`sign-in secret ${purpose}`);
  }

  /**
   * Condition for deleting records or a grant's data: they have expired according to both the
   * database's clock and this process's clock. Both are checked, because this process set the
   * expiry by its own clock, which may be wrong.
   */
  #expired(): Sql {
    return sql`expires_at <= ${this.#database.now} AND expires_at <= ${this.#now()}`;
  }

  async #delete(which: Sql): Promise<boolean> {
    const rows = await this.#database.all(sql`
      DELETE FROM ${this.#table} WHERE owner = ${this.#sealer.owner} AND ${which} RETURNING name`);
    return rows.length > 0;
  }

  #nameOf({ kind, id }: SignInKey): Promise<string> {
    return this.#sealer.tagOf(`sign-in ${kind} ${id}`);
  }

  #grantOf(grantId: string): Promise<string> {
    return this.#sealer.tagOf(`sign-in grant ${grantId}`);
  }
}

function associatedWith(name: string): string {
  return `sign-in\n${name}`;
}

export type SignInNote =
  | { readonly event: "sign_in_in_memory"; readonly reason: string }
  | { readonly event: "store_set_aside"; readonly file: string; readonly carriedOver: null };

export interface OpenSignInsOptions {
  /** Folder of the store; `null` to use memory. */
  readonly folder: string | null;
  /** A database to use instead of a file. */
  readonly database?: SignInDatabase | undefined;
  /** Secret that seals the records. With a different secret, the records can't be found. */
  readonly secret: string;
  readonly baseUrl: string;
  readonly now: () => number;
  readonly onNote: (note: SignInNote) => void;
}

/** Opens the sign-in store; if the file can't be used, the store is kept in memory. */
export async function openSignIns(
  { folder, database, secret, baseUrl, now, onNote }: OpenSignInsOptions,
): Promise<SignInStore> {
  const sealer = await createSealer({ secret, baseUrl });
  if (database !== undefined) return new SignInStore(database.signIns, sealer, now);
  const { openSignInFile, openSignInMemory } = await import("./sign_in_file.ts");
  try {
    if (folder !== null) {
      claimFolder(folder);
      const onQuarantined = (file: string): void =>
        onNote({ event: "store_set_aside", file, carriedOver: null });
      const path = join(folder, FILES.sign_ins);
      return new SignInStore(openSignInFile(path, { now, onQuarantined }), sealer, now);
    }
  } catch (error) {
    onNote({ event: "sign_in_in_memory", reason: reasonOf(error) });
  }
  // The secret is random, so cookies, like the records, become invalid when the process ends.
  const ownSealer = await createSealer({ secret: globalThis.crypto.randomUUID(), baseUrl });
  return new SignInStore(openSignInMemory(now), ownSealer, now);
}
