import { basename } from "node:path";
import {
  bytesIn,
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
import type { SignInRow, SignInRows } from "./sign_in_store.ts";

/** The file. */
export const signInFile: FileKind = {
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

/** What `store clear` empties; this signs everyone out immediately. */
export const CLEARED_SIGN_INS: ClearedFile = {
  file: FILES.signIns,
  kind: signInFile,
  tables: ["sign_in"],
};

/** Where and whose. */
export interface SignInFileOptions {
  readonly path: string;
  readonly owner: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Hears of a damaged file, by its new name: everybody has to sign in again. */
  readonly onQuarantined: (file: string) => void;
}

/**
 * Opens the rows of one owner in a file.
 *
 * @throws {BlockedStoreError} When the file is held, or was written by a newer version.
 * @throws {UnsafeStoreError} When a link lies in its place.
 */
export function openSignInRows(options: SignInFileOptions): SignInRows {
  const opened = openAnew(options);
  /** Runs something on the file. Damage is quarantined and reported to the caller. */
  // deno-lint-ignore require-await -- what it throws becomes a rejection.
  const onFile: OnFile = async (run) => {
    // Other processes wouldn't see writes to a deleted file.
    if (opened.isGone) opened.replaceWith(openAnew(options));
    try {
      return run(opened);
    } catch (error) {
      if (isDamage(error)) opened.replaceWith(openAnew(options));
      throw error;
    }
  };
  return rowsOn(onFile, options.owner, () => opened.close());
}

/** Opens rows that go with this process. */
export function openMemoryRows(owner: string): SignInRows {
  return rowsOn(openInMemory(signInFile), owner, () => {});
}

function rowsOn(onFile: OnFile, owner: string, close: () => void): SignInRows {
  return {
    async find(name, now): Promise<SignInRow | null> {
      const row = await onFile((file) =>
        file.get(
          "SELECT * FROM sign_in WHERE owner = ? AND name = ? AND expires_at > ?",
          owner,
          name,
          now,
        )
      );
      return row === undefined ? null : {
        name,
        grant: row["grant_name"] as string | null,
        expiresAt: Number(row["expires_at"]),
        consumedAt: row["consumed_at"] as number | null,
        body: bytesIn(row["body"]),
      };
    },
    async upsert({ name, grant, expiresAt, body }, now): Promise<void> {
      await onFile((file) =>
        file.inDurableTransaction(() => {
          file.run("DELETE FROM sign_in WHERE expires_at <= ?", now);
          file.run(
            "INSERT INTO sign_in (owner, name, grant_name, expires_at, body) " +
              "VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET grant_name = excluded.grant_name, " +
              "expires_at = excluded.expires_at, body = excluded.body",
            owner,
            name,
            grant,
            expiresAt,
            body,
          );
        })
      );
    },
    async consume(name, { keptUntil, now }): Promise<boolean> {
      return await onFile((file) =>
        file.run(
          "UPDATE sign_in SET consumed_at = ?, expires_at = min(expires_at, ?) " +
            "WHERE owner = ? AND name = ? AND consumed_at IS NULL AND expires_at > ?",
          now,
          keptUntil,
          owner,
          name,
          now,
        )
      ) > 0;
    },
    async prolong(name, { expiresAt, now }): Promise<void> {
      await onFile((file) =>
        file.run(
          "UPDATE sign_in SET expires_at = max(expires_at, ?) " +
            "WHERE owner = ? AND name = ? AND expires_at > ?",
          expiresAt,
          owner,
          name,
          now,
        )
      );
    },
    async destroy(name): Promise<void> {
      await onFile((file) =>
        file.run("DELETE FROM sign_in WHERE owner = ? AND name = ?", owner, name)
      );
    },
    async revokeByGrant(grant): Promise<void> {
      await onFile((file) =>
        file.run("DELETE FROM sign_in WHERE owner = ? AND grant_name = ?", owner, grant)
      );
    },
    close,
  };
}

function openAnew({ path, now, onQuarantined }: SignInFileOptions): Database {
  try {
    return openFile(path, signInFile);
  } catch (error) {
    if (!(error instanceof DamagedFileError)) throw error;
    onQuarantined(basename(quarantine(path, now())));
    return openFile(path, signInFile);
  }
}
