import { type LeaseRows, MAX_LEASE_MS } from "./lease.ts";
import type { BlobStore } from "./backend.ts";
import { type Row, type Sql, sql, type Steps } from "./sql.ts";
import { createPrivateFile, inodeOf, type OnFile } from "./sqlite_file.ts";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isBusy } from "./store_errors.ts";

interface LeaseRowsOptions {
  readonly file: OnFile;
  readonly owner: string;
  readonly holder: string;
  readonly now: () => number;
  readonly locks: Pick<FileLocks, "tryTake">;
}

export interface HandleLeases extends LeaseRows, Pick<BlobStore, "isFenced"> {
  heldByOther(name: string): Promise<Sql>;
  /** Releases all leases, as if the process had ended. */
  drop(): void;
}

export function createLeaseRows(
  { file, owner, holder, locks, now }: LeaseRowsOptions,
): HandleLeases {
  /** The file locks for this handle's leases, keyed by lease name and token. */
  const guards = new Map<string, () => void>();
  const find = (name: string): Sql =>
    sql`SELECT * FROM leases WHERE owner = ${owner} AND name = ${name}`;
  const isOver = (row: Row): boolean => {
    const until = Number(row["expires_at"]);
    return until <= now() || until > now() + MAX_LEASE_MS;
  };
  /**
   * Whether a lease is free, that is, not held by a live process. When a process ends, its file
   * lock is released, but the lease's row remains.
   */
  const isFree = (row: Row | undefined, isGuardMine: boolean): boolean => {
    if (row === undefined || row["holder"] === null) return isGuardMine;
    return isOver(row) || (isGuardMine && row["is_guarded"] === 1);
  };
  return {
    tryTake: (name, ttlMs) =>
      file((database): number | null => {
        const guard = locks.tryTake(name);
        try {
          // First check the lease outside a transaction, so that waiting doesn't block writers.
          const token = !isFree(database.all(find(name))[0], guard !== null)
            ? null
            : database.transaction(function* (): Steps<number | null> {
              const [row] = yield find(name);
              if (!isFree(row, guard !== null)) return null;
              const next = Number(row?.["token"] ?? 0) + 1;
              const isGuarded = guard === null ? 0 : 1;
              yield sql`
                INSERT OR REPLACE INTO leases
                VALUES (${owner}, ${name}, ${next}, ${holder}, ${isGuarded}, ${now() + ttlMs})`;
              return next;
            });
          if (token === null) guard?.();
          else if (guard !== null) guards.set(`${name} ${token}`, guard);
          return token;
        } catch (error) {
          guard?.();
          throw error;
        }
      }),
    renew: (name, token, ttlMs) =>
      file((database) => {
        const isGuarded = guards.has(`${name} ${token}`) ? 1 : 0;
        // A missing row means that the file was lost and no other process has taken the lease.
        return database.all(sql`
          INSERT INTO leases
          VALUES (${owner}, ${name}, ${token}, ${holder}, ${isGuarded}, ${now() + ttlMs})
          ON CONFLICT DO UPDATE SET expires_at = excluded.expires_at
            WHERE token = excluded.token AND holder = excluded.holder
          RETURNING token`).length > 0;
      }),
    async release(name, token): Promise<void> {
      try {
        await file((database) =>
          database.all(sql`
            UPDATE leases SET holder = NULL
            WHERE owner = ${owner} AND name = ${name} AND token = ${token} AND holder = ${holder}`)
        );
      } finally {
        const key = `${name} ${token}`;
        guards.get(key)?.();
        guards.delete(key);
      }
    },
    heldByOther: (name) =>
      file((database) => {
        const [row] = database.all(find(name));
        const isOthers = row !== undefined && row["holder"] !== null && row["holder"] !== holder;
        if (!isOthers || isOver(row)) return sql`0`;
        if (row["is_guarded"] !== 1) return sql`1`;
        const guard = locks.tryTake(name);
        guard?.();
        return guard === null ? sql`1` : sql`0`;
      }),
    *isFenced({ name, token }): Steps<boolean> {
      // A missing row means that the file was lost and no other process has taken the lease.
      const rows = yield sql`
        SELECT token FROM leases WHERE owner = ${owner} AND name = ${name}
          AND (token <> ${token} OR holder IS NOT ${holder})`;
      return rows.length > 0;
    },
    drop(): void {
      for (const guard of guards.values()) guard();
      guards.clear();
    },
  };
}

/** Named locks in a folder. A lock is released when its process ends. */
export class FileLocks {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Takes a lock. Returns a function that releases the lock, or `null` if it was already held. */
  tryTake(name: string): (() => void) | null {
    // The folder may have been deleted since the last lock was taken.
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, `${name}.lock`);
    for (;;) {
      createPrivateFile(path);
      const file = inodeOf(path);
      const database = new DatabaseSync(path);
      try {
        database.prepare("PRAGMA busy_timeout = 0").get();
        // Keep SQLite's journal in memory. By default, each lock would create and delete a journal
        // file, although nothing is ever committed.
        database.prepare("PRAGMA journal_mode = MEMORY").get();
        database.prepare("BEGIN IMMEDIATE").run();
        // If the file was replaced while being opened, other processes wouldn't see the lock.
        if (file !== 0 && inodeOf(path) === file) return () => close(database);
        database.close();
      } catch (error) {
        database.close();
        if (isBusy(error)) return null;
        throw error;
      }
    }
  }
}

function close(database: DatabaseSync): void {
  if (database.isOpen) database.close();
}
