import type { ChangeStore } from "./change_records.ts";
import type { RequestLedger } from "../../client/request_budget.ts";
import type { PlanSummary } from "../../client/wire/plan.ts";
import type { MonthDetail } from "../../client/wire/plan_month.ts";

/** Collections that YNAB returns whole or as a delta since a server knowledge. */
export type CollectionName =
  | "transactions"
  | "accounts"
  | "categories"
  | "scheduled_transactions"
  | "months"
  | "payees";

/** How current a collection is. */
export interface CollectionState {
  readonly knowledge: number;
  /** When the last read began, in milliseconds since 1970. */
  readonly readAt: number;
  /** When the last full read began. */
  readonly fullReadAt: number;
  /** Its server knowledge; absent if an older version wrote this. */
  readonly fullKnowledge?: number;
  /** UTC day of the last read: figures of the current month change at midnight. */
  readonly utcDay: string;
  /** The plan's write count when the last read began; absent if an older version wrote this. */
  readonly touches?: number;
}

/** What is stored like a collection; `digest` holds only the day of the last digest. */
export type StoredName = CollectionName | "digest";

export interface CollectionOf {
  readonly planId: string;
  readonly name: StoredName;
}

/** All live records of one part of a collection; a part without any no longer exists. */
export interface StoredPart {
  readonly part: string;
  readonly keys: readonly string[];
  readonly records: readonly unknown[];
  /** Packs the part; a stored packed part has no keys and records until it is unpacked. */
  readonly bytes?: () => Uint8Array<ArrayBuffer>;
}

/** The version of a collection that a writer or reader has seen. */
export interface CollectionMark {
  /** Changes when the plan was restored to an earlier state, or the store was cleared. */
  readonly epoch: string;
  /** Number of writes. */
  readonly version: number;
}

/** A stored collection, or what has changed in it since a mark. */
export interface StoredCollection {
  readonly mark: CollectionMark;
  readonly state: CollectionState;
  /** Whether these are all parts there are, not only those that changed. */
  readonly isWhole: boolean;
  readonly parts: readonly StoredPart[];
  /** Keys of deleted records, which stay reserved; `null` if they haven't changed. */
  readonly deletedKeys: readonly string[] | null;
  /** Whether the plan was forgotten: it has no records, and every key is reserved. */
  readonly isForgotten: boolean;
}

export interface CollectionChange {
  /** The mark that the writer has seen last; `null` if nothing was stored. */
  readonly mark: CollectionMark | null;
  readonly state: CollectionState;
  /** Whether these are all parts there are, not only those that changed. */
  readonly isWhole: boolean;
  readonly parts: readonly StoredPart[];
  /** Keys of all deleted records; `null` to leave the stored ones. */
  readonly deletedKeys: readonly string[] | null;
}

export interface StoredMonth {
  readonly detail: MonthDetail;
  /** Server knowledge of the plan before the month was read. */
  readonly knowledge: number | null;
  /** When the read began, in milliseconds since 1970. */
  readonly readAt: number;
  /** UTC day of the read. */
  readonly utcDay: string;
  /** The plan's write count when the read began; absent if an older version wrote this. */
  readonly touches?: number;
}

/** A month of a plan, `YYYY-MM-01`. */
export interface MonthOf {
  readonly planId: string;
  readonly month: string;
}

/** The result of a delta of the months list. */
export interface MonthsNews {
  /** Months that have changed, `YYYY-MM-01`. */
  readonly changed: ReadonlySet<string>;
  /** Server knowledge that the delta goes from and to. */
  readonly from: number;
  readonly to: number;
  /** When it was requested, in milliseconds since 1970. */
  readonly askedAt: number;
}

export interface StoredPlans {
  readonly plans: readonly PlanSummary[];
  readonly readAt: number;
}

export type CollectionMarks = { readonly [Name in CollectionName]?: CollectionMark | null };

/** Result of a poll. */
export interface PlanLook {
  /** Counts writes through this store by any process, at the start and end of each change. */
  readonly touches: number;
  /** Whether another process is writing a change. */
  readonly isWriting: boolean;
  /** Collections written since the given marks. */
  readonly moved: readonly (StoredCollection & { readonly name: CollectionName })[];
}

export interface Store extends CopyStore, StoreLocks {
  readonly ledger: RequestLedger;
  /** Confirmations and the journal. */
  readonly changes: ChangeStore;
  /**
   * Returns the time in milliseconds since 1970 by the store's clock, as last known, because
   * clocks of several machines may differ. Until it is known, this process's clock is used.
   */
  now(): number;
  /** Releases its resources; later calls work in memory. */
  close(): Promise<void>;
}

export interface CopyStore {
  loadPlans(): Promise<StoredPlans | null>;
  savePlans(plans: StoredPlans): Promise<void>;
  /** Returns a collection, or what has changed since a mark; `null` if nothing is stored. */
  loadCollection(of: CollectionOf, since: CollectionMark | null): Promise<StoredCollection | null>;
  /**
   * Stores a change in one transaction and returns the new mark; `null`, without storing
   * anything, if others have written since the mark of the change.
   */
  applyChange(of: CollectionOf, change: CollectionChange): Promise<CollectionMark | null>;
  /** Returns a month if it was read after a time in milliseconds since 1970. */
  loadMonth(of: MonthOf, readAfter: number): Promise<StoredMonth | null>;
  saveMonth(planId: string, month: StoredMonth): Promise<void>;
  /** Drops the changed months and validates the unchanged ones. */
  noteMonths(planId: string, news: MonthsNews): Promise<void>;
  /**
   * Forgets a plan, such as after it was restored from a backup, except for its ids, which stay
   * reserved.
   */
  forgetPlan(planId: string): Promise<void>;
  /** Stores ids that are reserved though no collection contains them. */
  reserveIds(planId: string, ids: readonly string[]): Promise<void>;
  /** Returns the ids stored by {@linkcode Store.reserveIds}. */
  reservedIds(planId: string): Promise<readonly string[]>;
  /** Polls everything that a reader needs before a request to YNAB, in one query. */
  look(planId: string, seen: CollectionMarks): Promise<PlanLook>;
  /** Counts a write to the plan; returns the new count. */
  touch(planId: string): Promise<number>;
}

export interface StoreLocks {
  /**
   * Waits for its turn to read a collection whole: one process at a time. Readers in one process
   * share the lock.
   */
  lockLoad(of: CollectionOf, signal?: AbortSignal): Promise<() => Promise<void>>;
  /** Sends the requests of a change while other processes' reads wait. */
  whileWriting<Result>(planId: string, run: () => Promise<Result>): Promise<Result>;
}

/** Why an intact file can't be used. */
export type Blocked = "locked" | "newer";

/** A damaged file that was quarantined: renamed, and replaced by a new one. */
export interface QuarantinedFile {
  readonly file: string;
  /** Changes recovered into the new file; `null` for the copy, which is reloaded. */
  readonly carriedOver: number | null;
}

/** Events of a store for the log. */
export type StoreNote =
  /** It can't be opened: nothing outlives the process. */
  | { readonly event: "store_in_memory"; readonly reason: string }
  /** It is left untouched: nothing outlives the process, and changes are rejected. */
  | { readonly event: "store_left_alone"; readonly reason: Blocked }
  | ({ readonly event: "store_set_aside" } & QuarantinedFile)
  /** The copy can't be opened: data is cached in memory; changes are journaled. */
  | { readonly event: "store_copy_in_memory"; readonly reason: string }
  /** A collection was incomplete or modified, and is reloaded. */
  | { readonly event: "store_damaged"; readonly collection: StoredName };
