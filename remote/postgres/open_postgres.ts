import type { BlobStore } from "../../sync/store/backend.ts";
import { BackgroundRetries } from "../../sync/store/background_retries.ts";
import { connectionSettings } from "./connection_url.ts";
import { COPY_TABLES, createCopyRows, forgetUnused, pollCopy } from "../../sync/store/copy_rows.ts";
import {
  createBudgetRows,
  createJournalRows,
  createValueRows,
  deleteExpired,
} from "../../sync/store/journal_rows.ts";
import { sql } from "../../sync/store/sql.ts";
import { Database, type DatabaseOptions, SCHEMA } from "./database.ts";
import type { SharedTables } from "../hosted/vault_rows.ts";
import { hostedTables } from "./hosted_tables.ts";
import { createLeaseRows } from "./lease_rows.ts";
import { migrate } from "./schema.ts";

/** Retries of releasing a lease. After 90 seconds, an unreleased lease has expired. */
const RETURNING = { longestPauseMs: 500, deadlineMs: 90_000 };

/**
 * Connects to a database and creates missing tables. Tests replace its clock.
 *
 * @throws {BlockedStoreError} If a newer version has written to the database.
 * @throws The driver's error if the database can't be reached.
 */
export async function openPostgres(
  url: string,
  parts: Pick<DatabaseOptions, "clock"> = {},
): Promise<SharedTables> {
  const database = new Database({ settings: connectionSettings(url), ...parts });
  const holder = globalThis.crypto.randomUUID();
  const returns = new BackgroundRetries(RETURNING);
  let sweeping: Promise<unknown> = Promise.resolve();
  try {
    await migrate(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  const storeOf = (owner: string): BlobStore => {
    const leases = createLeaseRows({ database, owner, holder, returns });
    const copy = createCopyRows(database, owner);
    return {
      copy,
      journal: createJournalRows({
        database,
        owner,
        isFenced: leases.isFenced,
        nextPlace: (plan) => {
          const where = sql`owner = ${owner} AND plan = ${plan}`;
          return sql`(SELECT coalesce(max(place), 0) + 1 FROM ${SCHEMA}.entries WHERE ${where})`;
        },
      }),
      budget: createBudgetRows(database, owner),
      values: createValueRows(database, owner),
      leases,
      remedy: "check the database that holds it (the store command shows where it is)",
      poll: (at) => {
        const isHeld = leases.heldByOther(at.lease);
        return pollCopy({ database, owner, isHeld }, copy.collections, at);
      },
    };
  };
  return {
    of(owner): BlobStore {
      // If the database is down, this is done another day.
      sweeping = Promise.allSettled([
        sweeping,
        forgetUnused(database, owner, [...COPY_TABLES, "kept"]),
        deleteExpired(database),
      ]);
      return storeOf(owner);
    },
    vaultOf: storeOf,
    // The code that opened the database closes it.
    signIns: { database, table: sql`${SCHEMA}.sign_ins`, close: () => {} },
    hosted: hostedTables(database),
    close: async () => {
      await sweeping;
      await returns.close();
      await database.close();
    },
  };
}
