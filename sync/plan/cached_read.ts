import type { LoadProgress } from "../../client/response.ts";
import { untilAborted } from "../../client/timers.ts";
import type { CallOptions, Calls } from "../../client/upstream_client.ts";
import { beginRead, type PlanContext, type ReadOptions } from "./plan_context.ts";
import type { FreshnessNeed, Moment, Validated } from "./freshness.ts";

export interface CachedSource<Value> {
  /** Returns the cached value if it is fresh enough; `null` if it is missing or invalid. */
  valid(need: FreshnessNeed): Value | null;
  restore(): Promise<void>;
  ask(need: FreshnessNeed, options: CallOptions): Promise<Value>;
  /**
   * Returns the last value read, for calls that can't wait for another process to finish a change.
   * Returns `null` if there is no value, or if the value depends on the day and isn't from today.
   */
  last?(asked: Moment): Value | null;
}

/**
 * State shared by a plan's cached values. A value outside a plan, such as the list of plans, has
 * no `server_knowledge` and isn't polled.
 */
type CachedReadOptions =
  & Pick<PlanContext, "moments" | "maxAgeMs">
  & Partial<Pick<PlanContext, "knowledge" | "poll">>;

/** A cached value that is requested from YNAB again when it's no longer fresh enough. */
export class CachedRead<Value> {
  readonly #options: CachedReadOptions;
  readonly #source: CachedSource<Value>;
  #running: SharedRead<Value> | null = null;

  constructor(options: CachedReadOptions, source: CachedSource<Value>) {
    this.#options = options;
    this.#source = source;
  }

  /** Returns the value, as fresh as the caller needs. */
  async read(
    { signal, onProgress, isFreshOnly = false, onStalled, ...options }: ReadOptions = {},
  ): Promise<Value> {
    const { poll, moments, maxAgeMs } = this.#options;
    const need = { asked: moments.next(), maxAgeMs, isFreshOnly };
    const known = await this.#known(need);
    if (known !== null) return known;
    signal?.throwIfAborted();
    const stalled = new AbortController();
    const stop = (): void => {
      if (!isFreshOnly && this.#lastOf(need) !== null) stalled.abort();
    };
    if (poll?.isStalled === true) stop();
    const unregister = poll?.onStall(stop);
    try {
      const signals = [stalled.signal, ...(signal === undefined ? [] : [signal])];
      stalled.signal.throwIfAborted();
      const read = this.#joinable(need) ?? this.#start(need, options);
      return await read.join(AbortSignal.any(signals), onProgress);
    } catch (error) {
      const last = stalled.signal.aborted && signal?.aborted !== true ? this.#lastOf(need) : null;
      if (last === null) throw error;
      onStalled?.();
      return last;
    } finally {
      unregister?.();
    }
  }

  /** Returns the value if no request is needed, otherwise `null`. */
  async known(): Promise<Value | null> {
    const { moments, maxAgeMs } = this.#options;
    return await this.#known({ asked: moments.next(), maxAgeMs, isFreshOnly: false });
  }

  async #known(need: FreshnessNeed): Promise<Value | null> {
    const cached = this.#source.valid(need);
    if (cached !== null) return cached;
    await this.#source.restore();
    return this.#source.valid(need);
  }

  #lastOf({ asked }: FreshnessNeed): Value | null {
    return this.#source.last?.(asked) ?? null;
  }

  #joinable({ isFreshOnly, asked }: FreshnessNeed): SharedRead<Value> | null {
    const running = this.#running;
    if (running === null || running.isAbandoned) return null;
    const { asked: began, isFreshOnly: isFresh } = running.need;
    const canJoin = this.#options.knowledge?.isValidAfterWrites(began) !== false &&
      (!isFreshOnly || (isFresh && began.sequence > asked.sequence));
    return canJoin ? running : null;
  }

  #start({ isFreshOnly, maxAgeMs }: FreshnessNeed, options: CallOptions): SharedRead<Value> {
    // Use the time when this read starts, not the time when its first caller asked, because callers
    // that asked in between can also join this read.
    const need = { asked: this.#options.moments.next(), isFreshOnly, maxAgeMs };
    const read = new SharedRead<Value>(
      need,
      (shared) => this.#source.ask(need, { ...options, ...shared }),
    );
    this.#running = read;
    read.ended.then(() => {
      if (this.#running === read) this.#running = null;
    });
    return read;
  }
}

/** A read in progress that callers can join. The read is aborted once all callers have canceled. */
class SharedRead<Result> {
  /**
   * How fresh the result will be. `asked` is the time when the read began, not the time when a
   * caller asked.
   */
  readonly need: FreshnessNeed;
  readonly #listeners = new Set<(progress: LoadProgress) => void>();
  readonly #controller = new AbortController();
  readonly #result: Promise<Result>;
  #waiting = 0;

  constructor(
    need: FreshnessNeed,
    run: (options: Pick<CallOptions, "signal" | "onProgress">) => Promise<Result>,
  ) {
    this.need = need;
    const { signal } = this.#controller;
    const onProgress = (progress: LoadProgress): void => {
      for (const listener of this.#listeners) listener(progress);
    };
    this.#result = run({ signal, onProgress });
    // Each caller that joined the pending read receives the rejection. If no callers are left, the
    // rejection must not crash the process.
    this.#result.catch(() => {});
  }

  get ended(): Promise<void> {
    return this.#result.then(() => {}, () => {});
  }

  get isAbandoned(): boolean {
    return this.#controller.signal.aborted;
  }

  /**
   * Waits for the result.
   *
   * @throws The signal's reason, or the read's error.
   */
  async join(signal: AbortSignal, onProgress: ReadOptions["onProgress"]): Promise<Result> {
    this.#waiting += 1;
    if (onProgress !== undefined) this.#listeners.add(onProgress);
    try {
      return await untilAborted(this.#result, signal);
    } finally {
      if (onProgress !== undefined) this.#listeners.delete(onProgress);
      this.#waiting -= 1;
      if (this.#waiting === 0 && signal.aborted) this.#controller.abort(signal.reason);
    }
  }
}

/** Runs a function at most once. The function must handle its own errors. */
export function once(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => running ??= run();
}

export type WindowedOperation =
  | "getMoneyMovements"
  | "getMoneyMovementsByMonth"
  | "getMoneyMovementGroups"
  | "getMoneyMovementGroupsByMonth"
  | "getPlanSettingsById";

/**
 * Caches data for which YNAB's API has no deltas. The data stays in memory for the freshness
 * window and is never written to the store.
 */
export class WindowedReads {
  readonly #context: PlanContext;
  readonly #reads = new Map<string, CachedRead<unknown>>();

  constructor(context: PlanContext) {
    this.#context = context;
  }

  async read<Id extends WindowedOperation>(
    id: Id,
    args: Calls[Id]["args"],
    options?: ReadOptions,
  ): Promise<Calls[Id]["answer"]> {
    const name = JSON.stringify([id, args]);
    const read = this.#reads.get(name) ?? this.#cachedRead(id, args);
    this.#reads.set(name, read);
    // All cached values with the same name have the same type.
    return await read.read(options) as Calls[Id]["answer"];
  }

  #cachedRead<Id extends WindowedOperation>(id: Id, args: Calls[Id]["args"]): CachedRead<unknown> {
    const { client, knowledge, listeners } = this.#context;
    const ask = client[id] as (
      args: Calls[Id]["args"],
      options: CallOptions,
    ) => Promise<{ readonly server_knowledge?: number }>;
    let cached: { readonly answer: unknown } & Validated | null = null;
    listeners.push(({ kind }) => {
      if (kind === "forgotten") cached = null;
    });
    return new CachedRead<unknown>(this.#context, {
      valid: (need) => cached !== null && knowledge.isFresh(cached, need) ? cached.answer : null,
      restore: () => Promise.resolve(),
      ask: async (_, options) => {
        const began = await beginRead(this.#context, options.signal);
        const answer = await ask(args, options);
        const known = answer.server_knowledge ?? null;
        if (known !== null) knowledge.validate(known, began);
        cached = { answer, knowledge: known, validation: began };
        return answer;
      },
      last: () => cached?.answer ?? null,
    });
  }
}
