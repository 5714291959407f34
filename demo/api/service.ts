import { accountHandlers } from "./accounts.ts";
import { categoryHandlers } from "./categories.ts";
import { planHandlers } from "./plans.ts";
import { payeeHandlers } from "./payees.ts";
import { transactionHandlers } from "./transactions.ts";
import { scheduledHandlers } from "./scheduled.ts";
import { type OperationId, operationIds, operations } from "../../client/operations.ts";
import {
  type Answer,
  type Arrival,
  badRequest,
  jsonAnswer,
  Refusal,
  statusAnswer,
} from "./transport.ts";
import { type Asked, Call, type Handler } from "./call.ts";
import { withMoney } from "./shapes.ts";

export interface CarriedOut {
  readonly answer: Answer;
  /** Internal error, if any. */
  readonly failure?: unknown;
}

/** Handles an authorized request. `route` is `null` for an unknown path. */
export function replyTo(
  arrival: Arrival,
  route: Route | null,
  asked: Pick<Asked, "plans" | "userId" | "now">,
): CarriedOut {
  try {
    if (route === null) throw new Refusal("404.1");
    const { operationId: id, params } = route;
    const body = arrival.method === "GET" ? undefined : parsedBody(arrival.body);
    const call = new Call({ ...asked, params, query: arrival.url.searchParams, body });
    const handled = handlers[id](call);
    const data = AS_STORED.has(id)
      ? handled
      : withMoney(handled, call.plan.records.currency_format);
    const isImport = id === "importTransactions" && String(handled["transaction_ids"]) !== "";
    const isCreated = isImport || id.startsWith("create");
    const knowledge = WITHOUT_KNOWLEDGE.has(id) ? {} : { server_knowledge: call.plan.knowledge };
    const answer = jsonAnswer(isCreated ? 201 : 200, { data: { ...data as object, ...knowledge } });
    return { answer };
  } catch (error) {
    return error instanceof Refusal
      ? { answer: error.answer }
      : { answer: statusAnswer(500), failure: error };
  }
}

function parsedBody(text: string | null): unknown {
  if (!text) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest("The request body is not valid JSON");
  }
}

const handlers: { readonly [Id in OperationId]: Handler } = {
  ...planHandlers,
  ...accountHandlers,
  ...categoryHandlers,
  ...payeeHandlers,
  ...transactionHandlers,
  ...scheduledHandlers,
};

/**
 * Operations whose amounts aren't formatted here: `getUser` returns no amounts, `getPlans` formats
 * each plan's amounts itself, and `getPlanById` returns only unformatted amounts.
 */
const AS_STORED: ReadonlySet<OperationId> = new Set(["getUser", "getPlans", "getPlanById"]);

/**
 * Operations that return no server knowledge. Contrary to its documentation, YNAB returns server
 * knowledge after creating an account or a schedule.
 */
const WITHOUT_KNOWLEDGE: ReadonlySet<OperationId> = new Set([
  ...["getUser", "getPlans", "getPlanSettingsById", "getPlanMonth"] as const,
  ...["getAccountById", "getCategoryById", "getMonthCategoryById", "getPayeeById"] as const,
  ...["getPayeeLocations", "getPayeeLocationById", "getPayeeLocationsByPayee"] as const,
  ...["getScheduledTransactionById", "updateScheduledTransaction"] as const,
  ...["deleteScheduledTransaction", "importTransactions"] as const,
]);

/** An operation, with the parameters in the request's path. */
export interface Route {
  readonly operationId: OperationId;
  readonly params: Readonly<Record<string, string>>;
}

const patterns = operationIds.map((operationId) => {
  const { method, path } = operations[operationId];
  return {
    operationId,
    method,
    pattern: new RegExp(`^${path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
  };
});

export function routeOf(method: string, path: string): Route | null {
  for (const { operationId, method: own, pattern } of patterns) {
    const found = own === method ? pattern.exec(path) : null;
    if (found === null) continue;
    try {
      const params = Object.entries(found.groups ?? {}).map((
        [name, text],
      ) => [name, decodeURIComponent(text)]);
      return { operationId, params: Object.fromEntries(params) };
    } catch {
      return null;
    }
  }
  return null;
}
