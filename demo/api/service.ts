import { dayOf } from "../../domain/base/day.ts";
import { accountHandlers } from "./accounts.ts";
import { categoryHandlers } from "./categories.ts";
import { planHandlers } from "./plans.ts";
import { payeeHandlers } from "./payees.ts";
import { transactionHandlers } from "./transactions.ts";
import { enterScheduled, scheduledHandlers } from "./scheduled.ts";
import { type OperationId, operationIds, operations } from "../../client/operations.ts";
import type { DemoPlan } from "../model/demo_plan.ts";
import {
  type Answer,
  type Arrival,
  badRequest,
  jsonAnswer,
  Refusal,
  statusAnswer,
} from "./transport.ts";
import { Call, type Handler } from "./call.ts";
import { withMoney } from "./shapes.ts";

const HOUR_MS = 3_600_000;
const USER_ID = "3f1d9c52-8a0e-4c57-9f0b-6f7f4d2f1c01";

export interface ServiceOptions {
  readonly plans: readonly DemoPlan[];
  readonly token: string;
  readonly userId: string | undefined;
  readonly rateLimit: number | null;
  /** UTC day up to which schedules have been entered. */
  readonly today: string;
}

export interface CarriedOut {
  readonly answer: Answer;
  /** Internal error, if any. */
  readonly failure?: unknown;
}

export class Service {
  readonly #options: ServiceOptions;
  #lastHour: number[] = [];
  #today: string;

  constructor(options: ServiceOptions) {
    this.#options = options;
    this.#today = options.today;
  }

  /** Handles a request. `route` is `null` for an unknown path. */
  carryOut(arrival: Arrival, route: Route | null, now: Date): CarriedOut {
    const { token } = this.#options;
    if (arrival.headers.get("authorization") !== `Bearer ${token}`) {
      return { answer: statusAnswer(401) };
    }
    if (!this.#isWithinLimit(now)) return { answer: statusAnswer(429) };
    try {
      return { answer: this.#reply(arrival, route, now) };
    } catch (error) {
      return error instanceof Refusal
        ? { answer: error.answer }
        : { answer: statusAnswer(500), failure: error };
    }
  }

  #reply(arrival: Arrival, route: Route | null, now: Date): Answer {
    const { plans, userId = USER_ID } = this.#options;
    this.#beginDay(now);
    if (route === null) throw new Refusal("404.1");
    const { operationId: id, params } = route;
    const body = arrival.method === "GET" ? undefined : parsedBody(arrival.body);
    const query = arrival.url.searchParams;
    const call = new Call({ plans, userId, now, params, query, body });
    const handled = handlers[id](call);
    const data = AS_STORED.has(id)
      ? handled
      : withMoney(handled, call.plan.records.currency_format);
    const isImport = id === "importTransactions" && String(handled["transaction_ids"]) !== "";
    const isCreated = isImport || id.startsWith("create");
    const knowledge = WITHOUT_KNOWLEDGE.has(id) ? {} : { server_knowledge: call.plan.knowledge };
    return jsonAnswer(isCreated ? 201 : 200, { data: { ...data as object, ...knowledge } });
  }

  #isWithinLimit(now: Date): boolean {
    const { rateLimit } = this.#options;
    this.#lastHour = this.#lastHour.filter((time) => time > now.getTime() - HOUR_MS);
    if (rateLimit !== null && this.#lastHour.length >= rateLimit) return false;
    this.#lastHour.push(now.getTime());
    return true;
  }

  /** Schedules are entered once a day, so a schedule created for today waits until tomorrow. */
  #beginDay(now: Date): void {
    const today = dayOf(now.getTime());
    if (today <= this.#today) return;
    this.#today = today;
    for (const plan of this.#options.plans) enterScheduled(plan, now);
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

/** Operations without amounts, with amounts of several plans, or with unformatted amounts. */
const AS_STORED: ReadonlySet<OperationId> = new Set(["getUser", "getPlans", "getPlanById"]);

/**
 * Operations that return no server knowledge. Contrary to its documentation, YNAB returns it after
 * creating an account or a schedule.
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

/** Finds the operation for a method and path. */
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
