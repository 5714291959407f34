import type { OperationId } from "../client/operations.ts";
import { dayOf } from "../domain/base/day.ts";
import {
  type Answer,
  type Arrival,
  delay,
  fetchOf,
  jsonAnswer,
  type Outcome,
  pageAnswer,
  statusAnswer,
} from "./api/transport.ts";
import { enterScheduled } from "./api/scheduled.ts";
import { type CarriedOut, replyTo, type Route, routeOf } from "./api/service.ts";
import type { FaultOutcome, FaultRule } from "./faults.ts";
import { DemoPlan } from "./model/demo_plan.ts";
import { deepCopy, type PlanRecords } from "./model/records.ts";
import { isSame } from "./model/stamps.ts";

const BASE_PATH = "/v1";
const HOUR_MS = 3_600_000;
const USER_ID = "3f1d9c52-8a0e-4c57-9f0b-6f7f4d2f1c01";
/** Maximum number of requests in the log, which needs a limit because servers may run for days. */
const REQUESTS_KEPT = 10_000;

export interface DemoUpstreamOptions {
  /** The user's plans; `last-used` refers to the first. */
  readonly plans: readonly PlanRecords[];
  /** Returns the current time; uses the real clock by default. */
  readonly now?: () => Date;
  /** The only accepted token; `demo-token` by default. */
  readonly token?: string;
  /** The user's id; by default, the id of the made-up household. */
  readonly userId?: string;
  /** Maximum number of requests per rolling hour; no limit if absent or `null`. */
  readonly rateLimit?: number | null;
  readonly faults?: readonly FaultRule[];
}

export interface DemoRequest {
  /** The API operation; `null` for an unknown path. */
  readonly operationId: OperationId | null;
  readonly method: string;
  /** Path relative to the base URL. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Text of the request body; `null` if there is none. */
  readonly body: string | null;
  /** Status of the response; `null` if no response has been sent. */
  readonly status: number | null;
  /** The internal error behind a 500 response that no fault rule caused. */
  readonly failure?: unknown;
}

type LogEntry = { -readonly [Key in keyof DemoRequest]: DemoRequest[Key] };

/** An in-process fake of the YNAB API that keeps its data in memory. */
export class DemoUpstream {
  readonly #plans: DemoPlan[];
  readonly #options: DemoUpstreamOptions;
  readonly #requests: LogEntry[] = [];
  #now: () => Date;
  /** Times of the requests in the last hour. */
  #lastHour: number[] = [];
  /** The last UTC day for which scheduled transactions have been entered. */
  #today: string;
  #faults: FaultCounter;

  constructor(options: DemoUpstreamOptions) {
    this.#now = options.now ?? (() => new Date());
    this.#plans = options.plans.map((plan) => new DemoPlan(deepCopy(plan)));
    this.#options = options;
    this.#today = dayOf(this.#now().getTime());
    this.#faults = new FaultCounter(options.faults ?? []);
  }

  /** The last 10,000 requests, oldest first. */
  get requests(): readonly DemoRequest[] {
    return this.#requests;
  }

  clearRequests(): void {
    this.#requests.length = 0;
  }

  /** Stops the clock at a given time. */
  setNow(now: Date): void {
    this.#now = () => now;
  }

  /** Replaces the fault rules and resets the counts of matching requests. */
  setFaults(rules: readonly FaultRule[]): void {
    this.#faults = new FaultCounter(rules);
  }

  /** Changes the first plan in one write, as its owner could in the YNAB app. */
  edit(change: (records: PlanRecords) => void): void {
    const [plan] = this.#plans;
    if (plan !== undefined) this.#plans[0] = editedPlan(plan, change, this.#now());
  }

  /** The stored data of all plans. Read the data immediately, because the next write changes it. */
  get stored(): readonly Readonly<PlanRecords>[] {
    return this.#plans.map(({ records }) => records);
  }

  snapshot(): PlanRecords[] {
    return this.#plans.map(({ records }) => deepCopy(records));
  }

  /** Responds like `fetch`. If a fault cuts the connection, rejects with a `TypeError`. */
  readonly fetch: typeof globalThis.fetch = fetchOf((arrival, signal) =>
    this.respond(arrival, signal)
  );

  /** Handles a request directly, without a network. */
  async respond(arrival: Arrival, signal: AbortSignal | null = null): Promise<Outcome> {
    const { method, url, body } = arrival;
    const isBelow = url.pathname.startsWith(`${BASE_PATH}/`);
    const path = isBelow ? url.pathname.slice(BASE_PATH.length) : url.pathname;
    const route = isBelow ? routeOf(method, path) : null;
    const operationId = route?.operationId ?? null;
    const query = Object.fromEntries(url.searchParams);
    const entry: LogEntry = { operationId, method, path, query, body, status: null };
    this.#requests.push(entry);
    if (this.#requests.length > REQUESTS_KEPT) this.#requests.shift();
    const { delayMs, fault } = this.#faults.decide(method, operationId);
    if (delayMs > 0) await delay(delayMs, signal);
    const carryOut = (): Answer => {
      const { answer, failure } = this.carriedOut(arrival, route, this.#now());
      if (failure !== undefined) entry.failure = failure;
      return answer;
    };
    const outcome: Outcome = fault === null
      ? { kind: "answer", answer: carryOut() }
      : applyFault(fault, carryOut);
    entry.status = outcome.kind === "answer" ? outcome.answer.status : null;
    return outcome;
  }

  /** Handles a request immediately. The caller decides whether the response is delivered. */
  protected carriedOut(arrival: Arrival, route: Route | null, now: Date): CarriedOut {
    const { token = "demo-token", userId = USER_ID } = this.#options;
    if (arrival.headers.get("authorization") !== `Bearer ${token}`) {
      return { answer: statusAnswer(401) };
    }
    if (!this.#isWithinLimit(now)) return { answer: statusAnswer(429) };
    this.#beginDay(now);
    return replyTo(arrival, route, { plans: this.#plans, userId, now });
  }

  #isWithinLimit(now: Date): boolean {
    const { rateLimit = null } = this.#options;
    this.#lastHour = this.#lastHour.filter((time) => time > now.getTime() - HOUR_MS);
    if (rateLimit !== null && this.#lastHour.length >= rateLimit) return false;
    this.#lastHour.push(now.getTime());
    return true;
  }

  /**
   * Once a day, enters the scheduled transactions that are due. A transaction that is scheduled for
   * the day on which it is created isn't entered until the next day.
   */
  #beginDay(now: Date): void {
    const today = dayOf(now.getTime());
    if (today <= this.#today) return;
    this.#today = today;
    for (const plan of this.#plans) enterScheduled(plan, now);
  }
}

/** Applies a fault to a request; calls `carryOut` if the fault lets the request through. */
function applyFault(fault: FinalFault, carryOut: () => Answer): Outcome {
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
  const { status, body, headers } = fault;
  const usual = body === undefined ? statusAnswer(status) : jsonAnswer(status, body);
  return { kind: "answer", answer: { ...usual, headers: { ...usual.headers, ...headers } } };
}

/** A fault that ends the request: any fault except a delay. */
type FinalFault = Exclude<FaultOutcome, { readonly delayMs: number }>;

/** Counts the requests that match each fault rule. */
export class FaultCounter {
  readonly #rules: readonly { readonly rule: FaultRule; seen: number }[];

  constructor(rules: readonly FaultRule[]) {
    this.#rules = rules.map((rule) => ({ rule, seen: 0 }));
  }

  decide(
    method: string,
    operationId: OperationId | null,
  ): { readonly delayMs: number; readonly fault: FinalFault | null } {
    let delayMs = 0;
    let fault: FinalFault | null = null;
    for (const entry of this.#rules) {
      if (!matches(entry.rule, method, operationId)) continue;
      entry.seen++;
      if (!isDue(entry.rule, entry.seen)) continue;
      const { then } = entry.rule;
      if ("delayMs" in then) delayMs += then.delayMs;
      else fault ??= then;
    }
    return { delayMs, fault };
  }
}

function matches(rule: FaultRule, method: string, operationId: OperationId | null): boolean {
  const { operation = "*" } = rule;
  if (rule.method !== undefined && rule.method.toUpperCase() !== method) return false;
  return operation === "*" || operation === operationId;
}

function isDue({ nth, times }: FaultRule, seen: number): boolean {
  const first = nth ?? 1;
  const last = times === undefined ? (nth === undefined ? Infinity : nth) : first + times - 1;
  return seen >= first && seen <= last;
}

const LISTS = [
  "accounts",
  "groups",
  "categories",
  "payees",
  "transactions",
  "scheduled",
] as const;

interface Stamped {
  readonly id: string;
  knowledge: number;
}

/** Returns a changed copy of the plan. All the changes in the copy count as one write. */
function editedPlan(
  plan: DemoPlan,
  change: (records: PlanRecords) => void,
  now: Date,
): DemoPlan {
  const today = dayOf(now.getTime());
  const before = plan.figures(today);
  const records = deepCopy(plan.records);
  change(records);
  const knowledge = records.knowledge = plan.knowledge + 1;
  records.last_modified_on = `${now.toISOString().slice(0, 19)}+00:00`;
  for (const list of LISTS) stampChanged(plan.records[list], records[list], knowledge);
  const edited = new DemoPlan(records, plan.stamps);
  edited.stamps.stampChanges({ before, after: edited.figures(today) }, edited, knowledge);
  for (const { month } of edited.figures(today).months) {
    for (const { id, target } of edited.categories.values()) {
      if (!isSame(target, plan.categories.get(id)?.target ?? null)) {
        edited.stamps.stampCategory(month, id, knowledge);
      }
    }
    const note = records.month_notes.get(month);
    if (note !== plan.records.month_notes.get(month)) edited.stamps.stampMonth(month, knowledge);
  }
  return edited;
}

function stampChanged(
  before: readonly Stamped[],
  after: readonly Stamped[],
  knowledge: number,
): void {
  const changed = new Map(after.map((record) => [record.id, record]));
  for (const record of before) {
    const now = changed.get(record.id);
    if (now === undefined) {
      throw new Error(
        `Cannot edit plan: record ${record.id} is missing; to delete a record, mark it as deleted`,
      );
    }
    if (isSame(record, now)) changed.delete(record.id);
  }
  for (const record of changed.values()) record.knowledge = knowledge;
}
