import { firstOfMonth } from "../../domain/base/month.ts";
import type { CallOptions } from "../../client/upstream_client.ts";
import type { MonthDetail } from "../../client/wire/plan.ts";
import { CachedRead } from "./cached_read.ts";
import type { ListedMonth } from "./collections.ts";
import {
  type FreshnessNeed,
  isFreshEnough,
  type Moment,
  storedValidation,
  type Validation,
} from "./freshness.ts";
import type { StoredMonth } from "../store/store.ts";
import type { SyncedCollection } from "./synced_collection.ts";
import {
  beginRead,
  type CollectionNews,
  orWithoutStore,
  type PlanContext,
  type PlanEvent,
  type ReadOptions,
} from "./plan_context.ts";

interface CachedMonth {
  readonly month: StoredMonth;
  readonly validation: Validation;
}

interface MonthRead {
  readonly detail: MonthDetail;
  /** How up to date the cached month is; `null` if the month is no longer cached. */
  readonly cached: {
    readonly readAt: Validation;
    /** When the cached month was last known to be up to date. */
    readonly validation: Validation;
    /** Whether the month was read before the plan last changed and is past the freshness window. */
    readonly isPlanNewer: boolean;
  } | null;
}

/**
 * Cache of individual months with their categories. YNAB has no deltas for individual months, so
 * the cache detects from other reads which months changed.
 */
export class MonthDetails {
  readonly #context: PlanContext;
  readonly #months = new Map<string, CachedMonth>();
  readonly #reads = new Map<string, CachedRead<MonthDetail>>();
  readonly #summaries: SyncedCollection<ListedMonth>;
  /** Resolves when the store has deleted all changed months. */
  #deleted: Promise<unknown> = Promise.resolve();

  constructor(context: PlanContext, summaries: SyncedCollection<ListedMonth>) {
    this.#context = context;
    this.#summaries = summaries;
    context.listeners.push((event) => this.#hear(event));
  }

  /** Returns the details of a month (`YYYY-MM-01`), as fresh as the caller needs. */
  async read(month: string, options: ReadOptions = {}): Promise<MonthRead> {
    const detail = await this.#readOf(month).read(options);
    const cached = this.#months.get(month);
    if (cached?.month.detail !== detail) return { detail, cached: null };
    const { validation: readAt, month: { knowledge } } = cached;
    const { moments, maxAgeMs, knowledge: { last } } = this.#context;
    const isPlanNewer = knowledge !== null && knowledge < (last ?? 0) &&
      !isFreshEnough(readAt, { asked: moments.next(), maxAgeMs, isFreshOnly: false });
    return { detail, cached: { readAt, validation: this.#latestOf(cached), isPlanNewer } };
  }

  async isKnown(month: string): Promise<boolean> {
    return await this.#readOf(month).known() !== null;
  }

  /** Returns the time when the month was read or, if later, when the plan was found unchanged. */
  #latestOf({ validation, month }: CachedMonth): Validation {
    const plan = this.#context.knowledge.validatedAt(this.#knowledgeOf(month));
    return plan !== null && plan.sequence > validation.sequence ? plan : validation;
  }

  /**
   * Returns the latest server knowledge at which the cached month is known to be up to date. Every
   * read of the month list returns at least the months that have changed since the previous read.
   * So a month in the list hasn't changed if no read has returned the month since it was cached. In
   * that case, the result is the server knowledge of the month or that of the list, whichever is
   * higher. Otherwise, the month may have changed, so the result is only the server knowledge
   * stored with the cached month.
   */
  #knowledgeOf({ detail: { month }, knowledge }: StoredMonth): number | null {
    const { state, table } = this.#summaries;
    const listedAt = table.get(month)?.listedAt ?? Infinity;
    if (state === null || knowledge === null || listedAt > knowledge) return knowledge;
    return Math.max(knowledge, state.knowledge);
  }

  #readOf(month: string): CachedRead<MonthDetail> {
    const read = this.#reads.get(month) ?? this.#cachedRead(month);
    this.#reads.set(month, read);
    return read;
  }

  #hear(event: PlanEvent): void {
    if (event.kind === "forgotten") this.#months.clear();
    // A full read doesn't show which months changed.
    if (event.kind !== "read" || event.from === null) return;
    const { rows, began } = event;
    if (event.of === "months") this.#drop(new Set(rows.map(({ key }) => key)), began);
    // If a category changed, so did the current month.
    if (event.of === "categories" && rows.length > 0) {
      this.#invalidate([firstOfMonth(began.utcDay)], event);
    }
    if (event.of === "transactions") {
      const dated = [...event.rows.map(({ record }) => record), ...event.previous.values()];
      this.#invalidate(dated.map(({ date }) => firstOfMonth(date)), event);
    }
  }

  /** Invalidates months that may have changed, unless their server knowledge is at least `to`. */
  #invalidate(
    months: readonly string[],
    { began, to }: Pick<CollectionNews<unknown>, "began" | "to">,
  ): void {
    const older = months.filter((month) => (this.#months.get(month)?.month.knowledge ?? -1) < to);
    this.#drop(new Set(older), began);
  }

  /** Removes changed months from memory and the store, unless they were requested after `began`. */
  #drop(changed: ReadonlySet<string>, began: Moment): void {
    if (changed.size === 0) return;
    const { store, planId, gate, onStoreFailure } = this.#context;
    const deleting = store.deleteMonths(planId, [...changed], began.at).catch(onStoreFailure);
    this.#deleted = Promise.all([this.#deleted, deleting]);
    gate.addStoring(deleting);
    for (const month of changed) {
      const known = this.#months.get(month);
      if (known !== undefined && known.validation.sequence < began.sequence) {
        this.#months.delete(month);
      }
    }
  }

  #cachedRead(month: string): CachedRead<MonthDetail> {
    return new CachedRead(this.#context, {
      valid: (need) => this.#freshDetail(month, need),
      restore: () => this.#restore(month),
      ask: async (need, options) =>
        await this.#unchanged(month, need, options) ?? await this.#ask(month, options),
      last: ({ utcDay }) => {
        const cached = this.#months.get(month)?.month;
        return cached?.utcDay === utcDay ? cached.detail : null;
      },
    });
  }

  /**
   * Revalidates an expired month with a delta of the month list, which is much smaller than the
   * month. If the month has changed, returns `null`, so the caller requests the month.
   */
  async #unchanged(
    month: string,
    need: FreshnessNeed,
    options: CallOptions,
  ): Promise<MonthDetail | null> {
    const { knowledge } = this.#context;
    const cached = this.#months.get(month);
    const isWorthAsking = cached !== undefined && !need.isFreshOnly &&
      cached.month.knowledge !== null && cached.month.utcDay === need.asked.utcDay &&
      knowledge.isValidAfterWrites(cached.validation);
    if (!isWorthAsking) return null;
    // If the month list isn't cached, YNAB can't return a delta, so the month itself is requested.
    if (await this.#summaries.known() !== null) await this.#summaries.sync(options);
    return this.#freshDetail(month, need);
  }

  async #ask(month: string, options: CallOptions): Promise<MonthDetail> {
    const { client, store, planId, gate, knowledge, onStoreFailure } = this.#context;
    const began = await beginRead(this.#context, options.signal);
    const { last: seen, timesForgotten } = knowledge;
    const { month: detail } = await client.getPlanMonth({ planId, month }, options);
    const known = this.#months.get(detail.month);
    const isSuperseded = known !== undefined && known.validation.sequence > began.sequence;
    if (isSuperseded || timesForgotten !== knowledge.timesForgotten) return detail;
    const { at: readAt, utcDay, touches } = began;
    const read = { detail, knowledge: seen, readAt, utcDay, touches };
    this.#months.set(detail.month, { month: read, validation: began });
    gate.addStoring(store.saveMonth(planId, read).catch(onStoreFailure));
    return detail;
  }

  #freshDetail(month: string, need: FreshnessNeed): MonthDetail | null {
    const cached = this.#months.get(month);
    if (cached?.month.utcDay !== need.asked.utcDay) return null;
    const read = { validation: cached.validation, knowledge: this.#knowledgeOf(cached.month) };
    return this.#context.knowledge.isFresh(read, need) ? cached.month.detail : null;
  }

  /** Loads a month from the store, which may have a newer version from another process. */
  async #restore(month: string): Promise<void> {
    const { store, planId, knowledge } = this.#context;
    const { timesForgotten } = knowledge;
    // Also load the month list, because it may show that the stored month is still up to date.
    await Promise.all([this.#deleted, this.#summaries.known()]);
    const readAfter = this.#months.get(month)?.month.readAt ?? 0;
    const loading = store.loadMonth({ planId, month }, readAfter);
    const stored = await orWithoutStore(loading, null, this.#context);
    if (stored === null || timesForgotten !== knowledge.timesForgotten) return;
    const cached = this.#months.get(month)?.month;
    if (stored.readAt > (cached?.readAt ?? 0)) {
      this.#months.set(month, { month: stored, validation: storedValidation(stored) });
    }
  }
}
