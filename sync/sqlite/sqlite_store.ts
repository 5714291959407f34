/**
 * A store in a folder of the machine: two files, sealed, safe with several processes.
 *
 * @module
 */

import { existsSync, renameSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import {
  isWithin,
  type LedgerWindow,
  memoryLedger,
  type RequestLedger,
} from "../../client/request_budget.ts";
import type { ChangeStore } from "../change_records.ts";
import { createSealer, type SealerOptions } from "../sealing/sealer.ts";
import { createMemoryStore } from "../memory/memory_store.ts";
import type { CollectionName, Store } from "../store.ts";
import { copyFile, type CopyStore, createCopyStore } from "./copy_file.ts";
import { Database, type FileKind, openFile, replaceFile, setAside } from "./database.ts";
import { BlockedFileError, DamagedFileError, isDamage } from "./errors.ts";
import { FileLocks } from "./file_locks.ts";
import { journalError } from "./journal_error.ts";
import { createJournalStore, journalFile, salvage } from "./journal_file.ts";
import { claimFolder, refuseLink, UnsafeStoreError } from "./private_folder.ts";
import { createRequestLedger } from "./request_ledger.ts";
import { createStoreLocks } from "./store_locks.ts";

/** How long another process may take to open the files, in milliseconds. */
const OPENING_MS = 10_000;

/** A damaged file that was set aside. */
export interface SetAside {
  /** The file's name now. */
  readonly file: string;
  /** Changes that came over into the new file; `null` for the copy, which is read anew. */
  readonly carriedOver: number | null;
}

/** What a store is made of. */
export interface SqliteStoreOptions extends SealerOptions {
  readonly folder: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Hears of a damaged file. */
  readonly onSetAside: (what: SetAside) => void;
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
 * @returns The store.
 * @throws {BlockedFileError} When the journal is held, or was written by a newer version.
 * @throws {UnsafeStoreError} When the folder or a file is not the user's alone.
 */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const { folder, now } = options;
  claimFolder(folder);
  refuseLink(join(folder, FILES.locks));
  const locks = new FileLocks(join(folder, FILES.locks));
  const sealer = await createSealer(options);
  const opening = { options, locks };
  const [journal, copy] = await openBoth(opening);
  const onDamaged = options.onDamaged ?? ((): void => {});
  const copies: CopyStore = copy === null
    ? createMemoryStore()
    : createCopyStore({ database: copy, sealer, onDamaged, now });
  const { withPlanLock, ...storeLocks } = createStoreLocks(locks, sealer);

  /** Another one may lie in its place: what is written then must not get lost. */
  const onJournal = async (): Promise<void> => {
    if (!journal.isGone) return;
    await whileOpening(locks, () => {
      if (journal.isGone) journal.replaceWith(openJournal(opening));
    });
  };
  /** Runs something on the copy; damage found then is set aside, and the caller told. */
  const onCopy = async <Result>(run: (store: CopyStore) => Promise<Result>): Promise<Result> => {
    const replace = async (): Promise<void> => {
      await whileOpening(locks, () => {
        // Another call or process may have replaced it already: then the new one is whole.
        copy?.replaceWith(openCopy(opening, { ...copyFile, isChecked: true }));
      });
    };
    // In a file that was deleted nobody else would see what is written.
    if (copy?.isGone === true) await replace();
    try {
      return await run(copies);
    } catch (error) {
      if (isDamage(error) || copy?.isGone === true) await replace();
      throw error;
    }
  };
  return {
    ledger: steadyLedger(createRequestLedger(journal, sealer.owner), onJournal),
    changes: told(createJournalStore({ database: journal, sealer, withPlanLock }), onJournal),
    loadPlans: () => onCopy((store) => store.loadPlans()),
    savePlans: (plans) => onCopy((store) => store.savePlans(plans)),
    loadCollection: (of, since) => onCopy((store) => store.loadCollection(of, since)),
    applyChange: (of, change) => onCopy((store) => store.applyChange(of, change)),
    loadMonth: (of, readAfter) => onCopy((store) => store.loadMonth(of, readAfter)),
    saveMonth: (planId, month) => onCopy((store) => store.saveMonth(planId, month)),
    noteMonths: (planId, news) => onCopy((store) => store.noteMonths(planId, news)),
    forgetPlan: (planId) => onCopy((store) => store.forgetPlan(planId)),
    takeIds: (planId, ids) => onCopy((store) => store.takeIds(planId, ids)),
    takenIds: (planId) => onCopy((store) => store.takenIds(planId)),
    touch: (planId, at) => onCopy((store) => store.touch(planId, at)),
    touchedAt: (planId) => onCopy((store) => store.touchedAt(planId)),
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

function openCopy({ options: { folder, now, onSetAside } }: Opening, kind: FileKind): Database {
  const path = join(folder, FILES.copy);
  try {
    return openFile(path, kind);
  } catch (error) {
    if (!(error instanceof DamagedFileError)) throw error;
    const damaged = setAside(path, now());
    onSetAside({ file: basename(damaged), carriedOver: null });
    return openFile(path, kind);
  }
}

function openJournal({ options: { folder, now, onSetAside } }: Opening): Database {
  const path = join(folder, FILES.journal);
  // A replacement that was whole when its process died.
  if (!existsSync(path) && existsSync(`${path}.new`)) renameSync(`${path}.new`, path);
  if (isEmptied(path)) {
    onSetAside({ file: basename(setAside(path, now())), carriedOver: 0 });
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
    onSetAside({ file: basename(damaged), carriedOver });
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

/**
 * A file that can't be written stops no read: what is sent is counted here then, on top
 * of the count that was seen last.
 */
function steadyLedger(ledger: RequestLedger, ready: () => Promise<void>): RequestLedger {
  const own = memoryLedger();
  let seen = { used: 0, at: 0 };
  const or = async <Result>(
    run: () => Promise<Result>,
    instead: () => Promise<Result>,
  ): Promise<Result> => {
    try {
      await ready();
      return await run();
    } catch {
      return await instead();
    }
  };
  const usedBefore = ({ now, windowMs }: LedgerWindow): number =>
    isWithin(seen.at, { now, windowMs }) ? seen.used : 0;
  return {
    tryTake: (take) =>
      or(async () => {
        const taken = await ledger.tryTake(take);
        seen = { used: (await ledger.use(take)).used, at: take.now };
        return taken;
      }, async () => {
        const limit = take.limit - usedBefore(take);
        return limit > 0
          ? await own.tryTake({ ...take, limit })
          : { ok: false, freeAt: seen.at + take.windowMs };
      }),
    close: (until, window) => or(() => ledger.close(until, window), () => own.close(until, window)),
    use: (window) =>
      or(() => ledger.use(window), async () => {
        const { used, closedUntil } = await own.use(window);
        return { used: used + usedBefore(window), closedUntil };
      }),
  };
}

/** Tells what can't be written in the words of a tool. */
function told(store: ChangeStore, ready: () => Promise<void>): ChangeStore {
  const or = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    try {
      await ready();
      return await run();
    } catch (cause) {
      throw journalError(cause);
    }
  };
  return {
    ...store,
    saveConfirmation: (confirmation) => or(() => store.saveConfirmation(confirmation)),
    findConfirmation: (code) => or(() => store.findConfirmation(code)),
    spendConfirmation: (code, now) => or(() => store.spendConfirmation(code, now)),
    begin: (beginning) => or(() => store.begin(beginning)),
    saveEntry: (entry) => or(() => store.saveEntry(entry)),
    entries: (planId) => or(() => store.entries(planId)),
    countOthers: (planIds) => or(() => store.countOthers(planIds)),
  };
}
