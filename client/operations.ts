import type { answers } from "./answers.ts";
import type {
  NewCategory,
  SaveCategory,
  SaveCategoryGroup,
  SaveMonthCategory,
} from "./wire/category.ts";
import type { SavePayee } from "./wire/payee.ts";
import type { SaveScheduledTransaction } from "./wire/scheduled_transaction.ts";
import type { NewTransaction, SaveTransaction, SaveTransactionWithId } from "./wire/transaction.ts";

/** Types of request bodies, by the name used in the table below. */
export interface Bodies {
  readonly NewCategory: NewCategory;
  readonly NewTransactions: readonly NewTransaction[];
  readonly SaveCategory: SaveCategory;
  readonly SaveCategoryGroup: SaveCategoryGroup;
  readonly SaveMonthCategory: SaveMonthCategory;
  readonly SavePayee: SavePayee;
  readonly SaveScheduledTransaction: SaveScheduledTransaction;
  readonly SaveTransaction: SaveTransaction;
  readonly SaveTransactionsWithId: readonly SaveTransactionWithId[];
}

/**
 * When a write may be attempted again. `always`: repeating the write has no further effect
 * (absolute values, deletes). `unsent`: the write creates a record, so retry only if it definitely
 * wasn't sent. `unless split`: retry only if the write creates no split lines. YNAB rejects split
 * lines for a transaction that already has some, so if the first request succeeded, a retry would
 * fail.
 */
export type RepeatRule = "always" | "unsent" | "unless split";

interface Endpoint {
  /** Path relative to the base URL, with `{name}` for each path parameter. */
  readonly path: string;
}

interface Read extends Endpoint {
  readonly method: "GET";
  readonly query: readonly string[];
  readonly answer: keyof typeof answers;
  /** Result for the 404.2 error that YNAB may return for an empty list. */
  readonly empty?: unknown;
}

interface Write extends Endpoint {
  readonly method: "POST" | "PUT" | "PATCH" | "DELETE";
  readonly body?: Readonly<Record<string, keyof Bodies>>;
  readonly answer: keyof typeof answers;
  readonly repeat: RepeatRule;
  /**
   * Result for a 404.2 error on a retry: the earlier attempt, which got no response, must have
   * deleted the record.
   */
  readonly gone?: unknown;
}

interface Unused extends Endpoint {
  readonly method: "GET" | "POST";
  /** Why the client has no method for this operation. */
  readonly unused: string;
}

export type Operation = Read | Write | Unused;

const DELTA = ["last_knowledge_of_server"] as const;

function read<
  const Path extends string,
  Answer extends Read["answer"],
  const Query extends readonly string[],
>(path: Path, answer: Answer, ...query: Query): {
  readonly method: "GET";
  readonly path: Path;
  readonly answer: Answer;
  readonly query: Query;
} {
  return { method: "GET", path, answer, query };
}

function unused(path: string, why: string): Unused {
  return { method: "GET", path, unused: why };
}

const WHERE_PAID = "A payment's location is personal data that no tool needs.";

/**
 * All operations, by id. Path, query and body define the arguments of the client's methods
 * (`{plan_id}` becomes `planId`), and `answer` defines the responses and their checks.
 */
export const operations = {
  getUser: unused("/user", "No tool needs the user's id."),
  getPlans: { ...read("/plans", "PlanList"), empty: { plans: [] } },
  getPlanById: unused(
    "/plans/{plan_id}",
    "A whole plan is too large for an agent to read; tools fetch its parts.",
  ),
  getPlanSettingsById: read("/plans/{plan_id}/settings", "PlanSettingsAnswer"),
  getAccounts: read("/plans/{plan_id}/accounts", "AccountList", ...DELTA),
  createAccount: {
    method: "POST",
    path: "/plans/{plan_id}/accounts",
    unused: "Accounts are added in the YNAB app, which can also link them to a bank.",
  },
  getAccountById: unused(
    "/plans/{plan_id}/accounts/{account_id}",
    "One request reads every account.",
  ),
  getCategories: read("/plans/{plan_id}/categories", "CategoryList", ...DELTA),
  createCategory: {
    method: "POST",
    path: "/plans/{plan_id}/categories",
    body: { category: "NewCategory" },
    answer: "SavedCategory",
    repeat: "unsent",
  },
  getCategoryById: unused(
    "/plans/{plan_id}/categories/{category_id}",
    "One request reads every category.",
  ),
  updateCategory: {
    method: "PATCH",
    path: "/plans/{plan_id}/categories/{category_id}",
    body: { category: "SaveCategory" },
    answer: "SavedCategory",
    repeat: "always",
  },
  getMonthCategoryById: unused(
    "/plans/{plan_id}/months/{month}/categories/{category_id}",
    "One request reads a month with all its categories.",
  ),
  updateMonthCategory: {
    method: "PATCH",
    path: "/plans/{plan_id}/months/{month}/categories/{category_id}",
    body: { category: "SaveMonthCategory" },
    answer: "SavedCategory",
    repeat: "always",
  },
  createCategoryGroup: {
    method: "POST",
    path: "/plans/{plan_id}/category_groups",
    body: { category_group: "SaveCategoryGroup" },
    answer: "SavedCategoryGroup",
    repeat: "unsent",
  },
  updateCategoryGroup: {
    method: "PATCH",
    path: "/plans/{plan_id}/category_groups/{category_group_id}",
    body: { category_group: "SaveCategoryGroup" },
    answer: "SavedCategoryGroup",
    repeat: "always",
  },
  getPayees: read("/plans/{plan_id}/payees", "PayeeList", ...DELTA),
  createPayee: {
    method: "POST",
    path: "/plans/{plan_id}/payees",
    unused: "YNAB creates a payee when a transaction first uses its name.",
  },
  getPayeeById: unused("/plans/{plan_id}/payees/{payee_id}", "One request reads every payee."),
  updatePayee: {
    method: "PATCH",
    path: "/plans/{plan_id}/payees/{payee_id}",
    body: { payee: "SavePayee" },
    answer: "SavedPayee",
    repeat: "always",
  },
  getPayeeLocations: unused("/plans/{plan_id}/payee_locations", WHERE_PAID),
  getPayeeLocationById: unused("/plans/{plan_id}/payee_locations/{payee_location_id}", WHERE_PAID),
  getPayeeLocationsByPayee: unused(
    "/plans/{plan_id}/payees/{payee_id}/payee_locations",
    WHERE_PAID,
  ),
  getPlanMonths: read("/plans/{plan_id}/months", "MonthList", ...DELTA),
  getPlanMonth: read("/plans/{plan_id}/months/{month}", "MonthAnswer"),
  getMoneyMovements: read("/plans/{plan_id}/money_movements", "MoneyMovementList"),
  getMoneyMovementsByMonth: read(
    "/plans/{plan_id}/months/{month}/money_movements",
    "MoneyMovementList",
  ),
  getMoneyMovementGroups: read("/plans/{plan_id}/money_movement_groups", "MoneyMovementGroupList"),
  getMoneyMovementGroupsByMonth: read(
    "/plans/{plan_id}/months/{month}/money_movement_groups",
    "MoneyMovementGroupList",
  ),
  getTransactions: read("/plans/{plan_id}/transactions", "TransactionList", "since_date", ...DELTA),
  createTransaction: {
    method: "POST",
    path: "/plans/{plan_id}/transactions",
    body: { transactions: "NewTransactions" },
    answer: "SavedTransactions",
    repeat: "unsent",
  },
  updateTransactions: {
    method: "PATCH",
    path: "/plans/{plan_id}/transactions",
    body: { transactions: "SaveTransactionsWithId" },
    answer: "SavedTransactions",
    repeat: "unless split",
  },
  importTransactions: {
    method: "POST",
    path: "/plans/{plan_id}/transactions/import",
    answer: "ImportedTransactions",
    repeat: "unsent",
  },
  getTransactionById: unused(
    "/plans/{plan_id}/transactions/{transaction_id}",
    "Transactions are read in one request per plan and then kept in sync.",
  ),
  updateTransaction: {
    method: "PUT",
    path: "/plans/{plan_id}/transactions/{transaction_id}",
    body: { transaction: "SaveTransaction" },
    answer: "SavedTransaction",
    repeat: "unless split",
  },
  deleteTransaction: {
    method: "DELETE",
    path: "/plans/{plan_id}/transactions/{transaction_id}",
    answer: "SavedTransaction",
    repeat: "always",
    gone: { transaction: null, server_knowledge: null },
  },
  getTransactionsByAccount: unused(
    "/plans/{plan_id}/accounts/{account_id}/transactions",
    "find_transactions filters the local copy by account.",
  ),
  getTransactionsByCategory: unused(
    "/plans/{plan_id}/categories/{category_id}/transactions",
    "find_transactions filters the local copy by category, including split lines.",
  ),
  getTransactionsByPayee: unused(
    "/plans/{plan_id}/payees/{payee_id}/transactions",
    "find_transactions filters the local copy by payee name or bank description.",
  ),
  getTransactionsByMonth: unused(
    "/plans/{plan_id}/months/{month}/transactions",
    "find_transactions filters the local copy by date.",
  ),
  getScheduledTransactions: {
    ...read("/plans/{plan_id}/scheduled_transactions", "ScheduledTransactionList", ...DELTA),
    empty: { scheduled_transactions: [], server_knowledge: 0 },
  },
  createScheduledTransaction: {
    method: "POST",
    path: "/plans/{plan_id}/scheduled_transactions",
    body: { scheduled_transaction: "SaveScheduledTransaction" },
    answer: "SavedScheduled",
    repeat: "unsent",
  },
  getScheduledTransactionById: unused(
    "/plans/{plan_id}/scheduled_transactions/{scheduled_transaction_id}",
    "One request reads every scheduled transaction.",
  ),
  updateScheduledTransaction: {
    method: "PUT",
    path: "/plans/{plan_id}/scheduled_transactions/{scheduled_transaction_id}",
    body: { scheduled_transaction: "SaveScheduledTransaction" },
    answer: "SavedScheduled",
    repeat: "always",
  },
  deleteScheduledTransaction: {
    method: "DELETE",
    path: "/plans/{plan_id}/scheduled_transactions/{scheduled_transaction_id}",
    answer: "SavedScheduled",
    repeat: "always",
    gone: { scheduled_transaction: null },
  },
} as const satisfies Readonly<Record<string, Operation>>;

type Table = typeof operations;

export type OperationId = keyof Table;

export type UnusedOperation = {
  [Id in OperationId]: Table[Id] extends Unused ? Id : never;
}[OperationId];

export type CoveredOperation = Exclude<OperationId, UnusedOperation>;

export const operationIds: readonly OperationId[] = Object.keys(operations) as OperationId[];

export const unusedOperations: readonly UnusedOperation[] = operationIds
  .filter((id): id is UnusedOperation => "unused" in operations[id]);

export const coveredOperations: readonly CoveredOperation[] = operationIds
  .filter((id): id is CoveredOperation => !("unused" in operations[id]));

/** Formats an operation as in the coverage table, such as `GET /plans`. */
export function operationLine(id: OperationId): string {
  const { method, path } = operations[id];
  return `${method} ${path}`;
}
