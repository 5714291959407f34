/**
 * Leases in the database: a row is the lease, its token the fence, and the clock of the
 * database alone decides.
 *
 * @module
 */

import { delay } from "../../client/timers.ts";
import type { LeaseRows } from "../leases/lease_rows.ts";
import { type Database, hasWritten } from "./database.ts";
import { SCHEMA } from "./schema.ts";

/** No lease holds longer; one that does was taken by a clock that ran ahead, in milliseconds. */
const LONGEST_MS = 600_000;

/** What can't be given back is tried again for about as long as it holds. */
const RETURNS = 180;
const RETURN_PAUSE_MS = 500;

/** What the rows of one handle are opened with. */
export interface HandleOptions {
  readonly database: Database;
  readonly owner: string;
  /** Tells this handle from others: what it holds of leases is its own. */
  readonly holder: string;
  /** Aborted when the handle is closed. */
  readonly closed: AbortSignal;
}

/**
 * Opens the leases of one owner.
 *
 * @param options The database, whose they are, and who holds them here.
 */
export function createLeaseRows(
  { database, owner, holder, closed }: HandleOptions,
): LeaseRows {
  const giveBack = async (name: string, token: number): Promise<void> => {
    await database.query(
      `UPDATE ${SCHEMA}.leases SET holder = NULL ` +
        "WHERE owner = $1 AND name = $2 AND holder = $3 AND token = $4",
      [owner, name, holder, token],
    );
  };
  /** So that nobody waits for the end of a lease once the database is there again. */
  const giveBackLater = async (name: string, token: number): Promise<void> => {
    for (let tries = 0; tries < RETURNS; tries++) {
      await delay(RETURN_PAUSE_MS, closed);
      const isBack = await giveBack(name, token).then(() => true, () => false);
      if (isBack) return;
    }
  };
  return {
    async tryTake(name, ttlMs): Promise<number | null> {
      const { rows: [row] } = await database.query(
        `INSERT INTO ${SCHEMA}.leases AS lease VALUES ($1, $2, 1, $3, ${database.now} + $4::bigint) ` +
          "ON CONFLICT (owner, name) DO UPDATE SET token = lease.token + 1, " +
          "holder = excluded.holder, expires_at = excluded.expires_at " +
          `WHERE lease.holder IS NULL OR NOT ${isCurrent(database, "lease")} RETURNING token`,
        [owner, name, holder, ttlMs],
      );
      return row === undefined ? null : Number(row["token"]);
    },
    async renew(name, token, ttlMs): Promise<boolean> {
      return hasWritten(
        await database.query(
          `UPDATE ${SCHEMA}.leases SET expires_at = ${database.now} + $5::bigint ` +
            "WHERE owner = $1 AND name = $2 AND holder = $3 AND token = $4",
          [owner, name, holder, token, ttlMs],
        ),
      );
    },
    async release(name, token): Promise<void> {
      try {
        await giveBack(name, token);
      } catch (error) {
        giveBackLater(name, token).catch(() => {});
        throw error;
      }
    },
    async isHeldByOther(name): Promise<boolean> {
      const { rows: [row] } = await database.query(
        `SELECT ${heldByOther(database)} AS is_held`,
        [owner, name, holder],
      );
      return row?.["is_held"] === true;
    },
  };
}

/** A condition: another handle than `$3` holds the lease of the owner `$1` named `$2`. */
export function heldByOther(database: Database): string {
  return `EXISTS (SELECT 1 FROM ${SCHEMA}.leases AS lease WHERE lease.owner = $1 ` +
    "AND lease.name = $2 AND lease.holder IS NOT NULL AND lease.holder <> $3 " +
    `AND ${isCurrent(database, "lease")})`;
}

function isCurrent({ now }: Database, row: string): string {
  return `(${row}.expires_at > ${now} AND ${row}.expires_at <= ${now} + ${LONGEST_MS})`;
}
