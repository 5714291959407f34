import { nextRound } from "../../client/timers.ts";
import type { ChangeStore } from "./change_records.ts";
import { deferred } from "./decorated_methods.ts";
import type { LeaseClocks } from "./leases/lease.ts";
import type { SealerOptions } from "./sealing/sealer.ts";
import type { CollectionName, Store, StoreRecords } from "./store.ts";
import type { BlobBackend } from "./sealing/blob_store.ts";
import { BlockedStoreError, reasonOf, UnsafeStoreError } from "./store_errors.ts";
import { storeFilesIn } from "./store_files.ts";
import type { Blocked, QuarantinedFile, StoreNote } from "./store_note.ts";

/** What a store is made of. */
export interface OpenStoreOptions extends SealerOptions {
  /** Folder of the files; `null` for memory. */
  readonly folder: string | null;
  /** The database that takes the place of files; whoever has opened it closes it. */
  readonly database?: BlobBackend | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Hears what there is to say. */
  readonly onNote: (note: StoreNote) => void;
  /** The clocks of leases in a database; the real ones where they are absent. */
  readonly clocks?: LeaseClocks | undefined;
}

const LEFT_ALONE: Readonly<Record<Blocked, string>> = {
  locked: "another program holds the journal of changes, so changes are refused here: " +
    "end that program and restart this server",
  newer: "the journal of changes was written by a newer version of this server, so changes " +
    "are refused here: update this one and restart it",
};

const UNUSABLE =
  "the journal of changes can't be opened, so changes are refused here: see to the " +
  "disk that holds it (the command store says where it is), then restart this server";

/** Gives the store that is asked for. */
export function openStore({ folder, database, ...options }: OpenStoreOptions): Store {
  let opening: Promise<Store> | null = null;
  let isClosed = false;
  let clock = options.now;
  const made = (): Promise<Store> => {
    if (database !== undefined && !isClosed) return openIn(database, options);
    return folder === null || isClosed ? inMemory(options.now) : open({ ...options, folder });
  };
  const opened = (): Promise<Store> =>
    opening ??= made().then((store) => {
      clock = store.now;
      return store;
    });
  return deferred<StoreRecords, Pick<Store, "ledger" | "changes" | "now" | "close">>(opened, {
    now: () => clock(),
    ledger: deferred(async () => (await opened()).ledger),
    changes: deferred(async () => (await opened()).changes),
    close: async () => {
      const store = opening;
      [opening, isClosed] = [null, true];
      await (await store)?.close();
    },
  });
}

async function inMemory(now: () => number): Promise<Store> {
  const { createMemoryStore } = await import("./sqlite/memory_store.ts");
  return createMemoryStore(now);
}

/** What is away comes back: there is no memory in the place of a database. */
async function openIn(
  database: BlobBackend,
  { onNote, now, clocks, ...whose }: Omit<OpenStoreOptions, "folder" | "database">,
): Promise<Store> {
  const [{ createSealer }, { sealedStore }] = await Promise.all([
    import("./sealing/sealer.ts"),
    import("./sealing/sealed_store.ts"),
  ]);
  const sealer = await createSealer(whose);
  const onDamaged = (collection: CollectionName): void =>
    onNote({ event: "store_damaged", collection });
  const told = clocks === undefined ? {} : { clocks };
  return sealedStore(database.of(sealer.owner), { sealer, now, onDamaged, ...told });
}

async function open(
  { onNote, ...options }: Omit<OpenStoreOptions, "database"> & { readonly folder: string },
): Promise<Store> {
  try {
    const { openSqliteStore } = await import("./sqlite/sqlite_store.ts");
    // Loading the modules has kept the event loop for long enough, and so will opening the files.
    await nextRound();
    const onQuarantined = (what: QuarantinedFile): void =>
      onNote({ event: "store_set_aside", ...what });
    const onDamaged = (collection: CollectionName): void =>
      onNote({ event: "store_damaged", collection });
    const onCopyInMemory = (error: unknown): void =>
      onNote({ event: "store_copy_in_memory", reason: reasonOf(error) });
    return await openSqliteStore({ ...options, onQuarantined, onDamaged, onCopyInMemory });
  } catch (error) {
    const memory = await inMemory(options.now);
    if (!(error instanceof BlockedStoreError)) {
      onNote({ event: "store_in_memory", reason: reasonOf(error) });
      // Other processes keep their journal there: a second one beside it would know nothing.
      const refusal = error instanceof UnsafeStoreError ? unsafeWords(error) : UNUSABLE;
      return hasJournal(options.folder)
        ? { ...memory, changes: refusing(memory.changes, refusal) }
        : memory;
    }
    onNote({ event: "store_left_alone", reason: error.reason });
    return { ...memory, changes: refusing(memory.changes, LEFT_ALONE[error.reason]) };
  }
}

function unsafeWords({ message }: UnsafeStoreError): string {
  return `the journal of changes is not used, so changes are refused here: ${message}, ` +
    "then restart this server";
}

function hasJournal(folder: string): boolean {
  try {
    return storeFilesIn(folder).list().some(({ name, bytes }) =>
      name === "journal" && bytes !== null
    );
  } catch {
    // What may not be looked at is none of ours.
    return false;
  }
}

function refusing(changes: ChangeStore, refusal: string): ChangeStore {
  return { ...changes, refusal: () => Promise.resolve(refusal) };
}
