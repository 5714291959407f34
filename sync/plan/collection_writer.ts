import type { CallsUnderWay } from "./plan_context.ts";
import type {
  CollectionChange,
  CollectionMark,
  CollectionOf,
  CollectionState,
  Store,
  StoredCollection,
  StoredPart,
} from "../store/store.ts";

export interface WrittenSource {
  /** `null` when there is nothing to keep. */
  readonly state: CollectionState | null;
  /** Returns parts by name; a part without records no longer exists. */
  readonly parts: (names: ReadonlySet<string> | "all") => readonly StoredPart[];
  readonly deletedKeys: ReadonlySet<string>;
}

/** What a writer works with. */
export interface CollectionWriterOptions {
  readonly of: CollectionOf;
  readonly store: Pick<Store, "loadCollection" | "applyChange">;
  readonly source: () => WrittenSource;
  /** Takes what others have written; gives the parts of it that are older than ours. */
  readonly onMoved: (found: FoundCollection) => MergeOutcome;
  /** What is read for a call is written when it has been answered. */
  readonly calls: Pick<CallsUnderWay, "whenNone" | "areNone">;
  /** Hears that the store has failed: reading goes on without it. */
  readonly onFailure: (error: unknown) => void;
}

/** What others have written. */
export interface FoundCollection extends StoredCollection {
  /** Whether earlier data is gone: the plan was restored, or the store was cleared. */
  readonly isOtherEpoch: boolean;
}

/** What came of what others have written. */
export type MergeOutcome =
  /** It was taken over, and what was noted of ours before has no more to say. */
  | "replaced"
  /** It was taken over but for the parts that we have to write. */
  | "merged"
  /** Ours is newer: rewrite their parts. */
  | "stale";

export class CollectionWriter {
  readonly #options: CollectionWriterOptions;
  #mark: CollectionMark | null = null;
  readonly #dirtyParts = new Set<string>();
  #isAllDirty = false;
  #areKeysDirty = false;
  #isStateDirty = false;
  #writing: Promise<void> | null = null;
  #endWait: () => void = () => {};
  /** How many wait for all to be written. */
  #waiting = 0;

  constructor(options: CollectionWriterOptions) {
    this.#options = options;
  }

  /** Parts that are still to be written. */
  get dirtyParts(): ReadonlySet<string> | "all" {
    return this.#isAllDirty ? "all" : this.#dirtyParts;
  }

  /** Takes over what others have written since the last look; a store that fails has nothing. */
  async catchUp(): Promise<void> {
    // What is just being written is ours: what others know more shows then.
    if (this.#writing !== null) return;
    const { of, store } = this.#options;
    try {
      // A part that ours holds beyond the mark may be one that theirs has no more.
      const found = await store.loadCollection(of, this.#isAllDirty ? null : this.#mark);
      if (found !== null) this.#take(found);
    } catch (error) {
      this.#options.onFailure(error);
    }
  }

  /** What was seen of the store; `null` while what is just being written is ours. */
  get comparable(): CollectionMark | null {
    return this.#writing === null && !this.#isAllDirty ? this.#mark : null;
  }

  /** Takes over what has moved since a mark, unless that has been seen or overtaken meanwhile. */
  takeMoved(moved: StoredCollection, since: CollectionMark): void {
    if (this.#writing === null && this.#mark === since) this.#take(moved);
  }

  /** Forgets the known state of the store, because the plan was restored. */
  forget(): void {
    this.#mark = null;
  }

  /** Takes note that parts have changed; `all` for everything, the keys among it. */
  note(parts: Iterable<string> | "all", areKeysChanged = false): void {
    if (parts === "all") this.#isAllDirty = true;
    else for (const part of parts) this.#dirtyParts.add(part);
    this.#areKeysDirty ||= areKeysChanged;
    this.#isStateDirty = true;
    this.#writing ??= this.#write();
  }

  /** Resolves when all pending changes are written, or the store has failed. */
  async written(): Promise<void> {
    this.#waiting += 1;
    this.#endWait();
    while (this.#writing !== null) await this.#writing;
    this.#waiting -= 1;
  }

  /** The same in the background, after the answer. */
  async writtenBehind(): Promise<void> {
    while (this.#writing !== null) await this.#writing;
  }

  async #write(): Promise<void> {
    const { of, store, source, calls, onFailure } = this.#options;
    // What is noted in the same moment is written with it.
    await Promise.resolve();
    try {
      if (!calls.areNone && this.#waiting === 0) await this.#whenAnswered();
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
        if (found === null) this.#forgetMark();
        else this.#take(found);
      }
    } catch (error) {
      // What the store has missed no later change would bring: all goes next time.
      this.#isAllDirty = true;
      onFailure(error);
    } finally {
      // In the same turn in which the queue became empty, so later changes start a new run.
      this.#writing = null;
    }
  }

  async #whenAnswered(): Promise<void> {
    const { over, end } = this.#options.calls.whenNone();
    this.#endWait = end;
    await over;
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

  #forgetMark(): void {
    this.#mark = null;
    this.#isAllDirty = true;
  }

  #clean(): void {
    this.#isAllDirty = false;
    this.#dirtyParts.clear();
    this.#areKeysDirty = false;
    this.#isStateDirty = false;
  }
}
