import { sharedLedger } from "./ledger.ts";
import { type LeaseClocks, Leases } from "./lease.ts";
import type { OpenedStore, StoreParts, ValuePlace, ValueRow } from "./backend.ts";
import { sealedCopy } from "./sealed_copy.ts";
import { sealedJournal } from "./sealed_journal.ts";
import type { CollectionName, SavedValues, Store, ValueGroup } from "./store.ts";
import { createStoreLocks } from "./store_locks.ts";
import { openJson, planPseudonym, type Sealer, sealJson } from "./sealer.ts";
import { journalError } from "./store_errors.ts";

export interface SealedStoreOptions {
  /** This process's clock, in milliseconds since 1970. */
  readonly now: () => number;
  /** Called when a stored collection is damaged or incomplete and must be reloaded. */
  readonly onDamaged?: (name: CollectionName) => void;
  /** Clocks for leases; by default the real ones. */
  readonly clocks?: LeaseClocks | undefined;
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
  const { forget, ...values } = sealedValues(opened);
  const copy = sealedCopy(opened, {
    onDamaged,
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

/**
 * Creates a sealed store of values: {@linkcode SavedValues}, and a way to forget a plan's values.
 */
function sealedValues(
  opened: () => Promise<StoreParts>,
): SavedValues & { forget(planId: string): Promise<void> } {
  const use = async <Result>(run: (parts: StoreParts) => Promise<Result>): Promise<Result> => {
    const parts = await opened();
    try {
      return await run(parts);
    } catch (cause) {
      throw journalError(cause, parts.blobs.remedy);
    }
  };
  return {
    find: (of, name) =>
      use(async ({ blobs: { values }, sealer }) => {
        const [row] = await values.find(await placeOf(sealer, of), await nameOf(sealer, name));
        return row === undefined ? null : await valueIn(sealer, of, row);
      }),
    list: (of) =>
      use(async ({ blobs: { values }, sealer }) => {
        const rows = await values.find(await placeOf(sealer, of));
        const all = await Promise.all(rows.map((row) => valueIn(sealer, of, row)));
        return all.filter((value) => value !== null);
      }),
    save: (of, { name: given, value, holdsMs }) =>
      use(async ({ blobs: { values }, sealer }) => {
        const name = await nameOf(sealer, given);
        const body = await sealJson(sealer, value, associatedWith(of, name));
        await values.save(await placeOf(sealer, of), { name, body, holdsMs });
      }),
    forget: (planId) =>
      use(async ({ blobs: { values }, sealer }) =>
        await values.forget(await planPseudonym(sealer, planId))
      ),
  };
}

async function placeOf(sealer: Sealer, { planId, group }: ValueGroup): Promise<ValuePlace> {
  return {
    plan: await planPseudonym(sealer, planId),
    group: await sealer.pseudonymOf(`group ${group}`),
  };
}

function nameOf(sealer: Sealer, name: string): Promise<string> {
  return sealer.pseudonymOf(`kept ${name}`);
}

/** A damaged value counts as missing. */
async function valueIn(sealer: Sealer, of: ValueGroup, { name, body }: ValueRow): Promise<unknown> {
  return await openJson<unknown>(sealer, body, associatedWith(of, name)).catch(() => null);
}

function associatedWith({ planId, group }: ValueGroup, name: string): string {
  return `${planId}\nkept\n${group}\n${name}`;
}
