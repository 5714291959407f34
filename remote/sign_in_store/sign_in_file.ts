import { basename } from "node:path";
import {
  type Database,
  databaseOn,
  type FileKind,
  keptOpen,
  openFile,
  openInMemory,
  quarantine,
} from "../../sync/store/sqlite_file.ts";
import type { ClearedFile } from "../../sync/store/store_files.ts";
import { DamagedFileError } from "../../sync/store/store_errors.ts";
import { FILES } from "../../sync/store/store_folder.ts";
import { sql } from "../../sync/store/sql.ts";
import type { SignInTable } from "./sign_in_store.ts";

const signInFile: FileKind = {
  applicationId: 0x62_74_73_73,
  isChecked: true,
  versions: [
    `
    CREATE TABLE sign_in (
      owner TEXT NOT NULL, name TEXT NOT NULL, grant_name TEXT, expires_at INTEGER NOT NULL,
      consumed_at INTEGER, body BLOB NOT NULL,
      PRIMARY KEY (owner, name)
    ) STRICT;
    CREATE INDEX sign_in_by_grant ON sign_in (owner, grant_name);
    CREATE INDEX sign_in_by_time ON sign_in (expires_at)
  `,
  ],
};

const TABLE = sql`main.sign_in`;

/** Tables emptied by `store clear`, which signs everyone out immediately. */
export const CLEARED_SIGN_INS: ClearedFile = {
  file: FILES.signIns,
  kind: signInFile,
  tables: ["sign_in"],
};

export interface SignInFileOptions {
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called with the new name of a damaged file. Everyone has to sign in again. */
  readonly onQuarantined: (file: string) => void;
}

/**
 * Opens the table in a file.
 *
 * @throws {BlockedStoreError} If the file is locked, or was written by a newer version.
 * @throws {UnsafeStoreError} If the path is a link.
 */
export function openSignInFile(options: SignInFileOptions): SignInTable {
  const opened = openUndamaged(options);
  const reopen = (): Database => openUndamaged(options);
  // deno-lint-ignore require-await -- what it throws becomes a rejection.
  const file = keptOpen(opened, reopen, async (run) => run());
  return { database: databaseOn(file, options.now), table: TABLE, close: () => opened.close() };
}

/** Opens an in-memory table. */
export function openSignInMemory(now: () => number): SignInTable {
  return { database: databaseOn(openInMemory(signInFile), now), table: TABLE, close: () => {} };
}

function openUndamaged({ path, now, onQuarantined }: SignInFileOptions): Database {
  try {
    return openFile(path, signInFile);
  } catch (error) {
    if (!(error instanceof DamagedFileError)) throw error;
    onQuarantined(basename(quarantine(path, now())));
    return openFile(path, signInFile);
  }
}
