import type { CallOptions, UpstreamClient } from "../../client/upstream_client.ts";
import type { CollectionWriters } from "./collection_writer.ts";
import type { Moment, Moments, PlanKnowledge, StorePoll } from "./freshness.ts";
import type { CollectionName, Store, StoredPart } from "../store/store.ts";
import type { Account } from "../../client/wire/account.ts";
import type { Payee } from "../../client/wire/payee.ts";
import type { ScheduledTransaction } from "../../client/wire/scheduled_transaction.ts";
import type { Transaction } from "../../client/wire/transaction.ts";
import type { CategoryEntry, CollectionTable, ListedMonth, TableRow } from "./collections.ts";

export interface ReadOptions extends CallOptions {
  /**
   * Whether the data must have been read after this call began, as previews and changes require.
   */
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
  readonly events: PlanEvents;
  readonly gate: PlanGate;
  readonly poll: StorePoll;
  readonly writers: CollectionWriters;
  readonly onStoreFailure: (error: unknown) => void;
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

/** Resolves when everything read so far is stored, or the store has failed. */
export async function allWritten(
  { writers, gate }: Pick<PlanContext, "writers" | "gate">,
): Promise<void> {
  await Promise.all([...writers.values()].map((writer) => writer.written()));
  await gate.allStored();
}

/**
 * Coordinates a plan's reads and writes within this process: a write barrier, a mutex, and the data
 * being stored.
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

export interface PlanRecords extends Readonly<Record<CollectionName, unknown>> {
  readonly transactions: Transaction;
  readonly accounts: Account;
  readonly categories: CategoryEntry;
  readonly scheduled_transactions: ScheduledTransaction;
  readonly months: ListedMonth;
  readonly payees: Payee;
}

export interface ReadNews {
  /** Keys in the delta; empty for a full read. */
  readonly keys: ReadonlySet<string>;
  /** Server knowledge where the delta starts; `null` for a full read. */
  readonly from: number | null;
  readonly to: number;
  readonly began: Moment;
}

export type CollectionEvent<Record> =
  & { readonly table: CollectionTable<Record> }
  & CollectionHappening<Record>;

export type CollectionHappening<Record> =
  /** Records of a full read, a delta or a write's response, before they are merged. */
  | {
    readonly kind: "arriving";
    readonly rows: readonly TableRow<Record>[];
    readonly isWhole: boolean;
  }
  | { readonly kind: "read"; readonly read: ReadNews }
  | { readonly kind: "restored"; readonly parts: readonly StoredPart[] }
  | { readonly kind: "reserved"; readonly keys: readonly string[] };

export type PlanEvent =
  | {
    [Name in CollectionName]: { readonly of: Name } & CollectionEvent<PlanRecords[Name]>;
  }[CollectionName]
  /** The plan was restored to an earlier state, so all cached data is invalid. */
  | { readonly of: "plan"; readonly kind: "forgotten" };

/**
 * Distributes events among the parts of a plan's cache: `PlanNotes` collects ids and the currency
 * format, `PayeeRenames` collects names, `MonthDetails` and `WindowedReads` drop outdated data, and
 * `PlanNewsReporter` informs the journal.
 */
export class PlanEvents {
  readonly #listeners: ((event: PlanEvent) => void)[] = [];

  /** Adds a listener. Listeners are called in the order of registration. */
  listen(listener: (event: PlanEvent) => void): void {
    this.#listeners.push(listener);
  }

  emit(event: PlanEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
