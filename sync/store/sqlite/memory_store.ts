import type { BlobBackend, BlobStore } from "../sealing/blob_store.ts";
import { sealedStore } from "../sealing/sealed_store.ts";
import { UNSEALED } from "../sealing/unsealed.ts";
import type { Store } from "../store.ts";
import { createBudgetRows } from "./budget_rows.ts";
import { copyFile, createCopyRows } from "./copy_file.ts";
import { openInMemory } from "./database.ts";
import { createJournalRows, journalFile } from "./journal_file.ts";
import { createLeaseRows, type HandleLeases } from "./lease_rows.ts";

/** Makes an empty store. */
export function createMemoryStore(now: () => number): Store {
  const blobs = createMemoryDatabase(now).connect().of(UNSEALED.owner);
  const store = sealedStore(blobs, { sealer: UNSEALED, now });
  return { ...store, changes: { ...store.changes, isKept: () => Promise.resolve(false) } };
}

/** Makes an empty database for any number of handles and owners. */
export function createMemoryDatabase(now: () => number): { connect(): BlobBackend } {
  const [copy, journal] = [openInMemory(copyFile), openInMemory(journalFile)];
  const held = new Set<string>();
  const tryTake = (name: string): (() => void) | null => {
    if (held.has(name)) return null;
    held.add(name);
    return () => void held.delete(name);
  };
  const blobsOf = (owner: string, holder: string): BlobStore & Pick<HandleLeases, "drop"> => {
    const mine = { database: journal, owner, holder, now };
    const rows = createCopyRows({ database: copy, owner, now });
    const leases = createLeaseRows({
      ...mine,
      locks: { tryTake: (name) => tryTake(`${owner} ${name}`) },
    });
    return {
      copy: rows,
      journal: createJournalRows(mine),
      budget: createBudgetRows(mine),
      leases,
      remedy: "restart this server",
      drop: () => leases.drop(),
      look: async ({ plan, seen, lease }) => ({
        ...await rows.look(plan, seen),
        isHeld: await leases.isHeldByOther(lease),
        now: now(),
      }),
    };
  };
  return {
    connect(): BlobBackend {
      const holder = globalThis.crypto.randomUUID();
      const handles: Pick<HandleLeases, "drop">[] = [];
      return {
        of(owner): BlobStore {
          const blobs = blobsOf(owner, holder);
          handles.push(blobs);
          return blobs;
        },
        close(): Promise<void> {
          for (const { drop } of handles) drop();
          return Promise.resolve();
        },
      };
    },
  };
}
