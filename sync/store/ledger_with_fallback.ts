import { memoryLedger, type RequestLedger } from "../../client/request_budget.ts";

/** Gives a ledger one in memory to fall back to. */
export function ledgerWithFallback(ledger: RequestLedger, now: () => number): RequestLedger {
  const own = memoryLedger(now);
  let seen = { used: 0, at: 0 };
  const or = async <Result>(
    run: () => Promise<Result>,
    instead: () => Promise<Result>,
  ): Promise<Result> => {
    try {
      return await run();
    } catch {
      return await instead();
    }
  };
  /** How long what was seen last counts, in milliseconds. */
  const seenForMs = (windowMs: number): number => {
    const leftMs = seen.at + windowMs - now();
    // Of a clock that was set back nothing counts for longer than a window.
    return leftMs > windowMs ? 0 : Math.max(0, leftMs);
  };
  const usedBefore = (windowMs: number): number => seenForMs(windowMs) > 0 ? seen.used : 0;
  return {
    tryTake: (taking) =>
      or(async () => {
        const taken = await ledger.tryTake(taking);
        seen = { used: taken.used, at: now() };
        return taken;
      }, async () => {
        const { windowMs } = taking;
        const limit = taking.limit - usedBefore(windowMs);
        if (limit > 0) return await own.tryTake({ windowMs, limit });
        const { used } = seen;
        return { ok: false, used, freeInMs: seenForMs(windowMs), isClosed: false };
      }),
    close: (forMs, windowMs) =>
      or(() => ledger.close(forMs, windowMs), () => own.close(forMs, windowMs)),
    use: (windowMs) =>
      or(() => ledger.use(windowMs), async () => {
        const { used, closedForMs } = await own.use(windowMs);
        return { used: used + usedBefore(windowMs), closedForMs };
      }),
  };
}
