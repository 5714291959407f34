import { sharedLedger } from "./ledger.ts";
import { type LeaseClocks, Leases } from "./lease.ts";
import type { OpenedStore, StoreParts } from "./backend.ts";
import { sealedCopy } from "./sealed_copy.ts";
import { sealedJournal } from "./sealed_journal.ts";
import type { Store, StoredName } from "./store.ts";
import { createStoreLocks } from "./store_locks.ts";

export interface SealedStoreOptions {
  /** The clock of this process, in milliseconds since 1970. */
  readonly now: () => number;
  /** Called when a collection in the store is damaged or incomplete: it is read again. */
  readonly onDamaged?: (name: StoredName) => void;
  /** The clocks of leases; the real ones where they are absent. */
  readonly clocks?: LeaseClocks | undefined;
}

/** A smaller clock difference may be the response time, in milliseconds. */
const SLACK_MS = 1_000;

/**
 * Makes the store of one owner. It opens on first use, and again after it was closed.
 */
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
  return {
    ledger: sharedLedger(async () => (await opened()).blobs.budget, now),
    changes: { ...sealedJournal(opened, changing), withPlanLock },
    now,
    ...sealedCopy(opened, {
      onDamaged,
      writingName,
      onTime: (backendNow) => {
        const ahead = backendNow - own();
        if (Math.abs(ahead - aheadMs) >= SLACK_MS) aheadMs = ahead;
      },
    }),
    ...locks,
    async close(): Promise<void> {
      const closing = await opening;
      opening = null;
      await closing?.leases.close();
      await closing?.close();
    },
  };
}
