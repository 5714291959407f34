import {
  closedFor,
  type LedgerState,
  memoryLedger,
  type RequestLedger,
  type Reservation,
  useOf,
  withOneMore,
} from "../../client/request_budget.ts";
import type { BudgetRow, BudgetRows } from "./backend.ts";

/**
 * Creates a ledger that stores its requests in a backend. While the backend is failing, requests
 * and pauses are kept in memory. They still count once the backend works again.
 */
export function sharedLedger(
  budget: () => Promise<BudgetRows>,
  now: () => number,
): RequestLedger {
  const own = memoryLedger(now);
  let seen = { used: 0, at: 0 };
  const change = async <Result>(
    run: (row: BudgetRow) => { readonly state: LedgerState; readonly result: Result },
  ): Promise<Result> => {
    const rows = await budget();
    for (;;) {
      const row = await rows.read();
      const { state, result } = run(row);
      // An unchanged state needn't be written.
      if (state === row || await rows.write(row.revision, state)) return result;
    }
  };
  /** How long the last known state still counts, in milliseconds. */
  const seenForMs = (windowMs: number): number => {
    const leftMs = seen.at + windowMs - now();
    // If the clock is set back, a request must not count for longer than the window.
    return leftMs > windowMs ? 0 : Math.max(0, leftMs);
  };
  const usedBefore = (windowMs: number): number => seenForMs(windowMs) > 0 ? seen.used : 0;
  return {
    async tryTake(taking): Promise<Reservation> {
      const { windowMs } = taking;
      const unstored = await own.use(windowMs);
      const storedLimit = taking.limit - unstored.used;
      if (unstored.closedForMs === 0 && storedLimit > 0) {
        try {
          const taken = await change<Reservation>((row) => {
            const window = { windowMs, limit: storedLimit, now: row.now };
            const { state, reservation } = withOneMore(row, window);
            return { state, result: reservation };
          });
          seen = { used: taken.used, at: now() };
          return { ...taken, used: taken.used + unstored.used };
        } catch {
          // Count this request in memory.
        }
      }
      const limit = taking.limit - usedBefore(windowMs);
      if (limit > 0) return await own.tryTake({ windowMs, limit });
      const { used } = seen;
      return { ok: false, used, freeInMs: seenForMs(windowMs), isClosed: false };
    },
    async close(forMs, windowMs): Promise<void> {
      try {
        await change((row) => ({
          state: closedFor(row, { now: row.now, windowMs, forMs }),
          result: undefined,
        }));
      } catch {
        await own.close(forMs, windowMs);
      }
    },
    async use(windowMs): ReturnType<RequestLedger["use"]> {
      const { used, closedForMs } = await own.use(windowMs);
      try {
        const row = await (await budget()).read();
        const stored = useOf(row, { now: row.now, windowMs });
        return {
          used: used + stored.used,
          closedForMs: Math.max(closedForMs, stored.closedForMs),
        };
      } catch {
        return { used: used + usedBefore(windowMs), closedForMs };
      }
    },
  };
}

const TIME_BYTES = 6;
const HIGH = 2 ** 32;

/** Encodes times in milliseconds since 1970 as six bytes each. */
export function bytesOfTimes(times: readonly number[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(times.length * TIME_BYTES);
  const view = new DataView(bytes.buffer);
  for (const [nth, time] of times.entries()) {
    const at = Math.max(0, Math.floor(time));
    view.setUint16(nth * TIME_BYTES, Math.floor(at / HIGH));
    view.setUint32(nth * TIME_BYTES + 2, at % HIGH);
  }
  return bytes;
}

export function timesIn(bytes: Uint8Array): readonly number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from(
    { length: Math.floor(bytes.length / TIME_BYTES) },
    (_, nth) => view.getUint16(nth * TIME_BYTES) * HIGH + view.getUint32(nth * TIME_BYTES + 2),
  );
}
