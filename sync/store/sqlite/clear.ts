import { existsSync } from "node:fs";
import { join } from "node:path";
import { copyFile } from "./copy_file.ts";
import { type FileKind, openFile, quarantine } from "./database.ts";
import { BlockedStoreError } from "../store_errors.ts";
import { DamagedFileError, isBusy } from "./errors.ts";
import { journalFile } from "./journal_file.ts";
import { claimFolder } from "./private_folder.ts";
import { signInFile } from "../../sign_in/sign_in_file.ts";
import { FILES } from "./store_folder.ts";

const COPY_TABLES: readonly string[] = [
  "plans",
  "collections",
  "parts",
  "months",
  "taken_ids",
];
/** Without the requests: upstream still counts them. */
const JOURNAL_TABLES: readonly string[] = ["confirmations", "entries", "entry_lists"];
const SIGN_IN_TABLES: readonly string[] = ["sign_in"];

interface FileClearing {
  readonly kind: FileKind;
  readonly tables: readonly string[];
  readonly now: number;
}

/** What is to be cleared. */
export interface Clearing {
  readonly isWithJournal: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Empties the copy and the sign-ins, and the journal too if asked to; a damaged file is
 * quarantined. A server that runs finds no sign-in any more from this moment on.
 *
 * @throws {BlockedStoreError} When a file is held, or was written by a newer version.
 * @throws {UnsafeStoreError} When the folder or a file is not the user's alone.
 */
export function clearFolder(folder: string, { isWithJournal, now }: Clearing): void {
  claimFolder(folder);
  const [copy, journal] = [join(folder, FILES.copy), join(folder, FILES.journal)];
  const signIns = join(folder, FILES.signIns);
  // First: whatever becomes of the others, nobody is let in any more.
  if (existsSync(signIns)) clear(signIns, { kind: signInFile, tables: SIGN_IN_TABLES, now });
  if (existsSync(copy)) clear(copy, { kind: copyFile, tables: COPY_TABLES, now });
  if (isWithJournal && existsSync(journal)) {
    clear(journal, { kind: journalFile, tables: JOURNAL_TABLES, now });
  }
}

function clear(path: string, { kind, tables, now }: FileClearing): void {
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
