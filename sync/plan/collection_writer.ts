import type { InFlightCalls } from "./plan_context.ts";
import type {
  CollectionChange,
  CollectionMark,
  CollectionOf,
  CollectionState,
  Store,
  StoredCollection,
  StoredPart,
} from "../store/store.ts";

/** The in-memory collection that a writer stores. */
export interface WrittenSource {
  /** `null` if there is nothing to store. */
  readonly state: CollectionState | null;
  /** Returns parts by name. A part without records has been removed. */
  readonly parts: (names: ReadonlySet<string> | "all") => readonly StoredPart[];
  readonly deletedKeys: ReadonlySet<string>;
}

export interface CollectionWriterOptions {
  readonly of: CollectionOf;
  readonly store: Pick<Store, "loadCollection" | "applyChange">;
  readonly source: () => WrittenSource;
  /** Merges other processes' writes. */
  readonly onMoved: (found: FoundCollection) => MergeOutcome;
  /** Delays writing until the call that caused it has been answered. */
  readonly calls: Pick<InFlightCalls, "whenIdle" | "isIdle">;
  /** Called when the store fails; reads continue without it. */
  readonly onFailure: (error: unknown) => void;
}

/** Writes by other processes. */
export interface FoundCollection extends StoredCollection {
  /** Whether earlier data is obsolete because the plan was restored or the store was cleared. */
  readonly isOtherEpoch: boolean;
}

/** Result of merging other processes' writes. */
export type MergeOutcome =
  /** Their data replaced ours, so there is nothing to write. */
  | "replaced"
  /** Their data was merged, except for the parts that we still have to write. */
  | "merged"
  /** Our data is newer: overwrite their parts. */
  | "stale";

/** Write-behind of one collection, with compare-and-swap against other processes. */
export class CollectionWriter {
  readonly #options: CollectionWriterOptions;
  #mark: CollectionMark | null = null;
  readonly #dirtyParts = new Set<string>();
  #isAllDirty = false;
  #areKeysDirty = false;
  #isStateDirty = false;
  #writing: Promise<void> | null = null;
  #endWait: () => void = () => {};
  /** Number of callers waiting for {@linkcode written}. */
  #waiting = 0;

  constructor(options: CollectionWriterOptions) {
    this.#options = options;
  }

  /** Parts not written yet. */
  get dirtyParts(): ReadonlySet<string> | "all" {
    return this.#isAllDirty ? "all" : this.#dirtyParts;
  }

  /** Merges other processes' writes since the last poll. */
  async catchUp(): Promise<void> {
    // The write in progress will detect other processes' writes.
    if (this.#writing !== null) return;
    const { of, store } = this.#options;
    try {
      // Another process may have removed a part that we have but the mark doesn't cover.
      const found = await store.loadCollection(of, this.#isAllDirty ? null : this.#mark);
      if (found !== null) this.#take(found);
    } catch (error) {
      this.#options.onFailure(error);
    }
  }

  /** The last known mark; `null` while a write of ours is in progress. */
  get comparable(): CollectionMark | null {
    return this.#writing === null && !this.#isAllDirty ? this.#mark : null;
  }

  /** Merges other processes' writes since a mark, unless the mark is no longer current. */
  takeMoved(moved: StoredCollection, since: CollectionMark): void {
    if (this.#writing === null && this.#mark === since) this.#take(moved);
  }

  /** Discards the known state of the store, because the plan was restored. */
  forget(): void {
    this.#mark = null;
  }

  /** Marks parts as changed; `all` means every part and key. */
  note(parts: Iterable<string> | "all", areKeysChanged = false): void {
    if (parts === "all") this.#isAllDirty = true;
    else for (const part of parts) this.#dirtyParts.add(part);
    this.#areKeysDirty ||= areKeysChanged;
    this.#isStateDirty = true;
    this.#writing ??= this.#write();
  }

  /** Writes pending changes immediately; resolves when they are written or the store has failed. */
  async written(): Promise<void> {
    this.#waiting += 1;
    this.#endWait();
    while (this.#writing !== null) await this.#writing;
    this.#waiting -= 1;
  }

  /** Waits for pending changes, which are written in the background after the answer. */
  async writtenBehind(): Promise<void> {
    while (this.#writing !== null) await this.#writing;
  }

  async #write(): Promise<void> {
    const { of, store, source, calls, onFailure } = this.#options;
    // Batch changes made in the same turn.
    await Promise.resolve();
    try {
      if (!calls.isIdle && this.#waiting === 0) {
        const { over, end } = calls.whenIdle();
        this.#endWait = end;
        await over;
      }
      while (this.#isStateDirty) {
        const now = source();
        if (now.state === null) return this.#clean();
        const change = this.#changeOf(now, now.state);
        this.#clean();
        const mark = await store.applyChange(of, change);
        if (mark !== null) {
          this.#mark = mark;
          continue;
        }
        this.#requeue(change);
        const found = await store.loadCollection(of, null);
        if (found !== null) this.#take(found);
        else {
          this.#mark = null;
          this.#isAllDirty = true;
        }
      }
    } catch (error) {
      // Later changes won't include the failed ones, so write everything next time.
      this.#isAllDirty = true;
      onFailure(error);
    } finally {
      // Reset in the turn in which the queue becomes empty, so that later changes start a new run.
      this.#writing = null;
    }
  }

  #take(found: StoredCollection): void {
    const seen = this.#mark;
    const isOtherEpoch = seen !== null && seen.epoch !== found.mark.epoch;
    if (!isOtherEpoch && seen?.version === found.mark.version) return;
    const outcome = this.#options.onMoved({ ...found, isOtherEpoch });
    this.#mark = found.mark;
    if (outcome === "replaced") return this.#clean();
    if (outcome === "merged") return;
    const foundParts = found.isWhole ? "all" : found.parts.map(({ part }) => part);
    this.note(foundParts, found.deletedKeys !== null);
  }

  #changeOf(source: WrittenSource, state: CollectionState): CollectionChange {
    const isWhole = this.#isAllDirty || this.#mark === null;
    return {
      mark: this.#mark,
      state,
      isWhole,
      parts: source.parts(isWhole ? "all" : new Set(this.#dirtyParts)),
      deletedKeys: isWhole || this.#areKeysDirty ? [...source.deletedKeys] : null,
    };
  }

  #requeue({ isWhole, parts, deletedKeys }: CollectionChange): void {
    this.#isAllDirty ||= isWhole;
    for (const { part } of parts) this.#dirtyParts.add(part);
    this.#areKeysDirty ||= deletedKeys !== null;
    this.#isStateDirty = true;
  }

  #clean(): void {
    this.#isAllDirty = false;
    this.#dirtyParts.clear();
    this.#areKeysDirty = false;
    this.#isStateDirty = false;
  }
}
