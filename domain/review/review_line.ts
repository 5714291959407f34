import type { MoneyFormat } from "../base/money_format.ts";
import type { GroupWithCategories } from "../base/plan_records.ts";
import type { AccountRecord, ScheduledRecord, TransactionRecord } from "../base/plan_records.ts";
import type { Transactions } from "../transactions/transaction_chunks.ts";

/** Live records of a plan. */
export interface ReviewPlan {
  readonly transactions: Transactions<TransactionRecord>;
  readonly accounts: readonly AccountRecord[];
  /** Groups with their live categories, YNAB's internal group included. */
  readonly groups: readonly GroupWithCategories[];
  readonly schedules: readonly ScheduledRecord[];
}

/** Transactions to review, and names for comparison. */
export interface ReviewOptions {
  /** `YYYY-MM-DD`. */
  readonly today: string;
  readonly since: string;
  readonly unapprovedOnly: boolean;
  readonly format: MoneyFormat;
  /** Name of a category; `null` for none. */
  readonly categoryName: (id: string | null | undefined) => string | null;
}

/** Reasons to review a transaction, most serious first. */
export const REASONS = [
  "possible_duplicate",
  "scheduled_missing",
  "unusual_amount",
  "price_rise",
  "transfer_candidate",
  "category_differs",
  "uncategorized",
  "new_payee",
] as const;

/** One of {@linkcode REASONS}. */
export type ReasonCode = (typeof REASONS)[number];

/** A reason to review a transaction. */
export interface ReviewReason {
  readonly code: ReasonCode;
  readonly detail: string;
}

/** A transaction to review or a missing payment; amount in milliunits. */
export interface ReviewLine {
  /** The transaction; for a missing payment its schedule or the newest payment before it. */
  readonly record_id: string;
  /** `null` for a missing payment. */
  readonly transaction_id: string | null;
  readonly date: string;
  readonly amount: number;
  readonly payee: string | null;
  readonly account: string;
  readonly category: string | null;
  readonly reasons: readonly ReviewReason[];
}

/** Rank of a line's most serious reason, 0 for the most serious of all. */
export function rankOf({ reasons }: Pick<ReviewLine, "reasons">): number {
  return Math.min(...reasons.map(({ code }) => REASONS.indexOf(code)));
}
