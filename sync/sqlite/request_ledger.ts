/**
 * The count of sent requests in a file: one budget for all processes with one token.
 *
 * @module
 */

import {
  closingAt,
  isWithin,
  type LedgerUse,
  type LedgerWindow,
  type RequestLedger,
  type Reservation,
} from "../../client/request_budget.ts";
import type { Database } from "./database.ts";

/**
 * Opens the ledger of one token.
 *
 * @param database The journal's file.
 * @param owner Whose requests are counted.
 */
export function createRequestLedger(database: Database, owner: string): RequestLedger {
  const closedUntil = (window: LedgerWindow): number => {
    const row = database.get("SELECT until FROM closings WHERE owner = ?", owner);
    return closingAt(Number(row?.["until"] ?? 0), window);
  };
  /** When the requests of the window were sent, the last first. */
  const sentWithin = (window: LedgerWindow): readonly number[] =>
    database.all("SELECT at FROM requests WHERE owner = ? ORDER BY at DESC", owner)
      .map(({ at }) => Number(at))
      .filter((at) => isWithin(at, window));
  return {
    tryTake({ now, windowMs, limit }): Promise<Reservation> {
      const window = { now, windowMs };
      return Promise.resolve(database.inTransaction((): Reservation => {
        database.run("DELETE FROM requests WHERE owner = ? AND at <= ?", owner, now - windowMs);
        // The one that has to leave the window before there is room for another.
        const oldest = sentWithin(window)[limit - 1];
        const freeAt = Math.max(
          closedUntil(window),
          oldest === undefined ? 0 : oldest + windowMs,
        );
        if (freeAt > now) return { ok: false, freeAt };
        database.run("INSERT INTO requests VALUES (?, ?)", owner, now);
        return { ok: true };
      }));
    },
    close(until: number, window: LedgerWindow): Promise<void> {
      database.inTransaction(() => {
        const latest = Math.max(closedUntil(window), until);
        database.run("INSERT OR REPLACE INTO closings VALUES (?, ?)", owner, latest);
      });
      return Promise.resolve();
    },
    use(window: LedgerWindow): Promise<LedgerUse> {
      const used = sentWithin(window).length;
      return Promise.resolve({ used, closedUntil: closedUntil(window) });
    },
  };
}
