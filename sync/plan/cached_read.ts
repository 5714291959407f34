import type { LoadProgress } from "../../client/response.ts";
import type { CallOptions } from "../../client/upstream_client.ts";
import type { ReadOptions } from "./plan_context.ts";
import type { FreshnessNeed, Moment, Moments } from "./freshness.ts";
import type { PlanLooks } from "./plan_looks.ts";

/** Where a cached value is kept, and how it is asked for. */
export interface CachedSource<Value> {
  readonly moments: Moments;
  /** How long a value holds, in milliseconds. */
  readonly maxAgeMs: number;
  /** Returns the value if it is fresh enough; `null` if it is missing or invalid. */
  valid(need: FreshnessNeed): Value | null;
  restore(): Promise<void>;
  /** Asks for the value and keeps it. */
  ask(need: FreshnessNeed, options: CallOptions): Promise<Value>;
  /** Whether the response to a request made then includes our last write. */
  isValidAfterWrites(began: Moment): boolean;
  /** Gives what may be used while another process changes the plan; `null` for nothing. */
  readonly stalled?: StalledSource<Value>;
}

/** What is answered while another process has been changing the plan for too long. */
export interface StalledSource<Value> {
  readonly looks: Pick<PlanLooks, "isStalled" | "onStall">;
  /** Returns the value as last read today, or `null`. */
  last(asked: Moment): Value | null;
}

/** A value that is read from upstream when what is kept of it will not do. */
export class CachedRead<Value> {
  readonly #source: CachedSource<Value>;
  #running: SharedRead<Value> | null = null;

  constructor(source: CachedSource<Value>) {
    this.#source = source;
  }

  /** Returns the value, as fresh as the caller needs. */
  async read(
    { signal, onProgress, isFreshOnly = false, onStalled, ...options }: ReadOptions = {},
  ): Promise<Value> {
    const { moments, maxAgeMs } = this.#source;
    const need: FreshnessNeed = { asked: moments.next(), maxAgeMs, isFreshOnly };
    const cached = this.#source.valid(need);
    if (cached !== null) return cached;
    await this.#source.restore();
    const restored = this.#source.valid(need);
    if (restored !== null) return restored;
    signal?.throwIfAborted();
    const stalled = new AbortController();
    const stop = (): void => {
      if (!isFreshOnly && this.#lastOf(need) !== null) stalled.abort();
    };
    if (this.#source.stalled?.looks.isStalled === true) stop();
    const callOff = this.#source.stalled?.looks.onStall(stop);
    try {
      const signals = [stalled.signal, ...(signal === undefined ? [] : [signal])];
      stalled.signal.throwIfAborted();
      const read = this.#joinable(need) ?? this.#start(need, options, onProgress);
      read.tellProgress(onProgress);
      return await read.join(AbortSignal.any(signals));
    } catch (error) {
      const last = stalled.signal.aborted && signal?.aborted !== true ? this.#lastOf(need) : null;
      if (last === null) throw error;
      onStalled?.();
      return last;
    } finally {
      callOff?.();
    }
  }

  #lastOf({ asked }: FreshnessNeed): Value | null {
    return this.#source.stalled?.last(asked) ?? null;
  }

  #joinable({ isFreshOnly, asked }: FreshnessNeed): SharedRead<Value> | null {
    const running = this.#running;
    const canJoin = running !== null && !running.isAbandoned &&
      this.#source.isValidAfterWrites(running.began) &&
      (!isFreshOnly || running.began.sequence > asked.sequence);
    return canJoin ? running : null;
  }

  #start(
    need: FreshnessNeed,
    options: CallOptions,
    onProgress: ReadOptions["onProgress"],
  ): SharedRead<Value> {
    const began = this.#source.moments.next();
    const read = new SharedRead<Value>(
      began,
      onProgress,
      (shared) => this.#source.ask(need, { ...options, ...shared }),
    );
    this.#running = read;
    read.ended.then(() => {
      if (this.#running === read) this.#running = null;
    });
    return read;
  }
}

type ProgressListener = ReadOptions["onProgress"];

/** A running read that can be joined; it is aborted when all who waited for it have given up. */
class SharedRead<Result> {
  readonly began: Moment;
  readonly #controller = new AbortController();
  readonly #result: Promise<Result>;
  readonly #listeners = new Set<NonNullable<ProgressListener>>();
  #mostBytes = 0;
  #waiting = 0;

  constructor(
    began: Moment,
    onProgress: ProgressListener,
    run: (options: Pick<CallOptions, "signal" | "onProgress">) => Promise<Result>,
  ) {
    this.began = began;
    // Before the read starts, because it may report progress immediately.
    this.tellProgress(onProgress);
    const { signal } = this.#controller;
    this.#result = run(
      onProgress === undefined
        ? { signal }
        : { signal, onProgress: (progress) => this.#tell(progress) },
    );
    // Every joiner gets the rejection; with none left it must not crash the process.
    this.#result.catch(() => {});
  }

  /** Adds a listener for the read's progress. */
  tellProgress(listener: ProgressListener): void {
    if (listener !== undefined) this.#listeners.add(listener);
  }

  /** Resolves when the read has ended, well or not. */
  get ended(): Promise<void> {
    return this.#result.then(() => {}, () => {});
  }

  /** Whether the read has been given up by all who waited for it. */
  get isAbandoned(): boolean {
    return this.#controller.signal.aborted;
  }

  /**
   * Waits for the result.
   *
   * @throws The signal's reason, or what the read failed with.
   */
  async join(signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted();
    this.#waiting += 1;
    const leave = Promise.withResolvers<never>();
    const onAbort = (): void => leave.reject(signal?.reason);
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      return await Promise.race([this.#result, leave.promise]);
    } finally {
      signal?.removeEventListener("abort", onAbort);
      this.#waiting -= 1;
      if (this.#waiting === 0 && signal?.aborted === true) this.#controller.abort(signal.reason);
    }
  }

  /** A second try is reported once it has come further than the first. */
  #tell(progress: LoadProgress): void {
    if (progress.bytes <= this.#mostBytes) return;
    this.#mostBytes = progress.bytes;
    for (const listener of this.#listeners) listener(progress);
  }
}

/**
 * Memoizes a function. A failure reaches all callers that wait for
 * it, and the next call tries again.
 */
export function singleFlight(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () =>
    running ??= run().catch((error) => {
      running = null;
      throw error;
    });
}
