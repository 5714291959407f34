/**
 * What keeps the local copy between reads: the one interface that every backend
 * fills. A backend belongs to one base address and one token; several processes may
 * use it at once.
 *
 * @module
 */

import type { ChangeStore } from "./change_records.ts";
import type { RequestLedger } from "../client/request_budget.ts";
import type { PlanSummary } from "../client/wire/plan.ts";
import type { MonthDetail } from "../client/wire/plan_month.ts";

/** Collections that upstream answers whole or as changes since a knowledge. */
export type CollectionName =
  | "transactions"
  | "accounts"
  | "categories"
  | "scheduled_transactions"
  | "months"
  | "payees";

/** How far a collection knows the plan. */
export interface CollectionState {
  readonly knowledge: number;
  /** When the last read began, in milliseconds since 1970. */
  readonly readAt: number;
  /** When the last whole read began. */
  readonly fullReadAt: number;
  /** UTC day of the last read: figures of the current month change at midnight. */
  readonly utcDay: string;
}

/** Names a collection of a plan. */
export interface CollectionOf {
  readonly planId: string;
  readonly name: CollectionName;
}

/** All live records of one part of a collection; a part without any is no more. */
export interface StoredPart {
  readonly part: string;
  /** The key of each record. */
  readonly keys: readonly string[];
  readonly records: readonly unknown[];
}

/** How far a writer or reader has seen a collection. */
export interface CollectionMark {
  /** Another one once the plan was restored to an earlier state, or the store emptied. */
  readonly epoch: string;
  /** Counts what was written. */
  readonly version: number;
}

/** A collection as it was kept, or what has changed of it since a mark. */
export interface StoredCollection {
  readonly mark: CollectionMark;
  readonly state: CollectionState;
  /** Whether these are all parts there are, not only those that changed. */
  readonly isWhole: boolean;
  readonly parts: readonly StoredPart[];
  /** Keys of records that were deleted: they stay reserved. `null` if these have not changed. */
  readonly deletedKeys: readonly string[] | null;
  /** Whether the plan was forgotten: no record is known, and every key is reserved. */
  readonly isForgotten: boolean;
}

/** What is to be kept. */
export interface CollectionChange {
  /** What the writer has seen last; `null` if it has seen nothing kept. */
  readonly mark: CollectionMark | null;
  readonly state: CollectionState;
  /** Whether these are all parts there are, not only those that changed. */
  readonly isWhole: boolean;
  readonly parts: readonly StoredPart[];
  /** Keys of all records that were deleted; `null` to leave those that are kept. */
  readonly deletedKeys: readonly string[] | null;
}

/** A month with what proves how current it is. */
export interface StoredMonth {
  readonly detail: MonthDetail;
  /** Knowledge of the plan that was seen before the month was read. */
  readonly knowledge: number | null;
  /** When the read began, in milliseconds since 1970. */
  readonly readAt: number;
  /** UTC day of the read. */
  readonly utcDay: string;
}

/** Names a month of a plan, `YYYY-MM-01`. */
export interface MonthOf {
  readonly planId: string;
  readonly month: string;
}

/** What a delta of the months list has told. */
export interface MonthsNews {
  /** Months that have changed, `YYYY-MM-01`. */
  readonly changed: ReadonlySet<string>;
  /** From and to which knowledge of the plan. */
  readonly from: number;
  readonly to: number;
  /** When it was asked for, in milliseconds since 1970. */
  readonly askedAt: number;
}

/** Plans as they were last listed. */
export interface StoredPlans {
  readonly plans: readonly PlanSummary[];
  readonly readAt: number;
}

/** A backend of the local copy. */
export interface Store extends StoreRecords {
  readonly ledger: RequestLedger;
  /** Confirmations and the journal. */
  readonly changes: ChangeStore;
  /** Lets go of every file. What is kept stays; whoever asks later works in memory. */
  close(): Promise<void>;
}

/** What a backend does itself. */
export type StoreRecords = CopyStore & StoreLocks;

/** The part of a backend that keeps the copy. */
export interface CopyStore {
  loadPlans(): Promise<StoredPlans | null>;
  savePlans(plans: StoredPlans): Promise<void>;
  /** Gives a collection, or what has changed since a mark; `null` when nothing is kept. */
  loadCollection(of: CollectionOf, since: CollectionMark | null): Promise<StoredCollection | null>;
  /**
   * Keeps a change in one transaction and gives the new mark; `null`, without keeping
   * anything, when others have written since the mark of the change.
   */
  applyChange(of: CollectionOf, change: CollectionChange): Promise<CollectionMark | null>;
  /** Gives a month that was read after a time in milliseconds since 1970. */
  loadMonth(of: MonthOf, readAfter: number): Promise<StoredMonth | null>;
  saveMonth(planId: string, month: StoredMonth): Promise<void>;
  /** Drops the months that have changed, and gives those that stand as they did a new tag. */
  noteMonths(planId: string, news: MonthsNews): Promise<void>;
  /**
   * Forgets all that is kept of a plan, such as after it was restored from a backup, but
   * for the ids that it has had: they stay reserved.
   */
  forgetPlan(planId: string): Promise<void>;
  /** Keeps ids that are reserved though no collection names them. */
  reserveIds(planId: string, ids: readonly string[]): Promise<void>;
  /** Gives the ids that {@linkcode Store.reserveIds} has kept. */
  reservedIds(planId: string): Promise<readonly string[]>;
  /** Takes note that the plan was changed from here, in milliseconds since 1970. */
  noteWrite(planId: string, at: number): Promise<void>;
  /** Tells when the plan was last changed from here, by any process; 0 if never. */
  lastWriteAt(planId: string): Promise<number>;
}

/** The part of a backend that holds processes apart. */
export interface StoreLocks {
  /** Waits for its turn to read a collection whole; one at a time, across processes. */
  lockLoad(of: CollectionOf, signal?: AbortSignal): Promise<() => void>;
  /** Runs the requests of a change, with other processes' reads held back. */
  whileWriting<Result>(planId: string, run: () => Promise<Result>): Promise<Result>;
  /** Resolves when no other process is writing to the plan, or has been for too long. */
  writingEnded(planId: string, signal?: AbortSignal): Promise<void>;
}
