/**
 * What a read has brought, for those who wait to see what came of a change.
 *
 * @module
 */

import type { Category, CategoryGroup } from "../../client/wire/category.ts";
import type { Payee } from "../../client/wire/payee.ts";
import type { ScheduledTransaction } from "../../client/wire/scheduled_transaction.ts";
import type { Transaction } from "../../client/wire/transaction.ts";

/** Records by id. */
export type RecordsById<Record> = Pick<ReadonlyMap<string, Record>, "get">;

/** What a read has brought: each read tells of one kind of record. */
export interface PlanNews {
  /** Live rows. */
  readonly rows?: RecordsById<Transaction>;
  /** Live categories. */
  readonly categories?: RecordsById<Category>;
  /** The same, one after another. */
  readonly allCategories?: () => readonly Category[];
  /** Live category groups, one after another. */
  readonly allGroups?: () => readonly CategoryGroup[];
  /** Live payees. */
  readonly payees?: RecordsById<Payee>;
  /** One month, `YYYY-MM-01`, with its categories. */
  readonly month?: { readonly month: string; readonly categories: RecordsById<Category> };
  /** Live schedules. */
  readonly schedules?: RecordsById<ScheduledTransaction>;
  /** The same, one after another. */
  readonly allSchedules?: () => readonly ScheduledTransaction[];
  /** Rows that no earlier read had; `null` where that can't be told. */
  readonly added: {
    readonly rows: readonly Transaction[];
    /** From and to which knowledge of the plan they came. */
    readonly from: number;
    readonly to: number;
  } | null;
  /** When it was asked for, in milliseconds since 1970. */
  readonly askedAt: number;
  /** Tells whether it was asked for after our own last change: else it may not show it. */
  readonly isAfterChange: () => boolean;
}
