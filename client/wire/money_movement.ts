/** One move; a `null` category stands for Ready to Assign. */
export interface MoneyMovement {
  readonly id: string;
  readonly month?: string | null;
  readonly moved_at?: string | null;
  readonly note?: string | null;
  readonly money_movement_group_id?: string | null;
  readonly performed_by_user_id?: string | null;
  readonly from_category_id?: string | null;
  readonly to_category_id?: string | null;
  readonly amount: number;
  readonly amount_formatted?: string;
  readonly amount_currency?: number;
}

/** Moves that were made together. */
export interface MoneyMovementGroup {
  readonly id: string;
  readonly group_created_at: string;
  readonly month: string;
  readonly note?: string | null;
  readonly performed_by_user_id?: string | null;
}
