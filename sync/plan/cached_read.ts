import type { LoadProgress } from "../../client/load_progress.ts";
import type { CallOptions } from "../../client/upstream_client.ts";
import type { ReadOptions } from "./plan_context.ts";
import type { FreshnessNeed, Moment, Moments } from "./freshness.ts";
import type { PlanLooks } from "./plan_looks.ts";

/** Where a cached value is kept, and how it is asked for. */
export interface CachedSource<Value> {
  readonly moments: Moments;
  /** How long a value holds, in milliseconds. */
  readonly maxAgeMs: number;
  /** Gives the value if it will do; `null` if there is none, or it is not valid. */
  valid(need: FreshnessNeed): Value | null;
  /** Takes over what the store has kept. */
  restore(): Promise<void>;
  /** Asks for the value and keeps it. */
  ask(need: FreshnessNeed, options: CallOptions): Promise<Value>;
  /** Tells whether an answer to what was asked then shows our last write. */
  isValidAfterWrites(began: Moment): boolean;
  /** Gives what may be used while another process changes the plan; `null` for nothing. */
  readonly stalled?: StalledSource<Value>;
}

/** What is answered while another process has been changing the plan for too long. */
export interface StalledSource<Value> {
  readonly looks: Pick<PlanLooks, "isStalled" | "onStall">;
  /** Gives the value as it was read last on this day; `null` if there is none. */
  last(asked: Moment): Value | null;
}

interface RunningRead<Value> {
  readonly began: Moment;
  readonly read: SharedRead<Value>;
  readonly progress: ProgressRelay;
}

/** A value that is read from upstream when what is kept of it will not do. */
export class CachedRead<Value> {
  readonly #source: CachedSource<Value>;
  #running: RunningRead<Value> | null = null;

  /** Makes a cached value that has asked for nothing yet. */
  constructor(source: CachedSource<Value>) {
    this.#source = source;
  }

  /** Gives the value, as current as the caller needs it. */
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
      const { read, progress } = this.#joinable(need) ?? this.#start(need, options, onProgress);
      progress.add(onProgress);
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

  #joinable({ isFreshOnly, asked }: FreshnessNeed): RunningRead<Value> | null {
    const running = this.#running;
    const canJoin = running !== null && !running.read.isAbandoned &&
      this.#source.isValidAfterWrites(running.began) &&
      (!isFreshOnly || running.began.sequence > asked.sequence);
    return canJoin ? running : null;
  }

  #start(
    need: FreshnessNeed,
    options: CallOptions,
    onProgress: ReadOptions["onProgress"],
  ): RunningRead<Value> {
    const began = this.#source.moments.next();
    const progress = new ProgressRelay();
    const told = onProgress === undefined
      ? {}
      : { onProgress: (one: LoadProgress): void => progress.tell(one) };
    // Before the read begins: it may tell at once.
    progress.add(onProgress);
    const read = new SharedRead((signal) =>
      this.#source.ask(need, { ...options, ...told, signal })
    );
    const started = { began, read, progress };
    this.#running = started;
    read.ended.then(() => {
      if (this.#running === started) this.#running = null;
    });
    return started;
  }
}

/** A running read that can be joined. */
export class SharedRead<Result> {
  readonly #controller = new AbortController();
  readonly #result: Promise<Result>;
  #waiting = 0;

  /** Starts the read. */
  constructor(run: (signal: AbortSignal) => Promise<Result>) {
    this.#result = run(this.#controller.signal);
    // Every joiner gets the rejection; with none left it must not crash the process.
    this.#result.catch(() => {});
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
}

/** Hears how far a read has come. */
export type ProgressListener = (progress: LoadProgress) => void;

/** Passes progress on. */
export class ProgressRelay {
  readonly #listeners = new Set<ProgressListener>();
  #most = 0;

  /** Adds a listener; one that is absent hears nothing. */
  add(listener: ProgressListener | undefined): void {
    if (listener !== undefined) this.#listeners.add(listener);
  }

  /** Tells how far it has come; a further try is told once it has come further. */
  tell(progress: LoadProgress): void {
    if (progress.bytes <= this.#most) return;
    this.#most = progress.bytes;
    for (const listener of this.#listeners) listener(progress);
  }
}

/**
 * Memoises a function. A failure is told to all who wait for
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
