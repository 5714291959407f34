import { untilGiven } from "../store/lease.ts";
import type { Moments, PlanKnowledge } from "./freshness.ts";
import type { CollectionMark, CollectionName, Store, StoredCollection } from "../store/store.ts";

/** How long a read waits for a change of another process, in milliseconds. */
const WRITING_MS = 60_000;
/**
 * How long another process may be writing before reads are answered from the copy, in
 * milliseconds: it may have died, and its lease holds for a minute.
 */
const STALL_MS = 4_000;
/** How long a call's first look serves the reads of that call, in milliseconds. */
const LOOK_HOLDS_MS = 1_000;

export interface LookedCollection {
  /** What was seen of it last; `null` where there is nothing to compare with. */
  mark(): CollectionMark | null;
  /** Takes what has moved since a mark, unless it has been seen meanwhile. */
  take(moved: StoredCollection, since: CollectionMark): void;
}

export interface PlanLooksOptions {
  readonly planId: string;
  readonly store: Pick<Store, "look">;
  readonly moments: Moments;
  readonly knowledge: PlanKnowledge;
  /** Hears that the store has failed: reading goes on without it. */
  readonly onStoreFailure: (error: unknown) => void;
  /** Hears of every look whether it was answered. */
  readonly onStoreLook?: ((isAnswered: boolean) => void) | undefined;
}

/** Looks at one plan in the store. */
export class PlanLooks {
  readonly #options: PlanLooksOptions;
  readonly #collections = new Map<CollectionName, LookedCollection>();
  /** Collections that have not been asked for since the call has looked at them. */
  readonly #looked = new Set<CollectionName>();
  /** Whether nothing has been asked for since the last look. */
  #isUnused = false;
  #lookedAt = -Infinity;
  /** The change that another process is writing, known by the plan's touches. */
  #writing: { readonly since: number; readonly touches: number } | null = null;
  readonly #onStall = new Set<() => void>();

  constructor(options: PlanLooksOptions) {
    this.#options = options;
  }

  add(name: CollectionName, collection: LookedCollection): void {
    this.#collections.set(name, collection);
  }

  /** Looks at all collections, once for a call and the reads that it makes. */
  async forCall(): Promise<void> {
    const names = [...this.#collections.keys()];
    if (!await this.#look(names)) return;
    for (const name of names) this.#looked.add(name);
  }

  /** Looks at one collection before it is asked for upstream, unless the call has just done so. */
  async beforeAsking(name: CollectionName): Promise<void> {
    const isLooked = this.#looked.delete(name);
    if (isLooked && this.#isRecent()) return;
    await this.#look([name]);
  }

  /** Resolves when no other process is writing to the plan, or has been for too long. */
  async whenQuiet(signal?: AbortSignal): Promise<void> {
    const isKnown = this.#isUnused && this.#isRecent();
    this.#isUnused = false;
    if (isKnown && this.#writing === null) return;
    await untilGiven(async () => {
      const isSeen = await this.#look([]);
      return isSeen && this.#writing !== null ? null : true;
    }, { mostMs: WRITING_MS, signal });
    this.#isUnused = false;
  }

  /** Whether another process has been writing one change for longer than reads wait. */
  get isStalled(): boolean {
    const writing = this.#writing;
    return writing !== null && this.#isRecent() && this.#lookedAt - writing.since >= STALL_MS;
  }

  /** Runs something when a look finds that the plan is stalled; gives what calls that off. */
  onStall(run: () => void): () => void {
    this.#onStall.add(run);
    return () => void this.#onStall.delete(run);
  }

  #isRecent(): boolean {
    const ageMs = this.#options.moments.next().at - this.#lookedAt;
    return ageMs >= 0 && ageMs < LOOK_HOLDS_MS;
  }

  /** Looks; `false` where the store has failed. */
  async #look(names: readonly CollectionName[]): Promise<boolean> {
    const { planId, store, knowledge, moments, onStoreFailure, onStoreLook } = this.#options;
    const marks = names.map((name) => [name, this.#collections.get(name)?.mark() ?? null] as const);
    const seen = Object.fromEntries(marks);
    try {
      const { touches, isWriting, moved } = await store.look(planId, seen);
      onStoreLook?.(true);
      const now = moments.next();
      knowledge.notice(touches, now);
      if (!isWriting) this.#writing = null;
      else if (this.#writing?.touches !== touches) this.#writing = { since: now.at, touches };
      this.#isUnused = true;
      this.#lookedAt = now.at;
      if (this.isStalled) { for (const run of this.#onStall) run(); }
      for (const one of moved) {
        const since = seen[one.name];
        if (since) this.#collections.get(one.name)?.take(one, since);
      }
      return true;
    } catch (error) {
      onStoreLook?.(false);
      onStoreFailure(error);
      return false;
    }
  }
}
