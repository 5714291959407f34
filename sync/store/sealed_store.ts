import { sharedLedger } from "./ledger.ts";
import { type LeaseClocks, Leases } from "./lease.ts";
import type { OpenedStore, StoreParts } from "./backend.ts";
import { sealedCopy } from "./sealed_copy.ts";
import { sealedJournal } from "./sealed_journal.ts";
import { sealedValues } from "./sealed_values.ts";
import type { Store, StoredName } from "./store.ts";
import { createStoreLocks } from "./store_locks.ts";

export interface SealedStoreOptions {
  /** This process's clock, in milliseconds since 1970. */
  readonly now: () => number;
  /** Called when a stored collection is damaged or incomplete and must be read again. */
  readonly onDamaged?: (name: StoredName) => void;
  /** Clocks for leases; by default the real ones. */
  readonly clocks?: LeaseClocks | undefined;
}

/** Maximum difference between clocks that response times may explain, in milliseconds. */
const SLACK_MS = 1_000;

/** Creates the store of one owner. It opens on first use, and again after it was closed. */
export function sealedStore(
  open: () => Promise<StoreParts>,
  { now: own, onDamaged = (): void => {}, clocks }: SealedStoreOptions,
): Store {
  let opening: Promise<OpenedStore> | null = null;
  let aheadMs = 0;
  const now = (): number => own() + aheadMs;
  const opened = (): Promise<OpenedStore> =>
    opening ??= open().then((parts) => ({
      ...parts,
      leases: new Leases(parts.blobs.leases, clocks),
    }));
  const { withPlanLock, changing, writingName, ...locks } = createStoreLocks(opened);
  const { forget, ...values } = sealedValues(opened);
  const copy = sealedCopy(opened, {
    onDamaged,
    writingName,
    onTime: (backendNow) => {
      const ahead = backendNow - own();
      if (Math.abs(ahead - aheadMs) >= SLACK_MS) aheadMs = ahead;
    },
  });
  return {
    ledger: sharedLedger(async () => (await opened()).blobs.budget, now),
    changes: { ...sealedJournal(opened, changing), withPlanLock },
    values,
    now,
    ...copy,
    async forgetPlan(planId): Promise<void> {
      await copy.forgetPlan(planId);
      await forget(planId);
    },
    ...locks,
    async close(): Promise<void> {
      const closing = await opening;
      opening = null;
      await closing?.leases.close();
      await closing?.close();
    },
  };
}
