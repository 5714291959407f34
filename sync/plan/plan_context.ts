import type { CallOptions, UpstreamClient } from "../../client/upstream_client.ts";
import type { CollectionWriters } from "./collection_writer.ts";
import type { Moment, Moments, PlanKnowledge } from "./freshness.ts";
import { retryUntilGiven } from "../store/lease.ts";
import type { CollectionMark, CollectionName, Store } from "../store/store.ts";
import type { Account } from "../../client/wire/account.ts";
import type { Payee } from "../../client/wire/payee.ts";
import type { ScheduledTransaction } from "../../client/wire/scheduled_transaction.ts";
import type { Transaction } from "../../client/wire/transaction.ts";
import type { CategoryEntry, CollectionTable, ListedMonth, TableRow } from "./collections.ts";

export interface ReadOptions extends CallOptions {
  /** Whether to require data that was read after this call began, as for previews and changes. */
  readonly isFreshOnly?: boolean;
  /** Called when the returned cached data may lack a change that another process is making. */
  readonly onStalled?: () => void;
}

export interface PlanContext {
  readonly planId: string;
  readonly client: UpstreamClient;
  readonly store: Store;
  readonly moments: Moments;
  readonly maxAgeMs: number;
  readonly knowledge: PlanKnowledge;
  readonly listeners: EventListeners;
  readonly gate: PlanGate;
  readonly poll: StorePoll;
  readonly writers: CollectionWriters;
  readonly onStoreFailure: (error: unknown) => void;
  readonly onStorePoll: (isAnswered: boolean) => void;
}

/** Waits until no process is writing a change, then begins a read of a plan. */
export async function beginRead(
  { moments, gate, poll, knowledge }: PlanContext,
  signal: AbortSignal | undefined,
): Promise<Moment> {
  await gate.whenWritable();
  await poll.waitForWriters(signal);
  return { ...moments.next(), touches: knowledge.touches ?? undefined };
}

/** Returns the store's result, or the fallback if the store fails. */
export async function orWithoutStore<Found, Fallback>(
  answer: Promise<Found>,
  fallback: Fallback,
  { onStoreFailure }: Pick<PlanContext, "onStoreFailure">,
): Promise<Found | Fallback> {
  return await answer.catch((error: unknown) => {
    onStoreFailure(error);
    return fallback;
  });
}

/** Resolves once the attempt to store everything read so far has succeeded or failed. */
export async function allWritten(
  { writers, gate }: Pick<PlanContext, "writers" | "gate">,
): Promise<void> {
  await Promise.all([...writers.values()].map((writer) => writer.written()));
  await gate.allStored();
}

/**
 * Coordinates a plan's reads and writes in this process with a write barrier, a mutex and a list of
 * pending saves.
 */
export class PlanGate {
  #writing: Promise<unknown> = Promise.resolve();
  #queue: Promise<unknown> = Promise.resolve();
  readonly #stores = new Set<Promise<unknown>>();

  /** Blocks new reads while a function runs. */
  holdingReads<Result>(run: () => Promise<Result>): Promise<Result> {
    const writing = run();
    this.#writing = writing.catch(() => {});
    return writing;
  }

  async whenWritable(): Promise<void> {
    await this.#writing;
  }

  /** Tracks data that is being stored in the background. The promise must not reject. */
  addStoring(storing: Promise<unknown>): void {
    this.#stores.add(storing);
    storing.then(() => this.#stores.delete(storing));
  }

  async allStored(): Promise<void> {
    await Promise.all(this.#stores);
  }

  withMutex<Result>(run: () => Promise<Result>): Promise<Result> {
    const turn = this.#queue.then(run);
    this.#queue = turn.catch(() => {});
    return turn;
  }
}

/** Maximum time that a read waits for another process to finish a change, in milliseconds. */
const WRITING_MS = 60_000;
/**
 * Maximum time, in milliseconds, that a read waits for another process to finish a change before
 * the read uses cached data. A read that has no cached data, or that needs fresh data, may wait
 * longer. If the other process has died, its lease may take up to another minute to expire.
 */
const STALL_MS = 4_000;
/** How long reads can use the result of a poll before they have to poll again, in milliseconds. */
const POLL_HOLDS_MS = 1_000;

/** Polls the store for other processes' reads and changes. */
export class StorePoll {
  readonly #context: Omit<PlanContext, "poll">;
  /** Results of the last poll, except those that a read has already used. */
  readonly #unused = new Set<CollectionName | "writers">();
  #polledAt = -Infinity;
  /**
   * Another process's change in progress: when the change was first seen, and the plan's write
   * count, which identifies the change.
   */
  #writing: { readonly since: number; readonly touches: number } | null = null;
  readonly #onStall = new Set<() => void>();

  constructor(context: Omit<PlanContext, "poll">) {
    this.#context = context;
  }

  /**
   * Polls the store for a newer version of a collection that is about to be requested from YNAB.
   * Does nothing if a poll has just covered this collection and no read has used the poll's result.
   */
  async pollBeforeRequest(name: CollectionName): Promise<void> {
    if (!this.#isKnown(name)) await this.poll([name]);
    this.#unused.delete(name);
  }

  /** Resolves when no other process is writing, or when one has been writing for too long. */
  async waitForWriters(signal?: AbortSignal): Promise<void> {
    if (this.#isKnown("writers") && this.#writing === null) return;
    await retryUntilGiven(async () => {
      const hasResponded = await this.poll([]);
      return hasResponded && this.#writing !== null ? null : true;
    }, { maxWaitMs: WRITING_MS, signal });
    this.#unused.delete("writers");
  }

  /** Whether reads use the cache because another process is taking too long to write a change. */
  get isStalled(): boolean {
    const writing = this.#writing;
    return writing !== null && this.#isRecent() && this.#polledAt - writing.since >= STALL_MS;
  }

  /**
   * Registers a function that is called when a poll finds that another process's change is stalled.
   * Returns a function that unregisters it.
   */
  onStall(run: () => void): () => void {
    this.#onStall.add(run);
    return () => void this.#onStall.delete(run);
  }

  #isKnown(what: CollectionName | "writers"): boolean {
    return this.#unused.delete(what) && this.#isRecent();
  }

  #isRecent(): boolean {
    const ageMs = this.#context.moments.next().at - this.#polledAt;
    return ageMs >= 0 && ageMs < POLL_HOLDS_MS;
  }

  /**
   * Polls the store for other processes' changes to the plan, and for newer versions of the given
   * collections. Returns whether the store responded.
   */
  async poll(names: readonly CollectionName[]): Promise<boolean> {
    const { planId, store, writers, knowledge, moments, onStoreFailure, onStorePoll } =
      this.#context;
    const seen: Partial<Record<CollectionName, CollectionMark | null>> = {};
    for (const name of names) seen[name] = writers.get(name)?.comparable ?? null;
    try {
      const { touches, isWriting, moved } = await store.poll(planId, seen);
      onStorePoll(true);
      const now = moments.next();
      knowledge.notice(touches, now);
      if (!isWriting) this.#writing = null;
      else if (this.#writing?.touches !== touches) this.#writing = { since: now.at, touches };
      for (const what of [...names, "writers"] as const) this.#unused.add(what);
      this.#polledAt = now.at;
      if (this.isStalled) { for (const run of this.#onStall) run(); }
      for (const one of moved) {
        const since = seen[one.name];
        if (since) writers.get(one.name)?.takeMoved(one, since);
      }
      return true;
    } catch (error) {
      onStorePoll(false);
      onStoreFailure(error);
      return false;
    }
  }
}

export interface PlanRecords extends Readonly<Record<CollectionName, unknown>> {
  readonly transactions: Transaction;
  readonly accounts: Account;
  readonly categories: CategoryEntry;
  readonly scheduled_transactions: ScheduledTransaction;
  readonly months: ListedMonth;
  readonly payees: Payee;
}

/** A full read or a delta whose rows have been merged into the cached collection. */
export interface CollectionNews<Record> {
  readonly rows: readonly TableRow<Record>[];
  /** The records that a delta replaced or deleted, by key; empty for a full read. */
  readonly previous: ReadonlyMap<string, Record>;
  /** Server knowledge from which the delta starts; `null` for a full read. */
  readonly from: number | null;
  readonly to: number;
  readonly began: Moment;
}

export type CollectionEvent<Record> =
  & { readonly table: CollectionTable<Record> }
  & CollectionHappening<Record>;

export type CollectionHappening<Record> =
  | { readonly kind: "read" } & CollectionNews<Record>
  /** The collection has adopted data that another process stored. */
  | { readonly kind: "restored" };

export type PlanEvent =
  | {
    [Name in CollectionName]: { readonly of: Name } & CollectionEvent<PlanRecords[Name]>;
  }[CollectionName]
  /** The plan was restored to an earlier state, so all cached data is invalid. */
  | { readonly of: "plan"; readonly kind: "forgotten" };

/**
 * The parts of a plan's cache that depend on what other parts read: `PlanNotes` infers the currency
 * format, `PayeeRenames` collects names, `MonthDetails` and `WindowedReads` drop outdated data, and
 * `PlanNewsReporter` reports new data to the journal.
 */
export type EventListeners = ((event: PlanEvent) => void)[];
