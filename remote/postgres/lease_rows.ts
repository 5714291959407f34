import type { BackgroundRetries } from "../../sync/store/background_retries.ts";
import type { Fence } from "../../sync/store/backend.ts";
import { type LeaseRows, MAX_LEASE_MS } from "../../sync/store/lease.ts";
import { type Sql, sql, type Steps } from "../../sync/store/sql.ts";
import { type Database, isRefused, SCHEMA } from "./database.ts";

/** A process's handle on one owner's data in the database. */
export interface HandleOptions {
  readonly database: Database;
  readonly owner: string;
  /** Identifies this handle as the holder of its leases. */
  readonly holder: string;
  /**
   * Retries failed releases, so that other processes don't have to wait until the leases expire.
   */
  readonly returns: BackgroundRetries;
}

export interface OwnerLeases extends LeaseRows {
  /** Whether the lease was lost. If not, locks it until the end of the transaction. */
  isFenced(fence: Fence): Steps<boolean>;
  /** SQL for whether another handle holds a lease. */
  heldByOther(name: string): Sql;
}

/** Opens the leases of one owner. */
export function createLeaseRows(
  { database, owner, holder, returns }: HandleOptions,
): OwnerLeases {
  // The name of each holder is unique and begins with the handle's name.
  const isMine = sql`substr(holder, 1, ${holder.length}) = ${holder}`;
  const isCurrent = (): Sql => {
    const { now } = database;
    return sql`(lease.expires_at > ${now} AND lease.expires_at <= ${now} + ${MAX_LEASE_MS})`;
  };
  const release = async (name: string, which: Sql): Promise<void> => {
    await database.all(sql`
      UPDATE ${SCHEMA}.leases SET holder = NULL
      WHERE owner = ${owner} AND name = ${name} AND ${which}`);
  };
  return {
    async tryTake(name, ttlMs): Promise<number | null> {
      const taker = `${holder} ${globalThis.crypto.randomUUID()}`;
      try {
        const [row] = await database.all(sql`
          INSERT INTO ${SCHEMA}.leases AS lease
          VALUES (${owner}, ${name}, 1, ${taker}, ${database.now} + ${ttlMs})
          ON CONFLICT (owner, name) DO UPDATE SET token = lease.token + 1,
            holder = excluded.holder, expires_at = excluded.expires_at
          WHERE lease.holder IS NULL OR NOT ${isCurrent()} RETURNING token`);
        return row === undefined ? null : Number(row["token"]);
      } catch (error) {
        // Without a response, the lease may have been granted with a token that is unknown here.
        if (!isRefused(error)) returns.add(() => release(name, sql`holder = ${taker}`));
        throw error;
      }
    },
    async renew(name, token, ttlMs): Promise<boolean> {
      const rows = await database.all(sql`
        UPDATE ${SCHEMA}.leases SET expires_at = ${database.now} + ${ttlMs}
        WHERE owner = ${owner} AND name = ${name} AND ${isMine} AND token = ${token}
        RETURNING token`);
      return rows.length > 0;
    },
    async release(name, token): Promise<void> {
      const isThis = sql`${isMine} AND token = ${token}`;
      try {
        await release(name, isThis);
      } catch (error) {
        returns.add(() => release(name, isThis));
        throw error;
      }
    },
    *isFenced({ name, token }): Steps<boolean> {
      const rows = yield sql`
        SELECT token FROM ${SCHEMA}.leases
        WHERE owner = ${owner} AND name = ${name} AND token = ${token} AND ${isMine} FOR UPDATE`;
      return rows.length === 0;
    },
    heldByOther: (name) => {
      const where = sql`owner = ${owner} AND name = ${name} AND holder IS NOT NULL`;
      const isOther = sql`NOT ${isMine} AND ${isCurrent()}`;
      return sql`EXISTS (
        SELECT 1 FROM ${SCHEMA}.leases AS lease WHERE ${where} AND ${isOther})`;
    },
  };
}
