/**
 * A store that lives as long as the process.
 *
 * @module
 */

import { memoryLedger } from "../../client/request_budget.ts";
import { createMemoryChangeStore } from "./memory_change_store.ts";
import type {
  CollectionChange,
  CollectionMark,
  CollectionOf,
  CollectionState,
  CopyStore,
  MonthOf,
  MonthsNews,
  Store,
  StoredCollection,
  StoredMonth,
  StoredPart,
  StoredPlans,
} from "../store.ts";

interface KeptCollection {
  readonly mark: CollectionMark;
  readonly state: CollectionState;
  readonly parts: ReadonlyMap<string, StoredPart>;
  readonly deletedKeys: readonly string[];
  readonly isForgotten: boolean;
}

/**
 * Makes an empty store in memory.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(await createMemoryStore().loadPlans(), null);
 * ```
 */
export function createMemoryStore(): Store {
  return {
    ledger: memoryLedger(),
    changes: createMemoryChangeStore(),
    ...createMemoryCopy(),
    // Within one process readers share a read anyway.
    lockLoad: (): Promise<() => void> => Promise.resolve(() => {}),
    whileWriting: <Result>(_: string, run: () => Promise<Result>): Promise<Result> => run(),
    writingEnded: (): Promise<void> => Promise.resolve(),
    close: (): Promise<void> => Promise.resolve(),
  };
}

/** Makes the part of a store in memory that keeps the copy. */
export function createMemoryCopy(): CopyStore {
  const collections = new Map<string, KeptCollection>();
  const months = new Map<string, StoredMonth>();
  const written = new Map<string, number>();
  const reserved = new Map<string, Set<string>>();
  let plans: StoredPlans | null = null;
  let epoch = 1;
  return {
    loadPlans: (): Promise<StoredPlans | null> => Promise.resolve(plans),
    savePlans(listed: StoredPlans): Promise<void> {
      plans = listed;
      return Promise.resolve();
    },
    loadCollection(
      of: CollectionOf,
      since: CollectionMark | null,
    ): Promise<StoredCollection | null> {
      const kept = collections.get(keyOf(of));
      return Promise.resolve(kept === undefined ? null : changesOf(kept, since));
    },
    applyChange(of: CollectionOf, change: CollectionChange): Promise<CollectionMark | null> {
      const kept = collections.get(keyOf(of));
      if (!isSameMark(kept?.mark ?? null, change.mark)) return Promise.resolve(null);
      const next = applied(kept, change, String(epoch));
      collections.set(keyOf(of), next);
      return Promise.resolve(next.mark);
    },
    loadMonth(of: MonthOf, readAfter: number): Promise<StoredMonth | null> {
      const kept = months.get(monthKey(of));
      return Promise.resolve(kept !== undefined && kept.readAt > readAfter ? kept : null);
    },
    saveMonth(planId: string, month: StoredMonth): Promise<void> {
      months.set(monthKey({ planId, month: month.detail.month }), month);
      return Promise.resolve();
    },
    noteMonths(planId: string, { changed, from, to, askedAt }: MonthsNews): Promise<void> {
      for (const [key, month] of months) {
        if (!key.startsWith(`${planId} `)) continue;
        const { detail, knowledge, readAt } = month;
        const isInDelta = knowledge !== null && knowledge >= from && knowledge <= to;
        if (!changed.has(detail.month)) isInDelta && months.set(key, { ...month, knowledge: to });
        else if (readAt <= askedAt) months.delete(key);
      }
      return Promise.resolve();
    },
    forgetPlan(planId: string): Promise<void> {
      epoch += 1;
      const isOfPlan = (key: string): boolean => key.startsWith(`${planId} `);
      for (const key of [...months.keys()].filter(isOfPlan)) months.delete(key);
      for (const [key, kept] of collections) {
        if (isOfPlan(key)) collections.set(key, forgotten(kept, String(epoch)));
      }
      return Promise.resolve();
    },
    reserveIds(planId: string, ids: readonly string[]): Promise<void> {
      reserved.set(planId, new Set([...reserved.get(planId) ?? [], ...ids]));
      return Promise.resolve();
    },
    reservedIds: (planId: string): Promise<readonly string[]> =>
      Promise.resolve([...reserved.get(planId) ?? []]),
    noteWrite(planId: string, at: number): Promise<void> {
      written.set(planId, at);
      return Promise.resolve();
    },
    lastWriteAt: (planId: string): Promise<number> => Promise.resolve(written.get(planId) ?? 0),
  };
}

function keyOf({ planId, name }: CollectionOf): string {
  return `${planId} ${name}`;
}

function monthKey({ planId, month }: MonthOf): string {
  return `${planId} ${month}`;
}

function isSameMark(one: CollectionMark | null, other: CollectionMark | null): boolean {
  return one?.epoch === other?.epoch && one?.version === other?.version;
}

function changesOf(
  { mark, state, parts, deletedKeys, isForgotten }: KeptCollection,
  since: CollectionMark | null,
): StoredCollection {
  const isSame = isSameMark(mark, since);
  return {
    mark,
    state,
    isWhole: !isSame,
    parts: isSame ? [] : [...parts.values()],
    deletedKeys: isSame ? null : deletedKeys,
    isForgotten,
  };
}

function forgotten({ state, parts, deletedKeys }: KeptCollection, epoch: string): KeptCollection {
  const keys = [...parts.values()].flatMap((part) => part.keys);
  return {
    mark: { epoch, version: 1 },
    state,
    parts: new Map(),
    deletedKeys: [...deletedKeys, ...keys],
    isForgotten: true,
  };
}

function applied(
  kept: KeptCollection | undefined,
  { state, isWhole, parts, deletedKeys }: CollectionChange,
  epoch: string,
): KeptCollection {
  const next = new Map(isWhole ? [] : kept?.parts);
  for (const part of parts) {
    if (part.records.length === 0) next.delete(part.part);
    else next.set(part.part, part);
  }
  return {
    mark: { epoch: kept?.mark.epoch ?? epoch, version: (kept?.mark.version ?? 0) + 1 },
    state,
    parts: next,
    deletedKeys: deletedKeys ?? kept?.deletedKeys ?? [],
    isForgotten: false,
  };
}
