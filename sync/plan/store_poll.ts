import { untilGiven } from "../store/lease.ts";
import type { Moments, PlanKnowledge } from "./freshness.ts";
import type { CollectionName, Store } from "../store/store.ts";
import type { CollectionWriters } from "./collection_writer.ts";

/** How long a read waits for another process to finish a change, in milliseconds. */
const WRITING_MS = 60_000;
/**
 * How long another process may be writing before reads use the cache, in milliseconds. The process
 * may have died, and its lease would last a minute.
 */
const STALL_MS = 4_000;
/** For how long reads of a call rely on the call's first poll, in milliseconds. */
const POLL_HOLDS_MS = 1_000;

export interface StorePollOptions {
  readonly planId: string;
  readonly store: Pick<Store, "poll">;
  readonly writers: CollectionWriters;
  readonly moments: Moments;
  readonly knowledge: PlanKnowledge;
  /** Called when the store fails; reads continue without it. */
  readonly onStoreFailure: (error: unknown) => void;
  /** Called after every poll. */
  readonly onStorePoll?: ((isAnswered: boolean) => void) | undefined;
}

/** Polls the store for other processes' reads and changes. */
export class StorePoll {
  readonly #options: StorePollOptions;
  /** What the last poll found and no read has used yet. */
  readonly #unused = new Set<CollectionName | "writers">();
  #polledAt = -Infinity;
  /** The change that another process is writing, identified by the plan's write count. */
  #writing: { readonly since: number; readonly touches: number } | null = null;
  readonly #onStall = new Set<() => void>();

  constructor(options: StorePollOptions) {
    this.#options = options;
  }

  /** Polls all collections, once for a call and its reads. */
  async pollForCall(): Promise<void> {
    await this.#poll([...this.#options.writers.keys()]);
  }

  /** Polls a collection before requesting it from YNAB, unless the call has just polled it. */
  async pollBeforeRequest(name: CollectionName): Promise<void> {
    if (!this.#isKnown(name)) await this.#poll([name]);
    this.#unused.delete(name);
  }

  /**
   * Resolves when no other process is writing to the plan, or when one has been writing for too
   * long.
   */
  async waitForWriters(signal?: AbortSignal): Promise<void> {
    if (this.#isKnown("writers") && this.#writing === null) return;
    await untilGiven(async () => {
      const hasResponded = await this.#poll([]);
      return hasResponded && this.#writing !== null ? null : true;
    }, { maxWaitMs: WRITING_MS, signal });
    this.#unused.delete("writers");
  }

  /** Whether another process has been writing a change for longer than reads wait. */
  get isStalled(): boolean {
    const writing = this.#writing;
    return writing !== null && this.#isRecent() && this.#polledAt - writing.since >= STALL_MS;
  }

  /**
   * Registers a function that is called when a poll finds the plan stalled. Returns a function that
   * unregisters it.
   */
  onStall(run: () => void): () => void {
    this.#onStall.add(run);
    return () => void this.#onStall.delete(run);
  }

  #isKnown(what: CollectionName | "writers"): boolean {
    return this.#unused.delete(what) && this.#isRecent();
  }

  #isRecent(): boolean {
    const ageMs = this.#options.moments.next().at - this.#polledAt;
    return ageMs >= 0 && ageMs < POLL_HOLDS_MS;
  }

  /** Returns whether the store responded. */
  async #poll(names: readonly CollectionName[]): Promise<boolean> {
    const { planId, store, writers, knowledge, moments, onStoreFailure, onStorePoll } =
      this.#options;
    const marks = names.map((name) => [name, writers.get(name)?.comparable ?? null] as const);
    const seen = Object.fromEntries(marks);
    try {
      const { touches, isWriting, moved } = await store.poll(planId, seen);
      onStorePoll?.(true);
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
      onStorePoll?.(false);
      onStoreFailure(error);
      return false;
    }
  }
}
