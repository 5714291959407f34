/**
 * A read-through cache with single-flight: gives what is valid, else what the store has kept
 * and is valid, else asks once for all who wait.
 *
 * @module
 */

import type { LoadProgress } from "../../client/load_progress.ts";
import type { CallOptions } from "../../client/upstream_client.ts";
import type { ReadOptions } from "./collection_context.ts";
import type { FreshnessNeed, Moment, Moments } from "./freshness.ts";
import { ProgressRelay, SharedRead } from "./shared_read.ts";

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
}

interface RunningRead<Value> {
  readonly began: Moment;
  readonly read: SharedRead<Value>;
  readonly progress: ProgressRelay;
}

/**
 * A value that is read from upstream when what is kept of it will not do.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { Moments } from "./freshness.ts";
 *
 * let asked = 0;
 * const cached = new CachedRead<number>({
 *   moments: new Moments({ now: () => 5, utcDay: () => "2024-01-01" }),
 *   maxAgeMs: 0,
 *   valid: () => null,
 *   restore: () => Promise.resolve(),
 *   ask: () => Promise.resolve(++asked),
 *   isValidAfterWrites: () => true,
 * });
 * assertEquals(await Promise.all([cached.read(), cached.read()]), [1, 1]);
 * ```
 */
export class CachedRead<Value> {
  readonly #source: CachedSource<Value>;
  #running: RunningRead<Value> | null = null;

  /** Makes a cached value that has asked for nothing yet. */
  constructor(source: CachedSource<Value>) {
    this.#source = source;
  }

  /** Gives the value, as current as the caller needs it. */
  async read({ signal, onProgress, isFreshOnly = false, ...options }: ReadOptions = {}): Promise<
    Value
  > {
    const { moments, maxAgeMs } = this.#source;
    const need: FreshnessNeed = { asked: moments.next(), maxAgeMs, isFreshOnly };
    const cached = this.#source.valid(need);
    if (cached !== null) return cached;
    await this.#source.restore();
    const restored = this.#source.valid(need);
    if (restored !== null) return restored;
    signal?.throwIfAborted();
    const { read, progress } = this.#joinable(need) ?? this.#start(need, options, onProgress);
    progress.add(onProgress);
    return await read.join(signal);
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
