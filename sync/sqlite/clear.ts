/**
 * Empties the files of a store. They are emptied, not deleted: a server that runs may
 * have them open.
 *
 * @module
 */

import { copyFile } from "./copy_file.ts";
import { type FileKind, openFile, quarantine } from "./database.ts";
import { BlockedFileError, DamagedFileError, isBusy } from "./errors.ts";
import { journalFile } from "./journal_file.ts";

const COPY_TABLES: readonly string[] = [
  "plans",
  "collections",
  "parts",
  "side_blobs",
  "months",
  "taken_ids",
];
/** Without the requests: upstream still counts them. */
const JOURNAL_TABLES: readonly string[] = ["confirmations", "entries", "entry_lists"];

interface Clearing {
  readonly kind: FileKind;
  readonly tables: readonly string[];
  readonly now: number;
}

/**
 * Empties the copy; a damaged one is quarantined.
 *
 * @param path The file.
 * @param now Milliseconds since 1970.
 * @throws {BlockedFileError} When it is held, or was written by a newer version.
 */
export function clearCopy(path: string, now: number): void {
  clear(path, { kind: copyFile, tables: COPY_TABLES, now });
}

/**
 * Empties the journal; a damaged one is quarantined.
 *
 * @param path The file.
 * @param now Milliseconds since 1970.
 * @throws {BlockedFileError} When it is held, or was written by a newer version.
 */
export function clearJournal(path: string, now: number): void {
  clear(path, { kind: journalFile, tables: JOURNAL_TABLES, now });
}

function clear(path: string, { kind, tables, now }: Clearing): void {
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
    if (isBusy(error)) throw new BlockedFileError("locked", { cause: error });
    if (!(error instanceof DamagedFileError)) throw error;
    quarantine(path, now);
  }
}
