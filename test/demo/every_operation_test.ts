import { assertEquals, assertMatch } from "@std/assert";
import { type OperationId, operationIds, operations } from "../../client/operations.ts";
import { householdPlan } from "../../demo/household.ts";
import { openApi } from "./_api.ts";
import { loadAnswerCheck } from "./_schema.ts";

const TODAY = "2026-11-20";
const plan = householdPlan({ today: TODAY });
const { accounts, categories, groups, payee_locations, transactions, scheduled } = plan;
const live = (records: readonly { readonly id: string; readonly deleted: boolean }[]): string =>
  records.find(({ deleted }) => !deleted)?.id ?? "";
const account = live(accounts);
const group = live(groups.filter(({ internal }) => !internal));
const category = live(categories.filter((one) => one.category_group_id === group));
const [location] = payee_locations;
const payee = location?.payee_id;
const row = live(transactions);
const split = live(transactions.filter(({ lines }) => lines.length > 0));
const due = live(scheduled);

const transaction = { account_id: account, date: "2026-11-10", amount: -5000 };
const schedule = { account_id: account, date: "2026-12-01", amount: -5000 };

/** A request for each operation. The order of the requests matters only for deletes. */
const requests: Readonly<Record<OperationId, readonly [path: string, body?: unknown]>> = {
  getUser: ["//user"],
  getPlans: ["//plans?include_accounts=true"],
  getPlanById: [""],
  getPlanSettingsById: ["/settings"],
  getAccounts: ["/accounts"],
  createAccount: ["/accounts", { account: { name: "New", type: "creditCard", balance: -5 } }],
  getAccountById: [`/accounts/${account}`],
  getCategories: ["/categories"],
  createCategory: ["/categories", {
    category: { name: "New", category_group_id: group, goal_target: 5000 },
  }],
  getCategoryById: [`/categories/${category}`],
  updateCategory: [`/categories/${category}`, { category: { note: "Note" } }],
  getMonthCategoryById: [`/months/2026-10-01/categories/${category}`],
  updateMonthCategory: [`/months/current/categories/${category}`, { category: { budgeted: 5 } }],
  createCategoryGroup: ["/category_groups", { category_group: { name: "New" } }],
  updateCategoryGroup: [`/category_groups/${group}`, {
    category_group: { name: "Life" },
  }],
  getPayees: ["/payees"],
  createPayee: ["/payees", { payee: { name: "New" } }],
  getPayeeById: [`/payees/${payee}`],
  updatePayee: [`/payees/${payee}`, { payee: { name: "Shop & Co" } }],
  getPayeeLocations: ["/payee_locations"],
  getPayeeLocationById: [`/payee_locations/${location?.id}`],
  getPayeeLocationsByPayee: [`/payees/${payee}/payee_locations`],
  getPlanMonths: ["/months"],
  getPlanMonth: ["/months/current"],
  getMoneyMovements: ["/money_movements"],
  getMoneyMovementsByMonth: ["/months/current/money_movements"],
  getMoneyMovementGroups: ["/money_movement_groups"],
  getMoneyMovementGroupsByMonth: ["/months/2026-10-01/money_movement_groups"],
  getTransactions: ["/transactions"],
  createTransaction: ["/transactions", { transactions: [transaction] }],
  updateTransactions: ["/transactions", { transactions: [{ id: row, memo: "Memo" }] }],
  importTransactions: ["/transactions/import"],
  getTransactionById: [`/transactions/${split}`],
  updateTransaction: [`/transactions/${row}`, { transaction: { approved: false } }],
  deleteTransaction: [`/transactions/${split}`],
  getTransactionsByAccount: [`/accounts/${account}/transactions`],
  getTransactionsByCategory: [`/categories/${category}/transactions`],
  getTransactionsByPayee: [`/payees/${payee}/transactions`],
  getTransactionsByMonth: ["/months/current/transactions"],
  getScheduledTransactions: ["/scheduled_transactions"],
  createScheduledTransaction: ["/scheduled_transactions", { scheduled_transaction: schedule }],
  getScheduledTransactionById: [`/scheduled_transactions/${due}`],
  updateScheduledTransaction: [`/scheduled_transactions/${due}`, {
    scheduled_transaction: { ...schedule, frequency: "yearly" },
  }],
  deleteScheduledTransaction: [`/scheduled_transactions/${due}`],
};

const CREATED: ReadonlySet<string> = new Set([
  "createAccount",
  "createCategory",
  "createCategoryGroup",
  "createPayee",
  "createTransaction",
  "createScheduledTransaction",
  "importTransactions",
]);

const now = (): Date => new Date(`${TODAY}T12:00:00Z`);
const { call, upstream } = openApi({}, { plans: [plan], now });

const check = loadAnswerCheck();
if (check === null) {
  // deno-lint-ignore no-console -- a skipped check must be seen
  console.log("YNAB's specification isn't available, so responses aren't checked against it");
}

for (const operationId of operationIds) {
  Deno.test(`the demo responds to ${operationId}() as YNAB's specification requires`, async () => {
    const [path, body] = requests[operationId];
    const { method } = operations[operationId];
    const answer = await call(method, path, body);
    assertEquals(upstream.requests.at(-1)?.operationId, operationId);
    assertEquals(answer.status, CREATED.has(operationId) ? 201 : 200);
    if (check !== null) assertEquals(check(operationId, answer.status, answer.body), null);
    if (method !== "GET") return;
    const joint = path.includes("?") ? "&" : "?";
    const delta = await call("GET", `${path}${joint}last_knowledge_of_server=0`);
    assertEquals(delta.status, 200);
    if (check !== null) assertEquals(check(operationId, 200, delta.body), null);
  });
}

Deno.test("the response check rejects an incomplete response", () => {
  if (check === null) return;
  const body = { data: { settings: { date_format: null } } };
  assertMatch(check("getPlanSettingsById", 200, body) ?? "", /currency_format/);
});

Deno.test("an error response matches YNAB's specification", async () => {
  const answer = await call("POST", "/transactions", { transaction: {} });
  if (check !== null) assertEquals(check("createTransaction", 400, answer.body), null);
  assertEquals(answer.body, {
    error: { id: "400", name: "bad_request", detail: "account is required" },
  });
});
