import type { TransactionRecord } from "../base/plan_records.ts";

/** What may be wrong, the likeliest first. */
export const EXPLANATION_KINDS = [
  "uncleared",
  "duplicate",
  "sign_slip",
  "swapped_digits",
  "wrongly_cleared",
  "mixed",
] as const;

/** What may be wrong: see {@linkcode explainDifference}. */
export type ExplanationKind = (typeof EXPLANATION_KINDS)[number];

/** Transactions that would make the difference. */
export interface Explanation<Transaction extends TransactionRecord> {
  readonly kind: ExplanationKind;
  readonly transactions: readonly Transaction[];
  /** Milliunits, as the plan has them: see {@linkcode explainDifference}. */
  readonly amount: number;
}
