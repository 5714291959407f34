import type { AccountBase, DatedFigures } from "../client/wire/account.ts";
import type { CategoryBase } from "../client/wire/category.ts";
import type { MoneyMovement, MoneyMovementGroup } from "../client/wire/category.ts";
import type { Payee, PayeeLocation } from "../client/wire/payee.ts";
import type { CurrencyFormat, DateFormat } from "../client/wire/plan.ts";
import type { ScheduledTransactionBase } from "../client/wire/scheduled_transaction.ts";
import type { TransactionBase } from "../client/wire/transaction.ts";

type Mutable<Shape> = { -readonly [Key in keyof Shape]-?: Exclude<Shape[Key], undefined> };

/** Server knowledge at which a record last changed; tombstones keep theirs. */
export interface Stamped {
  knowledge: number;
}

/** An account without its balances. */
export interface StoredAccount extends
  Mutable<
    Pick<
      AccountBase,
      | "id"
      | "name"
      | "type"
      | "closed"
      | "note"
      | "direct_import_linked"
      | "direct_import_in_error"
      | "last_reconciled_at"
      | "deleted"
    >
  >,
  Stamped {
  on_budget: boolean;
  /** Payee that stands for transfers to this account. */
  transfer_payee_id: string;
  /** For a credit card, its category in "Credit Card Payments". */
  payment_category_id: string | null;
  debt_interest_rates: DatedFigures | null;
  debt_minimum_payments: DatedFigures | null;
  debt_escrow_amounts: DatedFigures | null;
}

/** A category group. */
export interface StoredGroup extends Stamped {
  id: string;
  name: string;
  hidden: boolean;
  internal: boolean;
  deleted: boolean;
}

/** A category's target: what was asked, none of its progress. */
export type StoredTarget =
  & Mutable<
    Pick<
      CategoryBase,
      | "goal_needs_whole_amount"
      | "goal_day"
      | "goal_cadence"
      | "goal_cadence_frequency"
      | "goal_target_date"
      | "goal_snoozed_at"
    >
  >
  & {
    goal_type: string;
    goal_creation_month: string;
    goal_target: number;
  };

/** A category without its amounts. */
export interface StoredCategory extends Stamped {
  id: string;
  category_group_id: string;
  name: string;
  hidden: boolean;
  internal: boolean;
  note: string | null;
  target: StoredTarget | null;
  /** Whether the category is paired to a loan account (never told on the wire). */
  loan_paired: boolean;
  deleted: boolean;
}

/** A payee. */
export interface StoredPayee extends Mutable<Payee>, Stamped {
  /** Rename rules: bank labels (exact) that become this payee on import. */
  rename_rules: string[];
}

/** One line of a split. */
export interface StoredSplitLine {
  id: string;
  amount: number;
  memo: string | null;
  payee_id: string | null;
  category_id: string | null;
  transfer_account_id: string | null;
  transfer_transaction_id: string | null;
  deleted: boolean;
}

/** A row; `category_id` is `null` while it has live lines. */
export interface StoredTransaction extends Mutable<TransactionBase>, Stamped {
  lines: StoredSplitLine[];
}

/** One line of a split schedule. */
export interface StoredScheduledLine {
  id: string;
  amount: number;
  memo: string | null;
  payee_id: string | null;
  category_id: string | null;
  transfer_account_id: string | null;
  deleted: boolean;
}

/** A schedule. */
export interface StoredScheduled extends Mutable<ScheduledTransactionBase>, Stamped {
  lines: StoredScheduledLine[];
}

/** A row that a linked account's bank holds ready for the next import. */
export interface WaitingImport {
  account_id: string;
  date: string;
  amount: number;
  import_payee_name: string;
  import_payee_name_original: string;
}

/** Everything that is true of one plan before anything is computed. */
export interface PlanRecords {
  id: string;
  name: string;
  last_modified_on: string;
  /** First day of the plan's first month. */
  first_month: string;
  date_format: DateFormat | null;
  currency_format: CurrencyFormat | null;
  accounts: StoredAccount[];
  groups: StoredGroup[];
  categories: StoredCategory[];
  payees: StoredPayee[];
  payee_locations: PayeeLocation[];
  transactions: StoredTransaction[];
  scheduled: StoredScheduled[];
  /** Milliunits assigned, by month (`YYYY-MM-01`) and category id. */
  assignments: Map<string, Map<string, number>>;
  /** Month notes by `YYYY-MM-01`. */
  month_notes: Map<string, string>;
  money_movements: MoneyMovement[];
  money_movement_groups: MoneyMovementGroup[];
  waiting_imports: WaitingImport[];
  /** The plan's server knowledge: every write adds one. */
  knowledge: number;
}
