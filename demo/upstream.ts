/**
 * The upstream API in memory: all of its operations over invented plans, behind
 * a function that has the shape of `fetch`.
 *
 * The base path is `/v1` on any origin. "Today" and the current month are the
 * UTC day of the clock.
 *
 * @module
 */

import type { OperationId } from "../client/operations.ts";
import {
  type Answer,
  jsonAnswer,
  type Outcome,
  pageAnswer,
  statusAnswer,
  unauthorizedAnswer,
} from "./_answer.ts";
import { type Arrival, arrivalOf } from "./_body_text.ts";
import { dayOf } from "./_calendar.ts";
import type { Call } from "./_call.ts";
import { FaultDesk, type FinalFault } from "./_fault_desk.ts";
import { handlers } from "./_handlers.ts";
import { RateWindow } from "./_rate_window.ts";
import type { PlanRecords } from "./_records.ts";
import { badRequest, Refusal } from "./_refusal.ts";
import { type Route, routeOf } from "./_router.ts";
import type { FaultRule } from "./faults.ts";
import { defaultKnobs, type Knobs } from "./knobs.ts";
import { DemoPlan } from "./plan/demo_plan.ts";
import { editedPlan } from "./plan/edit_plan.ts";
import { enterScheduled } from "./writes/enter_scheduled.ts";

const BASE_PATH = "/v1";
const NO_BODY_STATUSES: ReadonlySet<number> = new Set([204, 205, 304]);
const USER_ID = "3f1d9c52-8a0e-4c57-9f0b-6f7f4d2f1c01";

/** What an embedded upstream is made of. */
export interface DemoUpstreamOptions {
  /** The user's plans; `last-used` is the first. */
  readonly plans: readonly PlanRecords[];
  /** The clock; the real one if absent. */
  readonly now?: () => Date;
  /** The only token that is let in; `demo-token` if absent. */
  readonly token?: string;
  /** Requests allowed per rolling hour; no limit if absent or `null`. */
  readonly rateLimit?: number | null;
  readonly faults?: readonly FaultRule[];
  readonly knobs?: Partial<Knobs>;
}

/** A request that arrived. */
export interface DemoRequest {
  /** `null` for a path that is no operation. */
  readonly operationId: OperationId | null;
  readonly method: string;
  /** Path below the base address. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Text of the body; `null` without one. */
  readonly body: string | null;
  /** Status that it was answered with; `null` while, or if, it had none. */
  readonly status: number | null;
  /** What went wrong inside, for a 500 that no fault rule asked for. */
  readonly failure?: unknown;
}

type LogEntry = { -readonly [Key in keyof DemoRequest]: DemoRequest[Key] };

/** The upstream API in memory. */
export class DemoUpstream {
  readonly #plans: DemoPlan[];
  readonly #knobs: Knobs;
  readonly #token: string;
  readonly #window: RateWindow;
  readonly #requests: LogEntry[] = [];
  #now: () => Date;
  /** Day whose schedules have been entered. */
  #today: string;
  #faults: FaultDesk;

  /** Takes a copy of the plans. */
  constructor(options: DemoUpstreamOptions) {
    this.#knobs = { ...defaultKnobs, ...options.knobs };
    this.#plans = options.plans.map((plan) => new DemoPlan(structuredClone(plan), this.#knobs));
    this.#token = options.token ?? "demo-token";
    this.#window = new RateWindow(options.rateLimit ?? null);
    this.#now = options.now ?? (() => new Date());
    this.#today = dayOf(this.#now());
    this.#faults = new FaultDesk(options.faults ?? []);
  }

  /** What arrived, oldest first. */
  get requests(): readonly DemoRequest[] {
    return this.#requests;
  }

  /** Forgets what arrived. */
  clearRequests(): void {
    this.#requests.length = 0;
  }

  /** Stops the clock at a moment. */
  setNow(now: Date): void {
    this.#now = () => now;
  }

  /** Replaces the fault rules and starts counting anew. */
  setFaults(rules: readonly FaultRule[]): void {
    this.#faults = new FaultDesk(rules);
  }

  /**
   * Changes a plan as its owner can in the upstream product, as one write.
   *
   * @param change Changes the records in place. What goes is marked deleted, not taken out.
   * @param planId The plan; the first one if absent.
   * @throws {Error} If there is no such plan, or a record was taken out.
   */
  edit(change: (records: PlanRecords) => void, planId?: string): void {
    const index = planId === undefined
      ? 0
      : this.#plans.findIndex(({ records }) => records.id === planId);
    const plan = this.#plans[index];
    if (plan === undefined) throw new Error(`Cannot edit plan: there is no plan ${planId ?? ""}`);
    this.#plans[index] = editedPlan(plan, change, this.#now());
  }

  /** Copies what is stored of every plan. */
  snapshot(): PlanRecords[] {
    return this.#plans.map(({ records }) => structuredClone(records));
  }

  /** Answers like `fetch`; a cut connection rejects with a `TypeError`. */
  readonly fetch = async (
    input: Request | URL | string,
    init: RequestInit = {},
  ): Promise<Response> => {
    const signal = init.signal ?? (input instanceof Request ? input.signal : null);
    signal?.throwIfAborted();
    const arrival = await untilAborted(arrivalOf(input, init), signal);
    const outcome = await this.respond(arrival, signal);
    switch (outcome.kind) {
      case "cut":
        throw new TypeError("error sending request: connection closed before message completed");
      case "stall":
        return outcome.headersOf === null
          ? await untilAborted(new Promise<never>(() => {}), signal)
          : silentResponse(outcome.headersOf, signal);
      case "answer":
        return responseOf(outcome.answer);
    }
  };

  /** Carries out a request, without any transport. */
  async respond(arrival: Arrival, signal: AbortSignal | null = null): Promise<Outcome> {
    const { method, url, body } = arrival;
    const path = url.pathname.startsWith(`${BASE_PATH}/`)
      ? url.pathname.slice(BASE_PATH.length)
      : "";
    const route = path === "" ? null : routeOf(method, path);
    const query = Object.fromEntries(url.searchParams);
    const entry: LogEntry = {
      operationId: route?.operationId ?? null,
      method,
      path: path === "" ? url.pathname : path,
      query,
      body,
      status: null,
    };
    this.#requests.push(entry);
    const { delayMs, fault } = this.#faults.decide(method, entry.operationId);
    if (delayMs > 0) await delay(delayMs, signal);
    const outcome = fault === null
      ? { kind: "answer" as const, answer: this.#carryOut(arrival, route, entry) }
      : this.#meet(fault, () => this.#carryOut(arrival, route, entry));
    if (outcome.kind === "answer") entry.status = outcome.answer.status;
    return outcome;
  }

  #meet(fault: FinalFault, carryOut: () => Answer): Outcome {
    if ("cut" in fault) {
      if (fault.cut === "after") carryOut();
      return { kind: "cut" };
    }
    if ("stall" in fault) {
      const answer = fault.applied || fault.afterHeaders ? carryOut() : null;
      return { kind: "stall", headersOf: fault.afterHeaders ? answer : null };
    }
    if (fault.applied) carryOut();
    if ("html" in fault) return { kind: "answer", answer: pageAnswer(fault.html) };
    const usual = fault.body === undefined
      ? statusAnswer(fault.status)
      : jsonAnswer(fault.status, fault.body);
    const headers = { ...usual.headers, ...fault.headers };
    return { kind: "answer", answer: { ...usual, headers } };
  }

  #carryOut(arrival: Arrival, route: Route | null, entry: LogEntry): Answer {
    if (arrival.headers.get("authorization") !== `Bearer ${this.#token}`) {
      return unauthorizedAnswer();
    }
    const now = this.#now();
    if (!this.#window.take(now)) return this.#tooMany(now);
    const extra: Record<string, string> = this.#knobs.rateLimitHeader
      ? { "x-rate-limit": this.#window.header() }
      : {};
    try {
      this.#beginDay(now);
      const { status, data } = this.#reply(arrival, route, now);
      return jsonAnswer(status, { data }, extra);
    } catch (error) {
      if (error instanceof Refusal) return jsonAnswer(error.status, error.body, extra);
      entry.failure = error;
      return statusAnswer(500);
    }
  }

  #reply(arrival: Arrival, route: Route | null, now: Date): ReturnType<typeof handlers.getPlans> {
    if (route === null) throw new Refusal("404.1");
    if (this.#knobs.readOnlyToken && arrival.method !== "GET") throw new Refusal("403.3");
    const call: Call = {
      plans: this.#plans,
      knobs: this.#knobs,
      userId: USER_ID,
      now,
      today: dayOf(now),
      params: route.params,
      query: arrival.url.searchParams,
      body: arrival.method === "GET" ? undefined : parsedBody(arrival.body),
    };
    return handlers[route.operationId](call);
  }

  /** Schedules are entered once a day, so one that is made for today waits until tomorrow. */
  #beginDay(now: Date): void {
    const today = dayOf(now);
    if (today <= this.#today) return;
    this.#today = today;
    if (!this.#knobs.enterScheduled) return;
    for (const plan of this.#plans) enterScheduled(plan, now);
  }

  #tooMany(now: Date): Answer {
    const seconds = String(this.#window.secondsUntilFree(now));
    const answer = statusAnswer(429);
    if (!this.#knobs.retryAfterHeader) return answer;
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

/** Settles as `promise` does, or rejects as soon as the signal aborts. */
function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal | null): Promise<Value> {
  if (signal === null) return promise;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

async function delay(delayMs: number, signal: AbortSignal | null): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await untilAborted(
      new Promise<void>((resolve) => {
        timer = setTimeout(resolve, delayMs);
      }),
      signal,
    );
  } finally {
    clearTimeout(timer);
  }
}

function responseOf({ status, headers, body }: Answer): Response {
  return new Response(NO_BODY_STATUSES.has(status) ? null : body, { status, headers });
}

function silentResponse({ status, headers }: Answer, signal: AbortSignal | null): Response {
  const body = new ReadableStream({
    start(controller): void {
      signal?.addEventListener("abort", () => controller.error(signal.reason), { once: true });
    },
  });
  return new Response(body, { status, headers });
}
