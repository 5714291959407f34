/** One upstream operation. */
export interface Operation {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path below the base address, with `{name}` for each path parameter. */
  readonly path: string;
  /** Names of the query parameters that the operation understands. */
  readonly query: readonly string[];
}

const DELTA = ["last_knowledge_of_server"] as const;
const TRANSACTION_FILTERS = ["since_date", "until_date", "type", ...DELTA] as const;

/** Every operation by its id. */
export const operations = {
  getUser: { method: "GET", path: "/user", query: [] },
  getPlans: { method: "GET", path: "/plans", query: ["include_accounts"] },
  getPlanById: { method: "GET", path: "/plans/{plan_id}", query: DELTA },
  getPlanSettingsById: { method: "GET", path: "/plans/{plan_id}/settings", query: [] },
  getAccounts: { method: "GET", path: "/plans/{plan_id}/accounts", query: DELTA },
  createAccount: { method: "POST", path: "/plans/{plan_id}/accounts", query: [] },
  getAccountById: { method: "GET", path: "/plans/{plan_id}/accounts/{account_id}", query: [] },
  getCategories: { method: "GET", path: "/plans/{plan_id}/categories", query: DELTA },
  createCategory: { method: "POST", path: "/plans/{plan_id}/categories", query: [] },
  getCategoryById: { method: "GET", path: "/plans/{plan_id}/categories/{category_id}", query: [] },
  updateCategory: { method: "PATCH", path: "/plans/{plan_id}/categories/{category_id}", query: [] },
  getMonthCategoryById: {
    method: "GET",
    path: "/plans/{plan_id}/months/{month}/categories/{category_id}",
    query: [],
  },
  updateMonthCategory: {
    method: "PATCH",
    path: "/plans/{plan_id}/months/{month}/categories/{category_id}",
    query: [],
  },
  createCategoryGroup: { method: "POST", path: "/plans/{plan_id}/category_groups", query: [] },
  updateCategoryGroup: {
    method: "PATCH",
    path: "/plans/{plan_id}/category_groups/{category_group_id}",
    query: [],
  },
  getPayees: { method: "GET", path: "/plans/{plan_id}/payees", query: DELTA },
  createPayee: { method: "POST", path: "/plans/{plan_id}/payees", query: [] },
  getPayeeById: { method: "GET", path: "/plans/{plan_id}/payees/{payee_id}", query: [] },
  updatePayee: { method: "PATCH", path: "/plans/{plan_id}/payees/{payee_id}", query: [] },
  getPayeeLocations: { method: "GET", path: "/plans/{plan_id}/payee_locations", query: [] },
  getPayeeLocationById: {
    method: "GET",
    path: "/plans/{plan_id}/payee_locations/{payee_location_id}",
    query: [],
  },
  getPayeeLocationsByPayee: {
    method: "GET",
    path: "/plans/{plan_id}/payees/{payee_id}/payee_locations",
    query: [],
  },
  getPlanMonths: { method: "GET", path: "/plans/{plan_id}/months", query: DELTA },
  getPlanMonth: { method: "GET", path: "/plans/{plan_id}/months/{month}", query: [] },
  getMoneyMovements: { method: "GET", path: "/plans/{plan_id}/money_movements", query: [] },
  getMoneyMovementsByMonth: {
    method: "GET",
    path: "/plans/{plan_id}/months/{month}/money_movements",
    query: [],
  },
  getMoneyMovementGroups: {
    method: "GET",
    path: "/plans/{plan_id}/money_movement_groups",
    query: [],
  },
  getMoneyMovementGroupsByMonth: {
    method: "GET",
    path: "/plans/{plan_id}/months/{month}/money_movement_groups",
    query: [],
  },
  getTransactions: {
    method: "GET",
    path: "/plans/{plan_id}/transactions",
    query: TRANSACTION_FILTERS,
  },
  createTransaction: { method: "POST", path: "/plans/{plan_id}/transactions", query: [] },
  updateTransactions: { method: "PATCH", path: "/plans/{plan_id}/transactions", query: [] },
  importTransactions: { method: "POST", path: "/plans/{plan_id}/transactions/import", query: [] },
  getTransactionById: {
    method: "GET",
    path: "/plans/{plan_id}/transactions/{transaction_id}",
    query: [],
  },
  updateTransaction: {
    method: "PUT",
    path: "/plans/{plan_id}/transactions/{transaction_id}",
    query: [],
  },
  deleteTransaction: {
    method: "DELETE",
    path: "/plans/{plan_id}/transactions/{transaction_id}",
    query: [],
  },
  getTransactionsByAccount: {
    method: "GET",
    path: "/plans/{plan_id}/accounts/{account_id}/transactions",
    query: TRANSACTION_FILTERS,
  },
  getTransactionsByCategory: {
    method: "GET",
    path: "/plans/{plan_id}/categories/{category_id}/transactions",
    query: TRANSACTION_FILTERS,
  },
  getTransactionsByPayee: {
    method: "GET",
    path: "/plans/{plan_id}/payees/{payee_id}/transactions",
    query: TRANSACTION_FILTERS,
  },
  getTransactionsByMonth: {
    method: "GET",
    path: "/plans/{plan_id}/months/{month}/transactions",
    query: TRANSACTION_FILTERS,
  },
  getScheduledTransactions: {
    method: "GET",
    path: "/plans/{plan_id}/scheduled_transactions",
    query: DELTA,
  },
  createScheduledTransaction: {
    method: "POST",
    path: "/plans/{plan_id}/scheduled_transactions",
    query: [],
  },
  getScheduledTransactionById: {
    method: "GET",
    path: "/plans/{plan_id}/scheduled_transactions/{scheduled_transaction_id}",
    query: [],
  },
  updateScheduledTransaction: {
    method: "PUT",
    path: "/plans/{plan_id}/scheduled_transactions/{scheduled_transaction_id}",
    query: [],
  },
  deleteScheduledTransaction: {
    method: "DELETE",
    path: "/plans/{plan_id}/scheduled_transactions/{scheduled_transaction_id}",
    query: [],
  },
} as const satisfies Readonly<Record<string, Operation>>;

/** Id of an upstream operation, such as `getAccounts`. */
export type OperationId = keyof typeof operations;

/** Every operation id, in the table's order. */
export const operationIds: readonly OperationId[] = Object.keys(operations) as OperationId[];

/** Names an operation the way the coverage table does. */
export function operationLine(id: OperationId): string {
  const { method, path } = operations[id];
  return `${method} ${path}`;
}
