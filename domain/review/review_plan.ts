import type { MoneyFormat } from "../base/money_format.ts";
import type { GroupWithCategories } from "../plan/category_groups.ts";
import type { AccountRecord, ScheduledRecord, TransactionRecord } from "../base/plan_records.ts";
import type { Transactions } from "../transactions/transaction_chunks.ts";

/** Live records of a plan. */
export interface ReviewPlan {
  readonly transactions: Transactions<TransactionRecord>;
  readonly accounts: readonly AccountRecord[];
  /** Groups with their live categories, upstream's internal group included. */
  readonly groups: readonly GroupWithCategories[];
  readonly schedules: readonly ScheduledRecord[];
}

/** What is looked at. */
export interface ReviewOptions {
  /** `YYYY-MM-DD`. */
  readonly today: string;
  readonly since: string;
  readonly unapprovedOnly: boolean;
  readonly format: MoneyFormat;
  /** Gives the name of a category; `null` for none. */
  readonly categoryName: (id: string | null | undefined) => string | null;
}
