/**
 * A store in a folder of the machine: two files, sealed, safe with several processes.
 *
 * @module
 */

import { existsSync, renameSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { decorated } from "../decorated_methods.ts";
import { withJournalErrors } from "../journal_error.ts";
import { ledgerWithFallback } from "../ledger_with_fallback.ts";
import { sealedCopy } from "../sealing/sealed_copy.ts";
import { sealedJournal } from "../sealing/sealed_journal.ts";
import { createSealer, type SealerOptions } from "../sealing/sealer.ts";
import { createMemoryCopy } from "../memory/memory_store.ts";
import type { CollectionName, CopyStore, Store } from "../store.ts";
import type { QuarantinedFile } from "../store_note.ts";
import { copyFile, createCopyRows } from "./copy_file.ts";
import { Database, type FileKind, openFile, quarantine, replaceFile } from "./database.ts";
import { BlockedFileError, DamagedFileError, isDamage } from "./errors.ts";
import { FileLocks } from "./file_locks.ts";
import { createJournalRows, journalFile, salvage } from "./journal_file.ts";
import { claimFolder, refuseLink, UnsafeStoreError } from "./private_folder.ts";
import { createRequestLedger } from "./request_ledger.ts";
import { createStoreLocks } from "./store_locks.ts";

/** How long another process may take to open the files, in milliseconds. */
const OPENING_MS = 10_000;

/** What a store is made of. */
export interface SqliteStoreOptions extends SealerOptions {
  readonly folder: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Hears of a damaged file. */
  readonly onQuarantined: (what: QuarantinedFile) => void;
  /** Hears why the copy's file can't be used: what is read is kept in memory then. */
  readonly onCopyInMemory?: (error: unknown) => void;
  /** Hears that what was kept of a collection is damaged or incomplete: it is read anew. */
  readonly onDamaged?: (name: CollectionName) => void;
}

/** File names in the folder. */
export const FILES = { copy: "copy.db", journal: "journal.db", locks: "locks" } as const;

/**
 * Opens the store of one token, and makes it where there is none.
 *
 * @param options Where, whose, and who hears of damage.
 * @throws {BlockedFileError} When the journal is held, or was written by a newer version.
 * @throws {UnsafeStoreError} When the folder or a file is not the user's alone.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const { folder, now } = options;
  claimFolder(folder);
  refuseLink(join(folder, FILES.locks));
  const locks = new FileLocks(join(folder, FILES.locks));
  const sealer = await createSealer(options);
  const { owner } = sealer;
  const opening = { options, locks };
  const [journal, copy] = await openBoth(opening);
  const onDamaged = options.onDamaged ?? ((): void => {});
  const copies: CopyStore = copy === null
    ? createMemoryCopy()
    : sealedCopy({ rows: createCopyRows({ database: copy, owner, now }), sealer, onDamaged });
  const { withPlanLock, ...storeLocks } = createStoreLocks(locks, sealer);

  /** Another one may lie in its place: what is written then must not get lost. */
  const onJournal = async (): Promise<void> => {
    if (!journal.isGone) return;
    await whileOpening(locks, () => {
      if (journal.isGone) journal.replaceWith(openJournal(opening));
    });
  };
  /** Runs something on the copy; damage found then is quarantined, and the caller told. */
  const onCopy = async <Result>(run: () => Promise<Result>): Promise<Result> => {
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
    ledger: ledgerWithFallback(createRequestLedger(journal, owner), onJournal),
    changes: withJournalErrors(
      sealedJournal({ rows: createJournalRows(journal, owner), sealer, withPlanLock }),
      onJournal,
    ),
    ...decorated(copies, onCopy),
    ...storeLocks,
    close(): Promise<void> {
      copy?.close();
      journal.close();
      return Promise.resolve();
    },
  };
}

interface Opening {
  readonly options: SqliteStoreOptions;
  readonly locks: FileLocks;
}

/** Of several processes one at a time looks at the files and replaces them. */
async function whileOpening<Result>(locks: FileLocks, run: () => Result): Promise<Result> {
  const giveBack = await locks.take("open", { mostMs: OPENING_MS });
  if (giveBack === null) throw new BlockedFileError("locked");
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
