/**
 * The entry of undo into the change engine: the journal, and how what is still open in it
 * is resolved.
 *
 * @module
 */

import type { ChangeStore } from "../../sync/change_records.ts";
import { Journal } from "../journal.ts";
import { type CreationSearch, settleCreations } from "../outcome/settle_creations.ts";

/** What taking a change back works with, besides the plan's records. */
export interface UndoEngine {
  /** What was changed here before. */
  readonly journal: Pick<Journal, "entries" | "unreadable">;
  /** Resolves when what was read so far has settled what it can of the journal. */
  readonly settled: () => Promise<void>;
  /** Settles what was to be created by the transactions that have come since. */
  readonly settleCreations: (search: CreationSearch) => Promise<void>;
  /** Counts the requests that a change may still send in this hour. */
  readonly freeRequests: () => Promise<number>;
}

/** What the entry is made of: the journal's store, the clock in milliseconds since 1970. */
export interface UndoEngineSource extends Pick<UndoEngine, "settled" | "freeRequests"> {
  readonly store: ChangeStore;
  readonly now: () => number;
}

/** Makes the entry of one call. */
export function undoEngine(
  { store, now, settled, freeRequests }: UndoEngineSource,
): UndoEngine {
  return {
    journal: new Journal(store),
    settled,
    settleCreations: (search) => settleCreations(search, { store, now }),
    freeRequests,
  };
}
