/**
 * The count of sent requests in a file: one budget for all processes with one token.
 *
 * @module
 */

import type { LedgerUse, LedgerWindow, RequestLedger, Taken } from "../../client/request_budget.ts";
import type { Database } from "./database.ts";

/**
 * Opens the ledger of one token.
 *
 * @param database The journal's file.
 * @param owner Whose requests are counted.
 * @returns The ledger.
 */
export function createRequestLedger(database: Database, owner: string): RequestLedger {
  const closedUntil = (): number =>
    Number(database.get("SELECT until FROM closings WHERE owner = ?", owner)?.["until"] ?? 0);
  return {
    tryTake({ now, windowMs, limit }): Promise<Taken> {
      return Promise.resolve(database.inTransaction((): Taken => {
        database.run("DELETE FROM requests WHERE owner = ? AND at <= ?", owner, now - windowMs);
        // The one that has to leave the window before there is room for another.
        const oldest = database.get(
          "SELECT at FROM requests WHERE owner = ? ORDER BY at DESC LIMIT 1 OFFSET ?",
          owner,
          limit - 1,
        );
        const freeAt = Math.max(
          closedUntil(),
          oldest === undefined ? 0 : Number(oldest["at"]) + windowMs,
        );
        if (freeAt > now) return { ok: false, freeAt };
        database.run("INSERT INTO requests VALUES (?, ?)", owner, now);
        return { ok: true };
      }));
    },
    close(until: number): Promise<void> {
      database.run(
        "INSERT INTO closings VALUES (?, ?) ON CONFLICT DO UPDATE SET until = max(until, ?)",
        owner,
        until,
        until,
      );
      return Promise.resolve();
    },
    use({ now, windowMs }: LedgerWindow): Promise<LedgerUse> {
      const row = database.get(
        "SELECT count(*) AS used FROM requests WHERE owner = ? AND at > ?",
        owner,
        now - windowMs,
      );
      return Promise.resolve({ used: Number(row?.["used"] ?? 0), closedUntil: closedUntil() });
    },
  };
}
