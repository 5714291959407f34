import type { BlobBackend, StoreParts } from "./backend.ts";
import { sealedStore } from "./sealed_store.ts";
import { UNSEALED } from "./sealer.ts";
import { backendOver } from "./sqlite_backend.ts";
import { openInMemory } from "./sqlite_file.ts";
import { copyFile, journalFile } from "./sqlite_tables.ts";
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
    isDurable: false,
    refusal: null,
    close: () => backend.close(),
  };
}

/** Creates an empty database in memory, for any number of handles and owners. */
export function createMemoryDatabase(now: () => number): { connect(): BlobBackend } {
  const [copy, journal] = [openInMemory(copyFile), openInMemory(journalFile)];
  const held = new Set<string>();
  const tryTake = (name: string): (() => void) | null => {
    if (held.has(name)) return null;
    held.add(name);
    return () => void held.delete(name);
  };
  return {
    connect: () =>
      backendOver({
        copy,
        journal,
        locksOf: (owner) => ({ tryTake: (name) => tryTake(`${owner} ${name}`) }),
        now,
        remedy: "restart this server",
        onClose: () => {},
      }),
  };
}
