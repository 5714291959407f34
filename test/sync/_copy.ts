import { nextRound } from "../../client/timers.ts";
import { LocalCopy } from "../../sync/plan/local_copy.ts";
import { createMemoryStore } from "../../sync/store/sqlite_backend.ts";
import type { Clock } from "../../sync/plan/freshness.ts";
import type { OpenRename } from "../../sync/plan/payee_renames.ts";
import type { PlanCopy } from "../../sync/plan/plan_copy.ts";
import type { PlanNews } from "../../sync/plan/plan_news.ts";
import type { Store } from "../../sync/store/store.ts";
import { FakeClient } from "./_fake_client.ts";

/** Id of the plan that the tests read. */
export const PLAN_ID = "plan-1";

/** Freshness window of the caches, in milliseconds. */
export const MAX_AGE_MS = 30_000;

export const DAY_MS = 86_400_000;

/** A clock that changes only when a test advances it. */
export interface TestClock extends Clock {
  readonly advance: (ms: number) => void;
}

/** A cache, with its upstream, clock and store. */
export interface TestCopy {
  readonly upstream: FakeClient;
  readonly clock: TestClock;
  readonly store: Store;
  readonly copy: LocalCopy;
  readonly plan: PlanCopy;
  /** Errors from the store. */
  readonly failures: readonly unknown[];
}

export interface TestCopyOptions {
  readonly upstream?: FakeClient;
  readonly clock?: TestClock;
  readonly store?: Store;
  readonly maxAgeMs?: number;
  /** Returns changes whose outcome is unknown and that may have renamed a payee. */
  readonly openRenames?: () => Promise<readonly OpenRename[]>;
  /** Called with the result of each read of a plan. */
  readonly onNews?: (planId: string, news: PlanNews) => void;
}

/** Creates a clock, which starts at noon UTC on a Sunday by default. */
export function aClock(start = "2024-03-10T12:00:00Z"): TestClock {
  let at = Date.parse(start);
  return {
    now: () => at,
    utcDay: () => new Date(at).toISOString().slice(0, 10),
    advance: (ms) => {
      at += ms;
    },
  };
}

/** Creates a cache, with an empty store unless one is given. */
export function aCopy(options: TestCopyOptions = {}): TestCopy {
  const upstream = options.upstream ?? new FakeClient();
  const clock = options.clock ?? aClock();
  const store = options.store ?? createMemoryStore(clock.now);
  const maxAgeMs = options.maxAgeMs ?? MAX_AGE_MS;
  const { now, utcDay } = clock;
  const failures: unknown[] = [];
  const onStoreFailure = (error: unknown): void => void failures.push(error);
  const { client } = upstream;
  const { onNews = () => {}, openRenames = () => Promise.resolve([]) } = options;
  const heard = { onNews, openRenames, onStoreFailure };
  const copy = new LocalCopy({ client, store, maxAgeMs, now, utcDay, ...heard });
  return { upstream, clock, store, copy, plan: copy.plan(PLAN_ID), failures };
}

/** Methods of the store that tests can delay or cause to fail. */
type Intercepted = "applyChange" | "deleteMonths" | "loadCollection" | "poll" | "saveMonth";

/**
 * Wraps a store so that each call to a given method first runs the test's function for that method,
 * and fails if the function throws.
 */
export function intercepted(
  store: Store,
  before: { readonly [Name in Intercepted]?: (...args: Parameters<Store[Name]>) => unknown },
): Store {
  const methods = Object.entries(before).map(([name, run]) => {
    const call = store[name as Intercepted] as (...args: unknown[]) => Promise<unknown>;
    return [name, async (...args: unknown[]): Promise<unknown> => {
      await (run as (...args: unknown[]) => unknown)(...args);
      return await call(...args);
    }];
  });
  return { ...store, ...Object.fromEntries(methods) };
}

/** Begins a change, and returns a function that ends it. */
export async function beginChange(plan: PlanCopy): Promise<() => Promise<void>> {
  const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const change = plan.holdingReads(() => {
    begun.resolve();
    return over.promise;
  });
  change.catch(() => {});
  await begun.promise;
  return async () => {
    over.resolve();
    await change;
  };
}

/** Waits until all work that doesn't depend on a pending response is done. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await nextRound();
}
