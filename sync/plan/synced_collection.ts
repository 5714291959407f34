import type { CallOptions } from "../../client/upstream_client.ts";
import { DAY_MS } from "../../domain/base/day.ts";
import type { RecordNames } from "../../domain/transactions/record_names.ts";
import type { CollectionState } from "../store/store.ts";
import { CachedRead, once } from "./cached_read.ts";
import { CollectionWriter, type FoundCollection } from "./collection_writer.ts";
import {
  type Collection,
  type CollectionRead,
  type CollectionTable,
  DELETED,
  RecordTable,
  type TableRow,
  withoutDeletedKeys,
} from "./collections.ts";
import {
  type FreshnessNeed,
  isFreshEnough,
  isKnowledge,
  type Moment,
  storedValidation,
  type Validation,
} from "./freshness.ts";
import {
  allWritten,
  beginRead,
  type CollectionHappening,
  type PlanContext,
  type PlanEvent,
  type ReadOptions,
} from "./plan_context.ts";
import { inTurns } from "../../client/timers.ts";

const WEEK_MS = 7 * DAY_MS;
/** State of a collection that has reserved keys but has never been read, so `readAt` is 0. */
const NEVER_READ: CollectionState = { knowledge: 0, fullReadAt: 0, readAt: 0, utcDay: "" };

/**
 * One collection of a plan, kept in sync with YNAB by a full read and then deltas.
 *
 * This is how a call is answered when another process has just written to YNAB:
 *
 * 1. The other process incremented the plan's write count in the store before and after making its
 *    change (`Store.touch`).
 * 2. When the call begins, `PlanCopy.noticeChanges` polls the store. If the write count has
 *    changed, everything read earlier becomes invalid (`PlanKnowledge.notice`). The poll also
 *    returns the parts that other processes have stored since the version that we last saw, and the
 *    collection adopts them (`adoptFound`). The poll doesn't return the details of individual
 *    months. If a month's details in memory are invalid, `MonthDetails` loads the stored details.
 * 3. Stored data includes the plan's write count from when the data was requested. If the plan's
 *    write count hasn't changed since the data was requested, the other process made its change
 *    before the request, so the data already includes that change. Within the freshness window, the
 *    call is answered from this data without a request to YNAB (`CachedRead.read`), unless the call
 *    requires data that was read after the call began (`isFreshOnly`).
 * 4. Otherwise, the read waits while the other process is still writing (`beginRead`). If that
 *    takes too long, callers that don't need fresh data get the cached data and a note.
 * 5. A delta is requested and merged. The delta's server knowledge shows which other collections
 *    are still current (`PlanKnowledge.validate`).
 * 6. The changed parts are stored after the call is answered (`CollectionWriter`), with
 *    compare-and-swap: if another process has stored data in the meantime, the data with the higher
 *    server knowledge wins.
 */
export class SyncedCollection<Record> {
  readonly table: CollectionTable<Record>;
  readonly #collection: Collection<Record>;
  readonly #context: PlanContext;
  readonly #writer: CollectionWriter;
  readonly #restoreOnce: () => Promise<void>;
  readonly #read: CachedRead<CollectionTable<Record>>;
  #state: CollectionState | null = null;
  #validatedAt: Validation = { at: 0, sequence: 0 };
  /** When a full read became necessary, in milliseconds since 1970; `null` if none is necessary. */
  #reloadAt: number | null = null;

  constructor(
    collection: Collection<Record>,
    context: PlanContext,
    table: CollectionTable<Record> = new RecordTable(),
  ) {
    this.table = table;
    this.#collection = collection;
    this.#context = context;
    const { planId, writers } = context;
    const { name } = collection;
    const writer = this.#writer = new CollectionWriter({ planId, name }, context, this);
    writers.set(name, writer);
    this.#restoreOnce = once(() => writer.catchUp());
    this.#read = new CachedRead(context, {
      valid: (need) => this.#isFresh(need) ? table : null,
      restore: this.#restoreOnce,
      ask: async (need, options) => {
        await this.#refresh(need, options);
        return table;
      },
      last: ({ utcDay }) => this.#isOfDay(utcDay) ? table : null,
    });
    context.listeners.push(({ kind }) => {
      if (kind !== "forgotten") return;
      this.#state = null;
      writer.forget();
    });
  }

  /**
   * State at the last read; `NEVER_READ` if only keys of deleted records are known; `null` if
   * nothing is cached.
   */
  get state(): CollectionState | null {
    return this.#state;
  }

  /** When the records were last known to be current; `null` if nothing is cached. */
  get validation(): Validation | null {
    if (this.#state === null) return null;
    return this.#context.knowledge.validatedAt(this.#unwrittenKnowledge) ?? this.#validatedAt;
  }

  /** Updates the collection unless it is already as fresh as the caller needs. */
  async sync(options: ReadOptions = {}): Promise<void> {
    await this.#read.read(options);
  }

  /** Returns the cached data, however old, without a request; `null` if nothing is cached. */
  async known(): Promise<CollectionTable<Record> | null> {
    await this.#restoreOnce();
    return this.#state === null ? null : this.table;
  }

  /** Whether cached data is within the freshness window, even if we have since changed the plan. */
  isRecent(): boolean {
    const { moments, maxAgeMs, knowledge } = this.#context;
    if (this.#state === null || this.#reloadAt !== null) return false;
    const need = { asked: moments.next(), maxAgeMs, isFreshOnly: false };
    return [this.#validatedAt, knowledge.validatedAt(this.#unwrittenKnowledge)].some((validation) =>
      validation !== null && isFreshEnough(validation, need)
    );
  }

  /**
   * Merges in the records that YNAB returned in response to our own write. Doesn't update the
   * collection's server knowledge, because the response's server knowledge also covers other edits,
   * which we haven't read. If the next read returns a lower `server_knowledge` value than the
   * response to our write did, the plan must have been restored to an earlier state.
   */
  async absorb(rows: readonly TableRow<Record>[], writtenAt: number): Promise<void> {
    await this.#restoreOnce();
    // Before the first read, the state is null and nothing can be stored. If the rows were merged
    // now, processes that start later wouldn't know the ids of these rows.
    if (this.#state === null) return;
    this.#state = { ...this.#state, writtenAt };
    this.#writer.note(this.table.merge(rows));
  }

  /**
   * Updates the payee and account names in the records to the current ones, without waiting for a
   * delta.
   */
  async rename(names: RecordNames): Promise<void> {
    await this.#restoreOnce();
    if (this.#state === null) return;
    const parts = this.table.rename(names);
    if (parts.size > 0) this.#writer.note(parts);
  }

  /**
   * Reserves the keys of records that were deleted before the first read. The shortened form of a
   * reserved key never refers to another record.
   */
  reserve(keys: readonly string[]): void {
    const { table } = this;
    const unknown = keys.filter((key) =>
      !table.deletedKeys.has(key) && table.get(key) === undefined
    );
    if (unknown.length === 0) return;
    // Before the first read, store only the keys: the table may still contain records from before
    // the plan was restored.
    const isWhole = this.#state === null;
    table.adopt({ parts: [], isWhole, deletedKeys: unknown });
    this.#state ??= NEVER_READ;
    this.#writer.note(isWhole ? "all" : new Set([DELETED]));
  }

  /** Makes the next read a full read, because of a change that no delta contains. */
  reloadNext(): void {
    this.#reloadAt = this.#context.moments.next().at;
  }

  /** Adopts data stored by another process, unless ours is newer. */
  adoptFound(found: FoundCollection): boolean {
    const { knowledge } = this.#context;
    if (found.isOtherEpoch) knowledge.forget();
    const { table } = this;
    const mine = this.#state;
    const { parts, deletedKeys } = withoutDeletedKeys(found.parts);
    if (found.isForgotten) {
      const keys = [...deletedKeys, ...table.keysIn(parts)];
      table.adopt({ parts: [], isWhole: mine === null, deletedKeys: keys });
      return mine === null;
    }
    const { state, isWhole } = found;
    const isOurs = mine !== null && (state.knowledge < mine.knowledge ||
      (state.knowledge === mine.knowledge && state.fullReadAt < mine.fullReadAt));
    if (isOurs) {
      table.adopt({ parts: [], isWhole: false, deletedKeys });
      return false;
    }
    table.adopt({ parts, isWhole, deletedKeys });
    this.#emit({ kind: "restored" });
    const validation = storedValidation(state);
    const isLater = mine === null || state.knowledge > mine.knowledge ||
      (knowledge.isValidAfterWrites(validation) && validation.at > this.#validatedAt.at);
    this.#state = state;
    if (isLater) this.#validatedAt = validation;
    if (this.#reloadAt !== null && state.fullReadAt > this.#reloadAt) this.#reloadAt = null;
    knowledge.validate(state.knowledge, validation);
    return true;
  }

  async #refresh(need: FreshnessNeed, options: CallOptions): Promise<void> {
    if (this.#usableState === null && await this.#readFullOnce(options)) return;
    const { gate, poll, knowledge } = this.#context;
    // Request one collection's delta first: if it shows that the plan is unchanged, no other deltas
    // are necessary. Once the plan is known to have changed, request the other deltas concurrently.
    const since = await gate.withMutex(async () => {
      if (this.#isFresh(need)) return null;
      // While there are unwritten changes, there is no last known version for a poll to start from,
      // so load the stored collection.
      if (this.#writer.comparable === null) await this.#writer.catchUp();
      else await poll.pollBeforeRequest(this.#collection.name);
      if (this.#isFresh(need)) return null;
      const state = this.#usableState;
      if (state !== null && knowledge.hasChangedSince(state.knowledge, need)) return state;
      // The state is missing if the previous read detected that the plan was restored.
      await (state === null ? this.#readFull(options) : this.#readDelta(state, options));
      return null;
    });
    if (since !== null) await this.#readDelta(since, options);
  }

  /**
   * Does a full read unless another process just did. Only one process at a time does a full read.
   */
  async #readFullOnce(options: CallOptions): Promise<boolean> {
    const { store, planId, onStoreFailure } = this.#context;
    const of = { planId, name: this.#collection.name };
    const unlock = await store.lockLoad(of, options.signal).catch((error: unknown) => {
      options.signal?.throwIfAborted();
      onStoreFailure(error);
      return () => Promise.resolve();
    });
    let isRead = false;
    try {
      // If another process has stored data in the meantime, storing our keys also loads that data.
      const isUnread = this.#state?.fullReadAt === NEVER_READ.fullReadAt;
      if (isUnread) await this.#writer.written();
      await this.#writer.catchUp();
      if (this.#usableState !== null) return false;
      await this.#readFull(options);
      isRead = true;
      return true;
    } finally {
      // Other processes wait until the data is stored, but the caller doesn't.
      const over = isRead ? this.#writer.written().then(unlock) : unlock();
      over.catch(onStoreFailure);
    }
  }

  async #readFull(options: CallOptions): Promise<void> {
    const seenBefore = this.#context.knowledge.last;
    const { began, answer: { rows, knowledge } } = await this.#ask({}, options);
    const replacing = inTurns(this.table.replacing(rows), options.signal);
    // If the response was short, all rows are already processed, so don't yield to the event loop.
    const replace = replacing instanceof Promise ? await replacing : replacing;
    if (this.#isSuperseded(began)) return;
    if (isKnowledge(knowledge) && knowledge < (seenBefore ?? 0)) {
      await this.#forgetPlan(knowledge, began);
    }
    replace();
    this.#reloadAt = null;
    this.#note(began, { knowledge, fullReadAt: began.at, fullKnowledge: knowledge });
    this.#writer.note("all");
    this.#emit({ kind: "read", rows, previous: new Map(), from: null, to: knowledge, began });
  }

  async #readDelta(since: CollectionState, options: CallOptions): Promise<void> {
    const { timesForgotten } = this.#context.knowledge;
    const { knowledge: from, fullReadAt, fullKnowledge } = since;
    const { began, answer } = await this.#ask({ knowledge: from }, options);
    const { rows, knowledge } = answer;
    // The plan was restored in the meantime, so this delta belongs to data that no longer exists.
    if (this.#context.knowledge.timesForgotten !== timesForgotten) {
      return await this.#readFull(options);
    }
    if (knowledge < from || isKnowledge(knowledge) && knowledge < (since.writtenAt ?? 0)) {
      if (isKnowledge(knowledge)) await this.#forgetPlan(knowledge, began);
      return await this.#readFull(options);
    }
    if (this.#isSuperseded(began) || (this.#state?.knowledge ?? 0) > knowledge) return;
    const previous = new Map<string, Record>();
    for (const { key } of rows) {
      const known = this.table.get(key);
      if (known !== undefined) previous.set(key, known);
    }
    this.#note(began, { knowledge, fullReadAt, fullKnowledge });
    this.#writer.note(this.table.merge(rows));
    this.#emit({ kind: "read", rows, previous, from, to: knowledge, began });
  }

  /** Discards all cached data after the plan has been restored to an earlier state. */
  async #forgetPlan(knowledge: number, began: Moment): Promise<void> {
    const { store, planId, onStoreFailure } = this.#context;
    // Store unwritten records before discarding any data, because only the ids of stored records
    // stay reserved after `store.forgetPlan()`.
    await allWritten(this.#context);
    await store.forgetPlan(planId).catch(onStoreFailure);
    this.#context.knowledge.forget();
    this.#context.knowledge.validate(knowledge, began);
  }

  async #ask(
    args: { readonly knowledge?: number },
    options: CallOptions,
  ): Promise<{ readonly began: Moment; readonly answer: CollectionRead<Record> }> {
    const { client, planId, knowledge } = this.#context;
    const began = await beginRead(this.#context, options.signal);
    const answer = await this.#collection.read(client, { planId, ...args }, options);
    knowledge.validate(answer.knowledge, began);
    return { began, answer };
  }

  /** State after the latest read; `null` if the collection must be reloaded. */
  get #usableState(): CollectionState | null {
    const state = this.#state;
    if (state === null) return null;
    const today = this.#context.moments.next();
    const ageMs = today.at - state.fullReadAt;
    // A clock that was set back must not delay the weekly reload for years.
    const isWeekOld = this.#collection.isReloadedWeekly && (ageMs >= WEEK_MS || ageMs < -DAY_MS);
    const mustReload = this.#reloadAt !== null || isWeekOld || !this.#isOfDay(today.utcDay);
    return mustReload ? null : state;
  }

  /** Server knowledge of the records; `null` if they also contain our own later changes. */
  get #unwrittenKnowledge(): number | null {
    return this.#state?.writtenAt === undefined ? this.#state?.knowledge ?? null : null;
  }

  #isOfDay(utcDay: string): boolean {
    const state = this.#state;
    return state !== null && (!this.#collection.isDayBound || state.utcDay === utcDay);
  }

  #isFresh(need: FreshnessNeed): boolean {
    const state = this.#usableState;
    if (state === null) return false;
    const read = { validation: this.#validatedAt, knowledge: this.#unwrittenKnowledge };
    return this.#context.knowledge.isFresh(read, need);
  }

  #note(began: Moment, read: Omit<CollectionState, "readAt" | "utcDay" | "touches">): void {
    const { at: readAt, utcDay, touches } = began;
    this.#state = { ...read, readAt, utcDay, touches };
    this.#validatedAt = began;
  }

  /** Whether a read that began later, and so includes everything in this read, has been merged. */
  #isSuperseded(began: Moment): boolean {
    return began.sequence < this.#validatedAt.sequence;
  }

  #emit(happening: CollectionHappening<Record>): void {
    const { table } = this;
    // The definition of each collection ties its name to its record type.
    const event = { of: this.#collection.name, table, ...happening } as unknown as PlanEvent;
    for (const listener of this.#context.listeners) listener(event);
  }
}
