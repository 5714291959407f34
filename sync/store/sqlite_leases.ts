import type { LeaseRows } from "./lease.ts";
import { createPrivateFile, type Database, type SqlRow } from "./sqlite_file.ts";
import type { JournalRowsOptions } from "./sqlite_journal.ts";
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { isBusy } from "./store_errors.ts";

/** No lease holds longer; one that does was taken by a clock that ran ahead, in milliseconds. */
const LONGEST_MS = 600_000;

export interface LeaseRowsOptions extends JournalRowsOptions {
  readonly locks: Pick<FileLocks, "tryTake">;
}

export interface HandleLeases extends LeaseRows {
  /** Releases all leases, like the end of the process. */
  drop(): void;
}

export function createLeaseRows(
  { file, owner, holder, locks, now }: LeaseRowsOptions,
): HandleLeases {
  /** The guards of what this handle holds, by name and token. */
  const guards = new Map<string, () => void>();
  const find = (database: Database, name: string): SqlRow | undefined =>
    database.get("SELECT * FROM leases WHERE owner = ? AND name = ?", owner, name);
  const isOver = (row: SqlRow): boolean => {
    const until = Number(row["expires_at"]);
    return until <= now() || until > now() + LONGEST_MS;
  };
  /** Whether no live process holds it: the guard ends with its process, a row does not. */
  const isFree = (row: SqlRow | undefined, isGuardMine: boolean): boolean => {
    if (row === undefined || row["holder"] === null) return isGuardMine;
    return isOver(row) || (isGuardMine && row["is_guarded"] === 1);
  };
  return {
    tryTake: (name, ttlMs) =>
      file((database): number | null => {
        const guard = locks.tryTake(name);
        try {
          // A process that only waits needs no turn to write.
          const token = !isFree(find(database, name), guard !== null)
            ? null
            : database.inTransaction(() => {
              const row = find(database, name);
              if (!isFree(row, guard !== null)) return null;
              const next = Number(row?.["token"] ?? 0) + 1;
              const until = now() + ttlMs;
              const values = [owner, name, next, holder, guard === null ? 0 : 1, until];
              database.run("INSERT OR REPLACE INTO leases VALUES (?, ?, ?, ?, ?, ?)", ...values);
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
        // A row that is gone went with its file: no one has taken the lease since.
        return database.run(
          "INSERT INTO leases VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE " +
            "SET expires_at = excluded.expires_at " +
            "WHERE token = excluded.token AND holder = excluded.holder",
          ...[owner, name, token, holder, isGuarded, now() + ttlMs],
        ) > 0;
      }),
    async release(name, token): Promise<void> {
      const release = "UPDATE leases SET holder = NULL " +
        "WHERE owner = ? AND name = ? AND token = ? AND holder = ?";
      try {
        await file((database) => database.run(release, owner, name, token, holder));
      } finally {
        const key = `${name} ${token}`;
        guards.get(key)?.();
        guards.delete(key);
      }
    },
    isHeldByOther: (name) =>
      file((database) => {
        const row = find(database, name);
        if (row === undefined || row["holder"] === null || row["holder"] === holder) return false;
        if (isOver(row)) return false;
        if (row["is_guarded"] !== 1) return true;
        const guard = locks.tryTake(name);
        guard?.();
        return guard === null;
      }),
    drop(): void {
      for (const guard of guards.values()) guard();
      guards.clear();
    },
  };
}

/** How many connections are kept that hold nothing; those of many plans would be without end. */
const MOST_IDLE = 16;

/** Locks by name, in a folder. */
export class FileLocks {
  readonly #folder: string;
  /** Connections that hold nothing, one for each name; the one that was used last is last. */
  readonly #idle = new Map<string, Connection>();

  #isClosed = false;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#folder = folder;
  }

  tryTake(name: string): (() => void) | null {
    const connection = this.#taken(name);
    if (connection === null) return null;
    let isHeld = true;
    return () => {
      if (isHeld) this.#giveBack(name, connection);
      isHeld = false;
    };
  }

  /** Closes what holds nothing, and from now on what is given back. */
  close(): void {
    this.#isClosed = true;
    for (const name of this.#idle.keys()) this.#closeIdle(name);
  }

  /** Gives a connection that holds the lock; `null` where another one holds it. */
  #taken(name: string): Connection | null {
    let connection: Connection | null = null;
    try {
      connection = this.#connected(name);
      connection.begin.run();
      return connection;
    } catch (error) {
      if (isBusy(error)) {
        if (connection !== null) this.#keep(name, connection);
        return null;
      }
      connection?.database.close();
      throw error;
    }
  }

  #connected(name: string): Connection {
    const path = join(this.#folder, `${name}.lock`);
    const kept = this.#idle.get(name);
    if (kept !== undefined) {
      this.#idle.delete(name);
      if (kept.file !== 0 && fileNumber(path) === kept.file) return kept;
      // Other processes wouldn't see a lock on a deleted file.
      kept.database.close();
    }
    createPrivateFile(path);
    return opened(path);
  }

  #giveBack(name: string, connection: Connection): void {
    try {
      connection.rollback.run();
    } catch {
      // Closing it gives back whatever it holds.
      connection.database.close();
      return;
    }
    this.#keep(name, connection);
  }

  /** Keeps what holds nothing; of a name that has one already, and of too many, one is closed. */
  #keep(name: string, connection: Connection): void {
    this.#closeIdle(name);
    this.#idle.set(name, connection);
    const [longest = name] = this.#idle.keys();
    if (this.#isClosed) this.#closeIdle(name);
    else if (this.#idle.size > MOST_IDLE) this.#closeIdle(longest);
  }

  #closeIdle(name: string): void {
    this.#idle.get(name)?.database.close();
    this.#idle.delete(name);
  }
}

/** An open file, and what takes and gives back the lock on it. */
interface Connection {
  readonly database: DatabaseSync;
  readonly begin: StatementSync;
  readonly rollback: StatementSync;
  /** Which file it is; 0 where another one took its place while it was opened. */
  readonly file: number;
}

function opened(path: string): Connection {
  const before = fileNumber(path);
  const database = new DatabaseSync(path);
  try {
    database.prepare("PRAGMA busy_timeout = 0").get();
    // Nothing is ever committed: a journal would be a file made and deleted for each lock.
    database.prepare("PRAGMA journal_mode = MEMORY").get();
    const begin = database.prepare("BEGIN IMMEDIATE");
    const rollback = database.prepare("ROLLBACK");
    return { database, begin, rollback, file: fileNumber(path) === before ? before : 0 };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Distinguishes files of the same name; 0 if there is no file. */
function fileNumber(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? 0;
}
