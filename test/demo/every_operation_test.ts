import { assertEquals, assertMatch } from "@std/assert";
import { type OperationId, operationIds, operations } from "../../client/operations.ts";
import type { PlanRecords } from "../../demo/model/records.ts";
import { openApi } from "./_api.ts";
import { loadAnswerCheck } from "./_schema.ts";
import { aLine, aPlan, aRow, aSchedule, aTarget, ids, uuid } from "./_tiny_plan.ts";

/** Ids of the additional records in the full plan. */
const fullIds = {
  row: uuid(101),
  split: uuid(102),
  schedule: uuid(103),
  location: uuid(104),
  plain: uuid(105),
} as const;

const transaction = { account_id: ids.checking, date: "2026-03-01", amount: -5000 };
const schedule = { account_id: ids.checking, date: "2026-04-01", amount: -5000 };

/** A request for each operation. The order matters only for deletes. */
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
  getPayeeLocationById: [`/payee_locations/${fullIds.location}`],
  getPayeeLocationsByPayee: [`/payees/${ids.shop}/payee_locations`],
  getPlanMonths: ["/months"],
  getPlanMonth: ["/months/current"],
  getMoneyMovements: ["/money_movements"],
  getMoneyMovementsByMonth: ["/months/current/money_movements"],
  getMoneyMovementGroups: ["/money_movement_groups"],
  getMoneyMovementGroupsByMonth: ["/months/2026-02-01/money_movement_groups"],
  getTransactions: ["/transactions"],
  createTransaction: ["/transactions", { transactions: [transaction] }],
  updateTransactions: ["/transactions", { transactions: [{ id: fullIds.row, memo: "Memo" }] }],
  importTransactions: ["/transactions/import"],
  getTransactionById: [`/transactions/${fullIds.split}`],
  updateTransaction: [`/transactions/${fullIds.row}`, { transaction: { approved: false } }],
  deleteTransaction: [`/transactions/${fullIds.split}`],
  getTransactionsByAccount: [`/accounts/${ids.checking}/transactions`],
  getTransactionsByCategory: [`/categories/${ids.food}/transactions`],
  getTransactionsByPayee: [`/payees/${ids.shop}/transactions`],
  getTransactionsByMonth: ["/months/current/transactions"],
  getScheduledTransactions: ["/scheduled_transactions"],
  createScheduledTransaction: ["/scheduled_transactions", { scheduled_transaction: schedule }],
  getScheduledTransactionById: [`/scheduled_transactions/${fullIds.schedule}`],
  updateScheduledTransaction: [`/scheduled_transactions/${fullIds.schedule}`, {
    scheduled_transaction: { ...schedule, frequency: "yearly" },
  }],
  deleteScheduledTransaction: [`/scheduled_transactions/${fullIds.schedule}`],
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
  Deno.test(`${operationId}() returns a response that matches YNAB's specification`, async () => {
    const { call, upstream } = openApi(aFullPlan());
    const [path, body] = requests[operationId];

    const answer = await call(operations[operationId].method, path, body);

    assertEquals(upstream.requests.at(-1)?.operationId, operationId);
    assertEquals(answer.status, CREATED.has(operationId) ? 201 : 200);
    if (check !== null) assertEquals(check(operationId, answer.status, answer.body), null);
  });
}

Deno.test("the response check rejects an incomplete response", () => {
  if (check === null) return;
  const body = { data: { settings: { date_format: null } } };
  assertMatch(check("getPlanSettingsById", 200, body) ?? "", /currency_format/);
});

Deno.test("every delta matches YNAB's specification", async () => {
  const { call } = openApi(aFullPlan());
  for (const operationId of operationIds) {
    const [path] = requests[operationId];
    if (operations[operationId].method !== "GET") continue;
    const joint = path.includes("?") ? "&" : "?";
    const answer = await call("GET", `${path}${joint}last_knowledge_of_server=0`);
    assertEquals(answer.status, 200);
    if (check !== null) assertEquals(check(operationId, 200, answer.body), null);
  }
});

Deno.test("an error response matches YNAB's specification", async () => {
  const { call } = openApi();
  const answer = await call("POST", "/transactions", { transaction: {} });
  if (check !== null) assertEquals(check("createTransaction", 400, answer.body), null);
  assertEquals(answer.body, {
    error: { id: "400", name: "bad_request", detail: "account is required" },
  });
});

/** Creates a plan with records of every kind. */
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
      aRow({ id: fullIds.row, amount: -4000, category_id: ids.food, payee_id: ids.shop }),
      aRow({
        id: fullIds.split,
        amount: -9000,
        payee_id: ids.shop,
        flag_color: "",
        lines: [
          aLine({ amount: -4000, category_id: ids.food, payee_id: ids.shop }),
          aLine({ amount: -5000 }),
        ],
      }),
      aRow({
        id: fullIds.plain,
        amount: -1000,
        payee_id: ids.shop,
        flag_color: "red",
        flag_name: "Tax",
      }),
      aRow({ amount: 9000, category_id: ids.inflow, import_id: "YNAB:9000:2026-03-10:1" }),
      aRow({ amount: -1, deleted: true }),
    ],
    scheduled: [
      aSchedule({ id: fullIds.schedule, category_id: ids.food }),
      aSchedule({ deleted: true }),
    ],
    payee_locations: [
      {
        id: fullIds.location,
        payee_id: ids.shop,
        latitude: "48.2",
        longitude: "16.4",
        deleted: false,
      },
    ],
    assignments: new Map([["2026-02-01", new Map([[ids.food, 50_000]])]]),
    money_movements: [{
      id: uuid(106),
      month: "2026-03-01",
      moved_at: null,
      note: null,
      money_movement_group_id: null,
      performed_by_user_id: null,
      from_category_id: null,
      to_category_id: ids.food,
      amount: 5000,
    }],
    money_movement_groups: [
      {
        id: uuid(107),
        group_created_at: "2026-02-01T10:00:00Z",
        month: "2026-02-01",
        note: null,
        performed_by_user_id: null,
      },
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
