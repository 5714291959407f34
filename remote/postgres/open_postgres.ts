import type { BlobStore } from "../../sync/store/backend.ts";
import { BackgroundRetries } from "../../client/timers.ts";
import { type LeaseRows, MAX_LEASE_MS } from "../../sync/store/lease.ts";
import { type Sql, sql, type Steps } from "../../sync/store/sql.ts";
import { COPY_TABLES, expiredValues, forgetUnused } from "../../sync/store/expiring_data.ts";
import { Database, type DatabaseParts, isRefused } from "./database.ts";
import { migrate, SCHEMA, type SharedTables } from "./schema.ts";

interface Handle {
  readonly database: Database;
  /** Identifies this handle as the holder of its leases. */
  readonly holder: string;
  /**
   * Tries again to release leases after a failure, so that other processes don't have to wait until
   * the leases expire.
   */
  readonly returns: BackgroundRetries;
}

type OwnerLeases = Pick<BlobStore, "leases" | "isFenced" | "heldByOther">;

/** Names of leases for changes start with this prefix. */
const CHANGE = "change-";

/** Returns an owner's leases. All vaults of a tenant share one lease for changes. */
function leasesOf(
  owner: string,
  tenant: string | undefined,
  { database, holder, returns }: Handle,
): OwnerLeases {
  const placeOf = (name: string): readonly [owner: string, name: string] =>
    tenant !== undefined && name.startsWith(CHANGE) ? [tenant, "change"] : [owner, name];
  const isNamed = (name: string): Sql => {
    const [whose, stored] = placeOf(name);
    return sql`owner = ${whose} AND name = ${stored}`;
  };
  // Each holder's name is unique and begins with the handle's name.
  const isMine = sql`substr(holder, 1, ${holder.length}) = ${holder}`;
  const isCurrent = (): Sql => {
    const { now } = database;
    return sql`(lease.expires_at > ${now} AND lease.expires_at <= ${now} + ${MAX_LEASE_MS})`;
  };
  const release = async (name: string, which: Sql): Promise<void> => {
    await database.all(sql`
      UPDATE ${SCHEMA}.leases SET holder = NULL WHERE ${isNamed(name)} AND ${which}`);
  };
  const leases: LeaseRows = {
    async tryTake(name, ttlMs): Promise<number | null> {
      const [whose, stored] = placeOf(name);
      const taker = `${holder} ${globalThis.crypto.randomUUID()}`;
      try {
        const [row] = await database.all(sql`
          INSERT INTO ${SCHEMA}.leases AS lease
          VALUES (${whose}, ${stored}, 1, ${taker}, ${database.now} + ${ttlMs})
          ON CONFLICT (owner, name) DO UPDATE SET token = lease.token + 1,
            holder = excluded.holder, expires_at = excluded.expires_at
          WHERE lease.holder IS NULL OR NOT ${isCurrent()} RETURNING token`);
        return row === undefined ? null : Number(row["token"]);
      } catch (error) {
        // If no response arrived, the lease may have been granted with a token that is unknown
        // here.
        if (!isRefused(error)) returns.add(() => release(name, sql`holder = ${taker}`));
        throw error;
      }
    },
    async renew(name, token, ttlMs): Promise<boolean> {
      const rows = await database.all(sql`
        UPDATE ${SCHEMA}.leases SET expires_at = ${database.now} + ${ttlMs}
        WHERE ${isNamed(name)} AND ${isMine} AND token = ${token} RETURNING token`);
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
  };
  return {
    leases,
    *isFenced({ name, token }): Steps<boolean> {
      const rows = yield sql`
        SELECT token FROM ${SCHEMA}.leases
        WHERE ${isNamed(name)} AND token = ${token} AND ${isMine} FOR UPDATE`;
      return rows.length === 0;
    },
    heldByOther: (name) =>
      sql`EXISTS (
        SELECT 1 FROM ${SCHEMA}.leases AS lease
        WHERE ${isNamed(name)} AND holder IS NOT NULL AND NOT ${isMine} AND ${isCurrent()})`,
  };
}

/** When to retry releasing a lease. After 90 seconds, the lease will have expired anyway. */
const RETURNING = { longestPauseMs: 500, deadlineMs: 90_000 };

/**
 * Connects to a database and creates missing tables. Tests replace the database's clock.
 *
 * @throws {BlockedStoreError} If a newer version has written to the database.
 * @throws The driver's error if the database can't be reached.
 */
export async function openPostgres(
  url: string,
  parts: DatabaseParts = {},
): Promise<SharedTables> {
  const database = new Database(url, parts);
  const holder = globalThis.crypto.randomUUID();
  const returns = new BackgroundRetries(RETURNING);
  let sweeping: Promise<unknown> = Promise.resolve();
  try {
    await migrate(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  const storeOf = (owner: string, tenant?: string): BlobStore => ({
    owner,
    copy: database,
    journal: database,
    remedy: tenant === undefined
      ? "check the database that holds the journal (the store command shows where it is)"
      : "tell the user to ask this server's operator to check the database",
    ...leasesOf(owner, tenant, { database, holder, returns }),
    nextPlace: (plan) => {
      const where = sql`owner = ${owner} AND plan = ${plan}`;
      return sql`(SELECT coalesce(max(place), 0) + 1 FROM ${SCHEMA}.entries WHERE ${where})`;
    },
  });
  return {
    of(owner): BlobStore {
      // If the database is down, a later cleanup will delete the expired data.
      sweeping = Promise.allSettled([
        sweeping,
        forgetUnused(database, owner, [...COPY_TABLES, "kept"]),
        database.all(expiredValues(database)),
      ]);
      return storeOf(owner);
    },
    vaultOf: storeOf,
    // The code that opened the database closes it.
    signIns: { database, table: sql`${SCHEMA}.sign_ins`, close: () => {} },
    close: async () => {
      await sweeping;
      await returns.close();
      await database.close();
    },
  };
}
