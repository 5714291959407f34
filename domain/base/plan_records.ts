export interface GroupRecord {
  readonly id: string;
  readonly name: string;
  readonly hidden: boolean;
  readonly internal?: boolean;
  readonly deleted: boolean;
}

/** The target fields that YNAB returns. */
export interface TargetRecord {
  readonly goal_type?: string | null;
  readonly goal_needs_whole_amount?: boolean | null;
  readonly goal_day?: number | null;
  readonly goal_cadence?: number | null;
  readonly goal_cadence_frequency?: number | null;
  readonly goal_target?: number | null;
  readonly goal_target_month?: string | null;
  readonly goal_target_date?: string | null;
  readonly goal_months_to_budget?: number | null;
  readonly goal_under_funded?: number | null;
  readonly goal_snoozed_at?: string | null;
}

export interface CategoryRecord extends TargetRecord {
  readonly id: string;
  readonly name: string;
  readonly category_group_id: string;
  readonly category_group_name?: string;
  readonly hidden: boolean;
  readonly internal?: boolean;
  readonly deleted: boolean;
}

export interface GroupWithCategories extends GroupRecord {
  readonly categories: readonly CategoryRecord[];
}

export interface MonthCategoryRecord extends CategoryRecord {
  readonly budgeted: number;
  readonly activity: number;
  readonly balance: number;
}

export interface MonthRecord {
  readonly month: string;
  readonly income: number;
  readonly budgeted: number;
  readonly activity: number;
  readonly to_be_budgeted: number;
  readonly age_of_money?: number | null;
  readonly categories: readonly MonthCategoryRecord[];
}

export interface AccountRecord {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly on_budget: boolean;
  readonly closed: boolean;
  readonly balance: number;
  readonly cleared_balance: number;
  readonly uncleared_balance: number;
  readonly direct_import_linked?: boolean;
  readonly direct_import_in_error?: boolean;
  readonly last_reconciled_at?: string | null;
  /** Id of the payee to use in a transfer to the account. */
  readonly transfer_payee_id?: string | null;
  readonly deleted: boolean;
}

export interface SplitLineRecord {
  readonly id: string;
  readonly amount: number;
  readonly memo?: string | null;
  readonly payee_id?: string | null;
  readonly payee_name?: string | null;
  readonly category_id?: string | null;
  readonly category_name?: string | null;
  readonly transfer_account_id?: string | null;
  readonly deleted: boolean;
}

interface SplittableRecord extends SplitLineRecord {
  readonly account_id: string;
  readonly account_name: string;
  readonly subtransactions: readonly SplitLineRecord[];
}

export interface TransactionRecord extends SplittableRecord {
  readonly date: string;
  readonly cleared: string;
  readonly approved: boolean;
  readonly flag_color?: string | null;
  readonly matched_transaction_id?: string | null;
  readonly import_id?: string | null;
  readonly import_payee_name?: string | null;
  readonly import_payee_name_original?: string | null;
  /** Type of a loan account's transaction, such as interest; set only in loan accounts. */
  readonly debt_transaction_type?: string | null;
}

export interface ScheduledRecord extends SplittableRecord {
  readonly date_first: string;
  readonly date_next: string;
  readonly frequency: string;
}

export function liveLines<Line extends SplitLineRecord>(
  transaction: { readonly subtransactions: readonly Line[] },
): readonly Line[] {
  return transaction.subtransactions.filter(({ deleted }) => !deleted);
}

const CASH_TYPES: readonly string[] = ["checking", "savings", "cash"];

/** Whether an account is an on-budget checking, savings or cash account, not a credit account. */
export function isCashAccount(
  { on_budget: isOnBudget, type }: Pick<AccountRecord, "on_budget" | "type">,
): boolean {
  return isOnBudget && CASH_TYPES.includes(type);
}

/** Flag colors, in the order in which YNAB's app lists them. */
export const FLAG_COLORS = ["red", "orange", "yellow", "green", "blue", "purple"] as const;

export type FlagColor = (typeof FLAG_COLORS)[number];

/** Returns the flag's color, or `null` if it is missing, empty, or no longer accepted by YNAB. */
export function flagOf(
  { flag_color: color }: Pick<TransactionRecord, "flag_color">,
): FlagColor | null {
  return FLAG_COLORS.find((known) => known === color) ?? null;
}

/** Maximum days between a transfer's two sides, or between the entered date and the bank's date. */
export const MAX_POSTING_DAYS = 5;
