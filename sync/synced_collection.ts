/**
 * One collection of one plan, kept in sync: read whole once, then by its changes.
 *
 * @module
 */

import type { CallOptions, UpstreamClient } from "../client/upstream_client.ts";
import type { Collection, CollectionRead } from "./collections.ts";
import { type FreshnessNeed, isFreshEnough, type Proof } from "./freshness.ts";
import type { Moment, Moments } from "./moment.ts";
import { isKnowledge, type PlanKnowledge } from "./plan_knowledge.ts";
import { RecordTable, type TableChange, type TableRow } from "./record_table.ts";
import { runOnce } from "./run_once.ts";
import { SharedRead } from "./shared_read.ts";
import type { CollectionName, CollectionState, Store } from "./store.ts";

const WEEK_MS = 7 * 86_400_000;

/** How a read is made. */
export interface ReadOptions extends CallOptions {
  /** Takes only what is read after this call began: for previews and changes. */
  readonly isFreshOnly?: boolean;
}

/** What a collection works with. */
export interface CollectionContext {
  readonly planId: string;
  readonly client: UpstreamClient;
  readonly store: Store;
  readonly moments: Moments;
  readonly maxAgeMs: number;
  readonly knowledge: PlanKnowledge;
}

/** What a delta told. */
export interface DeltaNews {
  /** The keys that it named. */
  readonly keys: ReadonlySet<string>;
  /** From and to which knowledge it went. */
  readonly from: number;
  readonly to: number;
  /** When it was asked for. */
  readonly began: Moment;
}

/** Tells others what a read brought. */
export interface CollectionListener<Record> {
  /** Sees every read's rows before they are merged; may add rows to those of a delta. */
  onRows?(rows: readonly TableRow<Record>[]): readonly TableRow<Record>[];
  /** Sees the keys of deleted records that a store kept. */
  onDeletedKeys?(keys: readonly string[]): void;
  /** Hears of a delta. */
  onDelta?(delta: DeltaNews): void;
}

interface RunningRead {
  readonly began: Moment;
  readonly read: SharedRead<void>;
}

/** A collection and how current it is. */
export class SyncedCollection<Record> {
  readonly table: RecordTable<Record> = new RecordTable<Record>();
  readonly #collection: Collection<Record>;
  readonly #context: CollectionContext;
  readonly #listener: CollectionListener<Record>;
  readonly #restoreOnce: () => Promise<void>;
  #state: CollectionState | null = null;
  #provenAt: Proof = { at: 0, tick: 0 };
  #isDoubted = false;
  #running: RunningRead | null = null;

  /** Makes a collection that has read nothing yet. */
  constructor(
    collection: Collection<Record>,
    context: CollectionContext,
    listener: CollectionListener<Record> = {},
  ) {
    this.#collection = collection;
    this.#context = context;
    this.#listener = listener;
    this.#restoreOnce = runOnce(() => this.#restore());
    context.knowledge.onForget(() => this.#isDoubted = true);
  }

  /** The collection's name. */
  get name(): CollectionName {
    return this.#collection.name;
  }

  /** Brings the collection up to date as far as the caller needs it. */
  async sync(options: ReadOptions = {}): Promise<void> {
    const need: FreshnessNeed = {
      asked: this.#context.moments.next(),
      maxAgeMs: this.#context.maxAgeMs,
      isFreshOnly: options.isFreshOnly === true,
    };
    await this.#restoreOnce();
    if (this.#isFresh(need)) return;
    options.signal?.throwIfAborted();
    await this.#joinOrStart(need, options).join(options.signal);
  }

  /** Gives what was read so far, however old, without asking; `null` before the first read. */
  async known(): Promise<RecordTable<Record> | null> {
    await this.#restoreOnce();
    return this.#state === null ? null : this.table;
  }

  /**
   * Takes records that a write of ours answered. The knowledge stays as it is: the
   * answer's knowledge counts other people's edits that we have not read.
   */
  async absorb(rows: readonly TableRow<Record>[]): Promise<void> {
    await this.#restoreOnce();
    // What is not kept is not noted either: nobody would remember its id later.
    if (this.#state === null) return;
    const all = this.#listener.onRows?.(rows) ?? rows;
    const change = this.table.merge(all);
    const { store, planId } = this.#context;
    await store.applyChange(planId, this.name, { ...change, isWhole: false, state: this.#state });
  }

  #joinOrStart(need: FreshnessNeed, options: ReadOptions): SharedRead<void> {
    const running = this.#running;
    const canJoin = running !== null && !running.read.isAbandoned &&
      this.#context.knowledge.isAfterChange(running.began) &&
      (!need.isFreshOnly || running.began.tick > need.asked.tick);
    if (canJoin) return running.read;
    const { signal: _, ...callOptions } = options;
    const read = new SharedRead((signal) => this.#refresh(need, { ...callOptions, signal }));
    const started = { began: this.#context.moments.next(), read };
    this.#running = started;
    const forget = (): void => {
      if (this.#running === started) this.#running = null;
    };
    read.ended.then(forget);
    return read;
  }

  async #refresh(need: FreshnessNeed, options: CallOptions): Promise<void> {
    const state = this.#state;
    if (state === null || this.#needsWholeRead(state)) return await this.#readWhole(options);
    // One delta at a time: the first one may prove the others current for nothing.
    await this.#context.knowledge.inTurn(async () => {
      if (this.#isFresh(need)) return;
      const current = this.#state ?? state;
      // The turn before may have found that the plan was restored.
      if (this.#needsWholeRead(current)) return await this.#readWhole(options);
      await this.#readDelta(current, options);
    });
  }

  async #readWhole(options: CallOptions): Promise<void> {
    const { began, answer } = await this.#ask({}, options);
    if (this.#isOvertaken(began)) return;
    // Only what the answer names: a row that it leaves out is gone.
    this.#listener.onRows?.(answer.rows);
    const change = this.table.replaceAll(answer.rows);
    this.#isDoubted = false;
    await this.#keep(change, {
      isWhole: true,
      began,
      state: {
        knowledge: answer.knowledge,
        readAt: began.at,
        fullReadAt: began.at,
        utcDay: began.utcDay,
      },
    });
  }

  async #readDelta(state: CollectionState, options: CallOptions): Promise<void> {
    const { began, answer } = await this.#ask({ knowledge: state.knowledge }, options);
    if (answer.knowledge < state.knowledge) {
      if (isKnowledge(answer.knowledge)) this.#context.knowledge.forget();
      return await this.#readWhole(options);
    }
    if (this.#isOvertaken(began)) return;
    const rows = this.#listener.onRows?.(answer.rows) ?? answer.rows;
    const change = this.table.merge(rows);
    this.#listener.onDelta?.({
      keys: new Set(rows.map(({ key }) => key)),
      from: state.knowledge,
      to: answer.knowledge,
      began,
    });
    await this.#keep(change, {
      isWhole: false,
      began,
      state: { ...state, knowledge: answer.knowledge, readAt: began.at, utcDay: began.utcDay },
    });
  }

  async #ask(
    args: { readonly knowledge?: number },
    options: CallOptions,
  ): Promise<{ readonly began: Moment; readonly answer: CollectionRead<Record> }> {
    const { client, planId, moments, knowledge } = this.#context;
    await knowledge.readsMayGo();
    const began = moments.next();
    const answer = await this.#collection.read(client, { planId, ...args }, options);
    knowledge.prove(answer.knowledge, began);
    return { began, answer };
  }

  async #keep(
    change: TableChange<Record>,
    read: { readonly isWhole: boolean; readonly state: CollectionState; readonly began: Moment },
  ): Promise<void> {
    this.#state = read.state;
    this.#provenAt = read.began;
    const { store, planId } = this.#context;
    try {
      const { isWhole, state } = read;
      await store.applyChange(planId, this.name, { ...change, isWhole, state });
    } catch (error) {
      // No later delta would bring what the store has missed.
      this.#isDoubted = true;
      throw error;
    }
  }

  async #restore(): Promise<void> {
    const { store, planId, knowledge } = this.#context;
    const kept = await store.loadCollection(planId, this.name);
    if (kept === null) return;
    const records = kept.records.map(({ key, record }) => ({ key, record: record as Record }));
    this.#listener.onRows?.(records.map((row) => ({ ...row, isDeleted: false })));
    this.#listener.onDeletedKeys?.(kept.deletedKeys);
    this.table.restore(records, kept.deletedKeys);
    this.#state = kept.state;
    this.#provenAt = { at: kept.state.readAt, tick: 0 };
    knowledge.prove(kept.state.knowledge, this.#provenAt);
  }

  /** Whether a read that began later has been merged: it knows all that this one does. */
  #isOvertaken(began: Moment): boolean {
    return began.tick < this.#provenAt.tick;
  }

  #needsWholeRead(state: CollectionState): boolean {
    const today = this.#context.moments.next();
    const isOtherDay = this.#collection.isDayBound && state.utcDay !== today.utcDay;
    const isWeekOld = this.#collection.isReadAnewWeekly && today.at - state.fullReadAt >= WEEK_MS;
    return this.#isDoubted || isOtherDay || isWeekOld;
  }

  #isFresh(need: FreshnessNeed): boolean {
    if (this.#state === null || this.#needsWholeRead(this.#state)) return false;
    const { knowledge } = this.#context;
    const proven = knowledge.provenAt(this.#state.knowledge);
    return [this.#provenAt, proven].some((proof) =>
      proof !== null && knowledge.isAfterChange(proof) && isFreshEnough(proof, need)
    );
  }
}
