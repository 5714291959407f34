import type { Account } from "./wire/account.ts";
import type {
  Category,
  CategoryGroup,
  CategoryGroupWithCategories,
  NewCategory,
  SaveCategory,
  SaveCategoryGroup,
  SaveMonthCategory,
} from "./wire/category.ts";
import type { MoneyMovement, MoneyMovementGroup } from "./wire/money_movement.ts";
import type { Payee, SavePayee } from "./wire/payee.ts";
import type { PlanSettings, PlanSummary } from "./wire/plan.ts";
import type { MonthDetail, MonthSummary } from "./wire/plan_month.ts";
import type {
  SaveScheduledTransaction,
  ScheduledTransaction,
} from "./wire/scheduled_transaction.ts";
import type {
  NewTransaction,
  SavedTransactions,
  SaveTransaction,
  SaveTransactionWithId,
  Transaction,
} from "./wire/transaction.ts";

/** Asks about nothing in particular. */
export type NoArgs = Readonly<Record<string, never>>;

/** Asks about one plan. */
export interface PlanArgs {
  /** The plan's own id; `last-used` and `default` are refused. */
  readonly planId: string;
}

/** Asks for a list of a plan, whole or since a knowledge. */
export interface ListArgs extends PlanArgs {
  /** `server_knowledge` of the last answer; absent for the whole list. */
  readonly knowledge?: number;
}

/** Asks about one month of a plan. */
export interface MonthArgs extends PlanArgs {
  /** First day of the month, `YYYY-MM-01`, or `current` (in UTC). */
  readonly month: string;
}

/** Asks for transactions. */
export interface TransactionListArgs extends ListArgs {
  /** `YYYY-MM-DD`. Without one upstream answers the last year only, also in deltas. */
  readonly sinceDate: string;
}

/** Creates rows. */
export interface CreateTransactionArgs extends PlanArgs {
  readonly transactions: readonly NewTransaction[];
}

/** Updates rows; fields that are absent stay as they are. */
export interface UpdateTransactionsArgs extends PlanArgs {
  readonly transactions: readonly SaveTransactionWithId[];
}

/** Names one row. */
export interface TransactionArgs extends PlanArgs {
  readonly transactionId: string;
}

/** Updates one row; fields that are absent stay as they are. */
export interface UpdateTransactionArgs extends TransactionArgs {
  readonly transaction: SaveTransaction;
}

/** Creates a schedule. */
export interface CreateScheduledArgs extends PlanArgs {
  readonly scheduledTransaction: SaveScheduledTransaction;
}

/** Names one schedule. */
export interface ScheduledArgs extends PlanArgs {
  readonly scheduledTransactionId: string;
}

/** Updates a schedule; account and next date are always told, other fields that are absent stay. */
export interface UpdateScheduledArgs extends ScheduledArgs {
  readonly scheduledTransaction: SaveScheduledTransaction;
}

/** Creates a category. */
export interface CreateCategoryArgs extends PlanArgs {
  readonly category: NewCategory;
}

/** Updates a category; fields that are absent stay as they are. */
export interface UpdateCategoryArgs extends PlanArgs {
  readonly categoryId: string;
  readonly category: SaveCategory;
}

/** Sets what is assigned to a category in a month. */
export interface UpdateMonthCategoryArgs extends MonthArgs {
  readonly categoryId: string;
  readonly category: SaveMonthCategory;
}

/** Creates a category group. */
export interface CreateCategoryGroupArgs extends PlanArgs {
  readonly categoryGroup: SaveCategoryGroup;
}

/** Renames a category group. */
export interface UpdateCategoryGroupArgs extends CreateCategoryGroupArgs {
  readonly categoryGroupId: string;
}

/** Renames a payee. */
export interface UpdatePayeeArgs extends PlanArgs {
  readonly payeeId: string;
  readonly payee: SavePayee;
}

/** An answer that says how far it knows the plan. */
export interface Known {
  readonly server_knowledge: number;
}

/** The plans of the token's owner. */
export interface PlanList {
  readonly plans: readonly PlanSummary[];
  readonly default_plan?: PlanSummary | null;
}

/** Accounts of a plan. */
export interface AccountList extends Known {
  readonly accounts: readonly Account[];
}

/** Categories of a plan in their groups; in a delta, the changed ones only. */
export interface CategoryList extends Known {
  readonly category_groups: readonly CategoryGroupWithCategories[];
}

/** A category as it was saved. */
export interface SavedCategory extends Known {
  readonly category: Category;
}

/** A category group as it was saved, without its categories. */
export interface SavedCategoryGroup extends Known {
  readonly category_group: CategoryGroup;
}

/** Payees of a plan, those for transfers included. */
export interface PayeeList extends Known {
  readonly payees: readonly Payee[];
}

/** A payee as it was saved. */
export interface SavedPayee extends Known {
  readonly payee: Payee;
}

/** Moves of money between categories; there is no delta of them. */
export interface MoneyMovementList extends Known {
  readonly money_movements: readonly MoneyMovement[];
}

/** Groups of moves that were made together; there is no delta of them. */
export interface MoneyMovementGroupList extends Known {
  readonly money_movement_groups: readonly MoneyMovementGroup[];
}

/** A plan's formats. */
export interface PlanSettingsAnswer {
  readonly settings: PlanSettings;
}

/** Months of a plan, in no promised order. */
export interface MonthList extends Known {
  readonly months: readonly MonthSummary[];
}

/** One month with its categories; it has no knowledge. */
export interface MonthAnswer {
  readonly month: MonthDetail;
}

/**
 * Scheduled transactions of a plan. A plan that never had one answers an empty list
 * with knowledge 0.
 */
export interface ScheduledTransactionList extends Known {
  readonly scheduled_transactions: readonly ScheduledTransaction[];
}

/** Transactions of a plan, in no promised order. */
export interface TransactionList extends Known {
  readonly transactions: readonly Transaction[];
}

/** What the import of waiting bank rows brought. */
export interface ImportedTransactions {
  readonly transaction_ids: readonly string[];
}

/**
 * The deleted row. Both fields are `null` when a repeated request found it gone:
 * an earlier one had deleted it, and its answer was lost.
 */
export type DeletedTransaction =
  | { readonly transaction: Transaction; readonly server_knowledge: number }
  | { readonly transaction: null; readonly server_knowledge: null };

/** A row as it was saved. */
export interface SavedTransaction extends Known {
  readonly transaction: Transaction;
}

/** A schedule as it was saved. Upstream documents no knowledge here. */
export interface SavedScheduled {
  readonly scheduled_transaction: ScheduledTransaction;
}

/**
 * The deleted schedule; `null` when a repeated request found it gone: an earlier one had
 * deleted it, and its answer was lost.
 */
export interface DeletedScheduled {
  readonly scheduled_transaction: ScheduledTransaction | null;
}

/** Arguments and answer of every covered operation. */
export interface Calls {
  readonly getPlans: { readonly args: NoArgs; readonly answer: PlanList };
  readonly getAccounts: { readonly args: ListArgs; readonly answer: AccountList };
  readonly getCategories: { readonly args: ListArgs; readonly answer: CategoryList };
  readonly createCategory: { readonly args: CreateCategoryArgs; readonly answer: SavedCategory };
  readonly updateCategory: { readonly args: UpdateCategoryArgs; readonly answer: SavedCategory };
  readonly getPlanMonths: { readonly args: ListArgs; readonly answer: MonthList };
  readonly getPlanMonth: { readonly args: MonthArgs; readonly answer: MonthAnswer };
  readonly updateMonthCategory: {
    readonly args: UpdateMonthCategoryArgs;
    readonly answer: SavedCategory;
  };
  readonly getScheduledTransactions: {
    readonly args: ListArgs;
    readonly answer: ScheduledTransactionList;
  };
  readonly getTransactions: {
    readonly args: TransactionListArgs;
    readonly answer: TransactionList;
  };
  readonly createTransaction: {
    readonly args: CreateTransactionArgs;
    readonly answer: SavedTransactions;
  };
  readonly updateTransactions: {
    readonly args: UpdateTransactionsArgs;
    readonly answer: SavedTransactions;
  };
  readonly importTransactions: { readonly args: PlanArgs; readonly answer: ImportedTransactions };
  readonly deleteTransaction: {
    readonly args: TransactionArgs;
    readonly answer: DeletedTransaction;
  };
  readonly updateTransaction: {
    readonly args: UpdateTransactionArgs;
    readonly answer: SavedTransaction;
  };
  readonly createScheduledTransaction: {
    readonly args: CreateScheduledArgs;
    readonly answer: SavedScheduled;
  };
  readonly updateScheduledTransaction: {
    readonly args: UpdateScheduledArgs;
    readonly answer: SavedScheduled;
  };
  readonly deleteScheduledTransaction: {
    readonly args: ScheduledArgs;
    readonly answer: DeletedScheduled;
  };
  readonly createCategoryGroup: {
    readonly args: CreateCategoryGroupArgs;
    readonly answer: SavedCategoryGroup;
  };
  readonly updateCategoryGroup: {
    readonly args: UpdateCategoryGroupArgs;
    readonly answer: SavedCategoryGroup;
  };
  readonly getPayees: { readonly args: ListArgs; readonly answer: PayeeList };
  readonly updatePayee: { readonly args: UpdatePayeeArgs; readonly answer: SavedPayee };
  readonly getMoneyMovements: { readonly args: PlanArgs; readonly answer: MoneyMovementList };
  readonly getMoneyMovementsByMonth: {
    readonly args: MonthArgs;
    readonly answer: MoneyMovementList;
  };
  readonly getMoneyMovementGroups: {
    readonly args: PlanArgs;
    readonly answer: MoneyMovementGroupList;
  };
  readonly getMoneyMovementGroupsByMonth: {
    readonly args: MonthArgs;
    readonly answer: MoneyMovementGroupList;
  };
  readonly getPlanSettingsById: { readonly args: PlanArgs; readonly answer: PlanSettingsAnswer };
}

/** Id of an operation that the client has a method for. */
export type CoveredOperation = keyof Calls;
