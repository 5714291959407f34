import { nextRound } from "../../../client/timers.ts";
import { sealedStore } from "../sealing/sealed_store.ts";
import { createSealer, type SealerOptions } from "../sealing/sealer.ts";
import type { CollectionName, Store } from "../store.ts";
import { openSqliteBackend, type SqliteBackendOptions } from "./sqlite_backend.ts";

/** What a store is made of. */
export interface SqliteStoreOptions extends SealerOptions, SqliteBackendOptions {
  /** Hears that what was kept of a collection is damaged or incomplete: it is read anew. */
  readonly onDamaged?: (name: CollectionName) => void;
}

/**
 * Opens the store of one owner, and makes it where there is none.
 *
 * @throws {BlockedStoreError} When the journal is held, or was written by a newer version.
 * @throws {UnsafeStoreError} When the folder or a file is not the user's alone.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const { now, onDamaged } = options;
  const backend = await openSqliteBackend(options);
  await nextRound();
  const sealer = await createSealer(options);
  const store = sealedStore(backend.of(sealer.owner), {
    sealer,
    now,
    ...(onDamaged === undefined ? {} : { onDamaged }),
  });
  return {
    ...store,
    async close(): Promise<void> {
      await store.close();
      await backend.close();
    },
  };
}
