import type { ChangeStore } from "./change_records.ts";
import type { RequestLedger } from "../../client/request_budget.ts";
import type { PlanSummary } from "../../client/wire/plan.ts";
import type { MonthDetail } from "../../client/wire/plan_month.ts";

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
  /** The plan's knowledge that it had; absent where an older version has read. */
  readonly fullKnowledge?: number;
  /** UTC day of the last read: figures of the current month change at midnight. */
  readonly utcDay: string;
  /** The plan's touches as the last read began; absent where an older version has read. */
  readonly touches?: number;
}

export interface CollectionOf {
  readonly planId: string;
  readonly name: CollectionName;
}

/** All live records of one part of a collection; a part without any no longer exists. */
export interface StoredPart {
  readonly part: string;
  readonly keys: readonly string[];
  readonly records: readonly unknown[];
  /** Packs it; one that was kept so has no keys and records until it is unpacked. */
  readonly bytes?: () => Uint8Array<ArrayBuffer>;
}

/** How far a writer or reader has seen a collection. */
export interface CollectionMark {
  /** Another one once the plan was restored to an earlier state, or the store emptied. */
  readonly epoch: string;
  /** Number of writes. */
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

export interface StoredMonth {
  readonly detail: MonthDetail;
  /** Knowledge of the plan that was seen before the month was read. */
  readonly knowledge: number | null;
  /** When the read began, in milliseconds since 1970. */
  readonly readAt: number;
  /** UTC day of the read. */
  readonly utcDay: string;
  /** The plan's touches as the read began; absent where an older version has read. */
  readonly touches?: number;
}

/** Names a month of a plan, `YYYY-MM-01`. */
export interface MonthOf {
  readonly planId: string;
  readonly month: string;
}

/** The result of a delta of the months list. */
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

/** What a reader has seen of the collections of a plan. */
export type CollectionMarks = { readonly [Name in CollectionName]?: CollectionMark | null };

/** What there is to know of a plan before it is read. */
export interface PlanLook {
  /** Counts the changes that were made from here, by any process: each begins and ends one. */
  readonly touches: number;
  /** Whether another process is taking the steps of a change. */
  readonly isWriting: boolean;
  /** What has moved since the marks that were given. */
  readonly moved: readonly (StoredCollection & { readonly name: CollectionName })[];
}

export interface Store extends StoreRecords {
  readonly ledger: RequestLedger;
  /** Confirmations and the journal. */
  readonly changes: ChangeStore;
  /**
   * Returns the time in milliseconds since 1970 by the store's clock, as last known, because
   * clocks of several machines may differ. Until it is known, this process's clock is used.
   */
  now(): number;
  /** Releases its resources. Stored data stays; later calls work in memory. */
  close(): Promise<void>;
}

/** What a store does itself. */
export type StoreRecords = CopyStore & StoreLocks;

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
  /** Returns everything that a reader needs before a request to upstream, in one query. */
  look(planId: string, seen: CollectionMarks): Promise<PlanLook>;
  /** Takes note that the plan is changed from here; gives how often it was, this time included. */
  touch(planId: string): Promise<number>;
}

export interface StoreLocks {
  /**
   * Waits for its turn to read a collection whole; one at a time, across processes. Readers of
   * one process share it.
   */
  lockLoad(of: CollectionOf, signal?: AbortSignal): Promise<() => Promise<void>>;
  /** Runs the requests of a change, with other processes' reads held back. */
  whileWriting<Result>(planId: string, run: () => Promise<Result>): Promise<Result>;
}

/** Why a file can't be used, though nothing is wrong with it. */
export type Blocked = "locked" | "newer";

/** A damaged file that was quarantined: renamed, and replaced by a new one. */
export interface QuarantinedFile {
  readonly file: string;
  /** Changes carried over to the new file; `null` for the copy, which is read again. */
  readonly carriedOver: number | null;
}

/** What there is to say of a store, once. */
export type StoreNote =
  /** It can't be had: nothing outlives the process. */
  | { readonly event: "store_in_memory"; readonly reason: string }
  /** It is left alone: nothing outlives the process, and changes are refused. */
  | { readonly event: "store_left_alone"; readonly reason: Blocked }
  | ({ readonly event: "store_set_aside" } & QuarantinedFile)
  /** The copy can't be had: what is read is kept in memory; changes are journaled. */
  | { readonly event: "store_copy_in_memory"; readonly reason: string }
  /** A collection was incomplete or modified, and is read again. */
  | { readonly event: "store_damaged"; readonly collection: CollectionName };
