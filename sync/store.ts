/**
 * What keeps the local copy between reads: the one interface that every backend
 * fills. A backend belongs to one base address and one token.
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
  | "months";

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

/** A record of any collection, under its key. */
export interface KeyedRecord {
  readonly key: string;
  readonly record: unknown;
}

/** A collection as it was kept. */
export interface StoredCollection {
  readonly state: CollectionState;
  /** Live records in upstream's order. */
  readonly records: readonly KeyedRecord[];
  /** Keys of records that were deleted: they stay taken. */
  readonly deletedKeys: readonly string[];
}

/** What one read changed. */
export interface CollectionChange {
  /** Whether the records replace all that was kept; deleted keys stay taken. */
  readonly isWhole: boolean;
  readonly state: CollectionState;
  readonly records: readonly KeyedRecord[];
  readonly deletedKeys: readonly string[];
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
  /** Ids of categories and groups that a month once had and this one has not: they stay taken. */
  readonly goneIds: readonly string[];
}

/** Plans as they were last listed. */
export interface StoredPlans {
  readonly plans: readonly PlanSummary[];
  readonly readAt: number;
}

/** A backend of the local copy. */
export interface Store {
  readonly ledger: RequestLedger;
  /** Confirmations and the journal. */
  readonly changes: ChangeStore;
  loadPlans(): Promise<StoredPlans | null>;
  savePlans(plans: StoredPlans): Promise<void>;
  loadCollection(planId: string, name: CollectionName): Promise<StoredCollection | null>;
  /** Applies one read in one transaction. */
  applyChange(planId: string, name: CollectionName, change: CollectionChange): Promise<void>;
  loadMonths(planId: string): Promise<readonly StoredMonth[]>;
  saveMonth(planId: string, month: StoredMonth): Promise<void>;
  /** Forgets the months of a plan, such as after it was restored from a backup. */
  clearMonths(planId: string): Promise<void>;
}
