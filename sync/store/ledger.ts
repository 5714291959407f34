import {
  closedFor,
  type LedgerState,
  type LedgerUse,
  type Refusal,
  refusalAt,
  type RequestLedger,
  useOf,
  WINDOW_MS,
  withOneMore,
} from "../../client/request_budget.ts";
import type { BlobStore } from "./backend.ts";
import { bytesIn, sql } from "./sql.ts";

interface BudgetRow extends LedgerState {
  /** Number of writes; 0 if the row doesn't exist. */
  readonly revision: number;
  /** Current time of the backend's clock in milliseconds since 1970. */
  readonly now: number;
}

interface Changed<Result> {
  readonly state: LedgerState | null;
  readonly result: Result;
}

interface Taken {
  readonly refusal: Refusal | null;
  /** Requests within the window that the backend stores. */
  readonly used: number;
}

/**
 * Creates a ledger that stores its requests in a backend. While the backend is failing, requests
 * and pauses are kept in memory. They still count once the backend works again.
 */
export function sharedLedger(opened: () => Promise<Budget>, now: () => number): RequestLedger {
  /** Requests and pauses that couldn't be stored, timed by this process's clock. */
  let own: LedgerState = { sent: [], closedUntil: 0 };
  let seen = { used: 0, at: 0 };
  /** Replaces the stored state with compare-and-swap, unless the new state is `null`. */
  const change = async <Result>(run: (row: BudgetRow) => Changed<Result>): Promise<Result> => {
    const budget = await opened();
    for (;;) {
      const row = await budgetRow(budget);
      const { state, result } = run(row);
      if (state === null || await write(budget, row.revision, state)) return result;
    }
  };
  const withOwn = (row: BudgetRow): LedgerState => {
    const aheadMs = row.now - now();
    return {
      sent: [...row.sent, ...own.sent.map((at) => at + aheadMs)],
      closedUntil: Math.max(row.closedUntil, own.closedUntil + aheadMs),
    };
  };
  /** How long the last known state still counts, in milliseconds. */
  const seenForMs = (): number => {
    const leftMs = seen.at + WINDOW_MS - now();
    // If the clock is set back, a request must not count for longer than the window.
    return leftMs > WINDOW_MS ? 0 : Math.max(0, leftMs);
  };
  const usedBefore = (): number => seenForMs() > 0 ? seen.used : 0;
  return {
    async tryTake(limit): Promise<Refusal | null> {
      try {
        const { refusal, used } = await change((row): Changed<Taken> => {
          const { used } = useOf(row, row.now);
          const refusal = refusalAt(withOwn(row), row.now, limit);
          return refusal === null
            ? { state: withOneMore(row, row.now), result: { refusal, used: used + 1 } }
            : { state: null, result: { refusal, used } };
        });
        seen = { used, at: now() };
        return refusal;
      } catch {
        const free = limit - usedBefore();
        if (free <= 0) return { freeInMs: seenForMs(), isClosed: false };
        const refusal = refusalAt(own, now(), free);
        if (refusal === null) own = withOneMore(own, now());
        return refusal;
      }
    },
    async close(forMs): Promise<void> {
      try {
        await change((row) => ({ state: closedFor(row, row.now, forMs), result: null }));
      } catch {
        own = closedFor(own, now(), forMs);
      }
    },
    async use(): Promise<LedgerUse> {
      try {
        const row = await budgetRow(await opened());
        return useOf(withOwn(row), row.now);
      } catch {
        const { used, closedForMs } = useOf(own, now());
        return { used: used + usedBefore(), closedForMs };
      }
    },
  };
}

type Budget = Pick<BlobStore, "journal" | "owner">;

async function budgetRow({ journal, owner }: Budget): Promise<BudgetRow> {
  const [row] = await journal.all(sql`
    SELECT ${journal.now} AS now, revision, sent, closed_until
    FROM (SELECT 1) AS always LEFT JOIN ${journal.schema}.budgets ON owner = ${owner}`);
  return {
    revision: Number(row?.["revision"] ?? 0),
    sent: timesIn(bytesIn(row?.["sent"])),
    closedUntil: Number(row?.["closed_until"] ?? 0),
    now: Number(row?.["now"]),
  };
}

/** Writes unless another process has written since this revision. */
async function write(
  { journal, owner }: Budget,
  revision: number,
  { sent, closedUntil }: LedgerState,
): Promise<boolean> {
  const { schema } = journal;
  const [times, until] = [bytesOfTimes(sent), Math.ceil(closedUntil)];
  const rows = await journal.all(
    revision === 0
      ? sql`
        INSERT INTO ${schema}.budgets VALUES (${owner}, 1, ${times}, ${until})
        ON CONFLICT DO NOTHING RETURNING owner`
      : sql`
        UPDATE ${schema}.budgets
        SET revision = revision + 1, sent = ${times}, closed_until = ${until}
        WHERE owner = ${owner} AND revision = ${revision} RETURNING owner`,
  );
  return rows.length > 0;
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

function timesIn(bytes: Uint8Array): readonly number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from(
    { length: Math.floor(bytes.length / TIME_BYTES) },
    (_, nth) => view.getUint16(nth * TIME_BYTES) * HIGH + view.getUint32(nth * TIME_BYTES + 2),
  );
}
