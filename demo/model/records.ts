import type { Account } from "../../client/wire/account.ts";
import type {
  Category,
  CategoryGroup,
  MoneyMovement,
  MoneyMovementGroup,
} from "../../client/wire/category.ts";
import type { Payee, PayeeLocation } from "../../client/wire/payee.ts";
import type { CurrencyFormat, DateFormat } from "../../client/wire/plan.ts";
import type { ScheduledTransactionBase } from "../../client/wire/scheduled_transaction.ts";
import type { TransactionBase } from "../../client/wire/transaction.ts";

type Mutable<Shape> = { -readonly [Key in keyof Shape]-?: Exclude<Shape[Key], undefined> };

/** Server knowledge at which a record last changed. Deleted records have this field, too. */
export interface Stamped {
  knowledge: number;
}

type ComputedBalance =
  | "balance"
  | "balance_formatted"
  | "cleared_balance"
  | "uncleared_balance"
  | "debt_original_balance";

export interface StoredAccount extends Mutable<Omit<Account, ComputedBalance>>, Stamped {
  /** Payee of transfers to this account. */
  transfer_payee_id: string;
  /** Id of a credit card's category in the group "Credit Card Payments". */
  payment_category_id: string | null;
}

export type StoredGroup = Mutable<CategoryGroup> & Stamped;

/** A category's target, without its progress. */
export type StoredTarget =
  & Mutable<
    Pick<
      Category,
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
  /** Whether the category is paired with a loan account. API responses don't include this field. */
  loan_paired: boolean;
  deleted: boolean;
}

export interface StoredPayee extends Mutable<Payee>, Stamped {
  /** Rename rules: an imported transaction with one of these exact bank labels gets this payee. */
  rename_rules: string[];
}

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

/** A transaction; its `category_id` is `null` while the transaction has live split lines. */
export interface StoredTransaction extends Mutable<TransactionBase>, Stamped {
  lines: StoredSplitLine[];
}

export type StoredScheduledLine = Omit<StoredSplitLine, "transfer_transaction_id">;

export interface StoredScheduled extends Mutable<ScheduledTransactionBase>, Stamped {
  lines: StoredScheduledLine[];
}

/** A bank transaction that the next import will add. */
export interface WaitingImport {
  account_id: string;
  date: string;
  amount: number;
  import_payee_name: string;
  import_payee_name_original: string;
}

/** A plan's stored data, before figures are computed. */
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
  /** Month notes, by `YYYY-MM-01`. */
  month_notes: Map<string, string>;
  money_movements: MoneyMovement[];
  money_movement_groups: MoneyMovementGroup[];
  waiting_imports: WaitingImport[];
  /** Whether to match imported transactions with manually entered ones; `false` by default. */
  matches_imports?: boolean;
  /** The plan's server knowledge, which every write increments. */
  knowledge: number;
}

/** Fields of a new record: some are required, and the others have defaults. */
type Fields<Stored, Required extends keyof Stored> = Pick<Stored, Required> & Partial<Stored>;

/** Creates an open on-budget account. */
export function plainAccount(
  fields: Fields<StoredAccount, "id" | "name" | "type" | "transfer_payee_id">,
): StoredAccount {
  return {
    on_budget: true,
    closed: false,
    note: null,
    payment_category_id: null,
    direct_import_linked: false,
    direct_import_in_error: false,
    last_reconciled_at: null,
    debt_interest_rates: null,
    debt_minimum_payments: null,
    debt_escrow_amounts: null,
    deleted: false,
    knowledge: 0,
    ...fields,
  };
}

export function plainGroup(fields: Fields<StoredGroup, "id" | "name">): StoredGroup {
  return { hidden: false, internal: false, deleted: false, knowledge: 0, ...fields };
}

/** Creates a category without a target. */
export function plainCategory(
  fields: Fields<StoredCategory, "id" | "name" | "category_group_id">,
): StoredCategory {
  return {
    hidden: false,
    internal: false,
    note: null,
    target: null,
    loan_paired: false,
    deleted: false,
    knowledge: 0,
    ...fields,
  };
}

/** Creates a target that sets aside an amount each month. */
export function plainTarget(
  fields: Fields<StoredTarget, "goal_target" | "goal_creation_month">,
): StoredTarget {
  return {
    goal_type: "NEED",
    goal_needs_whole_amount: true,
    goal_day: null,
    goal_cadence: 1,
    goal_cadence_frequency: 1,
    goal_target_date: null,
    goal_snoozed_at: null,
    ...fields,
  };
}

export function plainPayee(fields: Fields<StoredPayee, "id" | "name">): StoredPayee {
  return { transfer_account_id: null, deleted: false, rename_rules: [], knowledge: 0, ...fields };
}

/**
 * Creates a transaction; by default, it is cleared and approved, and all other optional fields are
 * empty.
 */
export function plainRow(
  fields: Fields<StoredTransaction, "id" | "date" | "amount" | "account_id">,
): StoredTransaction {
  return {
    // Spread `fields` first so that exports list the caller's fields first, in the caller's order.
    ...fields,
    memo: null,
    cleared: "cleared",
    approved: true,
    flag_color: null,
    flag_name: null,
    payee_id: null,
    category_id: null,
    transfer_account_id: null,
    transfer_transaction_id: null,
    matched_transaction_id: null,
    import_id: null,
    import_payee_name: null,
    import_payee_name_original: null,
    debt_transaction_type: null,
    deleted: false,
    lines: [],
    knowledge: 0,
    ...fields,
  };
}

export function plainLine(fields: Fields<StoredSplitLine, "id" | "amount">): StoredSplitLine {
  return {
    memo: null,
    payee_id: null,
    category_id: null,
    transfer_account_id: null,
    transfer_transaction_id: null,
    deleted: false,
    ...fields,
  };
}

/** Creates a schedule that doesn't repeat. */
export function plainSchedule(
  fields: Fields<StoredScheduled, "id" | "date_first" | "date_next" | "amount" | "account_id">,
): StoredScheduled {
  return {
    frequency: "never",
    memo: null,
    flag_color: null,
    flag_name: null,
    payee_id: null,
    category_id: null,
    transfer_account_id: null,
    deleted: false,
    knowledge: 0,
    lines: [],
    ...fields,
  };
}

/** A transaction or scheduled transaction, which can have split lines. */
export interface Splittable {
  readonly deleted: boolean;
  readonly lines: readonly { readonly deleted: boolean }[];
}

export function hasLiveLines({ lines }: Splittable): boolean {
  for (const line of lines) {
    if (!line.deleted) return true;
  }
  return false;
}

/** Whether a transaction is split or, if it has been deleted, whether it was split. */
export function isSplit(row: Splittable): boolean {
  return row.deleted ? row.lines.length > 0 : hasLiveLines(row);
}

/** Group that contains the inflow category and "Uncategorized". */
export const INTERNAL_GROUP = "Internal Master Category";

/** Group with one category per credit card. */
export const CARD_GROUP = "Credit Card Payments";

/** The inflow category, which receives income that isn't assigned yet. */
export const INFLOW_CATEGORY = "Inflow: Ready to Assign";

export const UNCATEGORIZED_CATEGORY = "Uncategorized";

export const SPLIT_CATEGORY = "Split";

/** Category id that every split transaction has. Category lists don't include this category. */
export const SPLIT_CATEGORY_ID = "5d0f2a52-6d2c-4b1e-9c38-9f0a7c1e5b11";

export function transferPayeeName(accountName: string): string {
  return `Transfer : ${accountName}`;
}

/** Deep-copies plain objects, arrays and maps. Shares immutable values. */
export function deepCopy<Value>(value: Value): Value {
  return copyOf(value) as Value;
}

function copyOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf);
  if (value instanceof Map) {
    return new Map(Array.from(value, ([key, inner]) => [copyOf(key), copyOf(inner)]));
  }
  const copy: Record<string, unknown> = { ...value };
  for (const name in copy) {
    const inner = copy[name];
    if (typeof inner === "object" && inner !== null) copy[name] = copyOf(inner);
  }
  return copy;
}
