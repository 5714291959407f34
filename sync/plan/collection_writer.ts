import { nextRound } from "../../client/timers.ts";
import type {
  CollectionChange,
  CollectionMark,
  CollectionName,
  CollectionOf,
  CollectionState,
  Store,
  StoredCollection,
} from "../store/store.ts";
import { type CollectionTable, DELETED, withoutDeletedKeys } from "./collections.ts";

/** The in-memory collection that the writer saves to the store. */
export interface WrittenSource {
  /** The collection's state; `null` if there is nothing to store. */
  readonly state: CollectionState | null;
  readonly table: Pick<CollectionTable<unknown>, "parts" | "deletedKeys">;
  /** Adopts other processes' data; returns `false` if our own is newer. */
  adoptFound(found: FoundCollection): boolean;
}

export interface WriterContext {
  readonly store: Pick<Store, "loadCollection" | "applyChange">;
  readonly onStoreFailure: (error: unknown) => void;
}

export type CollectionWriters = Map<CollectionName, CollectionWriter>;

export interface FoundCollection extends StoredCollection {
  /** Whether earlier data is obsolete because the plan was restored or the store was cleared. */
  readonly isOtherEpoch: boolean;
}

/** Names of parts. */
type Unwritten = ReadonlySet<string> | "all";

/**
 * Writes a collection in the background, using compare-and-swap so that newer data from other
 * processes isn't overwritten.
 */
export class CollectionWriter {
  readonly #of: CollectionOf;
  readonly #context: WriterContext;
  readonly #source: WrittenSource;
  #mark: CollectionMark | null = null;
  #unwritten: Unwritten | null = null;
  #writing: Promise<void> | null = null;

  constructor(of: CollectionOf, context: WriterContext, source: WrittenSource) {
    this.#of = of;
    this.#context = context;
    this.#source = source;
  }

  /** Picks up the data that other processes have written since the last poll. */
  async catchUp(): Promise<void> {
    // The write in progress will detect other processes' writes.
    if (this.#writing !== null) return;
    const { store, onStoreFailure } = this.#context;
    const mark = this.#mark;
    try {
      // If there are unwritten changes, our data no longer matches the version that we last saw, so
      // loading only what has changed since that version wouldn't be enough.
      const found = await store.loadCollection(this.#of, this.#unwritten === null ? mark : null);
      if (found !== null) this.takeMoved(found, mark);
    } catch (error) {
      onStoreFailure(error);
    }
  }

  /** The stored collection's last known version; `null` while there are unwritten changes. */
  get comparable(): CollectionMark | null {
    return this.#unwritten === null && this.#writing === null ? this.#mark : null;
  }

  /**
   * Picks up the data that other processes have written since a given version of the collection.
   * Does nothing if we have read or written a different version since the data was requested. Also
   * does nothing while we are writing, because other processes' data must not be mixed with changes
   * that we haven't written yet.
   */
  takeMoved(moved: StoredCollection, since: CollectionMark | null): void {
    if (this.#writing === null && this.#mark === since) this.#take(moved);
  }

  /** Forgets the stored collection's version, because the plan was restored to an earlier state. */
  forget(): void {
    this.#mark = null;
  }

  /** Marks parts as changed. */
  note(parts: Unwritten): void {
    this.#add(parts);
    this.#writing ??= this.#write();
  }

  /**
   * Writes everything that hasn't been written yet, even if an earlier attempt failed. Resolves
   * when writing has succeeded or failed.
   */
  async written(): Promise<void> {
    if (this.#unwritten !== null) this.#writing ??= this.#write();
    while (this.#writing !== null) await this.#writing;
  }

  async #write(): Promise<void> {
    const { store, onStoreFailure } = this.#context;
    // Before writing, yield so that the call that read the data can continue.
    await nextRound();
    try {
      while (this.#unwritten !== null) {
        const unwritten = this.#unwritten;
        this.#unwritten = null;
        const { state } = this.#source;
        if (state === null) return;
        const change = this.#changeOf(state, unwritten);
        const mark = await store.applyChange(this.#of, change);
        if (mark !== null) {
          this.#mark = mark;
          continue;
        }
        this.#add(unwritten);
        const found = await store.loadCollection(this.#of, null);
        if (found !== null) this.#take(found);
        else {
          this.#mark = null;
          this.#add("all");
        }
      }
    } catch (error) {
      // It's no longer known which changes weren't written, so write everything next time.
      this.#add("all");
      onStoreFailure(error);
    } finally {
      // Reset this field right after the last check for unwritten changes, without an `await` in
      // between, so that later changes start a new write.
      this.#writing = null;
    }
  }

  #take(found: StoredCollection): void {
    const seen = this.#mark;
    const isOtherEpoch = seen !== null && seen.epoch !== found.mark.epoch;
    if (!isOtherEpoch && seen?.version === found.mark.version) return;
    const isAdopted = this.#source.adoptFound({ ...found, isOtherEpoch });
    this.#mark = found.mark;
    if (isAdopted) {
      const hasKeys = this.#unwritten === "all" || this.#unwritten?.has(DELETED) === true;
      this.#unwritten = null;
      // We kept our reserved keys when adopting the stored data, but the store may not have them.
      const known = new Set(hasKeys ? withoutDeletedKeys(found.parts).deletedKeys : []);
      if (hasKeys && !known.isSupersetOf(this.#source.table.deletedKeys)) {
        this.note(new Set([DELETED]));
      }
      return;
    }
    // Our data is newer, so overwrite the parts that the other process wrote.
    this.note(found.isWhole ? "all" : new Set(found.parts.map(({ part }) => part)));
  }

  #changeOf(state: CollectionState, unwritten: Unwritten): CollectionChange {
    const names = this.#mark === null ? "all" : unwritten;
    const parts = this.#source.table.parts(names);
    return { mark: this.#mark, state, isWhole: names === "all", parts };
  }

  #add(parts: Unwritten): void {
    const before = this.#unwritten ?? new Set<string>();
    this.#unwritten = parts === "all" || before === "all" ? "all" : before.union(parts);
  }
}
