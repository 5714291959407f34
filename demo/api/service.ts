import { type OperationId, operationIds, operations } from "../../client/operations.ts";
import { dayOf } from "../model/calendar.ts";
import type { DemoPlan } from "../model/demo_plan.ts";
import type { Knobs } from "../model/knobs.ts";
import { accountHandlers, createAccountHandlers } from "./accounts.ts";
import { type Answer, dataAnswer, jsonAnswer, statusAnswer } from "./answer.ts";
import type { Handlers, Reply } from "./call.ts";
import { categoryHandlers, saveCategoryHandlers } from "./categories.ts";
import { enterScheduled } from "./enter_scheduled.ts";
import { assignHandlers, moneyMovementHandlers, monthHandlers } from "./months.ts";
import { payeeHandlers, savePayeeHandlers } from "./payees.ts";
import { planExportHandlers, planHandlers } from "./plans.ts";
import { badRequest, Refusal } from "./refusal.ts";
import { importHandlers, saveTransactionHandlers } from "./save_transactions.ts";
import { saveScheduledHandlers, scheduledHandlers } from "./scheduled.ts";
import { transactionHandlers } from "./transactions.ts";
import type { Arrival } from "./transport.ts";

const USER_ID = "3f1d9c52-8a0e-4c57-9f0b-6f7f4d2f1c01";

/** What a service works on. */
export interface ServiceOptions {
  readonly plans: readonly DemoPlan[];
  readonly knobs: Knobs;
  readonly token: string;
  readonly rateLimit: number | null;
  /** UTC day whose schedules are taken for entered. */
  readonly today: string;
}

/** A request that was carried out. */
export interface CarriedOut {
  readonly answer: Answer;
  /** What went wrong inside, if anything did. */
  readonly failure?: unknown;
}

/** Carries out requests for one user. */
export class Service {
  readonly #options: ServiceOptions;
  readonly #window: RateWindow;
  #today: string;

  /** Starts with no requests in the last hour. */
  constructor(options: ServiceOptions) {
    this.#options = options;
    this.#window = new RateWindow(options.rateLimit);
    this.#today = options.today;
  }

  /** Carries out a request; `route` is `null` if its path is no operation. */
  carryOut(arrival: Arrival, route: Route | null, now: Date): CarriedOut {
    const { token, knobs } = this.#options;
    if (arrival.headers.get("authorization") !== `Bearer ${token}`) {
      return { answer: statusAnswer(401) };
    }
    if (!this.#window.take(now)) return { answer: this.#tooMany(now) };
    const headers = knobs.rateLimitHeader ? { "x-rate-limit": this.#window.header() } : {};
    try {
      const { status, data } = this.#reply(arrival, route, now);
      return { answer: dataAnswer(status, data, headers) };
    } catch (error) {
      return error instanceof Refusal
        ? { answer: jsonAnswer(error.status, error.body, headers) }
        : { answer: statusAnswer(500), failure: error };
    }
  }

  #reply(arrival: Arrival, route: Route | null, now: Date): Reply {
    const { plans, knobs } = this.#options;
    this.#beginDay(now);
    if (route === null) throw new Refusal("404.1");
    const isRead = arrival.method === "GET";
    if (knobs.readOnlyToken && !isRead) throw new Refusal("403.3");
    return handlers[route.operationId]({
      plans,
      knobs,
      userId: USER_ID,
      now,
      today: dayOf(now),
      params: route.params,
      query: arrival.url.searchParams,
      body: isRead ? undefined : parsedBody(arrival.body),
    });
  }

  /** Schedules are entered once a day, so one that is made for today waits until tomorrow. */
  #beginDay(now: Date): void {
    const { plans, knobs } = this.#options;
    const today = dayOf(now);
    if (today <= this.#today) return;
    this.#today = today;
    if (!knobs.enterScheduled) return;
    for (const plan of plans) enterScheduled(plan, now);
  }

  #tooMany(now: Date): Answer {
    const answer = statusAnswer(429);
    if (!this.#options.knobs.retryAfterHeader) return answer;
    const seconds = String(this.#window.secondsUntilFree(now));
    return { ...answer, headers: { ...answer.headers, "retry-after": seconds } };
  }
}

function parsedBody(text: string | null): unknown {
  if (text === null || text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest("The request body is not valid JSON");
  }
}

/** What answers each operation. */
export const handlers: Handlers<OperationId> = {
  ...planHandlers,
  ...planExportHandlers,
  ...accountHandlers,
  ...createAccountHandlers,
  ...categoryHandlers,
  ...saveCategoryHandlers,
  ...payeeHandlers,
  ...savePayeeHandlers,
  ...monthHandlers,
  ...assignHandlers,
  ...moneyMovementHandlers,
  ...transactionHandlers,
  ...saveTransactionHandlers,
  ...importHandlers,
  ...scheduledHandlers,
  ...saveScheduledHandlers,
};

/** An operation with the parameters of its path. */
export interface Route {
  readonly operationId: OperationId;
  readonly params: Readonly<Record<string, string>>;
}

interface Pattern {
  readonly operationId: OperationId;
  readonly method: string;
  readonly segments: readonly string[];
}

const patterns: readonly Pattern[] = operationIds.map((operationId) => ({
  operationId,
  method: operations[operationId].method,
  segments: operations[operationId].path.split("/").slice(1),
}));

/** Finds the operation for a method and a path below the base address. */
export function routeOf(method: string, path: string): Route | null {
  const segments = decoded(path);
  if (segments === null) return null;
  for (const pattern of patterns) {
    if (pattern.method !== method) continue;
    const params = paramsOf(pattern.segments, segments);
    if (params !== null) return { operationId: pattern.operationId, params };
  }
  return null;
}

function decoded(path: string): readonly string[] | null {
  try {
    return path.split("/").slice(1).map(decodeURIComponent);
  } catch {
    return null;
  }
}

function paramsOf(
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | null {
  if (pattern.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const actual = segments[index] ?? "";
    if (!expected.startsWith("{")) {
      if (expected !== actual) return null;
    } else if (actual === "") {
      return null;
    } else {
      params[expected.slice(1, -1)] = actual;
    }
  }
  return params;
}

const HOUR_MS = 3_600_000;

/** Remembers when the requests of the last hour came. */
export class RateWindow {
  readonly #limit: number | null;
  #times: number[] = [];

  /** Allows `limit` requests per hour; `null` allows any number. */
  constructor(limit: number | null) {
    this.#limit = limit;
  }

  /** Counts a request, unless the limit forbids it. */
  take(now: Date): boolean {
    this.#times = this.#times.filter((time) => time > now.getTime() - HOUR_MS);
    if (this.#limit !== null && this.#times.length >= this.#limit) return false;
    this.#times.push(now.getTime());
    return true;
  }

  /** Writes used and allowed requests as the old header did. */
  header(): string {
    return `${this.#times.length}/${this.#limit ?? 200}`;
  }

  /** Gives the seconds until a request is allowed again, at least 1. */
  secondsUntilFree(now: Date): number {
    const oldest = this.#times[0] ?? now.getTime();
    return Math.max(1, Math.ceil((oldest + HOUR_MS - now.getTime()) / 1000));
  }
}
