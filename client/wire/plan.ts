import type { Account, AccountBase } from "./account.ts";
import type { CategoryBase, CategoryGroup } from "./category.ts";
import type { Payee, PayeeLocation } from "./payee.ts";
import type { MonthDetailBase } from "./plan_month.ts";
import type { ScheduledSplitLineBase, ScheduledTransactionBase } from "./scheduled_transaction.ts";
import type { SplitLineBase, TransactionBase } from "./transaction.ts";

/** How the plan shows dates, such as `MM/DD/YYYY`. */
export interface DateFormat {
  readonly format: string;
}

/** How the plan shows money. */
export interface CurrencyFormat {
  readonly iso_code: string;
  readonly example_format: string;
  readonly decimal_digits: number;
  readonly decimal_separator: string;
  readonly symbol_first: boolean;
  readonly group_separator: string;
  readonly currency_symbol: string;
  readonly display_symbol: boolean;
}

/** One plan in the list of plans. */
export interface PlanSummary {
  readonly id: string;
  readonly name: string;
  readonly last_modified_on?: string;
  readonly first_month?: string;
  readonly last_month?: string;
  readonly date_format?: DateFormat | null;
  readonly currency_format?: CurrencyFormat | null;
  /** Only when the list was asked for with them. */
  readonly accounts?: readonly Account[];
}

/** A plan's date and currency format. */
export interface PlanSettings {
  readonly date_format: DateFormat | null;
  readonly currency_format: CurrencyFormat | null;
}

/** The whole plan as flat lists. */
export interface PlanDetail extends Omit<PlanSummary, "accounts"> {
  readonly accounts?: readonly AccountBase[];
  readonly payees?: readonly Payee[];
  readonly payee_locations?: readonly PayeeLocation[];
  readonly category_groups?: readonly CategoryGroup[];
  readonly categories?: readonly CategoryBase[];
  readonly months?: readonly MonthDetailBase[];
  readonly transactions?: readonly TransactionBase[];
  readonly subtransactions?: readonly SplitLineBase[];
  readonly scheduled_transactions?: readonly ScheduledTransactionBase[];
  readonly scheduled_subtransactions?: readonly ScheduledSplitLineBase[];
}
