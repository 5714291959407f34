import { existsSync, renameSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { decorated } from "../decorated_methods.ts";
import { untilGiven } from "../leases/lease.ts";
import type { BlobBackend, BlobStore } from "../sealing/blob_store.ts";
import type { CopyRows } from "../sealing/copy_rows.ts";
import type { QuarantinedFile } from "../store_note.ts";
import { createBudgetRows } from "./budget_rows.ts";
import { copyFile, createCopyRows } from "./copy_file.ts";
import {
  Database,
  type FileKind,
  openFile,
  openInMemory,
  quarantine,
  replaceFile,
} from "./database.ts";
import { DamagedFileError, isDamage } from "./errors.ts";
import { BlockedStoreError, UnsafeStoreError } from "../store_errors.ts";
import { FileLocks } from "./file_locks.ts";
import { createJournalRows, journalFile, salvage } from "./journal_file.ts";
import { createLeaseRows, type HandleLeases } from "./lease_rows.ts";
import { claimFolder, refuseLink } from "./private_folder.ts";
import { FILES } from "./store_folder.ts";

/** How long another process may take to open the files, in milliseconds. */
const OPENING_MS = 10_000;

const REMEDY = "see to the disk that holds it (the command store says where it is)";

/** What a backend is made of. */
export interface SqliteBackendOptions {
  readonly folder: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Hears of a damaged file. */
  readonly onQuarantined: (what: QuarantinedFile) => void;
  /** Hears why the copy's file can't be used: what is read is kept in memory then. */
  readonly onCopyInMemory?: (error: unknown) => void;
}

/**
 * Opens the files in a folder, and makes them where there are none. All processes are on one
 * machine: its clock is that of the backend.
 *
 * @throws {BlockedStoreError} When the journal is held, or was written by a newer version.
 * @throws {UnsafeStoreError} When the folder or a file is not the user's alone.
 */
export async function openSqliteBackend(options: SqliteBackendOptions): Promise<BlobBackend> {
  const { folder, now } = options;
  claimFolder(folder);
  refuseLink(join(folder, FILES.locks));
  const locks = new FileLocks(join(folder, FILES.locks));
  const opening = { options, locks };
  const [journal, copy] = await openBoth(opening).catch((error: unknown) => {
    locks.close();
    throw error;
  });
  const holder = globalThis.crypto.randomUUID();
  const handles: HandleLeases[] = [];
  let memory: Database | null = null;
  const inMemory = (): Database => memory ??= openInMemory(copyFile);

  /** Another one may lie in its place: what is written then must not get lost. */
  const onJournal = async <Result>(run: () => Result | Promise<Result>): Promise<Result> => {
    if (journal.isGone) {
      await whileOpening(locks, () => {
        if (journal.isGone) journal.replaceWith(openJournal(opening));
      });
    }
    return await run();
  };
  /** Runs something on the copy; damage found then is quarantined, and the caller told. */
  const onCopy = async <Result>(run: () => Result | Promise<Result>): Promise<Result> => {
    const replace = async (): Promise<void> => {
      await whileOpening(locks, () => {
        // Another call or process may have replaced it already: then the new one is whole.
        copy?.replaceWith(openCopy(opening, { ...copyFile, isChecked: true }));
      });
    };
    // In a file that was deleted nobody else would see what is written.
    if (copy?.isGone === true) await replace();
    try {
      return await run();
    } catch (error) {
      if (isDamage(error) || copy?.isGone === true) await replace();
      throw error;
    }
  };
  return {
    of(owner): BlobStore {
      const rows = createCopyRows({ database: copy ?? inMemory(), owner, now });
      const mine = { database: journal, owner, holder, now };
      const { drop, ...leases } = createLeaseRows({ ...mine, locks });
      handles.push({ ...leases, drop });
      const kept = decoratedCopy(rows, onCopy);
      return {
        copy: kept,
        journal: decorated(createJournalRows(mine), onJournal),
        budget: decorated(createBudgetRows(mine), onJournal),
        leases: decorated(leases, onJournal),
        remedy: REMEDY,
        look: async ({ plan, seen, lease }) => {
          const [found, isHeld] = await Promise.all([
            kept.look(plan, seen),
            onJournal(() => leases.isHeldByOther(lease)),
          ]);
          return { ...found, isHeld, now: now() };
        },
      };
    },
    close(): Promise<void> {
      for (const { drop } of handles) drop();
      locks.close();
      copy?.close();
      journal.close();
      return Promise.resolve();
    },
  };
}

type Around = <Result>(run: () => Result | Promise<Result>) => Promise<Result>;

function decoratedCopy({ collections, months, ...rest }: CopyRows, around: Around): CopyRows {
  return {
    collections: decorated(collections, around),
    months: decorated(months, around),
    ...decorated(rest, around),
  };
}

interface Opening {
  readonly options: SqliteBackendOptions;
  readonly locks: FileLocks;
}

/** Of several processes one at a time looks at the files and replaces them. */
async function whileOpening<Result>(locks: FileLocks, run: () => Result): Promise<Result> {
  const giveBack = await untilGiven(() => locks.tryTake("open"), { mostMs: OPENING_MS });
  if (giveBack === null) throw new BlockedStoreError("locked");
  try {
    return run();
  } finally {
    giveBack();
  }
}

async function openBoth(
  opening: Opening,
): Promise<readonly [journal: Database, copy: Database | null]> {
  return await whileOpening(opening.locks, () => {
    const journal = openJournal(opening);
    try {
      return [journal, openCopy(opening, copyFile)] as const;
    } catch (error) {
      if (error instanceof UnsafeStoreError) {
        journal.close();
        throw error;
      }
      // Changes need the journal alone: what was read is kept in memory then.
      opening.options.onCopyInMemory?.(error);
      return [journal, null] as const;
    }
  });
}

function openCopy({ options: { folder, now, onQuarantined } }: Opening, kind: FileKind): Database {
  const path = join(folder, FILES.copy);
  try {
    return openFile(path, kind);
  } catch (error) {
    if (!(error instanceof DamagedFileError)) throw error;
    const damaged = quarantine(path, now());
    onQuarantined({ file: basename(damaged), carriedOver: null });
    return openFile(path, kind);
  }
}

function openJournal({ options: { folder, now, onQuarantined } }: Opening): Database {
  const path = join(folder, FILES.journal);
  // A replacement that was whole when its process died.
  if (!existsSync(path) && existsSync(`${path}.new`)) renameSync(`${path}.new`, path);
  if (isEmptied(path)) {
    onQuarantined({ file: basename(quarantine(path, now())), carriedOver: 0 });
  }
  try {
    return openFile(path, journalFile);
  } catch (error) {
    if (!(error instanceof DamagedFileError)) throw error;
    let carriedOver = 0;
    const fill = (fresh: Database): void => {
      carriedOver = carryOver(path, fresh);
    };
    const damaged = replaceFile(path, journalFile, { fill, now: now() });
    onQuarantined({ file: basename(damaged), carriedOver });
    return openFile(path, journalFile);
  }
}

/** Whether there is nothing where a journal must have been: what it wrote ahead is left. */
function isEmptied(path: string): boolean {
  const size = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return size(path) === 0 && size(`${path}-wal`) > 0;
}

function carryOver(damaged: string, fresh: Database): number {
  let old: Database | null = null;
  try {
    // Without a look at its head: that may be the damage.
    old = new Database(damaged);
    return salvage(old, fresh);
  } catch {
    return 0;
  } finally {
    old?.close();
  }
}
