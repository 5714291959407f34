import {
  closedFor,
  type LedgerState,
  type LedgerUse,
  type Refusal,
  refusalAt,
  type RequestLedger,
  useOf,
  withOneMore,
} from "../../client/request_budget.ts";
import type { BlobStore } from "./backend.ts";
import { bytesIn, sql } from "./sql.ts";

interface BudgetRow extends LedgerState {
  /** Number of times the row has been written; 0 if it doesn't exist. */
  readonly revision: number;
  /** Current time according to the backend's clock, in milliseconds since 1970. */
  readonly now: number;
}

const NONE: LedgerState = { sent: [], closedUntil: 0 };

/**
 * Creates a request ledger that is stored in a backend. While the backend is failing, new requests
 * and pauses are kept in memory and added to the last known state. After the backend recovers,
 * these requests continue to count toward the limit, and these pauses continue to apply.
 */
export function sharedLedger(opened: () => Promise<Budget>, now: () => number): RequestLedger {
  // All times in `stored` and `unstored` are measured by this process's clock.
  let [stored, unstored] = [NONE, NONE];
  /**
   * Reads the stored state. In the result, `all` also includes the requests and pauses that are
   * only in memory because they couldn't be stored.
   */
  const read = async (budget: Budget): Promise<BudgetRow & { readonly all: LedgerState }> => {
    const row = await budgetRow(budget);
    const aheadMs = row.now - now();
    stored = shifted(row, -aheadMs);
    return { ...row, all: joined(row, shifted(unstored, aheadMs)) };
  };
  /** Replaces the stored state if it hasn't changed since `row` was read (compare-and-swap). */
  const write = async (budget: Budget, row: BudgetRow, state: LedgerState): Promise<boolean> => {
    if (!await replace(budget, row.revision, state)) return false;
    stored = shifted(state, now() - row.now);
    return true;
  };
  return {
    async tryTake(limit): Promise<Refusal | null> {
      try {
        const budget = await opened();
        for (;;) {
          const row = await read(budget);
          const refusal = refusalAt(row.all, row.now, limit);
          if (refusal !== null || await write(budget, row, withOneMore(row, row.now))) {
            return refusal;
          }
        }
      } catch {
        const refusal = refusalAt(joined(stored, unstored), now(), limit);
        if (refusal === null) unstored = withOneMore(unstored, now());
        return refusal;
      }
    },
    async close(forMs): Promise<void> {
      try {
        const budget = await opened();
        for (;;) {
          const row = await read(budget);
          if (await write(budget, row, closedFor(row, row.now, forMs))) return;
        }
      } catch {
        unstored = closedFor(unstored, now(), forMs);
      }
    },
    async use(): Promise<LedgerUse> {
      try {
        const row = await read(await opened());
        return useOf(row.all, row.now);
      } catch {
        return useOf(joined(stored, unstored), now());
      }
    },
  };
}

function shifted({ sent, closedUntil }: LedgerState, byMs: number): LedgerState {
  return { sent: sent.map((at) => at + byMs), closedUntil: closedUntil + byMs };
}

function joined(one: LedgerState, other: LedgerState): LedgerState {
  const closedUntil = Math.max(one.closedUntil, other.closedUntil);
  return { sent: [...one.sent, ...other.sent], closedUntil };
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

/** Writes the state unless another process has written it since this revision. */
async function replace(
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
function bytesOfTimes(times: readonly number[]): Uint8Array<ArrayBuffer> {
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
