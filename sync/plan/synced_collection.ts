/** One collection of one plan, kept in sync: read whole once, then by its changes. @module */

import { DAY_MS } from "../../domain/base/day.ts";
import type { CallOptions } from "../../client/upstream_client.ts";
import { CachedRead, singleFlight } from "./cached_read.ts";
import {
  CollectionWriter,
  type FoundCollection,
  type MergeOutcome,
  type WrittenSource,
} from "./collection_writer.ts";
import {
  beginRead,
  type CollectionContext,
  type CollectionListener,
  type ReadBegin,
  type ReadNews,
  type ReadOptions,
  touchesOf,
} from "./plan_context.ts";
import type { Collection, CollectionRead } from "./collections.ts";
import {
  type FreshnessNeed,
  isFreshEnough,
  isKnowledge,
  keptValidation,
  type Moment,
  type Validation,
} from "./freshness.ts";
import { type CollectionTable, RecordTable, type TableRow } from "./record_table.ts";
import { inTurns } from "./in_turns.ts";
import type { CollectionName, CollectionState, StoredCollection } from "../store/store.ts";

const WEEK_MS = 7 * DAY_MS;
/** A collection and how current it is. */
export class SyncedCollection<Record> {
  readonly table: CollectionTable<Record>;
  readonly #collection: Collection<Record>;
  readonly #context: CollectionContext;
  readonly #listener: CollectionListener<Record>;
  readonly #writer: CollectionWriter;
  readonly #restoreOnce: () => Promise<void>;
  readonly #read: CachedRead<CollectionTable<Record>>;
  #state: CollectionState | null = null;
  #validatedAt: Validation = { at: 0, sequence: 0 };
  #mustReload = false;
  #timesForgotten = 0;

  /** Makes a collection that has read nothing yet. */
  constructor(
    collection: Collection<Record>,
    context: CollectionContext,
    listener: CollectionListener<Record> = {},
    table: CollectionTable<Record> = new RecordTable(),
  ) {
    this.table = table;
    this.#collection = collection;
    this.#context = context;
    this.#listener = listener;
    const { planId, store, onStoreFailure } = context;
    this.#writer = new CollectionWriter({
      of: { planId, name: collection.name },
      store,
      size: () => this.table.size,
      source: () => this.#source(),
      calls: context.calls,
      onMoved: (found) => this.#mergeFound(found),
      onFailure: onStoreFailure,
    });
    this.#restoreOnce = singleFlight(() => this.#writer.catchUp());
    this.#read = new CachedRead({
      moments: context.moments,
      maxAgeMs: context.maxAgeMs,
      valid: (need) => this.#isFresh(need) ? this.table : null,
      restore: this.#restoreOnce,
      ask: async (need, options) => {
        await this.#refresh(need, options);
        return this.table;
      },
      isValidAfterWrites: (began) => context.knowledge.isValidAfterWrites(began),
      stalled: {
        looks: context.looks,
        last: ({ utcDay }) => this.#isOfDay(utcDay) ? this.table : null,
      },
    });
    context.gate.addWriter(() => this.#writer.written());
    context.looks.add(collection.name, {
      mark: () => this.#writer.comparable,
      take: (moved, since) => this.#writer.takeMoved(moved, since),
    });
    context.knowledge.onForget(() => {
      this.#state = null;
      this.#mustReload = true;
      this.#timesForgotten += 1;
      this.#writer.forget();
    });
  }

  /** The collection's name. */
  get name(): CollectionName {
    return this.#collection.name;
  }

  /** Brings the collection up to date as far as the caller needs it. */
  async sync(options: ReadOptions = {}): Promise<void> {
    await this.#read.read(options);
  }

  /** Gives what was read so far, however old, without asking; `null` before the first read. */
  async known(): Promise<CollectionTable<Record> | null> {
    await this.#restoreOnce();
    return this.#state === null ? null : this.table;
  }

  /** The plan's knowledge that it was read up to; `null` before the first read. */
  get knowledge(): number | null {
    return this.#state?.knowledge ?? null;
  }

  /** The plan's knowledge at the last whole read, as far as that is known. */
  get fullKnowledge(): number | null {
    return this.#state?.fullKnowledge ?? null;
  }

  /** When the last whole read began; `null` before the first one. */
  get fullReadAt(): number | null {
    return this.#state?.fullReadAt ?? null;
  }

  /** When the records were known to be true last; `null` before the first read. */
  get validation(): Validation | null {
    if (this.#state === null) return null;
    // Whatever validates a collection validates its knowledge as well, as that of the plan.
    return this.#context.knowledge.validatedAt(this.#state.knowledge) ?? this.#validatedAt;
  }

  /**
   * Tells whether what was read so far was true within the freshness window, whatever we
   * have written ourselves since. Asks nothing.
   */
  isRecent(): boolean {
    const { moments, maxAgeMs, knowledge } = this.#context;
    if (this.#state === null || this.#mustReload) return false;
    const need = { asked: moments.next(), maxAgeMs, isFreshOnly: false };
    return [this.#validatedAt, knowledge.validatedAt(this.#state.knowledge)]
      .some((validation) => validation !== null && isFreshEnough(validation, need));
  }

  /**
   * Takes records that a write of ours answered. The knowledge stays as it is: the
   * answer's knowledge counts other people's edits that we have not read.
   */
  async absorb(rows: readonly TableRow<Record>[]): Promise<void> {
    await this.#restoreOnce();
    // What is not kept is not noted either: nobody would remember its id later.
    if (this.#state === null) return;
    this.#listener.onRows?.(rows);
    this.#merge(rows);
  }

  /** Has the next read be a whole one: something has changed that no delta brings. */
  reloadNext(): void {
    this.#mustReload = true;
  }

  /** Resolves when everything read so far is in the store, or the store has failed. */
  written(): Promise<void> {
    return this.#writer.written();
  }

  async #refresh(need: FreshnessNeed, options: CallOptions): Promise<void> {
    if (this.#usableState() === null) {
      const isRead = await this.#readWholeOnce(options);
      if (isRead) return;
    }
    // One delta at a time: the first one may validate the others for nothing.
    await this.#context.gate.withMutex(async () => {
      if (this.#isFresh(need)) return;
      // What is all to be written anew has nothing to compare with.
      if (this.#writer.comparable === null) await this.#writer.catchUp();
      else await this.#context.looks.beforeAsking(this.name);
      if (this.#isFresh(need)) return;
      const state = this.#usableState();
      // The turn before may have found that the plan was restored.
      if (state === null) return await this.#readWhole(options);
      await this.#readDelta(state, options);
    });
  }

  /** Reads whole unless another process has just done so; of several one does. */
  async #readWholeOnce(options: CallOptions): Promise<boolean> {
    const { store, planId, onStoreFailure } = this.#context;
    const of = { planId, name: this.name };
    const unlock = await store.lockLoad(of, options.signal).catch((error: unknown) => {
      options.signal?.throwIfAborted();
      onStoreFailure(error);
      return () => Promise.resolve();
    });
    let isRead = false;
    try {
      await this.#writer.catchUp();
      if (this.#usableState() !== null) return false;
      await this.#readWhole(options);
      isRead = true;
      return true;
    } finally {
      // The others wait until they find it in the store; our caller does not.
      const over = isRead ? this.#writer.writtenBehind().then(unlock) : unlock();
      over.catch(onStoreFailure);
    }
  }

  async #readWhole(options: CallOptions): Promise<void> {
    const { knowledge } = this.#context;
    const seenBefore = knowledge.last;
    const { began, answer } = await this.#ask({}, options);
    const laidOut = this.#replacing(answer.rows, options.signal);
    // A short answer is taken in the moment in which it came.
    const replace = laidOut instanceof Promise ? await laidOut : laidOut;
    if (this.#isOvertaken(began)) return;
    const isBack = isKnowledge(answer.knowledge) && answer.knowledge < (seenBefore ?? 0);
    if (isBack) await this.#forgetPlan(answer.knowledge, began);
    // Only what the answer names: a row that it leaves out is gone.
    this.#listener.onWhole?.(answer.rows);
    replace();
    this.#mustReload = false;
    this.#listener.onRead?.(newsOf(answer, { from: null, began }));
    this.#state = {
      knowledge: answer.knowledge,
      readAt: began.at,
      fullReadAt: began.at,
      fullKnowledge: answer.knowledge,
      utcDay: began.utcDay,
      ...touchesOf(began),
    };
    this.#validatedAt = began;
    this.#writer.note("all");
  }

  /** Lays a whole read out, and gives what puts it in the place of what was read before. */
  #replacing(
    rows: readonly TableRow<Record>[],
    signal: AbortSignal | undefined,
  ): (() => void) | Promise<() => void> {
    const steps = this.table.replacing?.(rows);
    if (steps === undefined) return () => this.table.replaceAll(rows);
    return inTurns(steps, { nextTurn: this.#context.nextTurn, signal });
  }

  async #readDelta(state: CollectionState, options: CallOptions): Promise<void> {
    const timesForgotten = this.#timesForgotten;
    const { began, answer } = await this.#ask({ knowledge: state.knowledge }, options);
    // It was found out meanwhile that the plan is back: these are changes of what is no more.
    if (this.#timesForgotten !== timesForgotten) return await this.#readWhole(options);
    if (answer.knowledge < state.knowledge) {
      if (isKnowledge(answer.knowledge)) await this.#forgetPlan(answer.knowledge, began);
      return await this.#readWhole(options);
    }
    const known = this.#state?.knowledge ?? 0;
    if (this.#isOvertaken(began) || known > answer.knowledge) return;
    this.#listener.onRows?.(answer.rows);
    const { fullReadAt, fullKnowledge } = state;
    this.#state = {
      knowledge: answer.knowledge,
      readAt: began.at,
      fullReadAt,
      ...(fullKnowledge === undefined ? {} : { fullKnowledge }),
      utcDay: began.utcDay,
      ...touchesOf(began),
    };
    this.#validatedAt = began;
    this.#merge(answer.rows);
    this.#listener.onRead?.(newsOf(answer, { from: state.knowledge, began }));
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

  #merge(rows: readonly TableRow<Record>[]): void {
    const wereDeleted = this.table.deletedKeys.size;
    const parts = this.table.merge(rows);
    const areKeysChanged = this.table.deletedKeys.size !== wereDeleted ||
      rows.some(({ isDeleted }) => isDeleted);
    this.#writer.note(parts, areKeysChanged);
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

  #source(): WrittenSource {
    return {
      state: this.#state,
      parts: (names) => this.table.parts(names),
      deletedKeys: this.table.deletedKeys,
    };
  }

  /** Merges what the store holds, unless ours knows more. */
  #mergeFound(found: FoundCollection): MergeOutcome {
    if (found.isOtherEpoch) this.#context.knowledge.forget();
    const mine = this.#mustReload ? null : this.#state;
    if (found.isForgotten) {
      const keys = [...found.deletedKeys ?? [], ...this.table.keysIn(found.parts)];
      if (mine === null) return this.#forget(keys);
      this.#listener.onDeletedKeys?.(keys);
      this.table.reserveKeys(keys);
      return "stale";
    }
    if (mine === null) {
      this.#state = null;
      this.#mustReload = false;
    } else if (found.state.knowledge < mine.knowledge) {
      return "stale";
    }
    const isSame = mine !== null && found.state.knowledge === mine.knowledge;
    if (isSame && mine.fullReadAt > found.state.fullReadAt) return "stale";
    const ours = isSame ? this.#writer.dirtyParts : new Set<string>();
    if (ours === "all") return "replaced";
    const again = this.#takeOver(found, ours);
    if (again === "all" || again.size > 0) this.#writer.note(again);
    return again === "all" || ours.size > 0 ? "merged" : "replaced";
  }

  /** Forgets all but that the keys are reserved. */
  #forget(keys: readonly string[]): MergeOutcome {
    this.#listener.onDeletedKeys?.(keys);
    this.table.replaceAll(keys.map((key) => ({ key })));
    this.#state = null;
    return "replaced";
  }

  #takeOver(
    { state, parts, isWhole, deletedKeys }: StoredCollection,
    ours: ReadonlySet<string>,
  ): ReadonlySet<string> | "all" {
    if (deletedKeys !== null) this.#listener.onDeletedKeys?.(deletedKeys);
    const again = this.table.adopt({ parts, isWhole, ours, deletedKeys });
    this.#listener.onKept?.(parts);
    const validation = keptValidation(state);
    const { knowledge } = this.#context;
    const isLater = this.#state === null || state.knowledge > this.#state.knowledge ||
      (knowledge.isValidAfterWrites(validation) && validation.at > this.#validatedAt.at);
    this.#state = state;
    if (isLater) this.#validatedAt = validation;
    knowledge.validate(state.knowledge, validation);
    return again;
  }

  /** Whether a read that began later has been merged: it knows all that this one does. */
  #isOvertaken(began: Moment): boolean {
    return began.sequence < this.#validatedAt.sequence;
  }

  /** What was read last, unless it has to be read whole again. */
  #usableState(): CollectionState | null {
    const state = this.#state;
    if (state === null) return null;
    const today = this.#context.moments.next();
    const ageMs = today.at - state.fullReadAt;
    // A clock that was set back must not put the week off for years.
    const isWeekOld = this.#collection.isReadAnewWeekly && (ageMs >= WEEK_MS || ageMs < -DAY_MS);
    return this.#mustReload || !this.#isOfDay(today.utcDay) || isWeekOld ? null : state;
  }

  /** Whether something was read that holds on a day. */
  #isOfDay(utcDay: string): boolean {
    const state = this.#state;
    return state !== null && (!this.#collection.isDayBound || state.utcDay === utcDay);
  }

  #isFresh(need: FreshnessNeed): boolean {
    const state = this.#usableState();
    if (state === null) return false;
    const { knowledge } = this.#context;
    const validation = knowledge.validatedAt(state.knowledge);
    return [this.#validatedAt, validation].some((validation) =>
      validation !== null && knowledge.isValidAfterWrites(validation) &&
      isFreshEnough(validation, need)
    );
  }
}

function newsOf(
  { rows, knowledge }: CollectionRead<unknown>,
  asked: Pick<ReadNews, "from" | "began">,
): ReadNews {
  // A whole read names everything: that tells nothing.
  const keys = new Set(asked.from === null ? [] : rows.map(({ key }) => key));
  return { ...asked, keys, to: knowledge };
}
