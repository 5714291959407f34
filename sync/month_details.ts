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
import { SharedRead } from "./shared_read.ts";
import type { StoredMonth } from "./store.ts";
import type { CollectionContext, ReadNews, ReadOptions } from "./collection_context.ts";

interface KeptMonth {
  readonly month: StoredMonth;
  readonly proven: Proof;
  /** Knowledge of the plan that it shows for certain, as it was read then; `null` if not known. */
  readonly seen: number | null;
}

interface RunningMonth {
  readonly began: Moment;
  readonly read: SharedRead<MonthDetail>;
}

/** Hears of months. */
export interface MonthListener {
  /** Sees every month that is read or restored. */
  onMonth(month: MonthDetail): void;
  /** Hears of every month that is read, and when it was asked for. */
  onRead(month: MonthDetail, began: Moment): void;
}

/** The months of one plan. */
export class MonthDetails {
  readonly #context: CollectionContext;
  readonly #months = new Map<string, KeptMonth>();
  readonly #running = new Map<string, RunningMonth>();
  readonly #listener: MonthListener;
  /** Counts how often everything was forgotten. */
  #forgotten = 0;
  /** Resolves when the store has taken note of every delta. */
  #noted: Promise<unknown> = Promise.resolve();
  /** Resolves when the store has every month, or has failed. */
  #stored: Promise<unknown> = Promise.resolve();

  /**
   * Makes the months of a plan, none of them read.
   *
   * @param context What to work with.
   * @param listener Hears of them.
   */
  constructor(context: CollectionContext, listener: MonthListener) {
    this.#context = context;
    this.#listener = listener;
    context.knowledge.onForget(() => this.#forget());
  }

  /** Gives a month, `YYYY-MM-01`, as current as the caller needs it. */
  async read(month: string, options: ReadOptions = {}): Promise<MonthDetail> {
    const need: FreshnessNeed = {
      asked: this.#context.moments.next(),
      maxAgeMs: this.#context.maxAgeMs,
      isFreshOnly: options.isFreshOnly === true,
    };
    const kept = this.#months.get(month);
    if (kept !== undefined && this.#isFresh(kept, need)) return kept.month.detail;
    const stored = await this.#restore(month);
    if (stored !== null && this.#isFresh(stored, need)) return stored.month.detail;
    options.signal?.throwIfAborted();
    return await this.#joinOrStart(month, options).join(options.signal);
  }

  /** Resolves when every month read so far is in the store, or the store has failed. */
  async written(): Promise<void> {
    await Promise.all([this.#noted, this.#stored]);
  }

  /**
   * Takes note of a delta of the months list: a month that it does not name stands
   * as it did, one that it names and that was read before has to be read again. A
   * whole list tells nothing of what has changed.
   */
  noteRead({ keys, from, to, began }: ReadNews): void {
    if (from === null) return;
    const { store, planId, onStoreFailure } = this.#context;
    const news = { changed: keys, from, to, askedAt: began.at };
    const noted = store.noteMonths(planId, news).catch(onStoreFailure);
    this.#noted = Promise.all([this.#noted, noted]);
    for (const [key, { month, proven, seen }] of this.#months) {
      const { knowledge } = month;
      if (keys.has(key)) {
        if (proven.tick < began.tick) this.#months.delete(key);
        continue;
      }
      if (knowledge === null || knowledge < from || knowledge > to) continue;
      this.#months.set(key, { month: { ...month, knowledge: to }, proven, seen });
    }
  }

  /**
   * Takes note that months may have changed though no list of months has named them: those
   * that were read before have to be read again, but for one that was read when the plan
   * had got as far already.
   */
  doubt(named: ReadonlySet<string>, { began, to }: Pick<ReadNews, "began" | "to">): void {
    const isNewer = (month: string): boolean => (this.#months.get(month)?.seen ?? -1) >= to;
    const months = new Set([...named].filter((month) => !isNewer(month)));
    if (months.size === 0) return;
    const { store, planId, onStoreFailure } = this.#context;
    // No month has such a knowledge: none is given a new tag.
    const news = { changed: months, from: -1, to: -1, askedAt: began.at };
    const noted = store.noteMonths(planId, news).catch(onStoreFailure);
    this.#noted = Promise.all([this.#noted, noted]);
    for (const month of months) {
      const known = this.#months.get(month);
      if (known !== undefined && known.proven.tick < began.tick) this.#months.delete(month);
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
    const { client, store, planId, knowledge, moments, onStoreFailure } = this.#context;
    await knowledge.readsMayGo();
    await store.writingEnded(planId, options.signal);
    const began = moments.next();
    const seenBefore = knowledge.last;
    const forgotten = this.#forgotten;
    const { month: detail } = await client.getPlanMonth({ planId, month }, options);
    const known = this.#months.get(detail.month);
    const isOvertaken = known !== undefined && known.proven.tick > began.tick;
    if (isOvertaken || forgotten !== this.#forgotten) return detail;
    const kept: StoredMonth = {
      detail,
      knowledge: seenBefore,
      readAt: began.at,
      utcDay: began.utcDay,
    };
    this.#take(kept, { proven: began, seen: seenBefore });
    this.#listener.onRead(detail, began);
    const saved = store.saveMonth(planId, kept).catch(onStoreFailure);
    this.#stored = Promise.all([this.#stored, saved]);
    return detail;
  }

  #take(month: StoredMonth, how: Pick<KeptMonth, "proven" | "seen">): void {
    this.#months.set(month.detail.month, { month, ...how });
    this.#listener.onMonth(month.detail);
  }

  #isFresh({ month, proven }: KeptMonth, need: FreshnessNeed): boolean {
    if (month.utcDay !== need.asked.utcDay) return false;
    const { knowledge } = this.#context;
    const plan = month.knowledge === null ? null : knowledge.provenAt(month.knowledge);
    return [proven, plan].some((proof) =>
      proof !== null && knowledge.isAfterChange(proof) && isFreshEnough(proof, need)
    );
  }

  /** Takes a month from the store, where it may be newer: another process may have read it. */
  async #restore(month: string): Promise<KeptMonth | null> {
    const { store, planId, onStoreFailure } = this.#context;
    const forgotten = this.#forgotten;
    await this.#noted;
    // One of the same age may have been found to stand longer.
    const readAfter = (this.#months.get(month)?.month.readAt ?? 0) - 1;
    const stored = await store.loadMonth({ planId, month }, readAfter).catch((error: unknown) => {
      onStoreFailure(error);
      return null;
    });
    if (stored === null || forgotten !== this.#forgotten) return null;
    const kept = this.#months.get(month);
    const isNewer = kept === undefined || stored.readAt > kept.month.readAt ||
      (stored.readAt === kept.month.readAt &&
        (stored.knowledge ?? 0) > (kept.month.knowledge ?? 0));
    if (!isNewer) return null;
    const proven = { at: stored.readAt, tick: 0 };
    this.#take(stored, { proven, seen: null });
    return { month: stored, proven, seen: null };
  }

  #forget(): void {
    this.#months.clear();
    this.#forgotten += 1;
  }
}
