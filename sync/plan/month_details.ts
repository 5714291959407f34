import { firstOfMonth } from "../../domain/base/month.ts";
import type { PlanEvent, ReadNews } from "./plan_events.ts";
import type { CallOptions } from "../../client/upstream_client.ts";
import type { MonthDetail } from "../../client/wire/plan_month.ts";
import { CachedRead } from "./cached_read.ts";
import {
  type FreshnessNeed,
  isFreshEnough,
  keptValidation,
  type Moment,
  type Validation,
} from "./freshness.ts";
import type { StoredMonth } from "../store/store.ts";
import { beginRead, type PlanContext, type ReadOptions, touchesOf } from "./plan_context.ts";

interface KeptMonth {
  readonly month: StoredMonth;
  readonly validation: Validation;
  /** Plan knowledge that it certainly includes, as of its read; `null` if unknown. */
  readonly seen: number | null;
}

/** What the months need of the other parts of a plan. */
export interface MonthParts {
  /** Called with every month that is read or restored. */
  onMonth(month: MonthDetail): void;
  /** Called with every month that is read, and when it was requested. */
  onRead(month: MonthDetail, began: Moment): void;
  /** Reads which months have changed, where a delta can say so. */
  readChanges(options: CallOptions): Promise<void>;
}

export class MonthDetails {
  readonly #context: PlanContext;
  readonly #months = new Map<string, KeptMonth>();
  readonly #reads = new Map<string, CachedRead<MonthDetail>>();
  readonly #parts: MonthParts;
  /** Months of the transactions that the last delta named, before and after it. */
  #moved: ReadonlySet<string> = new Set();
  /** Counts how often everything was forgotten. */
  #forgotten = 0;
  /** Resolves when the store has taken note of every delta. */
  #noted: Promise<unknown> = Promise.resolve();
  /** Resolves when the store has every month, or has failed. */
  #stored: Promise<unknown> = Promise.resolve();

  /**
   * Makes the months of a plan, none of them read.
   */
  constructor(context: PlanContext, parts: MonthParts) {
    this.#context = context;
    this.#parts = parts;
    context.events.listen((event) => this.#hear(event));
  }

  /** Returns a month, `YYYY-MM-01`, as fresh as the caller needs. */
  async read(month: string, options: ReadOptions = {}): Promise<MonthDetail> {
    const known = this.#reads.get(month) ?? this.#cachedRead(month);
    this.#reads.set(month, known);
    return await known.read(options);
  }

  /** Resolves when every month read so far is in the store, or the store has failed. */
  async written(): Promise<void> {
    await Promise.all([this.#noted, this.#stored]);
  }

  #hear(event: PlanEvent): void {
    if (event.kind === "forgotten") {
      this.#months.clear();
      this.#forgotten += 1;
    } else if (event.of === "months" && event.kind === "read") {
      this.#noteRead(event.read);
    } else if (event.of === "categories" && event.kind === "read") {
      // The list shows the current month: where it has moved, the month has, too.
      const { keys, began } = event.read;
      if (keys.size > 0) this.#invalidate(new Set([firstOfMonth(began.utcDay)]), event.read);
    } else if (event.of === "transactions" && event.kind === "arriving") {
      if (event.isWhole) return;
      const dates = event.rows.flatMap(({ key, record: { date } }) => [
        date,
        event.table.get(key)?.date ?? date,
      ]);
      this.#moved = new Set(dates.map(firstOfMonth));
    } else if (event.of === "transactions" && event.kind === "read") {
      if (event.read.from !== null) this.#invalidate(this.#moved, event.read);
    }
  }

  /**
   * Takes note of a delta of the months list: a month that it does not name stands
   * as it did, one that it names and that was read before has to be read again. A
   * whole list tells nothing of what has changed.
   */
  #noteRead({ keys, from, to, began }: ReadNews): void {
    if (from === null) return;
    const { store, planId, onStoreFailure } = this.#context;
    const news = { changed: keys, from, to, askedAt: began.at };
    const noted = store.noteMonths(planId, news).catch(onStoreFailure);
    this.#noted = both(this.#noted, noted);
    for (const [key, { month, validation, seen }] of this.#months) {
      const { knowledge } = month;
      if (keys.has(key)) {
        if (validation.sequence < began.sequence) this.#months.delete(key);
        continue;
      }
      if (knowledge === null || knowledge < from || knowledge > to) continue;
      this.#months.set(key, { month: { ...month, knowledge: to }, validation, seen });
    }
  }

  /**
   * Invalidates months that may have changed though no list of months has named them: those
   * that were read before have to be read again, but for one that was read when the plan
   * had got as far already.
   */
  #invalidate(named: ReadonlySet<string>, { began, to }: Pick<ReadNews, "began" | "to">): void {
    const isNewer = (month: string): boolean => (this.#months.get(month)?.seen ?? -1) >= to;
    const months = new Set([...named].filter((month) => !isNewer(month)));
    if (months.size === 0) return;
    const { store, planId, onStoreFailure } = this.#context;
    // No month has such a knowledge: none is given a new tag.
    const news = { changed: months, from: -1, to: -1, askedAt: began.at };
    const noted = store.noteMonths(planId, news).catch(onStoreFailure);
    this.#noted = both(this.#noted, noted);
    for (const month of months) {
      const known = this.#months.get(month);
      if (known !== undefined && known.validation.sequence < began.sequence) {
        this.#months.delete(month);
      }
    }
  }

  #cachedRead(month: string): CachedRead<MonthDetail> {
    const { moments, maxAgeMs, knowledge, looks } = this.#context;
    return new CachedRead({
      moments,
      maxAgeMs,
      valid: (need) => {
        const kept = this.#months.get(month);
        return kept !== undefined && this.#isFresh(kept, need) ? kept.month.detail : null;
      },
      restore: () => this.#restore(month),
      ask: async (need, options) =>
        await this.#unchanged(month, need, options) ?? await this.#ask(month, options),
      isValidAfterWrites: (began) => knowledge.isValidAfterWrites(began),
      stalled: {
        looks,
        last: ({ utcDay }) => {
          const kept = this.#months.get(month)?.month;
          return kept?.utcDay === utcDay ? kept.detail : null;
        },
      },
    });
  }

  /**
   * A month that is only out of age may stand as it did, and the changes of the list of months
   * tell so in a fraction of its size. For a change it is read itself.
   */
  async #unchanged(
    month: string,
    need: FreshnessNeed,
    options: CallOptions,
  ): Promise<MonthDetail | null> {
    const { knowledge } = this.#context;
    const kept = this.#months.get(month);
    const isWorthAsking = kept !== undefined && !need.isFreshOnly &&
      kept.month.knowledge !== null && kept.month.utcDay === need.asked.utcDay &&
      knowledge.isValidAfterWrites(kept.validation);
    if (!isWorthAsking) return null;
    await this.#parts.readChanges(options);
    const now = this.#months.get(month);
    return now !== undefined && this.#isFresh(now, need) ? now.month.detail : null;
  }

  async #ask(month: string, options: CallOptions): Promise<MonthDetail> {
    const { client, store, planId, knowledge, onStoreFailure } = this.#context;
    const began = await beginRead(this.#context, options.signal);
    const seenBefore = knowledge.last;
    const forgotten = this.#forgotten;
    const { month: detail } = await client.getPlanMonth({ planId, month }, options);
    const known = this.#months.get(detail.month);
    const isOvertaken = known !== undefined && known.validation.sequence > began.sequence;
    if (isOvertaken || forgotten !== this.#forgotten) return detail;
    const kept: StoredMonth = {
      detail,
      knowledge: seenBefore,
      readAt: began.at,
      utcDay: began.utcDay,
      ...touchesOf(began),
    };
    this.#take(kept, { validation: began, seen: seenBefore });
    this.#parts.onRead(detail, began);
    const saved = store.saveMonth(planId, kept).catch(onStoreFailure);
    this.#stored = both(this.#stored, saved);
    return detail;
  }

  #take(month: StoredMonth, how: Pick<KeptMonth, "validation" | "seen">): void {
    this.#months.set(month.detail.month, { month, ...how });
    this.#parts.onMonth(month.detail);
  }

  #isFresh({ month, validation }: KeptMonth, need: FreshnessNeed): boolean {
    if (month.utcDay !== need.asked.utcDay) return false;
    const { knowledge } = this.#context;
    const plan = knowledge.validatedAt(month.knowledge);
    return [validation, plan].some((validation) =>
      validation !== null && knowledge.isValidAfterWrites(validation) &&
      isFreshEnough(validation, need)
    );
  }

  /** Takes a month from the store, where it may be newer: another process may have read it. */
  async #restore(month: string): Promise<void> {
    const { store, planId, onStoreFailure } = this.#context;
    const forgotten = this.#forgotten;
    await this.#noted;
    // One of the same age may have been found to stand longer.
    const readAfter = (this.#months.get(month)?.month.readAt ?? 0) - 1;
    const stored = await store.loadMonth({ planId, month }, readAfter).catch((error: unknown) => {
      onStoreFailure(error);
      return null;
    });
    if (stored === null || forgotten !== this.#forgotten) return;
    const kept = this.#months.get(month);
    const isNewer = kept === undefined || stored.readAt > kept.month.readAt ||
      (stored.readAt === kept.month.readAt &&
        (stored.knowledge ?? 0) > (kept.month.knowledge ?? 0));
    if (!isNewer) return;
    this.#take(stored, { validation: keptValidation(stored), seen: null });
  }
}

/** Waits for both and keeps nothing of them. */
async function both(one: Promise<unknown>, other: Promise<unknown>): Promise<void> {
  await Promise.all([one, other]);
}
