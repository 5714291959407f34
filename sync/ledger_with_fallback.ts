/**
 * A request ledger with a fallback: a file that can't be written stops no read. What is sent
 * is counted in memory then, on top of the count that was seen last.
 *
 * @module
 */

import {
  isWithin,
  type LedgerWindow,
  memoryLedger,
  type RequestLedger,
} from "../client/request_budget.ts";

/**
 * Gives a ledger one in memory to fall back to.
 *
 * @param ledger The one that processes share.
 * @param ready Runs before each use of it.
 * @returns A ledger that does not fail.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const fail = (): Promise<never> => Promise.reject(new Error("disk full"));
 * const broken = { tryTake: fail, close: fail, use: fail };
 * const ledger = ledgerWithFallback(broken, () => Promise.resolve());
 * const take = { now: 5_000, windowMs: 1_000, limit: 1 };
 * assertEquals(await ledger.tryTake(take), { ok: true });
 * ```
 */
export function ledgerWithFallback(
  ledger: RequestLedger,
  ready: () => Promise<void>,
): RequestLedger {
  const own = memoryLedger();
  let seen = { used: 0, at: 0 };
  const or = async <Result>(
    run: () => Promise<Result>,
    instead: () => Promise<Result>,
  ): Promise<Result> => {
    try {
      await ready();
      return await run();
    } catch {
      return await instead();
    }
  };
  const usedBefore = ({ now, windowMs }: LedgerWindow): number =>
    isWithin(seen.at, { now, windowMs }) ? seen.used : 0;
  return {
    tryTake: (take) =>
      or(async () => {
        const taken = await ledger.tryTake(take);
        seen = { used: (await ledger.use(take)).used, at: take.now };
        return taken;
      }, async () => {
        const limit = take.limit - usedBefore(take);
        return limit > 0
          ? await own.tryTake({ ...take, limit })
          : { ok: false, freeAt: seen.at + take.windowMs };
      }),
    close: (until, window) => or(() => ledger.close(until, window), () => own.close(until, window)),
    use: (window) =>
      or(() => ledger.use(window), async () => {
        const { used, closedUntil } = await own.use(window);
        return { used: used + usedBefore(window), closedUntil };
      }),
  };
}
