import { assertEquals, assertRejects } from "@std/assert";
import * as ynab from "npm:ynab@^4.1.0";
import { type OperationId, operationIds } from "../../client/operations.ts";
import { serveDemo } from "../../demo/serve.ts";
import { DemoUpstream } from "../../demo/upstream.ts";
import { aFullPlan, fullIds } from "./_full_plan.ts";
import { ids, now } from "./_tiny_plan.ts";

/** The client with the part that it has no property for. */
interface Client extends ynab.API {
  readonly moves: ynab.MoneyMovementsApi;
}

const PLAN = "last-used";
const MONTH = "2026-03-01";
const transaction = { account_id: ids.checking, date: "2026-03-01", amount: -5000 };
const scheduled_transaction = { account_id: ids.checking, date: "2026-04-01", amount: -5000 };
const { row, split, schedule, location } = fullIds;

const drives: Readonly<Record<OperationId, (client: Client) => Promise<unknown>>> = {
  getUser: ({ user }) => user.getUser(),
  getPlans: ({ plans }) => plans.getPlans(true),
  getPlanById: ({ plans }) => plans.getPlanById(PLAN, 3),
  getPlanSettingsById: ({ plans }) => plans.getPlanSettingsById(PLAN),
  getAccounts: ({ accounts }) => accounts.getAccounts(PLAN),
  createAccount: ({ accounts }) =>
    accounts.createAccount(PLAN, { account: { name: "New", type: "cash", balance: 5 } }),
  getAccountById: ({ accounts }) => accounts.getAccountById(PLAN, ids.visa),
  getCategories: ({ categories }) => categories.getCategories(PLAN, 3),
  createCategory: ({ categories }) =>
    categories.createCategory(PLAN, {
      category: { name: "New", category_group_id: ids.livingGroup },
    }),
  getCategoryById: ({ categories }) => categories.getCategoryById(PLAN, ids.food),
  updateCategory: ({ categories }) =>
    categories.updateCategory(PLAN, ids.food, { category: { goal_target: 5000 } }),
  getMonthCategoryById: ({ categories }) => categories.getMonthCategoryById(PLAN, MONTH, ids.food),
  updateMonthCategory: ({ categories }) =>
    categories.updateMonthCategory(PLAN, MONTH, ids.food, { category: { budgeted: 5 } }),
  createCategoryGroup: ({ categories }) =>
    categories.createCategoryGroup(PLAN, { category_group: { name: "New" } }),
  updateCategoryGroup: ({ categories }) =>
    categories.updateCategoryGroup(PLAN, ids.livingGroup, { category_group: { name: "Life" } }),
  getPayees: ({ payees }) => payees.getPayees(PLAN),
  createPayee: ({ payees }) => payees.createPayee(PLAN, { payee: { name: "New" } }),
  getPayeeById: ({ payees }) => payees.getPayeeById(PLAN, ids.shop),
  updatePayee: ({ payees }) => payees.updatePayee(PLAN, ids.shop, { payee: { name: "Store" } }),
  getPayeeLocations: ({ payeeLocations }) => payeeLocations.getPayeeLocations(PLAN),
  getPayeeLocationById: ({ payeeLocations }) => payeeLocations.getPayeeLocationById(PLAN, location),
  getPayeeLocationsByPayee: ({ payeeLocations }) =>
    payeeLocations.getPayeeLocationsByPayee(PLAN, ids.shop),
  getPlanMonths: ({ months }) => months.getPlanMonths(PLAN),
  getPlanMonth: ({ months }) => months.getPlanMonth(PLAN, "current"),
  getMoneyMovements: ({ moves }) => moves.getMoneyMovements(PLAN),
  getMoneyMovementsByMonth: ({ moves }) => moves.getMoneyMovementsByMonth(PLAN, MONTH),
  getMoneyMovementGroups: ({ moves }) => moves.getMoneyMovementGroups(PLAN),
  getMoneyMovementGroupsByMonth: ({ moves }) => moves.getMoneyMovementGroupsByMonth(PLAN, MONTH),
  getTransactions: ({ transactions }) =>
    transactions.getTransactions(PLAN, "2026-01-01", "unapproved", 3),
  createTransaction: ({ transactions }) =>
    transactions.createTransaction(PLAN, { transactions: [transaction] }),
  updateTransactions: ({ transactions }) =>
    transactions.updateTransactions(PLAN, { transactions: [{ id: row, memo: "Memo" }] }),
  importTransactions: ({ transactions }) => transactions.importTransactions(PLAN),
  getTransactionById: ({ transactions }) => transactions.getTransactionById(PLAN, split),
  updateTransaction: ({ transactions }) =>
    transactions.updateTransaction(PLAN, row, { transaction: { approved: false } }),
  deleteTransaction: ({ transactions }) => transactions.deleteTransaction(PLAN, split),
  getTransactionsByAccount: ({ transactions }) =>
    transactions.getTransactionsByAccount(PLAN, ids.checking, "2026-01-01"),
  getTransactionsByCategory: ({ transactions }) =>
    transactions.getTransactionsByCategory(PLAN, ids.food),
  getTransactionsByPayee: ({ transactions }) => transactions.getTransactionsByPayee(PLAN, ids.shop),
  getTransactionsByMonth: ({ transactions }) => transactions.getTransactionsByMonth(PLAN, MONTH),
  getScheduledTransactions: ({ scheduledTransactions }) =>
    scheduledTransactions.getScheduledTransactions(PLAN),
  createScheduledTransaction: ({ scheduledTransactions }) =>
    scheduledTransactions.createScheduledTransaction(PLAN, { scheduled_transaction }),
  getScheduledTransactionById: ({ scheduledTransactions }) =>
    scheduledTransactions.getScheduledTransactionById(PLAN, schedule),
  updateScheduledTransaction: ({ scheduledTransactions }) =>
    scheduledTransactions.updateScheduledTransaction(PLAN, schedule, { scheduled_transaction }),
  deleteScheduledTransaction: ({ scheduledTransactions }) =>
    scheduledTransactions.deleteScheduledTransaction(PLAN, schedule),
};

Deno.test("serveDemo() serves every operation to the upstream's own client", async () => {
  for (const operationId of operationIds) {
    const upstream = new DemoUpstream({ plans: [aFullPlan()], now });
    const server = await serveDemo(upstream, { port: 0 });
    try {
      const answer = await drives[operationId](clientOf("demo-token", server.url));
      assertEquals(upstream.requests.map((request) => request.operationId), [operationId]);
      assertEquals(Object.keys(answer as Record<string, unknown>), ["data"]);
    } finally {
      await server.close();
    }
  }
});

Deno.test("serveDemo() refuses another token", async () => {
  const upstream = new DemoUpstream({ plans: [aFullPlan()], now });
  const server = await serveDemo(upstream, { port: 0 });
  try {
    const client = clientOf("another", server.url);
    const refusal = await assertRejects(() => client.plans.getPlans());
    assertEquals(refusal, {
      error: { id: "401", name: "unauthorized", detail: "Unauthorized" },
    });
  } finally {
    await server.close();
  }
});

function clientOf(token: string, url: string): Client {
  const client = new ynab.API(token, url);
  const configuration = new ynab.Configuration({ accessToken: token, basePath: url });
  return Object.assign(client, { moves: new ynab.MoneyMovementsApi(configuration) });
}
