import { type Bytes, openJson, type Sealer, sealJson } from "../../sync/store/sealer.ts";

/** Identifies a record. The id may itself be a secret, such as a token. */
export interface SignInKey {
  /** The provider's name for the kind of record, such as `AccessToken`. */
  readonly kind: string;
  readonly id: string;
}

/** Plain JSON. */
export type SignInPayload = Readonly<Record<string, unknown>>;

export interface SignInEntry {
  readonly payload: SignInPayload;
  /** The grant whose revocation deletes the record; `null` for none. */
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

/** A statement, and the values of `$1` and so on. */
export type Statement = readonly [
  sql: string,
  ...values: readonly (string | number | null | Bytes)[],
];

/** A table of sign-ins in SQLite or PostgreSQL. Statements use only SQL that both support. */
export interface SignInTable {
  readonly name: string;
  ask(...statement: Statement): Promise<{
    readonly rows: readonly Readonly<Record<string, unknown>>[];
    /** Number of rows that the statement wrote. */
    readonly written: number;
  }>;
  askAll(statements: readonly Statement[]): Promise<void>;
  close(): void;
}

/** A database that stores sign-ins along with all other data. */
export interface SignInDatabase {
  readonly signIns: SignInTable;
  close(): Promise<void>;
}

export interface SignInStoreOptions {
  readonly table: SignInTable;
  readonly sealer: Sealer;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * State of sign-ins, sealed and stored under pseudonyms until it expires. Pseudonyms aren't cached,
 * because strangers may cause any number of them.
 */
export class SignInStore {
  readonly #table: SignInTable;
  readonly #sealer: Sealer;
  readonly #now: () => number;

  constructor({ table, sealer, now }: SignInStoreOptions) {
    this.#table = table;
    this.#sealer = sealer;
    this.#now = now;
  }

  async find(key: SignInKey): Promise<SignInRecord | null> {
    const name = await this.#nameOf(key);
    const { rows: [row] } = await this.#table.ask(
      `SELECT * FROM ${this.#table.name} WHERE owner = $1 AND name = $2 AND expires_at > $3`,
      this.#sealer.owner,
      name,
      this.#now(),
    );
    if (row === undefined) return null;
    const { expires_at: expiresAt, consumed_at: consumedAt, body } = row;
    try {
      return {
        payload: await openJson(this.#sealer, Uint8Array.from(body as Bytes), associatedWith(name)),
        expiresAt: Number(expiresAt),
        consumedAt: consumedAt === null ? null : Number(consumedAt),
      };
    } catch {
      return null;
    }
  }

  /** Saves a record. Replacing a record doesn't change whether it was consumed. */
  async upsert(key: SignInKey, { payload, grantId, expiresAt }: SignInEntry): Promise<void> {
    const { name: table } = this.#table;
    const name = await this.#nameOf(key);
    const grant = grantId === null ? null : await this.#grantOf(grantId);
    const body = await sealJson(this.#sealer, payload, associatedWith(name));
    await this.#table.askAll([
      [`DELETE FROM ${table} WHERE expires_at <= $1`, this.#now()],
      [
        `INSERT INTO ${table} (owner, name, grant_name, expires_at, body) ` +
        "VALUES ($1, $2, $3, $4, $5) ON CONFLICT (owner, name) DO UPDATE SET " +
        "grant_name = excluded.grant_name, expires_at = excluded.expires_at, body = excluded.body",
        ...[this.#sealer.owner, name, grant, expiresAt, body],
      ],
    ]);
  }

  /**
   * Consumes a record and keeps it until `keptUntil` at most. Returns `false` if the record doesn't
   * exist or was already consumed.
   */
  async consume(key: SignInKey, keptUntil: number = Number.MAX_SAFE_INTEGER): Promise<boolean> {
    const earlier = "CASE WHEN expires_at > $4 THEN $4 ELSE expires_at END";
    const { written } = await this.#table.ask(
      `UPDATE ${this.#table.name} SET consumed_at = $3, expires_at = ${earlier} ` +
        "WHERE owner = $1 AND name = $2 AND consumed_at IS NULL AND expires_at > $3",
      ...[this.#sealer.owner, await this.#nameOf(key), this.#now(), keptUntil],
    );
    return written > 0;
  }

  /** Extends a record's lifetime and never shortens it. Expired records stay expired. */
  async prolong(key: SignInKey, expiresAt: number): Promise<void> {
    await this.#table.ask(
      `UPDATE ${this.#table.name} SET expires_at = $3 ` +
        "WHERE owner = $1 AND name = $2 AND expires_at > $4 AND expires_at < $3",
      ...[this.#sealer.owner, await this.#nameOf(key), expiresAt, this.#now()],
    );
  }

  /** Deletes a record, and returns whether this call did. */
  async destroy(key: SignInKey): Promise<boolean> {
    return await this.#deleteBy("name", await this.#nameOf(key)) > 0;
  }

  /** Whether a code or token of a grant is still valid. */
  async hasOfGrant(grantId: string): Promise<boolean> {
    const { rows } = await this.#table.ask(
      `SELECT name FROM ${this.#table.name} ` +
        "WHERE owner = $1 AND grant_name = $2 AND expires_at > $3 LIMIT 1",
      ...[this.#sealer.owner, await this.#grantOf(grantId), this.#now()],
    );
    return rows.length > 0;
  }

  async revokeByGrant(grantId: string): Promise<void> {
    await this.#deleteBy("grant_name", await this.#grantOf(grantId));
  }

  /** Deletes a grant with its codes and tokens. */
  async endGrant(grantId: string): Promise<void> {
    await this.revokeByGrant(grantId);
    await this.destroy({ kind: "Grant", id: grantId });
  }

  /** Derives a secret for one purpose. Every process with this store derives the same secret. */
  secretFor(purpose: string): Promise<string> {
    return this.#sealer.tagOf(`sign-in secret ${purpose}`);
  }

  close(): void {
    this.#table.close();
  }

  async #deleteBy(column: "name" | "grant_name", value: string): Promise<number> {
    const where = `WHERE owner = $1 AND ${column} = $2`;
    const { written } = await this.#table.ask(
      `DELETE FROM ${this.#table.name} ${where}`,
      this.#sealer.owner,
      value,
    );
    return written;
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
