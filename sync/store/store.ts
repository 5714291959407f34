import type { ChangeStore } from "./change_records.ts";
import type { RequestLedger } from "../../client/request_budget.ts";
import type { MonthDetail, PlanSummary } from "../../client/wire/plan.ts";
import type { Bytes } from "./sealer.ts";

/** Collections that YNAB returns in full or as a delta. */
export const collectionNames = [
  "transactions",
  "accounts",
  "categories",
  "scheduled_transactions",
  "months",
  "payees",
] as const;

export type CollectionName = typeof collectionNames[number];

/** When stored data was read from YNAB. */
interface ReadTime {
  /** When the read started, in milliseconds since 1970. */
  readonly readAt: number;
  /** UTC date of the read, kept because the current month's figures change at midnight UTC. */
  readonly utcDay: string;
  /**
   * The plan's write count when the read began; absent if the data was stored by an older version
   * of this MCP server.
   */
  readonly touches?: number | undefined;
}

/** State of a collection at its last read. */
export interface CollectionState extends ReadTime {
  readonly knowledge: number;
  readonly fullReadAt: number;
  /**
   * The `server_knowledge` value from the last full read; absent if the collection was stored by an
   * older version of this MCP server.
   */
  readonly fullKnowledge?: number | undefined;
  /**
   * The lowest `server_knowledge` value that includes all changes that this MCP server has made
   * since the last read. Absent if this MCP server has made no changes since the last read.
   */
  readonly writtenAt?: number | undefined;
}

export interface CollectionOf {
  readonly planId: string;
  readonly name: CollectionName;
}

/** One part of a collection, such as the transactions in a certain date range. */
export interface StoredPart {
  readonly part: string;
  /** Function that serializes the part's content; `null` if the part has been removed. */
  readonly bytes: (() => Bytes) | null;
}

/** The version of a collection that a reader or writer last saw. */
export interface CollectionMark {
  /** A value that changes when the plan is restored to an earlier state or the store is cleared. */
  readonly epoch: string;
  readonly version: number;
}

/** A stored collection, or its changes since a given version. */
export interface StoredCollection {
  readonly mark: CollectionMark;
  readonly state: CollectionState;
  /** Whether all parts are included, not only changed ones. */
  readonly isWhole: boolean;
  readonly parts: readonly StoredPart[];
  /** Whether the plan's data was invalidated. If so, only the ids in the parts are used. */
  readonly isForgotten: boolean;
}

export interface CollectionChange extends Pick<StoredCollection, "state" | "isWhole" | "parts"> {
  /** The stored version that the change is based on; `null` if nothing was stored. */
  readonly mark: CollectionMark | null;
}

export interface StoredMonth extends ReadTime {
  readonly detail: MonthDetail;
  /** The plan's `server_knowledge` value before the month was read. */
  readonly knowledge: number | null;
}

/** A month of a plan, `YYYY-MM-01`. */
export interface MonthOf {
  readonly planId: string;
  readonly month: string;
}

export interface StoredPlans {
  readonly plans: readonly PlanSummary[];
  readonly readAt: number;
}

export type CollectionMarks = { readonly [Name in CollectionName]?: CollectionMark | null };

export interface PlanPoll {
  /**
   * The plan's write count. Every process that uses this store increments the count before and
   * after each change that it makes to the plan.
   */
  readonly touches: number;
  readonly isWriting: boolean;
  /** Collections whose stored version is newer than the one that the caller has seen. */
  readonly moved: readonly (StoredCollection & { readonly name: CollectionName })[];
}

export interface Store extends CopyStore, StoreLocks {
  readonly ledger: RequestLedger;
  readonly changes: ChangeStore;
  readonly values: SavedValues;
  /**
   * Returns the current time in milliseconds since 1970. Uses the store's clock, because machines'
   * clocks may differ. Uses this process's clock until the store has reported the time on its own
   * clock.
   */
  now(): number;
  /** Releases the store's resources. From then on, calls keep their data only in memory. */
  close(): Promise<void>;
}

export interface CopyStore {
  loadPlans(): Promise<StoredPlans | null>;
  savePlans(plans: StoredPlans): Promise<void>;
  /** Returns a collection or its changes since a version, or `null` if nothing is stored. */
  loadCollection(of: CollectionOf, since: CollectionMark | null): Promise<StoredCollection | null>;
  /**
   * Stores a change in a single database transaction and returns the collection's new version. If
   * another process has replaced the version that the change is based on, stores nothing and
   * returns `null`.
   */
  applyChange(of: CollectionOf, change: CollectionChange): Promise<CollectionMark | null>;
  /** Returns a month if it was read after the given time, in milliseconds since 1970. */
  loadMonth(of: MonthOf, readAfter: number): Promise<StoredMonth | null>;
  saveMonth(planId: string, month: StoredMonth): Promise<void>;
  /** Deletes the given months (`YYYY-MM-01`) that were read at or before the given time. */
  deleteMonths(planId: string, months: readonly string[], readUntil: number): Promise<void>;
  /**
   * Invalidates a plan's stored data, for example after YNAB has restored an older state. Keeps the
   * records' ids reserved, so that their shortened forms never refer to other records.
   */
  forgetPlan(planId: string): Promise<void>;
  /** Fetches from the store everything that a read must check before sending a request to YNAB. */
  poll(planId: string, seen: CollectionMarks): Promise<PlanPoll>;
  /** Increments the plan's write count and returns the new count. */
  touch(planId: string): Promise<number>;
}

export interface StoreLocks {
  /**
   * Waits for permission to do a full read of a collection. Only one process at a time has this
   * permission, which applies to all readers in that process.
   */
  lockLoad(of: CollectionOf, signal?: AbortSignal): Promise<() => Promise<void>>;
  /** Sends a change's requests while reads in other processes wait. */
  whileWriting<Result>(planId: string, run: () => Promise<Result>): Promise<Result>;
}

export interface ValueGroup {
  readonly planId: string;
  readonly group: string;
}

/**
 * Values that outlive a call, such as a parsed bank statement. The values are stored encrypted,
 * whether on disk or in a database.
 */
export interface SavedValues {
  /**
   * Returns the value with the given name, or `null` if the value doesn't exist, has expired or is
   * damaged.
   */
  find(of: ValueGroup, name: string): Promise<unknown>;
  /** Returns all values of a group, in no particular order. */
  list(of: ValueGroup): Promise<readonly unknown[]>;
  /**
   * Saves a value, replacing any value with the same name. If `holdsMs` is `null`, the value never
   * expires.
   */
  save(of: ValueGroup, value: NamedValue): Promise<void>;
}

export interface NamedValue {
  readonly name: string;
  readonly value: unknown;
  /** How long the value is stored, in milliseconds; `null` for no limit. */
  readonly holdsMs: number | null;
}

/** Why a store's file can't be used even though it isn't damaged. */
export type Blocked = "locked" | "newer";

/** A damaged file that was quarantined: renamed and replaced with a new one. */
export interface QuarantinedFile {
  readonly file: string;
  /** Number of changes recovered into the new file; `null` for the cache, which is reloaded. */
  readonly carriedOver: number | null;
}

export type StoreNote =
  /** The store can't be opened, so no data outlives the process. */
  | { readonly event: "store_in_memory"; readonly reason: string }
  /**
   * The store can't be used and is left unchanged. No data outlives the process, and changes are
   * rejected.
   */
  | { readonly event: "store_left_alone"; readonly reason: Blocked }
  | ({ readonly event: "store_set_aside" } & QuarantinedFile)
  /** The cache can't be opened. Data is cached only in memory, but changes are still journaled. */
  | { readonly event: "store_copy_in_memory"; readonly reason: string }
  /** A collection was incomplete or modified, and is being reloaded. */
  | { readonly event: "store_damaged"; readonly collection: CollectionName };
