import { withJournalErrors } from "../journal_error.ts";
import { ledgerWithFallback } from "../ledger_with_fallback.ts";
import { type LeaseClocks, Leases } from "../leases/lease.ts";
import { createStoreLocks } from "../leases/store_locks.ts";
import type { CollectionName, Store } from "../store.ts";
import type { BlobStore } from "./blob_store.ts";
import { sealedCopy } from "./sealed_copy.ts";
import { sealedJournal } from "./sealed_journal.ts";
import type { Sealer } from "./sealer.ts";
import { sharedLedger } from "./shared_ledger.ts";
import { createStoreClock } from "./store_clock.ts";

/** What a store is made of besides its blobs. */
export interface SealedStoreOptions {
  readonly sealer: Sealer;
  /** The clock of this process, in milliseconds since 1970. */
  readonly now: () => number;
  /** Hears that what was kept of a collection is damaged or incomplete: it is read anew. */
  readonly onDamaged?: (name: CollectionName) => void;
  /** The clocks of leases; the real ones where they are absent. */
  readonly clocks?: LeaseClocks;
}

/** Makes the store of one owner. */
export function sealedStore(
  blobs: BlobStore,
  { sealer, now: own, onDamaged = (): void => {}, clocks }: SealedStoreOptions,
): Store {
  const { now, set } = createStoreClock(own);
  const leases = new Leases(blobs.leases, clocks);
  const { remedy } = blobs;
  const { withPlanLock, changing, writingName, ...locks } = createStoreLocks(leases, {
    pseudonymOf: (what) => sealer.pseudonymOf(what),
    remedy,
  });
  const journal = sealedJournal({ rows: blobs.journal, sealer, withPlanLock, changing });
  return {
    ledger: ledgerWithFallback(sharedLedger(blobs.budget), now),
    changes: withJournalErrors(journal, remedy),
    now,
    ...sealedCopy({ blobs, sealer, onDamaged, writingName, onTime: set }),
    ...locks,
    close: () => leases.close(),
  };
}
