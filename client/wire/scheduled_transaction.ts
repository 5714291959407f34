import type { OpenEnum } from "./open_enum.ts";
import type { FlagColor } from "./transaction.ts";

/** How often a scheduled transaction comes round. */
export type Frequency = OpenEnum<
  | "never"
  | "daily"
  | "weekly"
  | "everyOtherWeek"
  | "twiceAMonth"
  | "every4Weeks"
  | "monthly"
  | "everyOtherMonth"
  | "every3Months"
  | "every4Months"
  | "twiceAYear"
  | "yearly"
  | "everyOtherYear"
>;

/** One schedule as the plan export carries it. */
export interface ScheduledTransactionBase {
  readonly id: string;
  readonly date_first: string;
  readonly date_next: string;
  readonly frequency: Frequency;
  readonly amount: number;
  readonly memo?: string | null;
  readonly flag_color?: FlagColor | null;
  readonly flag_name?: string | null;
  readonly account_id: string;
  readonly payee_id?: string | null;
  readonly category_id?: string | null;
  readonly transfer_account_id?: string | null;
  readonly deleted: boolean;
}

/** One schedule with the names it points to and its split lines. */
export interface ScheduledTransaction extends ScheduledTransactionBase {
  readonly amount_formatted?: string;
  readonly amount_currency?: number;
  readonly account_name: string;
  readonly payee_name?: string | null;
  readonly category_name?: string | null;
  /** Deleted lines may be among them. */
  readonly subtransactions: readonly ScheduledSplitLine[];
}

/** One split line of a schedule as the plan export carries it. */
export interface ScheduledSplitLineBase {
  readonly id: string;
  readonly scheduled_transaction_id: string;
  readonly amount: number;
  readonly memo?: string | null;
  readonly payee_id?: string | null;
  readonly payee_name?: string | null;
  readonly category_id?: string | null;
  readonly category_name?: string | null;
  readonly transfer_account_id?: string | null;
  readonly deleted: boolean;
}

/** One split line of a schedule. */
export interface ScheduledSplitLine extends ScheduledSplitLineBase {
  readonly amount_formatted?: string;
  readonly amount_currency?: number;
}

/** Body of a schedule create or replace; `date` is the next date. */
export interface SaveScheduledTransaction {
  readonly account_id: string;
  readonly date: string;
  readonly amount?: number;
  readonly payee_id?: string | null;
  readonly payee_name?: string | null;
  readonly category_id?: string | null;
  readonly memo?: string | null;
  readonly flag_color?: FlagColor | null;
  readonly frequency?: Frequency;
}
