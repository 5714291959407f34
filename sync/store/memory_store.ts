import type { BlobBackend, BlobStore, StoreParts } from "./backend.ts";
import { sealedStore } from "./sealed_store.ts";
import { UNSEALED } from "./sealer.ts";
import { copyFile, createCopyRows } from "./sqlite_copy.ts";
import { openInMemory } from "./sqlite_file.ts";
import { createBudgetRows, createJournalRows, journalFile } from "./sqlite_journal.ts";
import { createLeaseRows, type HandleLeases } from "./sqlite_leases.ts";
import type { Store } from "./store.ts";

export function createMemoryStore(now: () => number): Store {
  const parts = memoryParts(now);
  return sealedStore(() => Promise.resolve(parts), { now });
}

export function memoryParts(now: () => number): StoreParts {
  const backend = createMemoryDatabase(now).connect();
  return {
    blobs: backend.of(UNSEALED.owner),
    sealer: UNSEALED,
    isKept: false,
    refusal: null,
    close: () => backend.close(),
  };
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
  return {
    connect(): BlobBackend {
      const holder = globalThis.crypto.randomUUID();
      const handles: HandleLeases[] = [];
      return {
        of(owner): BlobStore {
          const mine = { file: journal, owner, holder, now };
          const rows = createCopyRows({ file: copy, owner, now });
          const leases = createLeaseRows({
            ...mine,
            locks: { tryTake: (name) => tryTake(`${owner} ${name}`) },
          });
          handles.push(leases);
          return {
            copy: rows,
            journal: createJournalRows(mine),
            budget: createBudgetRows(mine),
            leases,
            remedy: "restart this server",
            look: async ({ lease, ...at }) => ({
              ...await rows.look(at),
              isHeld: await leases.isHeldByOther(lease),
              now: now(),
            }),
          };
        },
        close(): Promise<void> {
          for (const { drop } of handles) drop();
          return Promise.resolve();
        },
      };
    },
  };
}
