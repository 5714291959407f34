import {
  type Database,
  databaseOn,
  type FileKind,
  openInMemory,
  openReplaceable,
  reopenable,
  type Replacing,
} from "../../sync/store/sqlite_file.ts";
import type { ClearedFile } from "../../sync/store/store_files.ts";
import { FILES } from "../../sync/store/store_folder.ts";
import { type Sql, sql, type SqlDatabase } from "../../sync/store/sql.ts";

export interface SignInTable {
  readonly database: SqlDatabase;
  readonly table: Sql;
  close(): void;
}

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
  file: FILES.sign_ins,
  kind: signInFile,
  tables: ["sign_in"],
};

/**
 * Opens a file's table of sign-ins. If the file is damaged, everyone has to sign in again.
 *
 * @throws {BlockedStoreError} If the file is locked, or was written by a newer version.
 * @throws {UnsafeStoreError} If the path is a link.
 */
export function openSignInFile(path: string, options: Replacing): SignInTable {
  const open = (): Database => openReplaceable(path, signInFile, options);
  const file = open();
  const database = databaseOn(reopenable(file, open), options.now);
  return { database, table: TABLE, close: () => file.close() };
}

export function openSignInMemory(now: () => number): SignInTable {
  return { database: databaseOn(openInMemory(signInFile), now), table: TABLE, close: () => {} };
}
