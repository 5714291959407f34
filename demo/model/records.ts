import type { AccountBase, DatedFigures } from "../../client/wire/account.ts";
import type {
  CategoryBase,
  CategoryGroup,
  MoneyMovement,
  MoneyMovementGroup,
} from "../../client/wire/category.ts";
import type { Payee, PayeeLocation } from "../../client/wire/payee.ts";
import type { CurrencyFormat, DateFormat } from "../../client/wire/plan.ts";
import type { ScheduledTransactionBase } from "../../client/wire/scheduled_transaction.ts";
import type { TransactionBase } from "../../client/wire/transaction.ts";

type Mutable<Shape> = { -readonly [Key in keyof Shape]-?: Exclude<Shape[Key], undefined> };

/** Server knowledge at which a record last changed; tombstones keep theirs. */
export interface Stamped {
  knowledge: number;
}

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

export type StoredGroup = Mutable<CategoryGroup> & Stamped;

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

export interface StoredPayee extends Mutable<Payee>, Stamped {
  /** Rename rules: bank labels (exact) that become this payee on import. */
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

/** A row; `category_id` is `null` while it has live lines. */
export interface StoredTransaction extends Mutable<TransactionBase>, Stamped {
  lines: StoredSplitLine[];
}

export type StoredScheduledLine = Omit<StoredSplitLine, "transfer_transaction_id">;

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

/** What a row always says, and what it says besides. */
export type RowFields =
  & Pick<StoredTransaction, "id" | "date" | "amount" | "account_id">
  & Partial<StoredTransaction>;

/** Makes a row: cleared, approved, and empty where nothing is named. */
export function plainRow(fields: RowFields): StoredTransaction {
  return {
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

/** Anything that may be split. */
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

/** Tells whether a row is a split; a deleted row is one if it was. */
export function isSplit(row: Splittable): boolean {
  return row.deleted ? row.lines.length > 0 : hasLiveLines(row);
}

/** Group that holds the inflow category and "Uncategorized". */
export const INTERNAL_GROUP = "Internal Master Category";

/** Group that holds one category per credit card. */
export const CARD_GROUP = "Credit Card Payments";

/** Category of money that waits to be assigned. */
export const INFLOW_CATEGORY = "Inflow: Ready to Assign";

/** Category that stands for having none. */
export const UNCATEGORIZED_CATEGORY = "Uncategorized";

/** Category name of a split. */
export const SPLIT_CATEGORY = "Split";

/** Category id of every split; no category list has it. */
export const SPLIT_CATEGORY_ID = "5d0f2a52-6d2c-4b1e-9c38-9f0a7c1e5b11";

/** Payee of an account's first row. */
export const STARTING_BALANCE = "Starting Balance";

const RESERVED_PAYEES: ReadonlySet<string> = new Set([
  "starting balance",
  "manual balance adjustment",
  "reconciliation balance adjustment",
]);

/** Tells whether a payee name is upstream's own, in any case. */
export function isReservedPayeeName(name: string): boolean {
  return RESERVED_PAYEES.has(name.trim().toLowerCase());
}

/** Names the payee that stands for transfers to an account. */
export function transferPayeeName(accountName: string): string {
  return `Transfer : ${accountName}`;
}

/** Copies a value that is made of plain objects, lists, maps and what can't be changed. */
export function copied<Value>(value: Value): Value {
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
