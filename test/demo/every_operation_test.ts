import { assertEquals, assertMatch } from "@std/assert";
import { type OperationId, operationIds } from "../../client/operations.ts";
import type { PlanRecords } from "../../demo/_records.ts";
import { openApi } from "./_api.ts";
import { loadAnswerCheck } from "./_schema.ts";
import { aLine, aPlan, aRow, aSchedule, aTarget, ids, uuid } from "./_tiny_plan.ts";

const ROW = uuid(101);
const SPLIT = uuid(102);
const SCHEDULE = uuid(103);
const LOCATION = uuid(104);
const PLAIN = uuid(105);

const transaction = { account_id: ids.checking, date: "2026-03-01", amount: -5000 };
const schedule = { account_id: ids.checking, date: "2026-04-01", amount: -5000 };

/** A request of each operation; the order matters only where one deletes. */
const requests: Readonly<Record<OperationId, readonly [path: string, body?: unknown]>> = {
  getUser: ["//user"],
  getPlans: ["//plans?include_accounts=true"],
  getPlanById: [""],
  getPlanSettingsById: ["/settings"],
  getAccounts: ["/accounts"],
  createAccount: ["/accounts", { account: { name: "New", type: "creditCard", balance: -5 } }],
  getAccountById: [`/accounts/${ids.checking}`],
  getCategories: ["/categories"],
  createCategory: ["/categories", {
    category: { name: "New", category_group_id: ids.livingGroup, goal_target: 5000 },
  }],
  getCategoryById: [`/categories/${ids.food}`],
  updateCategory: [`/categories/${ids.food}`, { category: { note: "Note" } }],
  getMonthCategoryById: [`/months/2026-02-01/categories/${ids.food}`],
  updateMonthCategory: [`/months/current/categories/${ids.food}`, { category: { budgeted: 5 } }],
  createCategoryGroup: ["/category_groups", { category_group: { name: "New" } }],
  updateCategoryGroup: [`/category_groups/${ids.livingGroup}`, {
    category_group: { name: "Life" },
  }],
  getPayees: ["/payees"],
  createPayee: ["/payees", { payee: { name: "New" } }],
  getPayeeById: [`/payees/${ids.shop}`],
  updatePayee: [`/payees/${ids.shop}`, { payee: { name: "Shop & Co" } }],
  getPayeeLocations: ["/payee_locations"],
  getPayeeLocationById: [`/payee_locations/${LOCATION}`],
  getPayeeLocationsByPayee: [`/payees/${ids.shop}/payee_locations`],
  getPlanMonths: ["/months"],
  getPlanMonth: ["/months/current"],
  getMoneyMovements: ["/money_movements"],
  getMoneyMovementsByMonth: ["/months/current/money_movements"],
  getMoneyMovementGroups: ["/money_movement_groups"],
  getMoneyMovementGroupsByMonth: ["/months/2026-02-01/money_movement_groups"],
  getTransactions: ["/transactions"],
  createTransaction: ["/transactions", { transactions: [transaction] }],
  updateTransactions: ["/transactions", { transactions: [{ id: ROW, memo: "Memo" }] }],
  importTransactions: ["/transactions/import"],
  getTransactionById: [`/transactions/${SPLIT}`],
  updateTransaction: [`/transactions/${ROW}`, { transaction: { approved: false } }],
  deleteTransaction: [`/transactions/${SPLIT}`],
  getTransactionsByAccount: [`/accounts/${ids.checking}/transactions`],
  getTransactionsByCategory: [`/categories/${ids.food}/transactions`],
  getTransactionsByPayee: [`/payees/${ids.shop}/transactions`],
  getTransactionsByMonth: ["/months/current/transactions"],
  getScheduledTransactions: ["/scheduled_transactions"],
  createScheduledTransaction: ["/scheduled_transactions", { scheduled_transaction: schedule }],
  getScheduledTransactionById: [`/scheduled_transactions/${SCHEDULE}`],
  updateScheduledTransaction: [`/scheduled_transactions/${SCHEDULE}`, {
    scheduled_transaction: { ...schedule, frequency: "yearly" },
  }],
  deleteScheduledTransaction: [`/scheduled_transactions/${SCHEDULE}`],
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

const check = loadAnswerCheck();
if (check === null) {
  // deno-lint-ignore no-console -- a skipped check must be seen
  console.log(
    "The description of the upstream API is not here: answers are not checked against it",
  );
}

for (const operationId of operationIds) {
  Deno.test(`${operationId}() answers as upstream describes it`, async () => {
    const { call, upstream } = openApi(aFullPlan());
    const [path, body] = requests[operationId];

    const answer = await call(methodOf(operationId), path, body);

    assertEquals(upstream.requests.at(-1)?.operationId, operationId);
    assertEquals(answer.status, CREATED.has(operationId) ? 201 : 200);
    if (check !== null) assertEquals(check(operationId, answer.status, answer.body), null);
  });
}

Deno.test("the check of answers can fail", () => {
  if (check === null) return;
  const body = { data: { settings: { date_format: null } } };
  assertMatch(check("getPlanSettingsById", 200, body) ?? "", /currency_format/);
});

Deno.test("every delta answers as upstream describes it", async () => {
  const { call } = openApi(aFullPlan());
  for (const operationId of operationIds) {
    const [path] = requests[operationId];
    if (methodOf(operationId) !== "GET") continue;
    const joint = path.includes("?") ? "&" : "?";
    const answer = await call("GET", `${path}${joint}last_knowledge_of_server=0`);
    assertEquals(answer.status, 200);
    if (check !== null) assertEquals(check(operationId, 200, answer.body), null);
  }
});

Deno.test("a refusal answers as upstream describes it", async () => {
  const { call } = openApi();
  const answer = await call("POST", "/transactions", { transaction: {} });
  if (check !== null) assertEquals(check("createTransaction", 400, answer.body), null);
  assertEquals(answer.body, {
    error: { id: "400", name: "bad_request", detail: "account is required" },
  });
});

function methodOf(operationId: OperationId): string {
  if (operationId.startsWith("get")) return "GET";
  if (operationId.startsWith("delete")) return "DELETE";
  if (operationId.startsWith("create") || operationId.startsWith("import")) return "POST";
  return operationId === "updateTransaction" || operationId === "updateScheduledTransaction"
    ? "PUT"
    : "PATCH";
}

/** Something of everything. */
function aFullPlan(): PlanRecords {
  const plan = aPlan();
  const { accounts, categories } = plan;
  const checking = accounts.find(({ id }) => id === ids.checking);
  if (checking !== undefined) checking.direct_import_linked = true;
  const food = categories.find(({ id }) => id === ids.food);
  if (food !== undefined) {
    food.target = aTarget({ goal_target_date: "2026-12-31", goal_cadence: 13 });
  }
  return {
    ...plan,
    transactions: [
      aRow({ id: ROW, amount: -4000, category_id: ids.food, payee_id: ids.shop }),
      aRow({
        id: SPLIT,
        amount: -9000,
        payee_id: ids.shop,
        flag_color: "",
        lines: [
          aLine({ amount: -4000, category_id: ids.food, payee_id: ids.shop }),
          aLine({ amount: -5000 }),
        ],
      }),
      aRow({ id: PLAIN, amount: -1000, payee_id: ids.shop, flag_color: "red", flag_name: "Tax" }),
      aRow({ amount: 9000, category_id: ids.inflow, import_id: "YNAB:9000:2026-03-10:1" }),
      aRow({ amount: -1, deleted: true }),
    ],
    scheduled: [aSchedule({ id: SCHEDULE, category_id: ids.food }), aSchedule({ deleted: true })],
    payee_locations: [
      { id: LOCATION, payee_id: ids.shop, latitude: "48.2", longitude: "16.4", deleted: false },
    ],
    assignments: new Map([["2026-02-01", new Map([[ids.food, 50_000]])]]),
    money_movements: [{
      id: uuid(106),
      month: "2026-03-01",
      amount: 5000,
      to_category_id: ids.food,
    }],
    money_movement_groups: [
      { id: uuid(107), group_created_at: "2026-02-01T10:00:00Z", month: "2026-02-01" },
    ],
    waiting_imports: [{
      account_id: ids.checking,
      date: "2026-03-14",
      amount: -7000,
      import_payee_name: "Shop 123",
      import_payee_name_original: "SHOP 123 MAIN ST",
    }],
  };
}
