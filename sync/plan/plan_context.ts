import { after } from "../../client/timers.ts";
import type { CallOptions, UpstreamClient } from "../../client/upstream_client.ts";
import type { Moment, Moments, PlanKnowledge } from "./freshness.ts";
import type { PlanLooks } from "./plan_looks.ts";
import type { PlanEvents } from "./plan_events.ts";
import type { Store } from "../store/store.ts";

export interface ReadOptions extends CallOptions {
  /** Takes only what is read after this call began: for previews and changes. */
  readonly isFreshOnly?: boolean;
  /** Called when the copy answers without a change that another process is making. */
  readonly onStalled?: () => void;
}

/** What the parts of a plan's copy share. */
export interface PlanContext {
  readonly planId: string;
  readonly client: UpstreamClient;
  readonly store: Store;
  readonly moments: Moments;
  readonly maxAgeMs: number;
  readonly knowledge: PlanKnowledge;
  readonly events: PlanEvents;
  readonly gate: PlanGate;
  readonly looks: PlanLooks;
  readonly calls: CallsUnderWay;
  /** Lets go of the event loop between the steps of long work. */
  readonly nextTurn: () => Promise<void>;
  /** Hears that the store has failed: reading goes on without it. */
  readonly onStoreFailure: (error: unknown) => void;
}

/** When a read of a plan began. */
export interface ReadBegin extends Moment {
  /** The plan's touches then; absent where the store could not tell. */
  readonly touches?: number;
}

/** Waits until no change is being written, here or by another process. */
export async function beginRead(
  { moments, gate, looks, knowledge }: PlanContext,
  signal: AbortSignal | undefined,
): Promise<ReadBegin> {
  await gate.readsMayGo();
  await looks.whenQuiet(signal);
  const { touches } = knowledge;
  return { ...moments.next(), ...(touches === null ? {} : { touches }) };
}

/** Returns a read's touches, as stored with its data. */
export function touchesOf(
  { touches }: Pick<ReadBegin, "touches">,
): { readonly touches?: number } {
  return touches === undefined ? {} : { touches };
}

/** A write barrier and a mutex, within one process. */
export class PlanGate {
  #writing: Promise<unknown> = Promise.resolve();
  #queue: Promise<unknown> = Promise.resolve();
  readonly #writers: (() => Promise<void>)[] = [];

  /** Holds new reads back while something runs. */
  holdingReads<Result>(run: () => Promise<Result>): Promise<Result> {
    const writing = run();
    this.#writing = writing.catch(() => {});
    return writing;
  }

  /** Resolves when no change is being written. */
  async readsMayGo(): Promise<void> {
    await this.#writing;
  }

  /** Adds what tells when all that one collection has noted is in the store. */
  addWriter(written: () => Promise<void>): void {
    this.#writers.push(written);
  }

  /** Resolves when the store has what every collection has noted so far, or has failed. */
  async allWritten(): Promise<void> {
    await Promise.all(this.#writers.map((written) => written()));
  }

  withMutex<Result>(run: () => Promise<Result>): Promise<Result> {
    const turn = this.#queue.then(run);
    this.#queue = turn.catch(() => {});
    return turn;
  }
}

/** A call may wait for its user; its data is stored after this time anyway. */
const LONGEST_WAIT_MS = 1_000;

/** Calls that follow each other within this time aren't slowed down by storing in between. */
const QUIET_MS = 100;

/** Counts calls, and signals when none is running. */
export class CallsUnderWay {
  #count = 0;
  readonly #waiting = new Set<() => void>();
  #stopQuiet: () => void = () => {};

  /** Counts a call until it has ended, well or not. */
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

  /** Whether none is under way. */
  get areNone(): boolean {
    return this.#count === 0;
  }

  /** Waits until none has been under way for a moment, or for a second. */
  whenNone(): { readonly over: Promise<void>; readonly end: () => void } {
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = (): void => {
      callOff();
      this.#waiting.delete(end);
      if (this.#waiting.size === 0) this.#stopQuiet();
      resolve();
    };
    const callOff = after(LONGEST_WAIT_MS, end);
    if (this.areNone) end();
    else this.#waiting.add(end);
    return { over: promise, end };
  }
}
