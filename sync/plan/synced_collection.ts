import type { CallOptions } from "../../client/upstream_client.ts";
import type { CollectionName, CollectionState } from "../store/store.ts";
import { CachedRead, singleFlight } from "./cached_read.ts";
import { CollectionRecords } from "./collection_records.ts";
import type { Collection, CollectionRead } from "./collections.ts";
import { type FreshnessNeed, isKnowledge, type Moment, type Validation } from "./freshness.ts";
import { beginRead, type PlanContext, type ReadBegin, type ReadOptions } from "./plan_context.ts";
import { type CollectionTable, RecordTable, type TableRow } from "./record_table.ts";

/** One collection of one plan, kept in sync: read whole once, then by its changes. */
export class SyncedCollection<Record> {
  readonly table: CollectionTable<Record>;
  readonly #collection: Collection<Record>;
  readonly #context: PlanContext;
  readonly #records: CollectionRecords<Record>;
  readonly #restoreOnce: () => Promise<void>;
  readonly #read: CachedRead<CollectionTable<Record>>;

  constructor(
    collection: Collection<Record>,
    context: PlanContext,
    table: CollectionTable<Record> = new RecordTable(),
  ) {
    this.table = table;
    this.#collection = collection;
    this.#context = context;
    const records = this.#records = new CollectionRecords(collection, context, table);
    this.#restoreOnce = singleFlight(() => records.writer.catchUp());
    this.#read = new CachedRead({
      moments: context.moments,
      maxAgeMs: context.maxAgeMs,
      valid: (need) => records.isFresh(need) ? table : null,
      restore: this.#restoreOnce,
      ask: async (need, options) => {
        await this.#refresh(need, options);
        return table;
      },
      isValidAfterWrites: (began) => context.knowledge.isValidAfterWrites(began),
      stalled: {
        looks: context.looks,
        last: ({ utcDay }) => records.isOfDay(utcDay) ? table : null,
      },
    });
    context.gate.addWriter(() => this.written());
    context.looks.add(collection.name, {
      mark: () => records.writer.comparable,
      take: (moved, since) => records.writer.takeMoved(moved, since),
    });
  }

  get name(): CollectionName {
    return this.#collection.name;
  }

  /** How far the plan was read; `null` before the first read. */
  get state(): CollectionState | null {
    return this.#records.state;
  }

  /** When the records were last known to be true; `null` before the first read. */
  get validation(): Validation | null {
    return this.#records.validation;
  }

  /** Brings the collection up to date as far as the caller needs it. */
  async sync(options: ReadOptions = {}): Promise<void> {
    await this.#read.read(options);
  }

  /** Returns the data read so far, however old, without a request; `null` before the first read. */
  async known(): Promise<CollectionTable<Record> | null> {
    await this.#restoreOnce();
    return this.state === null ? null : this.table;
  }

  /** Whether the data is within the freshness window. Sends no request. */
  isRecent(): boolean {
    return this.#records.isRecent();
  }

  async absorb(rows: readonly TableRow<Record>[]): Promise<void> {
    await this.#restoreOnce();
    this.#records.absorb(rows);
  }

  /** Has the next read be a whole one: something has changed that no delta brings. */
  reloadNext(): void {
    this.#records.reloadNext();
  }

  written(): Promise<void> {
    return this.#records.writer.written();
  }

  async #refresh(need: FreshnessNeed, options: CallOptions): Promise<void> {
    const records = this.#records;
    if (records.usableState === null) {
      const isRead = await this.#readWholeOnce(options);
      if (isRead) return;
    }
    // One delta at a time: the first one may validate the others at no cost.
    await this.#context.gate.withMutex(async () => {
      if (records.isFresh(need)) return;
      // What is all to be written again has nothing to compare with.
      if (records.writer.comparable === null) await records.writer.catchUp();
      else await this.#context.looks.beforeAsking(this.name);
      if (records.isFresh(need)) return;
      const state = records.usableState;
      // The turn before may have found that the plan was restored.
      if (state === null) return await this.#readWhole(options);
      await this.#readDelta(state, options);
    });
  }

  /** Reads whole unless another process has just done so: only one of several does. */
  async #readWholeOnce(options: CallOptions): Promise<boolean> {
    const { store, planId, onStoreFailure } = this.#context;
    const { writer } = this.#records;
    const of = { planId, name: this.name };
    const unlock = await store.lockLoad(of, options.signal).catch((error: unknown) => {
      options.signal?.throwIfAborted();
      onStoreFailure(error);
      return () => Promise.resolve();
    });
    let isRead = false;
    try {
      await writer.catchUp();
      if (this.#records.usableState !== null) return false;
      await this.#readWhole(options);
      isRead = true;
      return true;
    } finally {
      // The others wait until they find it in the store; our caller does not.
      const over = isRead ? writer.writtenBehind().then(unlock) : unlock();
      over.catch(onStoreFailure);
    }
  }

  async #readWhole(options: CallOptions): Promise<void> {
    const seenBefore = this.#context.knowledge.last;
    const { began, answer } = await this.#ask({}, options);
    const isBack = isKnowledge(answer.knowledge) && answer.knowledge < (seenBefore ?? 0);
    await this.#records.takeWhole(answer, began, {
      signal: options.signal,
      whenBack: isBack ? () => this.#forgetPlan(answer.knowledge, began) : null,
    });
  }

  async #readDelta(state: CollectionState, options: CallOptions): Promise<void> {
    const { timesForgotten } = this.#records;
    const { began, answer } = await this.#ask({ knowledge: state.knowledge }, options);
    // It was found meanwhile that the plan was restored: these are changes of what is gone.
    if (this.#records.timesForgotten !== timesForgotten) return await this.#readWhole(options);
    if (answer.knowledge < state.knowledge) {
      if (isKnowledge(answer.knowledge)) await this.#forgetPlan(answer.knowledge, began);
      return await this.#readWhole(options);
    }
    this.#records.takeDelta(answer, began, state);
  }

  /** The plan was restored to an earlier state: nothing that is kept of it holds. */
  async #forgetPlan(knowledge: number, began: Moment): Promise<void> {
    const { store, planId, gate, onStoreFailure } = this.#context;
    // The store keeps the ids of what it has: what still waits to be written would be lost.
    await gate.allWritten();
    await store.forgetPlan(planId).catch(onStoreFailure);
    this.#context.knowledge.forget();
    this.#context.knowledge.validate(knowledge, began);
  }

  async #ask(
    args: { readonly knowledge?: number },
    options: CallOptions,
  ): Promise<{ readonly began: ReadBegin; readonly answer: CollectionRead<Record> }> {
    const { client, planId, knowledge } = this.#context;
    const began = await beginRead(this.#context, options.signal);
    const answer = await this.#collection.read(client, { planId, ...args }, options);
    knowledge.validate(answer.knowledge, began);
    return { began, answer };
  }
}
