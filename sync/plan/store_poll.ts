import { untilGiven } from "../store/lease.ts";
import type { Moments, PlanKnowledge } from "./freshness.ts";
import type { CollectionMark, CollectionName, Store, StoredCollection } from "../store/store.ts";

/** How long a read waits for another process's change, in milliseconds. */
const WRITING_MS = 60_000;
/**
 * How long another process may write before reads use the cache, in milliseconds. The process may
 * have died, and its lease lasts a minute.
 */
const STALL_MS = 4_000;
/** How long the first poll of a call is valid for reads of the same call, in milliseconds. */
const POLL_HOLDS_MS = 1_000;

export interface PolledCollection {
  /** The last known mark; `null` if there is nothing to compare. */
  mark(): CollectionMark | null;
  /** Merges other processes' writes since a mark, unless already merged. */
  take(moved: StoredCollection, since: CollectionMark): void;
}

export interface StorePollOptions {
  readonly planId: string;
  readonly store: Pick<Store, "poll">;
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
  readonly #collections = new Map<CollectionName, PolledCollection>();
  /** Collections that the call has polled but not requested yet. */
  readonly #polled = new Set<CollectionName>();
  /** Whether no read has used the last poll. */
  #isUnused = false;
  #polledAt = -Infinity;
  /** The change that another process is writing, identified by the plan's write count. */
  #writing: { readonly since: number; readonly touches: number } | null = null;
  readonly #onStall = new Set<() => void>();

  constructor(options: StorePollOptions) {
    this.#options = options;
  }

  add(name: CollectionName, collection: PolledCollection): void {
    this.#collections.set(name, collection);
  }

  /** Polls all collections, once for a call and its reads. */
  async pollForCall(): Promise<void> {
    const names = [...this.#collections.keys()];
    if (!await this.#poll(names)) return;
    for (const name of names) this.#polled.add(name);
  }

  /** Polls a collection before requesting it from YNAB, unless the call has just polled it. */
  async pollBeforeRequest(name: CollectionName): Promise<void> {
    const isPolled = this.#polled.delete(name);
    if (isPolled && this.#isRecent()) return;
    await this.#poll([name]);
  }

  /**
   * Resolves when no other process is writing to the plan, or one has been writing for too long.
   */
  async waitForWriters(signal?: AbortSignal): Promise<void> {
    const isKnown = this.#isUnused && this.#isRecent();
    this.#isUnused = false;
    if (isKnown && this.#writing === null) return;
    await untilGiven(async () => {
      const hasResponded = await this.#poll([]);
      return hasResponded && this.#writing !== null ? null : true;
    }, { mostMs: WRITING_MS, signal });
    this.#isUnused = false;
  }

  /** Whether another process has been writing one change for longer than reads wait. */
  get isStalled(): boolean {
    const writing = this.#writing;
    return writing !== null && this.#isRecent() && this.#polledAt - writing.since >= STALL_MS;
  }

  /** Calls back when a poll finds the plan stalled, and returns a function that unsubscribes. */
  onStall(run: () => void): () => void {
    this.#onStall.add(run);
    return () => void this.#onStall.delete(run);
  }

  #isRecent(): boolean {
    const ageMs = this.#options.moments.next().at - this.#polledAt;
    return ageMs >= 0 && ageMs < POLL_HOLDS_MS;
  }

  /** Returns whether the store responded. */
  async #poll(names: readonly CollectionName[]): Promise<boolean> {
    const { planId, store, knowledge, moments, onStoreFailure, onStorePoll } = this.#options;
    const marks = names.map((name) => [name, this.#collections.get(name)?.mark() ?? null] as const);
    const seen = Object.fromEntries(marks);
    try {
      const { touches, isWriting, moved } = await store.poll(planId, seen);
      onStorePoll?.(true);
      const now = moments.next();
      knowledge.notice(touches, now);
      if (!isWriting) this.#writing = null;
      else if (this.#writing?.touches !== touches) this.#writing = { since: now.at, touches };
      this.#isUnused = true;
      this.#polledAt = now.at;
      if (this.isStalled) { for (const run of this.#onStall) run(); }
      for (const one of moved) {
        const since = seen[one.name];
        if (since) this.#collections.get(one.name)?.take(one, since);
      }
      return true;
    } catch (error) {
      onStorePoll?.(false);
      onStoreFailure(error);
      return false;
    }
  }
}
