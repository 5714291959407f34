import { BackgroundRetries } from "../../sync/store/background_retries.ts";
import type { BlobBackend, BlobStore } from "../../sync/store/backend.ts";
import { createBudgetRows, createJournalRows } from "./journal_rows.ts";
import { connectionSettings } from "./connection_url.ts";
import { createCopyRows, forgetUnused, lookAt } from "./copy_rows.ts";
import { Database } from "./database.ts";
import { createLeaseRows } from "./lease_rows.ts";
import { migrate, SCHEMA } from "./schema.ts";
import type { SignInDatabase } from "../sign_in_store/sign_in_store.ts";

/** A lease ends by itself after that. */
const RETURNING = { longestPauseMs: 500, mostMs: 90_000 };

/** What tests replace. */
export interface PostgresParts {
  /** Gives an expression for the time in milliseconds since 1970; the database's own clock. */
  readonly clock?: () => string;
}

/**
 * Connects to a database and creates missing tables.
 *
 * @throws {BlockedStoreError} When a newer version has written it.
 * @throws The driver's error when the database can't be reached.
 */
export async function openPostgres(
  url: string,
  parts: PostgresParts = {},
): Promise<BlobBackend & SignInDatabase> {
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
  return {
    of(owner): BlobStore {
      const handle = { database, owner, holder, returns };
      const copy = createCopyRows(handle);
      // If the database is down, another day will do.
      sweeping = Promise.allSettled([sweeping, forgetUnused(database, owner)]);
      return {
        copy,
        journal: createJournalRows(handle),
        budget: createBudgetRows(database, owner),
        leases: createLeaseRows(handle),
        remedy: "check the database that holds it (the store command shows where it is)",
        look: (at) => lookAt(handle, copy.collections, at),
      };
    },
    signIns: {
      name: `${SCHEMA}.sign_ins`,
      ask: async (sql, ...values) => {
        const { rows, rowCount } = await database.query(sql, values);
        return { rows, written: rowCount ?? 0 };
      },
      askAll: (statements) =>
        database.inTransaction(async (query) => {
          for (const [sql, ...values] of statements) await query(sql, values);
        }),
      // The database is closed by its opener.
      close: () => {},
    },
    close: async () => {
      await sweeping;
      await returns.close();
      await database.close();
    },
  };
}
