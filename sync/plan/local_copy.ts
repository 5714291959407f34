import { freeRequests } from "../../client/request_budget.ts";
import type { CallOptions, UpstreamClient } from "../../client/upstream_client.ts";
import type { Account } from "../../client/wire/account.ts";
import type { MoneyMovement, MoneyMovementGroup } from "../../client/wire/category.ts";
import type { Payee } from "../../client/wire/payee.ts";
import type {
  MonthDetail,
  MonthSummary,
  PlanSettings,
  PlanSummary,
} from "../../client/wire/plan.ts";
import type { ScheduledTransaction } from "../../client/wire/scheduled_transaction.ts";
import type { CategorySet, RecordSet, TransactionSet } from "./collections.ts";
import { CachedRead, once } from "./cached_read.ts";
import type { ChangeStore } from "../store/change_records.ts";
import {
  type Clock,
  isFreshEnough,
  Moments,
  PlanKnowledge,
  storedValidation,
  type Validation,
} from "./freshness.ts";
import { PlanCopy, type PlanListeners } from "./plan_copy.ts";
import {
  type EventListeners,
  orWithoutStore,
  PlanGate,
  type ReadOptions,
  StorePoll,
} from "./plan_context.ts";
import { RecentMap } from "../../domain/base/memoized.ts";
import type { MonthOf, SavedValues, Store } from "../store/store.ts";

export interface LocalCopyOptions extends Clock, Partial<PlanListeners> {
  readonly client: UpstreamClient;
  readonly store: Store;
  /** Freshness window in milliseconds; if 0, every read sends a request. */
  readonly maxAgeMs: number;
  readonly onStoreFailure?: (error: unknown) => void;
  readonly onStorePoll?: (isAnswered: boolean) => void;
}

interface ListedPlans {
  readonly plans: readonly PlanSummary[];
  readonly validation: Validation;
}

/** Maximum number of plan caches to keep before those without data are evicted. */
const MAX_COPIES = 100;

/** The cached list of plans, and a cache for each plan. */
export class LocalCopy {
  readonly changes: ChangeStore;
  readonly values: SavedValues;
  readonly upstream: UpstreamClient;
  readonly #options: Required<LocalCopyOptions>;
  readonly #moments: Moments;
  /**
   * The plans' caches, keyed by plan id. Invalid ids from callers create empty caches, which are
   * evicted later.
   */
  readonly #copies = new RecentMap<string, PlanCopy>({
    most: MAX_COPIES,
    isEvictable: ({ knowledge }) => knowledge === null,
  });
  readonly #restoreOnce: () => Promise<void>;
  readonly #plans: CachedRead<readonly PlanSummary[]>;
  #listed: ListedPlans | null = null;
  /** Resolves when the attempt to store the list of plans has either succeeded or failed. */
  #saved: Promise<unknown> = Promise.resolve();

  constructor(options: LocalCopyOptions) {
    this.#options = {
      ...{ onNews: () => {}, openRenames: () => Promise.resolve([]) },
      ...{ onStoreFailure: () => {}, onStorePoll: () => {} },
      ...options,
    };
    this.changes = options.store.changes;
    this.values = options.store.values;
    this.upstream = options.client;
    this.#moments = new Moments(options);
    this.#restoreOnce = once(() => this.#restore());
    const { maxAgeMs } = options;
    this.#plans = new CachedRead({ moments: this.#moments, maxAgeMs }, {
      valid: (need) => {
        const listed = this.#listed;
        return listed !== null && isFreshEnough(listed.validation, need) ? listed.plans : null;
      },
      restore: this.#restoreOnce,
      ask: (_need, call) => this.#ask(call),
    });
  }

  /** Returns how many more requests a change may send this hour. */
  async freeRequests(): Promise<number> {
    return await freeRequests(this.#options.store.ledger);
  }

  /**
   * Resolves when all attempts to store what has been read so far have either succeeded or failed.
   */
  async written(): Promise<void> {
    const copies = [...this.#copies.values()];
    await Promise.all([this.#saved, ...copies.map((copy) => copy.written())]);
  }

  /** Stores everything read so far, then closes the store. */
  async close(): Promise<void> {
    await this.written();
    await this.#options.store.close();
  }

  async plans(options: ReadOptions = {}): Promise<readonly PlanSummary[]> {
    return await this.#plans.read(options);
  }

  /** Returns the last list of plans if it is no older than the given age, otherwise `null`. */
  async lastListedPlans(withinMs = Infinity): Promise<readonly PlanSummary[] | null> {
    await this.#restoreOnce();
    const listed = this.#listed;
    if (listed === null) return null;
    // If the clock was set back, the age is unknown.
    return Math.abs(this.#options.now() - listed.validation.at) <= withinMs ? listed.plans : null;
  }

  /** Returns a plan's cache, which reads data only when that data is needed. */
  plan(planId: string): PlanCopy {
    return this.#copies.getOrMake(planId, () => this.#newCopy(planId));
  }

  #newCopy(planId: string): PlanCopy {
    const listeners: EventListeners = [];
    const onForget = (): void => {
      for (const listener of listeners) listener({ of: "plan", kind: "forgotten" });
    };
    const parts = {
      ...this.#options,
      planId,
      listeners,
      moments: this.#moments,
      gate: new PlanGate(),
      writers: new Map(),
      knowledge: new PlanKnowledge(onForget),
    };
    return new PlanCopy({ ...parts, poll: new StorePoll(parts) });
  }

  async #ask(options: CallOptions): Promise<readonly PlanSummary[]> {
    const { client, store, onStoreFailure } = this.#options;
    const began = this.#moments.next();
    const { plans } = await client.getPlans({}, options);
    this.#listed = { plans, validation: began };
    this.#saved = store.savePlans({ plans, readAt: began.at }).catch(onStoreFailure);
    return plans;
  }

  async #restore(): Promise<void> {
    const stored = await orWithoutStore(this.#options.store.loadPlans(), null, this.#options);
    if (stored !== null) {
      this.#listed = { plans: stored.plans, validation: storedValidation(stored) };
    }
  }
}

export type OutageEvent = "store_failed" | "store_back";

/**
 * Reports each store outage once. If polls have been failing, the next successful poll ends the
 * outage. If writes fail but polls succeed, as when the disk is full, only the first failure is
 * reported.
 */
export function storeOutages(
  report: (event: OutageEvent) => void,
): {
  readonly onStoreFailure: (error: unknown) => void;
  readonly onStorePoll: (isAnswered: boolean) => void;
} {
  let isDown = false;
  let isFailing = false;
  /** Whether an outage has been reported since the last successful poll. */
  let isReported = false;
  const reportFailure = (): void => {
    isReported = true;
    report("store_failed");
  };
  return {
    onStoreFailure(): void {
      if (isDown || isFailing) return;
      isFailing = true;
      reportFailure();
    },
    onStorePoll(isAnswered): void {
      if (!isAnswered) {
        if (!isDown && !isReported) reportFailure();
        isDown = true;
        return;
      }
      isReported = false;
      if (!isDown) return;
      [isDown, isFailing] = [false, false];
      report("store_back");
    },
  };
}

export interface OfPlan {
  readonly planId: string;
}

/**
 * One method for each read operation that the coverage table marks as covered in any profile. Each
 * method rethrows the client's errors.
 */
export interface Reads {
  getPlans(): Promise<readonly PlanSummary[]>;
  getAccounts(of: OfPlan): Promise<RecordSet<Account>>;
  getCategories(of: OfPlan): Promise<CategorySet>;
  getPlanMonths(of: OfPlan): Promise<readonly MonthSummary[]>;
  getPlanMonth(of: MonthOf): Promise<MonthDetail>;
  getScheduledTransactions(of: OfPlan): Promise<RecordSet<ScheduledTransaction>>;
  getTransactions(of: OfPlan): Promise<TransactionSet>;
  getPayees(of: OfPlan): Promise<RecordSet<Payee>>;
  /** Cached only in memory, because YNAB has no delta for money movements. */
  getMoneyMovements(of: OfPlan): Promise<readonly MoneyMovement[]>;
  getMoneyMovementsByMonth(of: MonthOf): Promise<readonly MoneyMovement[]>;
  getMoneyMovementGroups(of: OfPlan): Promise<readonly MoneyMovementGroup[]>;
  getMoneyMovementGroupsByMonth(of: MonthOf): Promise<readonly MoneyMovementGroup[]>;
  getPlanSettingsById(of: OfPlan): Promise<PlanSettings>;
}

/** The name and the result of a read. */
export type ReadResult = {
  [Id in keyof Reads]: { readonly id: Id; readonly result: Awaited<ReturnType<Reads[Id]>> };
}[keyof Reads];

interface CopyReadOptions extends ReadOptions {
  /** Receives the result of each read. */
  readonly results?: ReadResult[];
}

/** Returns only the given read methods of the local copy; calling others fails at run time. */
export function readsOf<Id extends keyof Reads>(
  copy: LocalCopy,
  ids: readonly Id[],
  options: CopyReadOptions,
): Pick<Reads, Id> {
  const reads = Object.create(null);
  for (const id of ids) {
    const read = READS[id] as CopyRead;
    reads[id] = async (of: unknown): Promise<unknown> => {
      const result = await read(copy, of, options);
      options.results?.push({ id, result } as ReadResult);
      return result;
    };
  }
  return Object.freeze(reads);
}

type CopyRead = (copy: LocalCopy, of: unknown, options: ReadOptions) => Promise<unknown>;

const READS: {
  readonly [Id in keyof Reads]: (
    copy: LocalCopy,
    of: Parameters<Reads[Id]> extends [infer Of] ? Of : unknown,
    options: ReadOptions,
  ) => ReturnType<Reads[Id]>;
} = {
  getPlans: (copy, _, options) => copy.plans(options),
  getAccounts: (copy, { planId }, options) => copy.plan(planId).accounts(options),
  getCategories: (copy, { planId }, options) => copy.plan(planId).categories(options),
  getPlanMonths: (copy, { planId }, options) => copy.plan(planId).monthSummaries(options),
  getPlanMonth: (copy, { planId, month }, options) => copy.plan(planId).month(month, options),
  getScheduledTransactions: (copy, { planId }, options) =>
    copy.plan(planId).scheduledTransactions(options),
  getTransactions: (copy, { planId }, options) => copy.plan(planId).transactions(options),
  getPayees: (copy, { planId }, options) => copy.plan(planId).payees(options),
  getMoneyMovements: async (copy, of, options) =>
    (await copy.plan(of.planId).windowed.read("getMoneyMovements", of, options)).money_movements,
  getMoneyMovementsByMonth: async (copy, of, options) =>
    (await copy.plan(of.planId).windowed.read("getMoneyMovementsByMonth", of, options))
      .money_movements,
  getMoneyMovementGroups: async (copy, of, options) =>
    (await copy.plan(of.planId).windowed.read("getMoneyMovementGroups", of, options))
      .money_movement_groups,
  getMoneyMovementGroupsByMonth: async (copy, of, options) =>
    (await copy.plan(of.planId).windowed.read("getMoneyMovementGroupsByMonth", of, options))
      .money_movement_groups,
  getPlanSettingsById: async (copy, of, options) =>
    (await copy.plan(of.planId).windowed.read("getPlanSettingsById", of, options)).settings,
};
