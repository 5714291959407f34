import { type CoveredOperation, coveredOperations } from "../../client/operations.ts";
import type { RequestLedger } from "../../client/request_budget.ts";
import {
  type CallOptions,
  type Calls,
  createUpstreamClient,
  type UpstreamClient,
  type UpstreamClientOptions,
} from "../../client/upstream_client.ts";
import { UpstreamError } from "../../client/upstream_error.ts";

/** A request as received by the scripted upstream. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
  readonly init: RequestInit & { readonly duplex?: string };
}

/** A response, or a function to call instead of responding. */
export type Reply = Response | ((request: SentRequest) => Response | Promise<Response>);

export interface ScriptOptions extends Partial<UpstreamClientOptions> {
  readonly replies?: readonly Reply[];
}

/** A client and its activity so far. */
export interface ScriptedClient {
  readonly client: UpstreamClient;
  readonly sent: readonly SentRequest[];
  /** Delay before each retry, in milliseconds. */
  readonly waits: readonly number[];
  /** Time limits of the calls in progress, in milliseconds. */
  readonly limits: readonly number[];
  /** Makes all in-progress calls time out. */
  readonly runOutOfTime: () => void;
}

/** A transaction with only the fields that YNAB requires. */
export const leastTransaction = {
  id: "t1",
  date: "2026-07-01",
  amount: -5_000,
  cleared: "cleared",
  approved: true,
  account_id: "a1",
  account_name: "Checking",
  deleted: false,
  subtransactions: [],
} as const;

/** An account with only the fields that YNAB requires. */
export const leastAccount = {
  id: "a1",
  name: "Checking",
  type: "checking",
  on_budget: true,
  closed: false,
  balance: 0,
  cleared_balance: 0,
  uncleared_balance: 0,
  deleted: false,
} as const;

const leastCategory = {
  id: "c1",
  category_group_id: "g1",
  name: "Rent",
  hidden: false,
  budgeted: 0,
  activity: 0,
  balance: 0,
  deleted: false,
} as const;

const leastMonth = {
  month: "2026-07-01",
  income: 0,
  budgeted: 0,
  activity: 0,
  deleted: false,
} as const;

const leastSchedule = {
  id: "s1",
  date_first: "2026-07-01",
  date_next: "2026-07-01",
  frequency: "monthly",
  amount: -5_000,
  account_id: "a1",
  account_name: "Checking",
  deleted: false,
  subtransactions: [],
} as const;

const leastGroup = { id: "g1", name: "Living", hidden: false, deleted: false } as const;
const leastPayee = { id: "y1", name: "Shop", deleted: false } as const;
const leastMovement = { id: "m1", amount: 5_000 } as const;
const leastMovementGroup = {
  id: "mg1",
  group_created_at: "2026-07-01T10:00:00Z",
  month: "2026-07-01",
} as const;

/** Valid arguments for each operation. */
export const someArgs: { readonly [Id in CoveredOperation]: Calls[Id]["args"] } = {
  getPlans: {},
  getAccounts: { planId: "p1" },
  getCategories: { planId: "p1" },
  createCategory: { planId: "p1", category: { name: "Rent", category_group_id: "g1" } },
  updateCategory: { planId: "p1", categoryId: "c1", category: { name: "Rent" } },
  getPlanMonths: { planId: "p1" },
  getPlanMonth: { planId: "p1", month: "2026-07-01" },
  updateMonthCategory: {
    planId: "p1",
    month: "2026-07-01",
    categoryId: "c1",
    category: { budgeted: 5_000 },
  },
  getScheduledTransactions: { planId: "p1" },
  getTransactions: { planId: "p1", sinceDate: "1990-01-01" },
  createTransaction: { planId: "p1", transactions: [{ account_id: "a1", date: "2026-07-01" }] },
  updateTransactions: { planId: "p1", transactions: [{ id: "t1", approved: true }] },
  importTransactions: { planId: "p1" },
  deleteTransaction: { planId: "p1", transactionId: "t1" },
  updateTransaction: { planId: "p1", transactionId: "t1", transaction: { memo: "x" } },
  createScheduledTransaction: {
    planId: "p1",
    scheduledTransaction: { account_id: "a1", date: "2026-08-01" },
  },
  updateScheduledTransaction: {
    planId: "p1",
    scheduledTransactionId: "s1",
    scheduledTransaction: { account_id: "a1", date: "2026-08-01" },
  },
  deleteScheduledTransaction: { planId: "p1", scheduledTransactionId: "s1" },
  createCategoryGroup: { planId: "p1", categoryGroup: { name: "Living" } },
  updateCategoryGroup: { planId: "p1", categoryGroupId: "g1", categoryGroup: { name: "Living" } },
  getPayees: { planId: "p1" },
  updatePayee: { planId: "p1", payeeId: "y1", payee: { name: "Shop" } },
  getMoneyMovements: { planId: "p1" },
  getMoneyMovementsByMonth: { planId: "p1", month: "2026-07-01" },
  getMoneyMovementGroups: { planId: "p1" },
  getMoneyMovementGroupsByMonth: { planId: "p1", month: "2026-07-01" },
  getPlanSettingsById: { planId: "p1" },
};

/** Minimal valid `data` in each operation's response. */
export const someData: Readonly<Record<CoveredOperation, Readonly<Record<string, unknown>>>> = {
  getPlans: { plans: [{ id: "p1", name: "Household" }] },
  getAccounts: { accounts: [leastAccount], server_knowledge: 7 },
  getCategories: {
    category_groups: [{
      id: "g1",
      name: "Living",
      hidden: false,
      deleted: false,
      categories: [leastCategory],
    }],
    server_knowledge: 7,
  },
  createCategory: { category: leastCategory, server_knowledge: 7 },
  updateCategory: { category: leastCategory, server_knowledge: 7 },
  getPlanMonths: { months: [leastMonth], server_knowledge: 7 },
  getPlanMonth: {
    month: { ...leastMonth, to_be_budgeted: 0, categories: [leastCategory] },
  },
  updateMonthCategory: { category: leastCategory, server_knowledge: 7 },
  getScheduledTransactions: {
    scheduled_transactions: [leastSchedule],
    server_knowledge: 7,
  },
  getTransactions: { transactions: [leastTransaction], server_knowledge: 7 },
  createTransaction: { transaction_ids: ["t1"], server_knowledge: 7 },
  updateTransactions: { transaction_ids: ["t1"], server_knowledge: 7 },
  importTransactions: { transaction_ids: [] },
  deleteTransaction: { transaction: leastTransaction, server_knowledge: 7 },
  updateTransaction: { transaction: leastTransaction, server_knowledge: 7 },
  createScheduledTransaction: { scheduled_transaction: leastSchedule },
  updateScheduledTransaction: { scheduled_transaction: leastSchedule },
  deleteScheduledTransaction: { scheduled_transaction: leastSchedule },
  createCategoryGroup: { category_group: leastGroup, server_knowledge: 7 },
  updateCategoryGroup: { category_group: leastGroup, server_knowledge: 7 },
  getPayees: { payees: [leastPayee], server_knowledge: 7 },
  updatePayee: { payee: leastPayee, server_knowledge: 7 },
  getMoneyMovements: { money_movements: [leastMovement], server_knowledge: 7 },
  getMoneyMovementsByMonth: { money_movements: [leastMovement], server_knowledge: 7 },
  getMoneyMovementGroups: { money_movement_groups: [leastMovementGroup], server_knowledge: 7 },
  getMoneyMovementGroupsByMonth: {
    money_movement_groups: [leastMovementGroup],
    server_knowledge: 7,
  },
  // A plan's date and currency formats may both be null, and the client omits null fields.
  getPlanSettingsById: { settings: {} },
};

export { coveredOperations };

/** A request ledger without a limit. */
export const boundless: RequestLedger = {
  tryTake: () => Promise.resolve(null),
  close: () => Promise.resolve(),
  use: () => Promise.resolve({ used: 0, closedForMs: 0 }),
};

/** Creates a client whose upstream sends the replies in order and rejects any further request. */
export function scriptedClient({ replies = [], ...options }: ScriptOptions = {}): ScriptedClient {
  const sent: SentRequest[] = [];
  const waits: number[] = [];
  const limits = new Map<() => void, number>();
  const client = createUpstreamClient({
    baseUrl: "https://upstream.example/v1",
    token: "a-token",
    ledger: boundless,
    now: () => 1_000_000_000,
    random: () => 0.5,
    fetch: async (url, init = {}) => {
      const request = await received(String(url), init);
      sent.push(request);
      const reply = replies[sent.length - 1];
      if (reply === undefined) throw new Error(`Request ${sent.length} was not in the script`);
      return typeof reply === "function" ? await reply(request) : reply;
    },
    delay: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
    after: (ms, run) => {
      limits.set(run, ms);
      return () => limits.delete(run);
    },
    ...options,
  });
  return {
    client,
    sent,
    waits,
    get limits() {
      return [...limits.values()];
    },
    runOutOfTime: () => limits.forEach((_, run) => run()),
  };
}

/** Calls an operation with valid arguments. */
export function callSome(
  client: UpstreamClient,
  operation: CoveredOperation,
  options: CallOptions = {},
): Promise<unknown> {
  const method = client[operation] as (args: unknown, options: CallOptions) => Promise<unknown>;
  return method(someArgs[operation], options);
}

export function dataOf(operation: CoveredOperation): Response {
  return Response.json({ data: someData[operation] });
}

/** A response in YNAB's error format. */
export function errorReply(id: string, detail = "Some detail", init: ResponseInit = {}): Response {
  const status = Number(id.slice(0, 3));
  return Response.json({ error: { id, name: "some_name", detail } }, { status, ...init });
}

/** An HTML page, as a proxy would send it. */
export function htmlReply(status: number): Response {
  const headers = { "Content-Type": "text/html" };
  return new Response("<html>Sorry</html>", { status, headers });
}

/** Fails in the way the runtime does when no server is listening. */
export function refuseConnection(): never {
  const cause = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  throw new TypeError("fetch failed", { cause });
}

/** Fails in the way the runtime does when a connection breaks. */
export function cutConnection(): never {
  throw new TypeError("fetch failed", { cause: new Error("connection closed") });
}

/** Returns the error that a call fails with. */
export async function failureOf(call: Promise<unknown>): Promise<UpstreamError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof UpstreamError) return error;
    throw error;
  }
  throw new Error("The call did not fail");
}

async function received(url: string, init: RequestInit): Promise<SentRequest> {
  const { method = "GET", body = null } = init;
  const headers = new Headers(init.headers);
  return { method, url, headers, body: await new Response(body).text(), init };
}
