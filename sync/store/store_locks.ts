import { ToolError } from "../../domain/base/tool_error.ts";
import type { ChangeStore } from "./change_records.ts";
import { journalError } from "./store_errors.ts";
import type { CollectionOf, StoreLocks } from "./store.ts";
import type { Lease, Leases, LeaseWanted } from "./lease.ts";
import type { OpenedStore } from "./backend.ts";
import { leaseName } from "./sealer.ts";

/**
 * Lease for a change, granted after other changes to the plan have finished. All times are in
 * milliseconds.
 */
const CHANGING: LeaseWanted = { ttlMs: 90_000, maxWaitMs: 120_000 };
/** Lease for a full read, granted after another process's full read has finished. */
const LOADING: LeaseWanted = { ttlMs: 60_000, maxWaitMs: 150_000 };
/**
 * Lease that is held while a change sends its requests to YNAB. Meanwhile, reads in other processes
 * wait. If the lease can't be taken within `maxWaitMs`, the change runs without it.
 */
const WRITING: LeaseWanted = { ttlMs: 60_000, maxWaitMs: 1_000 };

interface SharedLoad {
  count: number;
  /** The lease for the full read; `null` if another process holds it. */
  readonly lease: Promise<Lease | null>;
}

export interface AllLocks extends StoreLocks, Pick<ChangeStore, "withPlanLock"> {
  /** The lease that this process holds for changing a plan; `null` if it holds none. */
  changing(planId: string): Lease | null;
}

export function createStoreLocks(
  opened: () => Promise<Pick<OpenedStore, "leases" | "sealer" | "blobs">>,
): AllLocks {
  const queued = new Map<string, Promise<unknown>>();
  const changing = new Map<string, Lease>();
  const loading = new Map<string, SharedLoad>();

  const runLocked = async <Result>(
    planId: string,
    run: (lease: Lease) => Promise<Result>,
  ): Promise<Result> => {
    const { leases, blobs, sealer } = await opened();
    const name = await leaseName(sealer, "change", planId);
    const lease = await leases.take(name, CHANGING).catch((cause: unknown) => {
      throw journalError(cause, blobs.remedy);
    });
    if (lease === null) throw tooLong();
    changing.set(planId, lease);
    try {
      return await run(lease);
    } finally {
      changing.delete(planId);
      // A lease that can't be released will expire.
      await lease.release().catch(() => {});
    }
  };
  /** Tries to take the lease for a full read. If that fails, the next reader tries again. */
  const newLoad = (leases: Leases, name: string): SharedLoad => {
    const forget = (): void => void loading.delete(name);
    const load = { count: 0, lease: leases.take(name, { ...LOADING, maxWaitMs: 0 }) };
    loading.set(name, load);
    load.lease.then((lease) => lease === null && forget(), forget);
    return load;
  };
  return {
    changing: (planId) => changing.get(planId) ?? null,
    withPlanLock<Result>(
      planId: string,
      run: (lease: Lease) => Promise<Result>,
    ): Promise<Result> {
      const before = queued.get(planId) ?? Promise.resolve();
      const turn = before.then(() => runLocked(planId, run));
      queued.set(planId, turn.catch(() => {}));
      return turn;
    },
    async lockLoad(
      { planId, name: collection }: CollectionOf,
      signal,
    ): Promise<() => Promise<void>> {
      const { leases, sealer } = await opened();
      const name = await leaseName(sealer, "load", `${planId} ${collection}`);
      // Readers in one process don't wait for each other, because they share the result.
      const held = await leases.retryUntilGiven(async () => {
        const load = loading.get(name) ?? newLoad(leases, name);
        const lease = await load.lease;
        // The reader that took the lease may have released it in the meantime.
        if (lease === null || loading.get(name) !== load) return null;
        load.count += 1;
        return { load, lease };
      }, { maxWaitMs: LOADING.maxWaitMs, signal });
      // When the maximum wait is over, load anyway: a paused process must not block others forever.
      if (held === null) return () => Promise.resolve();
      const { load, lease } = held;
      return async () => {
        load.count -= 1;
        if (load.count > 0) return;
        loading.delete(name);
        await lease.release();
      };
    },
    async whileWriting<Result>(planId: string, run: () => Promise<Result>): Promise<Result> {
      const { leases, sealer } = await opened();
      const name = await leaseName(sealer, "write", planId);
      // The change runs even without the lease, because its intent is in the journal.
      const lease = await leases.take(name, WRITING).catch(() => null);
      try {
        return await run();
      } finally {
        await lease?.release().catch(() => {});
      }
    },
  };
}

function tooLong(): ToolError {
  return new ToolError(
    "unavailable",
    "another change to this plan has been running for several minutes, so nothing was " +
      "written: call again when it has finished",
  );
}
