import type { ChangeStore } from "../sync/store/change_records.ts";
import { Journal } from "./journal.ts";
import { type CreationSearch, resolveCreations } from "./resolve_journal.ts";

export interface UndoEngine {
  /** What was changed here before. */
  readonly journal: Pick<Journal, "entries" | "unreadable" | "isKept">;
  /** Waits until what was read so far has resolved what it can of the journal. */
  readonly journalResolved: () => Promise<void>;
  /** Resolves what was to be created by the transactions that have come since. */
  readonly resolveCreations: (search: CreationSearch) => Promise<void>;
  /** Counts the requests that a change may still send in this hour. */
  readonly freeRequests: () => Promise<number>;
}

/** What the entry is made of: the journal's store, the clock in milliseconds since 1970. */
export interface UndoEngineSource extends Pick<UndoEngine, "journalResolved" | "freeRequests"> {
  readonly store: ChangeStore;
  readonly now: () => number;
}

export function undoEngine(
  { store, now, journalResolved, freeRequests }: UndoEngineSource,
): UndoEngine {
  return {
    journal: new Journal(store),
    journalResolved,
    resolveCreations: (search) => resolveCreations(search, { store, now }),
    freeRequests,
  };
}
