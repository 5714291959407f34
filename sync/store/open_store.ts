import { existsSync } from "node:fs";
import { join } from "node:path";
import { nextRound } from "../../client/timers.ts";
import type { BlobBackend, StoreParts } from "./backend.ts";
import type { LeaseClocks } from "./lease.ts";
import { partsOf, sealedStore } from "./sealed_store.ts";
import type { SealerOptions } from "./sealer.ts";
import type { Blocked, QuarantinedFile, Store, StoreNote } from "./store.ts";
import { BlockedStoreError, reasonOf, UnsafeStoreError } from "./store_errors.ts";
import { FILES } from "./store_folder.ts";

export interface OpenStoreOptions extends SealerOptions {
  /** Folder for the files; `null` to use memory. */
  readonly folder: string | null;
  /** A database to use instead of files. The caller that opened the database closes it. */
  readonly database?: BlobBackend | undefined;
  readonly now: () => number;
  /** Called once for each note that the user should see. */
  readonly onNote: (note: StoreNote) => void;
  /** Clocks for leases in a database; real clocks by default. */
  readonly clocks?: LeaseClocks | undefined;
}

const BLOCKED: Readonly<Record<Blocked, string>> = {
  locked: "another program has the change journal open, so changes are refused: stop " +
    "that program and restart this server",
  newer: "the change journal was written by a newer version of this server, so changes " +
    "are refused: update this server and restart it",
};

const UNUSABLE = "the change journal can't be opened, so changes are refused: check " +
  "the disk that holds it (the store command shows where it is), then restart this server";

export function openStore({ folder, database, ...options }: OpenStoreOptions): Store {
  let isClosed = false;
  const store = sealedStore(() => {
    if (isClosed) return inMemory(options.now);
    // An unreachable database is never replaced by an in-memory store, because it may become
    // reachable again.
    if (database !== undefined) {
      return partsOf(database, options).then((parts) => ({ ...parts, close: async () => {} }));
    }
    return folder === null ? inMemory(options.now) : inFolder({ ...options, folder });
  }, {
    now: options.now,
    clocks: options.clocks,
    onDamaged: (collection) => options.onNote({ event: "store_damaged", collection }),
  });
  return {
    ...store,
    close: () => {
      isClosed = true;
      return store.close();
    },
  };
}

// The store's modules are imported on demand, so that the server can answer `initialize` before
// opening its store.

async function inMemory(now: () => number): Promise<StoreParts> {
  const { memoryParts } = await import("./sqlite_backend.ts");
  return memoryParts(now);
}

async function inFolder(
  { onNote, ...options }: Omit<OpenStoreOptions, "database"> & { readonly folder: string },
): Promise<StoreParts> {
  try {
    const { openSqliteParts } = await import("./sqlite_backend.ts");
    // Yield: loading modules has just blocked the event loop, and opening files will block it too.
    await nextRound();
    return await openSqliteParts({
      ...options,
      onQuarantined: (file: QuarantinedFile) => onNote({ event: "store_set_aside", ...file }),
      onCopyInMemory: (error) => onNote({ event: "store_copy_in_memory", reason: reasonOf(error) }),
    });
  } catch (error) {
    const memory = await inMemory(options.now);
    if (error instanceof BlockedStoreError) {
      onNote({ event: "store_left_alone", reason: error.reason });
      return { ...memory, refusal: BLOCKED[error.reason] };
    }
    onNote({ event: "store_in_memory", reason: reasonOf(error) });
    // A second journal in memory would contradict the journal in this folder, which other processes
    // use.
    if (!hasJournal(options.folder)) return memory;
    return { ...memory, refusal: error instanceof UnsafeStoreError ? unsafe(error) : UNUSABLE };
  }
}

function unsafe({ message }: UnsafeStoreError): string {
  return "the change journal can't be used, so changes are refused until you fix the following " +
    `problem and restart this server: ${message}`;
}

function hasJournal(folder: string): boolean {
  return ["", "-wal"].some((ending) => existsSync(join(folder, FILES.journal + ending)));
}
