import type { LeaseRows } from "../../sync/store/lease.ts";
import type { BackgroundRetries } from "../../sync/store/background_retries.ts";
import { type Database, hasWritten, isRefused } from "./database.ts";
import { SCHEMA } from "./schema.ts";

/** No lease holds longer; one that does was taken by a clock that ran ahead, in milliseconds. */
const LONGEST_MS = 600_000;

/** What the rows of one handle are opened with. */
export interface HandleOptions {
  readonly database: Database;
  readonly owner: string;
  /** Tells this handle from others: what it holds of leases is its own. */
  readonly holder: string;
  /** Releases leases whose release failed, so that nothing waits for them to expire. */
  readonly returns: BackgroundRetries;
}

/** Opens the leases of one owner. */
export function createLeaseRows(
  { database, owner, holder, returns }: HandleOptions,
): LeaseRows {
  const giveBack = async (name: string, token: number): Promise<void> => {
    await database.query(
      `UPDATE ${SCHEMA}.leases SET holder = NULL ` +
        `WHERE owner = $1 AND name = $2 AND ${isOf("holder", "$3")} AND token = $4`,
      [owner, name, holder, token],
    );
  };
  const taken = async (name: string, taker: string, ttlMs: number): Promise<number | null> => {
    const { rows: [row] } = await database.query(
      `INSERT INTO ${SCHEMA}.leases AS lease VALUES ($1, $2, 1, $3, ${database.now} + $4::bigint) ` +
        "ON CONFLICT (owner, name) DO UPDATE SET token = lease.token + 1, " +
        "holder = excluded.holder, expires_at = excluded.expires_at " +
        `WHERE lease.holder IS NULL OR NOT ${isCurrent(database, "lease")} RETURNING token`,
      [owner, name, taker, ttlMs],
    );
    return row === undefined ? null : Number(row["token"]);
  };
  /** Without a response, the lease may have been granted with an unknown token. */
  const giveBackUnheard = async (name: string, taker: string): Promise<void> => {
    await database.query(
      `UPDATE ${SCHEMA}.leases SET holder = NULL ` +
        "WHERE owner = $1 AND name = $2 AND holder = $3",
      [owner, name, taker],
    );
  };
  return {
    async tryTake(name, ttlMs): Promise<number | null> {
      const taker = `${holder} ${globalThis.crypto.randomUUID()}`;
      try {
        return await taken(name, taker, ttlMs);
      } catch (error) {
        if (!isRefused(error)) returns.add(() => giveBackUnheard(name, taker));
        throw error;
      }
    },
    async renew(name, token, ttlMs): Promise<boolean> {
      return hasWritten(
        await database.query(
          `UPDATE ${SCHEMA}.leases SET expires_at = ${database.now} + $5::bigint ` +
            `WHERE owner = $1 AND name = $2 AND ${isOf("holder", "$3")} AND token = $4`,
          [owner, name, holder, token, ttlMs],
        ),
      );
    },
    async release(name, token): Promise<void> {
      try {
        await giveBack(name, token);
      } catch (error) {
        returns.add(() => giveBack(name, token));
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
    `AND lease.name = $2 AND lease.holder IS NOT NULL AND NOT ${isOf("lease.holder", "$3")} ` +
    `AND ${isCurrent(database, "lease")})`;
}

/** Each taking has a name of its own, which begins with that of its handle. */
function isOf(holder: string, handle: string): string {
  return `substr(${holder}, 1, length(${handle}::text)) = ${handle}::text`;
}

function isCurrent({ now }: Database, row: string): string {
  return `(${row}.expires_at > ${now} AND ${row}.expires_at <= ${now} + ${LONGEST_MS})`;
}
