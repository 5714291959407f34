import { sharedLedger } from "./ledger.ts";
import { type LeaseClocks, Leases } from "./lease.ts";
import type { BlobBackend, OpenedStore, StoreParts } from "./backend.ts";
import { sealedCopy } from "./sealed_copy.ts";
import { sealedJournal } from "./sealed_journal.ts";
import type { CollectionName, SavedValues, Store, ValueGroup } from "./store.ts";
import { createStoreLocks } from "./store_locks.ts";
import {
  createSealer,
  openJson,
  planPseudonym,
  type Sealer,
  type SealerOptions,
  sealJson,
} from "./sealer.ts";
import { bytesIn, type Row } from "./sql.ts";
import { journalError } from "./store_errors.ts";
import { findValues, saveValue, type ValuePlace } from "./expiring_data.ts";

export interface SealedStoreOptions {
  /** This process's clock, in milliseconds since 1970. */
  readonly now: () => number;
  /** Called when a stored collection is damaged or incomplete and must be reloaded. */
  readonly onDamaged?: (name: CollectionName) => void;
  /** Clocks for leases; by default the real ones. */
  readonly clocks?: LeaseClocks | undefined;
}

/** Opens the data of a secret's owner in a backend. */
export async function partsOf(backend: BlobBackend, secret: SealerOptions): Promise<StoreParts> {
  const sealer = await createSealer(secret);
  return {
    blobs: backend.of(sealer.owner),
    sealer,
    isDurable: true,
    refusal: null,
    close: () => backend.close(),
  };
}

/** Maximum difference between clocks that slow responses can explain, in milliseconds. */
const SLACK_MS = 1_000;

/**
 * Creates the store of one owner. The store opens on first use, and opens again if it is used after
 * it was closed.
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
  const { withPlanLock, changing, ...locks } = createStoreLocks(opened);
  const onTime = (backendNow: number): void => {
    const ahead = backendNow - own();
    if (Math.abs(ahead - aheadMs) >= SLACK_MS) aheadMs = ahead;
  };
  return {
    ledger: sharedLedger(async () => (await opened()).blobs, now),
    changes: { ...sealedJournal(opened, changing), withPlanLock },
    values: sealedValues(opened),
    now,
    ...sealedCopy(opened, { onDamaged, onTime }),
    ...locks,
    async close(): Promise<void> {
      const closing = await opening;
      opening = null;
      await closing?.leases.close();
      await closing?.close();
    },
  };
}

function sealedValues(opened: () => Promise<StoreParts>): SavedValues {
  const use = async <Result>(
    { planId, group }: ValueGroup,
    run: (parts: StoreParts, place: ValuePlace) => Promise<Result>,
  ): Promise<Result> => {
    const parts = await opened();
    const { sealer, blobs: { remedy } } = parts;
    const place = {
      plan: await planPseudonym(sealer, planId),
      group: await sealer.pseudonymOf(`group ${group}`),
    };
    try {
      return await run(parts, place);
    } catch (cause) {
      throw journalError(cause, remedy);
    }
  };
  return {
    find: (of, name) =>
      use(of, async ({ blobs, sealer }, place) => {
        const [row] = await findValues(blobs, place, await nameOf(sealer, name));
        return row === undefined ? null : await valueIn(sealer, of, row);
      }),
    list: (of) =>
      use(of, async ({ blobs, sealer }, place) => {
        const rows = await findValues(blobs, place);
        const all = await Promise.all(rows.map((row) => valueIn(sealer, of, row)));
        return all.filter((value) => value !== null);
      }),
    save: (of, { name: given, value, holdsMs }) =>
      use(of, async ({ blobs, sealer }, place) => {
        const name = await nameOf(sealer, given);
        const body = await sealJson(sealer, value, associatedWith(of, name));
        await saveValue(blobs, place, { name, body, holdsMs });
      }),
  };
}

function nameOf(sealer: Sealer, name: string): Promise<string> {
  return sealer.pseudonymOf(`kept ${name}`);
}

/** A damaged value counts as missing. */
async function valueIn(sealer: Sealer, of: ValueGroup, { name, body }: Row): Promise<unknown> {
  const associatedData = associatedWith(of, String(name));
  return await openJson<unknown>(sealer, bytesIn(body), associatedData).catch(() => null);
}

function associatedWith({ planId, group }: ValueGroup, name: string): string {
  return `${planId}\nkept\n${group}\n${name}`;
}
