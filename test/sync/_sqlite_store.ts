import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { BlobStore } from "../../sync/store/backend.ts";
import { sealedStore, type SealedStoreOptions } from "../../sync/store/sealed_store.ts";
import { type Sealer, type SealerOptions, UNSEALED } from "../../sync/store/sealer.ts";
import { openStore, type OpenStoreOptions } from "../../sync/store/open_store.ts";
import { openSqliteParts, type SqliteBackendOptions } from "../../sync/store/sqlite_backend.ts";
import type {
  CollectionChange,
  CollectionState,
  QuarantinedFile,
  Store,
  StoredPart,
  StoreNote,
} from "../../sync/store/store.ts";
import { memoryFolder } from "../_memory_folder.ts";

export type SqliteStoreOptions = SqliteBackendOptions & SealerOptions & SealedStoreOptions;

/**
 * Opens a store in a folder immediately instead of on first use.
 *
 * @throws {BlockedStoreError} If the journal is locked, or was written by a newer version.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const parts = await openSqliteParts(options);
  return sealedStore(() => Promise.resolve(parts), options);
}

/** The owner of the data in a test's store. */
const OWNER: SealerOptions = { secret: "a-token", baseUrl: "https://api.example.com/v1" };

/** Opens a store as a server does, and collects the notes that the store reports. */
export function openNoted(
  folder: string | null,
  options: Partial<OpenStoreOptions> = {},
): { readonly store: Store; readonly notes: StoreNote[] } {
  const notes: StoreNote[] = [];
  const onNote = (note: StoreNote): void => void notes.push(note);
  return { store: openStore({ ...OWNER, folder, now: Date.now, onNote, ...options }), notes };
}

/** Creates a store for one owner's data in a backend. The test must close the backend. */
export function storeOver(
  blobs: BlobStore,
  { sealer = UNSEALED, ...options }: SealedStoreOptions & { readonly sealer?: Sealer },
): Store {
  const close = (): Promise<void> => Promise.resolve();
  return sealedStore(
    () => Promise.resolve({ blobs, sealer, isDurable: true, refusal: null, close }),
    options,
  );
}

const state: CollectionState = {
  knowledge: 5,
  readAt: 1_000,
  fullReadAt: 1_000,
  utcDay: "2024-03-10",
};

/** Creates a part of a collection. If the text is `null`, the part is marked as removed. */
export function aPart(part: string, text: string | null = "records"): StoredPart {
  return { part, bytes: text === null ? null : () => new TextEncoder().encode(text) };
}

/** A change that writes the whole collection. */
export function aChange(change: Partial<CollectionChange> = {}): CollectionChange {
  return { mark: null, state, isWhole: true, parts: [aPart("all")], ...change };
}

/** The parts of a collection by name, with their text; `null` marks a removed part. */
export function textsIn(
  collection: { readonly parts: readonly StoredPart[] } | null | undefined,
): readonly (readonly [part: string, text: string | null])[] | undefined {
  return collection?.parts
    .map(({ part, bytes }) =>
      [part, bytes === null ? null : new TextDecoder().decode(bytes())] as const
    )
    .toSorted(([one], [other]) => one < other ? -1 : 1);
}

export interface StoreFolder extends AsyncDisposable {
  readonly path: string;
  readonly quarantined: readonly QuarantinedFile[];
  /** Opens the folder's store as another process would. */
  open(options?: Partial<SqliteStoreOptions>): Promise<Store>;
}

/** Creates an empty folder. Disposing of the folder closes every store in it. */
export async function aStoreFolder(): Promise<StoreFolder> {
  const path = await memoryFolder();
  const stores: Store[] = [];
  const quarantined: QuarantinedFile[] = [];
  return {
    path,
    quarantined,
    async open(options = {}): Promise<Store> {
      const store = await openSqliteStore({
        folder: path,
        ...OWNER,
        now: Date.now,
        onQuarantined: (what) => quarantined.push(what),
        ...options,
      });
      stores.push(store);
      return store;
    },
    async [Symbol.asyncDispose](): Promise<void> {
      for (const store of stores) await store.close();
      await removeFolder(path);
    },
  };
}

/**
 * Fills database files in a folder by running SQL statements, to imitate an older version's store.
 */
export function fillFolder(path: string, files: Readonly<Record<string, readonly string[]>>): void {
  for (const [file, statements] of Object.entries(files)) {
    const database = new DatabaseSync(join(path, file));
    for (const statement of statements) database.exec(statement);
    database.close();
  }
}

/** Removes a folder, retrying because a late write may create a lock file in it. */
export async function removeFolder(path: string): Promise<void> {
  for (let tries = 1;; tries++) {
    try {
      return await Deno.remove(path, { recursive: true });
    } catch (error) {
      if (tries === 50) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
