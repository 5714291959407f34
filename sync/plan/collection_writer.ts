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

/** A collection in memory, as its writer sees it. */
export interface WrittenSource {
  /** `null` when there is nothing to store. */
  readonly state: CollectionState | null;
  /** Returns parts by name; a part without records no longer exists. */
  readonly parts: (names: ReadonlySet<string> | "all") => readonly StoredPart[];
  readonly deletedKeys: ReadonlySet<string>;
}

export interface CollectionWriterOptions {
  readonly of: CollectionOf;
  readonly store: Pick<Store, "loadCollection" | "applyChange">;
  readonly source: () => WrittenSource;
  /** Merges what others have written. */
  readonly onMoved: (found: FoundCollection) => MergeOutcome;
  /** Data read for a call is written after the call was answered. */
  readonly calls: Pick<InFlightCalls, "whenIdle" | "isIdle">;
  /** Called when the store fails; reading continues without it. */
  readonly onFailure: (error: unknown) => void;
}

/** What others have written. */
export interface FoundCollection extends StoredCollection {
  /** Whether earlier data is gone: the plan was restored, or the store was cleared. */
  readonly isOtherEpoch: boolean;
}

/** How what others have written was merged. */
export type MergeOutcome =
  /** Theirs replaced ours: nothing is left to write. */
  | "replaced"
  /** Theirs was taken, except for the parts that we still have to write. */
  | "merged"
  /** Ours is newer: rewrite their parts. */
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
  /** How many callers wait for {@linkcode written}. */
  #waiting = 0;

  constructor(options: CollectionWriterOptions) {
    this.#options = options;
  }

  /** Parts that are still to be written. */
  get dirtyParts(): ReadonlySet<string> | "all" {
    return this.#isAllDirty ? "all" : this.#dirtyParts;
  }

  /** Merges what others have written since the last poll. */
  async catchUp(): Promise<void> {
    // The write in progress will show what others have written.
    if (this.#writing !== null) return;
    const { of, store } = this.#options;
    try {
      // A part of ours beyond the mark may be one that others have removed.
      const found = await store.loadCollection(of, this.#isAllDirty ? null : this.#mark);
      if (found !== null) this.#take(found);
    } catch (error) {
      this.#options.onFailure(error);
    }
  }

  /** The mark that was seen last; `null` while ours is being written. */
  get comparable(): CollectionMark | null {
    return this.#writing === null && !this.#isAllDirty ? this.#mark : null;
  }

  /** Merges what was written since a mark, unless it has been seen or overtaken meanwhile. */
  takeMoved(moved: StoredCollection, since: CollectionMark): void {
    if (this.#writing === null && this.#mark === since) this.#take(moved);
  }

  /** Forgets the known state of the store, because the plan was restored. */
  forget(): void {
    this.#mark = null;
  }

  /** Marks parts as changed; `all` for everything, keys included. */
  note(parts: Iterable<string> | "all", areKeysChanged = false): void {
    if (parts === "all") this.#isAllDirty = true;
    else for (const part of parts) this.#dirtyParts.add(part);
    this.#areKeysDirty ||= areKeysChanged;
    this.#isStateDirty = true;
    this.#writing ??= this.#write();
  }

  /** Writes pending changes at once; resolves when they are written or the store has failed. */
  async written(): Promise<void> {
    this.#waiting += 1;
    this.#endWait();
    while (this.#writing !== null) await this.#writing;
    this.#waiting -= 1;
  }

  /** The same, but leaves the writing in the background, after the answer. */
  async writtenBehind(): Promise<void> {
    while (this.#writing !== null) await this.#writing;
  }

  async #write(): Promise<void> {
    const { of, store, source, calls, onFailure } = this.#options;
    // Changes made in the same turn are written together.
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
        this.#noteAgain(change);
        const found = await store.loadCollection(of, null);
        if (found !== null) this.#take(found);
        else {
          this.#mark = null;
          this.#isAllDirty = true;
        }
      }
    } catch (error) {
      // No later change contains what the store missed: write everything next time.
      this.#isAllDirty = true;
      onFailure(error);
    } finally {
      // In the same turn in which the queue became empty, so later changes start a new run.
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
    const theirs = found.isWhole ? "all" : found.parts.map(({ part }) => part);
    this.note(theirs, found.deletedKeys !== null);
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

  #noteAgain({ isWhole, parts, deletedKeys }: CollectionChange): void {
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
