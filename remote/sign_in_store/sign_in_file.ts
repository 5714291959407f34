import { basename } from "node:path";
import {
  bytesIn,
  type Database,
  type FileKind,
  openFile,
  quarantine,
} from "../../sync/store/sqlite_file.ts";
import type { ClearedFile } from "../../sync/store/clear.ts";
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
 * Opens the rows of one owner.
 *
 * @throws {BlockedStoreError} When the file is held, or was written by a newer version.
 * @throws {UnsafeStoreError} When a link lies in its place.
 */
export function openSignInRows(options: SignInFileOptions): SignInRows {
  const { owner } = options;
  const opened = openAnew(options);
  /** Runs something on the file. Damage is quarantined and reported to the caller. */
  const onFile = <Result>(run: (file: Database) => Result): Result => {
    // Other processes wouldn't see writes to a deleted file.
    if (opened.isGone) opened.replaceWith(openAnew(options));
    try {
      return run(opened);
    } catch (error) {
      if (isDamage(error)) opened.replaceWith(openAnew(options));
      throw error;
    }
  };
  return {
    find(name, now): SignInRow | null {
      const row = onFile((file) =>
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
    upsert({ name, grant, expiresAt, body }, now): void {
      onFile((file) =>
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
    consume(name, { keptUntil, now }): boolean {
      return onFile((file) =>
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
    prolong(name, { expiresAt, now }): void {
      onFile((file) =>
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
    destroy(name): void {
      onFile((file) => file.run("DELETE FROM sign_in WHERE owner = ? AND name = ?", owner, name));
    },
    revokeByGrant(grant): void {
      onFile((file) =>
        file.run("DELETE FROM sign_in WHERE owner = ? AND grant_name = ?", owner, grant)
      );
    },
    close: () => opened.close(),
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
