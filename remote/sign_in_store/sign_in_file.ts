import { basename } from "node:path";
import {
  type Database,
  type FileKind,
  type OnFile,
  openFile,
  openInMemory,
  quarantine,
} from "../../sync/store/sqlite_file.ts";
import type { ClearedFile } from "../../sync/store/store_files.ts";
import { DamagedFileError, isDamage } from "../../sync/store/store_errors.ts";
import { FILES } from "../../sync/store/store_folder.ts";
import type { SignInTable, Statement } from "./sign_in_store.ts";

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
  // deno-lint-ignore require-await -- what it throws becomes a rejection.
  const onFile: OnFile = async (run) => {
    // Other processes wouldn't see writes to a deleted file.
    if (opened.isGone) opened.replaceWith(openUndamaged(options));
    try {
      return run(opened);
    } catch (error) {
      if (isDamage(error)) opened.replaceWith(openUndamaged(options));
      throw error;
    }
  };
  return tableOn(onFile, () => opened.close());
}

/** Opens an in-memory table. */
export function openSignInMemory(): SignInTable {
  return tableOn(openInMemory(signInFile), () => {});
}

function tableOn(onFile: OnFile, close: () => void): SignInTable {
  const write = (file: Database, statement: Statement): number =>
    file.run(...positional(statement));
  return {
    name: "sign_in",
    ask: (...statement) =>
      onFile((file) =>
        statement[0].startsWith("SELECT")
          ? { rows: file.all(...positional(statement)), written: 0 }
          : { rows: [], written: write(file, statement) }
      ),
    askAll: (statements) =>
      onFile((file) =>
        file.inDurableTransaction(() => {
          for (const statement of statements) write(file, statement);
        })
      ),
    close,
  };
}

/**
 * Replaces `$1` and so on, because `node:sqlite` binds unnumbered values on every supported Node.
 */
function positional([sql, ...values]: Statement): Statement {
  const used: Statement[1][] = [];
  const text = sql.replace(/\$(\d)/gu, (_, nth) => {
    used.push(values[Number(nth) - 1] ?? null);
    return "?";
  });
  return [text, ...used];
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
