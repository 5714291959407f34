import type { LeaseRows } from "../leases/lease_rows.ts";
import type { SqlRow } from "./database.ts";
import type { FileLocks } from "./file_locks.ts";
import type { JournalRowsOptions } from "./journal_file.ts";

/** No lease holds longer; one that does was taken by a clock that ran ahead, in milliseconds. */
const LONGEST_MS = 600_000;

/** What leases are kept with. */
export interface LeaseRowsOptions extends JournalRowsOptions {
  readonly locks: Pick<FileLocks, "tryTake">;
}

/** The leases of one handle. */
export interface HandleLeases extends LeaseRows {
  /** Lets go of all that is held, as the end of the process does. */
  drop(): void;
}

/** Opens the leases of one owner. */
export function createLeaseRows(
  { database, owner, holder, locks, now }: LeaseRowsOptions,
): HandleLeases {
  /** The guards of what this handle holds, by name and token. */
  const guards = new Map<string, () => void>();
  const find = (name: string): SqlRow | undefined =>
    database.get("SELECT * FROM leases WHERE owner = ? AND name = ?", owner, name);
  const isOver = (row: SqlRow): boolean => {
    const until = Number(row["expires_at"]);
    return until <= now() || until > now() + LONGEST_MS;
  };
  /** Whether nobody holds it who might still go on; who has the guard knows more. */
  const isFree = (row: SqlRow | undefined, isGuardMine: boolean): boolean => {
    if (row === undefined || row["holder"] === null) return isGuardMine;
    return isOver(row) || (isGuardMine && row["is_guarded"] === 1);
  };
  const letGo = (name: string, token: number): void => {
    const key = `${name} ${token}`;
    guards.get(key)?.();
    guards.delete(key);
  };
  return {
    tryTake(name, ttlMs): number | null {
      const guard = locks.tryTake(name);
      try {
        // Who only waits needs no turn to write.
        if (!isFree(find(name), guard !== null)) {
          guard?.();
          return null;
        }
        const token = database.inTransaction(() => {
          const row = find(name);
          if (!isFree(row, guard !== null)) return null;
          const next = Number(row?.["token"] ?? 0) + 1;
          database.run(
            "INSERT OR REPLACE INTO leases VALUES (?, ?, ?, ?, ?, ?)",
            owner,
            name,
            next,
            holder,
            guard === null ? 0 : 1,
            now() + ttlMs,
          );
          return next;
        });
        if (token === null) guard?.();
        else if (guard !== null) guards.set(`${name} ${token}`, guard);
        return token;
      } catch (error) {
        guard?.();
        throw error;
      }
    },
    renew(name, token, ttlMs): boolean {
      const isGuarded = guards.has(`${name} ${token}`) ? 1 : 0;
      // A row that is gone went with its file: nobody has taken the lease since.
      return database.run(
        "INSERT INTO leases VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE " +
          "SET expires_at = excluded.expires_at " +
          "WHERE token = excluded.token AND holder = excluded.holder",
        owner,
        name,
        token,
        holder,
        isGuarded,
        now() + ttlMs,
      ) > 0;
    },
    release(name, token): void {
      try {
        database.run(
          "UPDATE leases SET holder = NULL WHERE owner = ? AND name = ? AND token = ? AND holder = ?",
          owner,
          name,
          token,
          holder,
        );
      } finally {
        letGo(name, token);
      }
    },
    isHeldByOther(name): boolean {
      const row = find(name);
      if (row === undefined || row["holder"] === null || row["holder"] === holder) return false;
      if (isOver(row)) return false;
      if (row["is_guarded"] !== 1) return true;
      const guard = locks.tryTake(name);
      guard?.();
      return guard === null;
    },
    drop(): void {
      for (const guard of guards.values()) guard();
      guards.clear();
    },
  };
}
