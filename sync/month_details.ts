/**
 * Months with their categories. Upstream gives them no knowledge and no deltas:
 * each is kept with the plan's knowledge seen before it was read, and used while
 * that is proven to stand, on the same UTC day.
 *
 * @module
 */

import type { CallOptions } from "../client/upstream_client.ts";
import type { MonthDetail } from "../client/wire/plan_month.ts";
import { type FreshnessNeed, isFreshEnough, type Proof } from "./freshness.ts";
import type { Moment } from "./moment.ts";
import { runOnce } from "./run_once.ts";
import { SharedRead } from "./shared_read.ts";
import type { StoredMonth } from "./store.ts";
import type { CollectionContext, DeltaNews, ReadOptions } from "./synced_collection.ts";

interface KeptMonth {
  readonly month: StoredMonth;
  readonly proven: Proof;
}

interface RunningMonth {
  readonly began: Moment;
  readonly read: SharedRead<MonthDetail>;
}

/** The months of one plan. */
export class MonthDetails {
  readonly #context: CollectionContext;
  readonly #months = new Map<string, KeptMonth>();
  readonly #running = new Map<string, RunningMonth>();
  readonly #onIds: (ids: Iterable<string>, month: MonthDetail) => void;
  /** Categories and groups of every month that was read or restored. */
  readonly #seenIds = new Set<string>();
  readonly #restoreOnce: () => Promise<void>;

  /**
   * Makes the months of a plan, none of them read.
   *
   * @param context What to work with.
   * @param onIds Sees the ids of every month that is read or restored, with those that
   * are gone.
   */
  constructor(
    context: CollectionContext,
    onIds: (ids: Iterable<string>, month: MonthDetail) => void,
  ) {
    this.#context = context;
    this.#onIds = onIds;
    this.#restoreOnce = runOnce(() => this.#restore());
    context.knowledge.onForget(() => {
      // What the store could not be told is read anew all the same.
      this.#forget().catch(() => {});
    });
  }

  /** Gives a month, `YYYY-MM-01`, as current as the caller needs it. */
  async read(month: string, options: ReadOptions = {}): Promise<MonthDetail> {
    const need: FreshnessNeed = {
      asked: this.#context.moments.next(),
      maxAgeMs: this.#context.maxAgeMs,
      isFreshOnly: options.isFreshOnly === true,
    };
    await this.#restoreOnce();
    const kept = this.#months.get(month);
    if (kept !== undefined && this.#isFresh(kept, need)) return kept.month.detail;
    options.signal?.throwIfAborted();
    return await this.#joinOrStart(month, options).join(options.signal);
  }

  /** Gives the categories and groups that any month has had. */
  async seenIds(): Promise<readonly string[]> {
    await this.#restoreOnce();
    return [...this.#seenIds];
  }

  /**
   * Takes note of a delta of the months list: a month that it does not name stands
   * as it did, one that it names and that was read before has to be read again.
   */
  noteDelta(delta: DeltaNews): void {
    for (const [key, { month, proven }] of this.#months) {
      const { knowledge } = month;
      if (delta.keys.has(key)) {
        if (proven.tick < delta.began.tick) this.#months.delete(key);
        continue;
      }
      if (knowledge === null || knowledge < delta.from || knowledge > delta.to) continue;
      this.#months.set(key, { month: { ...month, knowledge: delta.to }, proven });
    }
  }

  #joinOrStart(month: string, options: ReadOptions): SharedRead<MonthDetail> {
    const running = this.#running.get(month);
    const { knowledge, moments } = this.#context;
    const canJoin = running !== undefined && !running.read.isAbandoned &&
      options.isFreshOnly !== true && knowledge.isAfterChange(running.began);
    if (canJoin) return running.read;
    const { signal: _, ...callOptions } = options;
    const began = moments.next();
    const read = new SharedRead((signal) => this.#ask(month, { ...callOptions, signal }));
    const started = { began, read };
    this.#running.set(month, started);
    const forget = (): void => {
      if (this.#running.get(month) === started) this.#running.delete(month);
    };
    read.ended.then(forget);
    return read;
  }

  async #ask(month: string, options: CallOptions): Promise<MonthDetail> {
    const { client, store, planId, knowledge, moments } = this.#context;
    await knowledge.readsMayGo();
    const began = moments.next();
    const seenBefore = knowledge.last;
    const { month: detail } = await client.getPlanMonth({ planId, month }, options);
    const known = this.#months.get(detail.month);
    if (known !== undefined && known.proven.tick > began.tick) return detail;
    const kept: StoredMonth = {
      detail,
      knowledge: seenBefore,
      readAt: began.at,
      utcDay: began.utcDay,
      goneIds: [...this.#seenIds.difference(new Set(idsIn(detail)))],
    };
    this.#take(kept, began);
    await store.saveMonth(planId, kept);
    return detail;
  }

  #take(month: StoredMonth, proven: Proof): void {
    this.#months.set(month.detail.month, { month, proven });
    const ids = [...idsIn(month.detail), ...month.goneIds];
    for (const id of ids) this.#seenIds.add(id);
    this.#onIds(ids, month.detail);
  }

  #isFresh({ month, proven }: KeptMonth, need: FreshnessNeed): boolean {
    if (month.utcDay !== need.asked.utcDay) return false;
    const { knowledge } = this.#context;
    const plan = month.knowledge === null ? null : knowledge.provenAt(month.knowledge);
    return [proven, plan].some((proof) =>
      proof !== null && knowledge.isAfterChange(proof) && isFreshEnough(proof, need)
    );
  }

  async #restore(): Promise<void> {
    const { store, planId } = this.#context;
    for (const month of await store.loadMonths(planId)) {
      this.#take(month, { at: month.readAt, tick: 0 });
    }
  }

  /** Forgets what the months say; that their ids are taken is kept. */
  async #forget(): Promise<void> {
    const { store, planId } = this.#context;
    this.#months.clear();
    await this.#restoreOnce();
    for (const [key, { proven }] of this.#months) {
      if (isRestored(proven)) this.#months.delete(key);
    }
    const kept = await store.loadMonths(planId);
    await store.clearMonths(planId);
    for (const month of kept.filter(({ detail }) => !this.#months.has(detail.month))) {
      await store.saveMonth(planId, { ...month, knowledge: null, readAt: 0 });
    }
  }
}

/** Tells whether a month comes from the store: what was read here has a later tick. */
function isRestored({ tick }: Proof): boolean {
  return tick === 0;
}

function idsIn({ categories }: MonthDetail): readonly string[] {
  return categories.flatMap(({ id, category_group_id: groupId }) => [id, groupId]);
}
