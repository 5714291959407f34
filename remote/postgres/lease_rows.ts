import type { BackgroundRetries } from "../../sync/store/background_retries.ts";
import type { LeaseRows } from "../../sync/store/lease.ts";
import { type Database, isRefused, OwnerQueries } from "./database.ts";
import { SCHEMA } from "./schema.ts";

/**
 * Maximum remaining time of a lease, in milliseconds. A lease that expires later was taken by a
 * clock that ran ahead.
 */
const MAX_MS = 600_000;

/** A process's handle on one owner's data in the database. */
export interface HandleOptions {
  readonly database: Database;
  readonly owner: string;
  /** Identifies this handle as the holder of its leases. */
  readonly holder: string;
  /** Retries failed releases, so that other processes needn't wait until the leases expire. */
  readonly returns: BackgroundRetries;
}

/** Opens the leases of one owner. */
export function createLeaseRows(
  { database, owner, holder, returns }: HandleOptions,
): LeaseRows {
  const own = new OwnerQueries(database.query, owner);
  const release = async (name: string, token: number): Promise<void> => {
    await own.write(
      `UPDATE ${SCHEMA}.leases SET holder = NULL ` +
        `WHERE owner = $1 AND name = $2 AND ${isOf("holder", "$3")} AND token = $4`,
      ...[name, holder, token],
    );
  };
  /** Without a response, the lease may have been granted with an unknown token. */
  const releaseUnknown = async (name: string, taker: string): Promise<void> => {
    const where = "WHERE owner = $1 AND name = $2 AND holder = $3";
    await own.write(`UPDATE ${SCHEMA}.leases SET holder = NULL ${where}`, name, taker);
  };
  return {
    async tryTake(name, ttlMs): Promise<number | null> {
      const taker = `${holder} ${globalThis.crypto.randomUUID()}`;
      try {
        const row = await own.first(
          `INSERT INTO ${SCHEMA}.leases AS lease ` +
            `VALUES ($1, $2, 1, $3, ${database.now} + $4::bigint) ` +
            "ON CONFLICT (owner, name) DO UPDATE SET token = lease.token + 1, " +
            "holder = excluded.holder, expires_at = excluded.expires_at " +
            `WHERE lease.holder IS NULL OR NOT ${isCurrent(database, "lease")} RETURNING token`,
          ...[name, taker, ttlMs],
        );
        return row === undefined ? null : Number(row["token"]);
      } catch (error) {
        if (!isRefused(error)) returns.add(() => releaseUnknown(name, taker));
        throw error;
      }
    },
    renew: (name, token, ttlMs) =>
      own.write(
        `UPDATE ${SCHEMA}.leases SET expires_at = ${database.now} + $5::bigint ` +
          `WHERE owner = $1 AND name = $2 AND ${isOf("holder", "$3")} AND token = $4`,
        ...[name, holder, token, ttlMs],
      ),
    async release(name, token): Promise<void> {
      try {
        await release(name, token);
      } catch (error) {
        returns.add(() => release(name, token));
        throw error;
      }
    },
    async isHeldByOther(name): Promise<boolean> {
      const row = await own.first(`SELECT ${heldByOther(database)} AS is_held`, name, holder);
      return row?.["is_held"] === true;
    },
  };
}

/** SQL condition: a handle other than `$3` holds the lease of owner `$1` named `$2`. */
export function heldByOther(database: Database): string {
  return `EXISTS (SELECT 1 FROM ${SCHEMA}.leases AS lease WHERE lease.owner = $1 ` +
    `AND lease.name = $2 AND lease.holder IS NOT NULL AND NOT ${isOf("lease.holder", "$3")} ` +
    `AND ${isCurrent(database, "lease")})`;
}

/** Each holder's name is unique and begins with the name of its handle. */
function isOf(holder: string, handle: string): string {
  return `substr(${holder}, 1, length(${handle}::text)) = ${handle}::text`;
}

function isCurrent({ now }: Database, row: string): string {
  return `(${row}.expires_at > ${now} AND ${row}.expires_at <= ${now} + ${MAX_MS})`;
}
