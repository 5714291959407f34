import { existsSync } from "node:fs";
import { join } from "node:path";
import { copyFile } from "./sqlite_copy.ts";
import { type FileKind, openFile, quarantine } from "./sqlite_file.ts";
import { BlockedStoreError, DamagedFileError, isBusy } from "./store_errors.ts";
import { journalFile } from "./sqlite_journal.ts";
import { claimFolder, FILES } from "./store_folder.ts";

const COPY_TABLES: readonly string[] = [
  "plans",
  "collections",
  "parts",
  "months",
  "taken_ids",
];
/** Without the requests: upstream still counts them. */
const JOURNAL_TABLES: readonly string[] = ["confirmations", "entries", "entry_lists"];

/** A file of the folder, and what is cleared of it. */
export interface ClearedFile {
  readonly file: string;
  readonly kind: FileKind;
  readonly tables: readonly string[];
}

/** What is to be cleared. */
export interface Clearing {
  readonly isWithJournal: boolean;
  /** Files of others in the same folder, which are cleared first. */
  readonly others?: readonly ClearedFile[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Empties the copy and what is named, and the journal too if asked to; a damaged file is
 * quarantined.
 *
 * @throws {BlockedStoreError} When a file is held, or was written by a newer version.
 * @throws {UnsafeStoreError} When the folder or a file is not the user's alone.
 */
export function clearFolder(folder: string, { isWithJournal, others = [], now }: Clearing): void {
  claimFolder(folder);
  const files = [
    ...others,
    { file: FILES.copy, kind: copyFile, tables: COPY_TABLES },
    ...(isWithJournal ? [{ file: FILES.journal, kind: journalFile, tables: JOURNAL_TABLES }] : []),
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
      database.inTransaction(() => tables.forEach((table) => database.run(`DELETE FROM ${table}`)));
      database.run("VACUUM");
      database.get("PRAGMA wal_checkpoint(TRUNCATE)");
    } finally {
      database.close();
    }
  } catch (error) {
    if (isBusy(error)) throw new BlockedStoreError("locked", { cause: error });
    if (!(error instanceof DamagedFileError)) throw error;
    quarantine(path, now);
  }
}
