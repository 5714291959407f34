/**
 * A store that lives as long as the process.
 *
 * @module
 */

import { memoryLedger } from "../client/request_budget.ts";
import { createMemoryChangeStore } from "./memory_change_store.ts";
import type {
  CollectionChange,
  CollectionName,
  CollectionState,
  Store,
  StoredCollection,
  StoredMonth,
  StoredPlans,
} from "./store.ts";

interface KeptCollection {
  state: CollectionState;
  readonly records: Map<string, unknown>;
  readonly deletedKeys: Set<string>;
}

/**
 * Makes an empty store in memory.
 *
 * @returns The store.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(await createMemoryStore().loadPlans(), null);
 * ```
 */
export function createMemoryStore(): Store {
  const collections = new Map<string, KeptCollection>();
  const months = new Map<string, Map<string, StoredMonth>>();
  let plans: StoredPlans | null = null;
  return {
    ledger: memoryLedger(),
    changes: createMemoryChangeStore(),
    loadPlans: (): Promise<StoredPlans | null> => Promise.resolve(plans),
    savePlans(listed: StoredPlans): Promise<void> {
      plans = listed;
      return Promise.resolve();
    },
    loadCollection(planId: string, name: CollectionName): Promise<StoredCollection | null> {
      const kept = collections.get(`${planId} ${name}`);
      return Promise.resolve(kept === undefined ? null : copyOf(kept));
    },
    applyChange(planId: string, name: CollectionName, change: CollectionChange): Promise<void> {
      const key = `${planId} ${name}`;
      collections.set(key, applied(collections.get(key), change));
      return Promise.resolve();
    },
    loadMonths: (planId: string): Promise<readonly StoredMonth[]> =>
      Promise.resolve([...(months.get(planId)?.values() ?? [])]),
    saveMonth(planId: string, month: StoredMonth): Promise<void> {
      const ofPlan = months.get(planId) ?? new Map<string, StoredMonth>();
      months.set(planId, ofPlan.set(month.detail.month, month));
      return Promise.resolve();
    },
    clearMonths(planId: string): Promise<void> {
      months.delete(planId);
      return Promise.resolve();
    },
  };
}

function copyOf({ state, records, deletedKeys }: KeptCollection): StoredCollection {
  return {
    state,
    records: [...records].map(([key, record]) => ({ key, record })),
    deletedKeys: [...deletedKeys],
  };
}

function applied(kept: KeptCollection | undefined, change: CollectionChange): KeptCollection {
  const { state } = change;
  const next = kept ?? { state, records: new Map(), deletedKeys: new Set() };
  next.state = state;
  if (change.isWhole) {
    for (const key of next.records.keys()) next.deletedKeys.add(key);
    next.records.clear();
  }
  for (const { key, record } of change.records) {
    next.records.set(key, record);
    next.deletedKeys.delete(key);
  }
  for (const key of change.deletedKeys) {
    next.records.delete(key);
    next.deletedKeys.add(key);
  }
  return next;
}
