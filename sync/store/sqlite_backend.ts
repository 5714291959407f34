import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { nextRound } from "../../client/timers.ts";
import type { BlobBackend, BlobStore, StoreParts } from "./backend.ts";
import { retryUntilGiven } from "./lease.ts";
import { partsOf, sealedStore } from "./sealed_store.ts";
import { type SealerOptions, UNSEALED } from "./sealer.ts";
import { sql } from "./sql.ts";
import {
  Database,
  databaseOn,
  type FileKind,
  type OnFile,
  openFile,
  openInMemory,
  openReplaceable,
  quarantine,
  reopenable,
} from "./sqlite_file.ts";
import { createLeaseRows, FileLocks, type HandleLeases } from "./sqlite_leases.ts";
import { copyFile, journalFile, salvage } from "./sqlite_tables.ts";
import type { QuarantinedFile, Store } from "./store.ts";
import { BlockedStoreError, DamagedFileError, UnsafeStoreError } from "./store_errors.ts";
import { claimFolder, FILES, refuseLink } from "./store_folder.ts";
import { expiredValues, forgetUnused } from "./expiring_data.ts";

/** How long to wait while another process opens the files, in milliseconds. */
const OPENING_MS = 10_000;

const REMEDY = "check the disk that holds the journal (the store command shows where it is)";

export interface SqliteBackendOptions {
  readonly folder: string;
  readonly now: () => number;
  readonly onQuarantined: (what: QuarantinedFile) => void;
  /** Called if the cache file can't be used and data is cached in memory instead. */
  readonly onCopyInMemory?: (error: unknown) => void;
}

/**
 * Opens an owner's store in a folder, creating the store if necessary.
 *
 * @throws {BlockedStoreError} If the journal is locked, or was written by a newer version.
 * @throws {UnsafeStoreError} If other users can access the folder or a file.
 */
export async function openSqliteParts(
  options: SqliteBackendOptions & SealerOptions,
): Promise<StoreParts> {
  const backend = await openSqliteBackend(options);
  await nextRound();
  return await partsOf(backend, options);
}

/**
 * Opens the files. All processes run on one machine, so the machine's clock is the backend's clock.
 */
export async function openSqliteBackend(options: SqliteBackendOptions): Promise<BlobBackend> {
  const { folder, now } = options;
  const opening = { options, locks: new FileLocks(join(folder, FILES.locks)) };
  const [journal, copy] = await openBoth(opening);
  const inTurn = (run: () => void): Promise<void> => whileOpening(opening, run);
  const reopenCopy = (): Database => openCopy(opening, { ...copyFile, isChecked: true });
  return backendOver({
    copy: copy === null ? openInMemory(copyFile) : reopenable(copy, reopenCopy, inTurn),
    journal: reopenable(journal, () => openJournal(opening), inTurn),
    locksOf: () => opening.locks,
    now,
    remedy: REMEDY,
    onClose: () => {
      copy?.close();
      journal.close();
    },
  });
}

interface SqliteParts {
  readonly copy: OnFile;
  readonly journal: OnFile;
  readonly locksOf: (owner: string) => Pick<FileLocks, "tryTake">;
  readonly now: () => number;
  readonly remedy: string;
  readonly onClose: () => void;
}

function backendOver(
  { copy, journal, locksOf, now, remedy, onClose }: SqliteParts,
): BlobBackend {
  const holder = globalThis.crypto.randomUUID();
  const handles: HandleLeases[] = [];
  const [cache, changes] = [databaseOn(copy, now), databaseOn(journal, now)];
  return {
    of(owner): BlobStore {
      const leases = createLeaseRows({ file: journal, owner, holder, now, locks: locksOf(owner) });
      handles.push(leases);
      // If these deletions fail (because the disk is full, for example), they are retried at the
      // next startup.
      forgetUnused(cache, owner).catch(() => {});
      changes.all(expiredValues(changes)).catch(() => {});
      return {
        owner,
        copy: cache,
        journal: changes,
        leases,
        remedy,
        isFenced: leases.isFenced,
        heldByOther: leases.heldByOther,
        // SQLite assigns the next number to a row whose place is NULL.
        nextPlace: () => sql`NULL`,
      };
    },
    close(): Promise<void> {
      for (const { drop } of handles) drop();
      onClose();
      return Promise.resolve();
    },
  };
}

interface Opening {
  readonly options: SqliteBackendOptions;
  readonly locks: FileLocks;
}

/**
 * Runs a function while no other process can check or replace the files. Creates the folder, or
 * re-creates it if it was deleted while in use.
 */
async function whileOpening<Result>(
  { options: { folder }, locks }: Opening,
  run: () => Result,
): Promise<Result> {
  claimFolder(folder);
  refuseLink(join(folder, FILES.locks));
  const release = await retryUntilGiven(() => locks.tryTake("open"), { maxWaitMs: OPENING_MS });
  if (release === null) throw new BlockedStoreError("locked");
  try {
    return run();
  } finally {
    release();
  }
}

async function openBoth(
  opening: Opening,
): Promise<readonly [journal: Database, copy: Database | null]> {
  return await whileOpening(opening, () => {
    const journal = openJournal(opening);
    try {
      return [journal, openCopy(opening, copyFile)] as const;
    } catch (error) {
      if (error instanceof UnsafeStoreError) {
        journal.close();
        throw error;
      }
      // The cache file is unusable, but changes need only the journal file, so cache in memory.
      opening.options.onCopyInMemory?.(error);
      return [journal, null] as const;
    }
  });
}

function openCopy({ options: { folder, now, onQuarantined } }: Opening, kind: FileKind): Database {
  return openReplaceable(join(folder, FILES.copy), kind, {
    now,
    onQuarantined: (file) => onQuarantined({ file, carriedOver: null }),
  });
}

function openJournal({ options: { folder, now, onQuarantined } }: Opening): Database {
  const path = join(folder, FILES.journal);
  // A process may have written the complete replacement file but died before renaming it.
  if (!existsSync(path) && existsSync(`${path}.new`)) renameSync(`${path}.new`, path);
  if (isEmptied(path)) {
    onQuarantined({ file: basename(quarantine(path, now())), carriedOver: 0 });
  }
  try {
    return openFile(path, journalFile);
  } catch (error) {
    if (!(error instanceof DamagedFileError)) throw error;
    onQuarantined(recovered(path, now()));
    return openFile(path, journalFile);
  }
}

/**
 * Builds a new journal next to a damaged one and renames it last, so that an interrupted recovery
 * can start over.
 */
function recovered(path: string, now: number): QuarantinedFile {
  const next = `${path}.new`;
  rmSync(next, { force: true });
  const fresh = openFile(next, journalFile);
  let carriedOver = 0;
  try {
    carriedOver = carryOver(path, fresh);
    // Move all data from the write-ahead log into the database file, because only that file is
    // renamed.
    fresh.all("PRAGMA wal_checkpoint(TRUNCATE)");
  } finally {
    fresh.close();
  }
  const file = basename(quarantine(path, now));
  renameSync(next, path);
  return { file, carriedOver };
}

/** Whether a journal's database file is empty even though its write-ahead log has data. */
function isEmptied(path: string): boolean {
  const size = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return size(path) === 0 && size(`${path}-wal`) > 0;
}

function carryOver(damaged: string, fresh: Database): number {
  let old: Database | null = null;
  try {
    // Open the file without checking its header, because the header may be damaged.
    old = new Database(damaged);
    return salvage(old, fresh);
  } catch {
    return 0;
  } finally {
    old?.close();
  }
}

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
