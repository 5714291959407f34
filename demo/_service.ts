import { type Answer, dataAnswer, jsonAnswer, statusAnswer } from "./_answer.ts";
import type { Arrival } from "./_arrival.ts";
import { dayOf } from "./_calendar.ts";
import type { Reply } from "./_call.ts";
import { handlers } from "./_handlers.ts";
import { RateWindow } from "./_rate_window.ts";
import { badRequest, Refusal } from "./_refusal.ts";
import type { Route } from "./_router.ts";
import type { Knobs } from "./knobs.ts";
import type { DemoPlan } from "./plan/demo_plan.ts";
import { enterScheduled } from "./writes/enter_scheduled.ts";

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
