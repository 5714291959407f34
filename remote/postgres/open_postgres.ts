import type { BlobStore } from "../../sync/store/backend.ts";
import { BackgroundRetries } from "../../sync/store/background_retries.ts";
import type { SignInTable } from "../sign_in_store/sign_in_store.ts";
import { connectionSettings } from "./connection_url.ts";
import { createCopyRows, forgetUnused, pollCopy } from "./copy_rows.ts";
import { Database, type DatabaseOptions } from "./database.ts";
import { createBudgetRows, createJournalRows } from "./journal_rows.ts";
import { createValueRows } from "./value_rows.ts";
import type { SharedTables } from "../hosted/vault_rows.ts";
import { hostedTables } from "./hosted_tables.ts";
import { createLeaseRows } from "./lease_rows.ts";
import { migrate, SCHEMA } from "./schema.ts";

/** Retries of releasing a lease. After 90 seconds, an unreleased lease has expired. */
const RETURNING = { longestPauseMs: 500, mostMs: 90_000 };

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
    const handle = { database, owner, holder, returns };
    const copy = createCopyRows(handle);
    return {
      copy,
      journal: createJournalRows(handle),
      budget: createBudgetRows(handle),
      values: createValueRows(handle),
      leases: createLeaseRows(handle),
      remedy: "check the database that holds it (the store command shows where it is)",
      poll: (at) => pollCopy(handle, copy.collections, at),
    };
  };
  return {
    of(owner): BlobStore {
      // If the database is down, try again another day.
      sweeping = Promise.allSettled([sweeping, forgetUnused(database, owner)]);
      return storeOf(owner);
    },
    vaultOf: storeOf,
    signIns: signInTable(database),
    hosted: hostedTables(database),
    close: async () => {
      await sweeping;
      await returns.close();
      await database.close();
    },
  };
}

function signInTable(database: Database): SignInTable {
  return {
    name: `${SCHEMA}.sign_ins`,
    ask: async (sql, ...values) => {
      const { rows, rowCount } = await database.query(sql, values);
      return { rows, written: rowCount ?? 0 };
    },
    askAll: (statements) =>
      database.inTransaction(async (query) => {
        for (const [sql, ...values] of statements) await query(sql, values);
      }),
    // The code that opened the database closes it.
    close: () => {},
  };
}
