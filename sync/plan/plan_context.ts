import { after } from "../../client/timers.ts";
import type { CallOptions, UpstreamClient } from "../../client/upstream_client.ts";
import type { Moment, Moments, PlanKnowledge } from "./freshness.ts";
import type { StorePoll } from "./store_poll.ts";
import type { PlanEvents } from "./plan_events.ts";
import type { Store } from "../store/store.ts";

export interface ReadOptions extends CallOptions {
  /** Accepts only data read after this call began, as previews and changes require. */
  readonly isFreshOnly?: boolean;
  /** Called when the cache is served without a change that another process is making. */
  readonly onStalled?: () => void;
}

/** State shared by the parts of a plan's cache. */
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
  readonly calls: InFlightCalls;
  /** Yields to the event loop between steps of long work. */
  readonly nextTurn: () => Promise<void>;
  /** Called when the store fails; reads continue without it. */
  readonly onStoreFailure: (error: unknown) => void;
}

/** Begins a read of a plan: waits until neither this process nor another is writing a change. */
export async function beginRead(
  { moments, gate, poll, knowledge }: PlanContext,
  signal: AbortSignal | undefined,
): Promise<Moment> {
  await gate.whenWritable();
  await poll.waitForWriters(signal);
  return { ...moments.next(), touches: knowledge.touches ?? undefined };
}

/** Returns what the store answers, or the fallback if the store fails. */
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

/** A write barrier and a mutex, within one process. */
export class PlanGate {
  #writing: Promise<unknown> = Promise.resolve();
  #queue: Promise<unknown> = Promise.resolve();
  readonly #writers: (() => Promise<void>)[] = [];
  readonly #stores = new Set<Promise<unknown>>();

  /** Blocks new reads while a function runs. */
  holdingReads<Result>(run: () => Promise<Result>): Promise<Result> {
    const writing = run();
    this.#writing = writing.catch(() => {});
    return writing;
  }

  /** Resolves when no change is being written. */
  async whenWritable(): Promise<void> {
    await this.#writing;
  }

  /**
   * Registers a part of the cache by a function that waits until the part is stored or the store
   * has failed.
   */
  addWriter(written: () => Promise<void>): void {
    this.#writers.push(written);
  }

  /** Tracks data that is being stored in the background. The promise must not reject. */
  addStoring(storing: Promise<unknown>): void {
    this.#stores.add(storing);
    storing.then(() => this.#stores.delete(storing));
  }

  /** Resolves when every part's data is stored, or the store has failed. */
  async allWritten(): Promise<void> {
    await Promise.all([...this.#writers.map((written) => written()), ...this.#stores]);
  }

  withMutex<Result>(run: () => Promise<Result>): Promise<Result> {
    const turn = this.#queue.then(run);
    this.#queue = turn.catch(() => {});
    return turn;
  }
}

/** Data is stored after this time even if the call is still waiting for the user. */
const MAX_WAIT_MS = 1_000;

/** Storing is postponed while calls follow each other within this time. */
const QUIET_MS = 100;

/** Counts calls in progress, and signals when none is left. */
export class InFlightCalls {
  #count = 0;
  readonly #waiting = new Set<() => void>();
  #stopQuiet: () => void = () => {};

  /** Counts a call as in progress until it ends. */
  async during<Result>(call: () => Promise<Result>): Promise<Result> {
    this.#count += 1;
    this.#stopQuiet();
    try {
      return await call();
    } finally {
      this.#count -= 1;
      if (this.#count === 0 && this.#waiting.size > 0) {
        this.#stopQuiet = after(QUIET_MS, () => {
          for (const end of [...this.#waiting]) end();
        });
      }
    }
  }

  get isIdle(): boolean {
    return this.#count === 0;
  }

  /**
   * Waits until no call has run for a moment, or for at most a second; `end` ends the wait early.
   */
  whenIdle(): { readonly over: Promise<void>; readonly end: () => void } {
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = (): void => {
      callOff();
      this.#waiting.delete(end);
      if (this.#waiting.size === 0) this.#stopQuiet();
      resolve();
    };
    const callOff = after(MAX_WAIT_MS, end);
    if (this.isIdle) end();
    else this.#waiting.add(end);
    return { over: promise, end };
  }
}
