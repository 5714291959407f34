import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { type FileKind, openFile, quarantine } from "./sqlite_file.ts";
import { copyFile, journalFile } from "./sqlite_tables.ts";
import { Sql, type Steps } from "./sql.ts";
import type { Blocked } from "./store.ts";
import { BlockedStoreError, DamagedFileError, isBusy, UnsafeStoreError } from "./store_errors.ts";
import { claimFolder, FILES } from "./store_folder.ts";
import { COPY_TABLES } from "./expiring_data.ts";

/** Cache tables that `store clear` empties. Running servers still need the write counts. */
const CLEARED_COPY: readonly string[] = COPY_TABLES.filter((table) => table !== "touches");
/**
 * Journal tables that `store clear` empties. The record of sent requests is kept, because the
 * requests still count toward YNAB's rate limit.
 */
const CLEARED_JOURNAL: readonly string[] = ["confirmations", "entries", "entry_lists", "kept"];

export interface ClearedFile {
  readonly file: string;
  readonly kind: FileKind;
  readonly tables: readonly string[];
}

interface Clearing {
  readonly isWithJournal: boolean;
  /** Other files in the store's folder, which are emptied before the cache and the journal. */
  readonly others?: readonly ClearedFile[];
  readonly now: number;
}

export interface StoreFile {
  readonly name: "copy" | "journal" | "sign_ins";
  readonly file: string;
  /** Size including SQLite's write-ahead log; `null` if the file doesn't exist. */
  readonly bytes: number | null;
  /** ISO 8601, UTC. */
  readonly changed_at: string | null;
}

export function listStoreFiles(folder: string): readonly StoreFile[] {
  return [fileOf(folder, "copy"), fileOf(folder, "journal"), fileOf(folder, "sign_ins")];
}

export function quarantinedFiles(folder: string): readonly string[] {
  const all = existsSync(folder) ? readdirSync(folder) : [];
  return all.filter((name) => /\.damaged-[\dTZ-]+$/u.test(name)).sort();
}

/**
 * Empties the cache, the other given files and, if requested, the journal. Doesn't reset the count
 * of requests sent to YNAB.
 */
export function clearStore(folder: string, what: Clearing): "done" | Blocked | "not private" {
  try {
    clearFolder(folder, what);
    return "done";
  } catch (error) {
    if (error instanceof BlockedStoreError) return error.reason;
    if (error instanceof UnsafeStoreError) return "not private";
    throw error;
  }
}

function fileOf(folder: string, name: StoreFile["name"]): StoreFile {
  const file = FILES[name];
  const paths = ["", "-wal"].map((ending) => join(folder, file + ending)).filter(existsSync);
  if (paths.length === 0) return { name, file, bytes: null, changed_at: null };
  const stats = paths.map((path) => statSync(path));
  return {
    name,
    file,
    bytes: stats.reduce((sum, { size }) => sum + size, 0),
    changed_at: new Date(Math.max(...stats.map(({ mtimeMs }) => mtimeMs))).toISOString(),
  };
}

function clearFolder(folder: string, { isWithJournal, others = [], now }: Clearing): void {
  claimFolder(folder);
  const files = [
    ...others,
    { file: FILES.copy, kind: copyFile, tables: CLEARED_COPY },
    ...(isWithJournal ? [{ file: FILES.journal, kind: journalFile, tables: CLEARED_JOURNAL }] : []),
  ];
  for (const { file, ...what } of files) {
    const path = join(folder, file);
    if (existsSync(path)) clear(path, what, now);
  }
}

function clear(
  path: string,
  { kind, tables }: Pick<ClearedFile, "kind" | "tables">,
  now: number,
): void {
  try {
    const database = openFile(path, kind);
    try {
      database.transaction(function* (): Steps<void> {
        for (const table of tables) yield new Sql([`DELETE FROM ${table}`]);
      });
      database.all("VACUUM");
      database.all("PRAGMA wal_checkpoint(TRUNCATE)");
    } finally {
      database.close();
    }
  } catch (error) {
    if (isBusy(error)) throw new BlockedStoreError("locked", { cause: error });
    if (!(error instanceof DamagedFileError)) throw error;
    quarantine(path, now);
  }
}
