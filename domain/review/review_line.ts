/** What may be said of a transaction, the most serious first. */
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

/** Why a transaction should be looked at. */
export interface ReviewReason {
  readonly code: ReasonCode;
  readonly detail: string;
}

/** A transaction to look at, or one that has not come; its amount in milliunits. */
export interface ReviewLine {
  /** The transaction, or the schedule or newest payment of what has not come. */
  readonly record_id: string;
  /** `null` for one that has not come. */
  readonly transaction_id: string | null;
  readonly date: string;
  readonly amount: number;
  readonly payee: string | null;
  readonly account: string;
  readonly category: string | null;
  readonly reasons: readonly ReviewReason[];
}

/** Ranks a line: by its most serious reason. */
export function rankOf({ reasons }: Pick<ReviewLine, "reasons">): number {
  return Math.min(...reasons.map(({ code }) => REASONS.indexOf(code)));
}
