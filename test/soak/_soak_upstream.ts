import type { Outcome } from "../../demo/api/answer.ts";
import type { Arrival } from "../../demo/api/transport.ts";
import type { PlanRecords } from "../../demo/model/records.ts";
import { DemoUpstream } from "../../demo/upstream.ts";
import type { FaultRule } from "../../demo/faults.ts";
import { dayOf } from "../../domain/base/day.ts";

/** Answers a request. */
export type Respond = (arrival: Arrival) => Promise<Outcome>;

/** Wraps YNAB with a bug added on purpose. */
export type Plant = (respond: Respond) => Respond;

/** A write that changed the plan, whatever the response. */
export interface CarriedOut {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

const HOUR_MS = 3_600_000;
/** YNAB's limit per token and rolling hour. */
const LIMIT = 200;

/** The embedded YNAB of a soak. */
export class SoakUpstream extends DemoUpstream {
  /** Called when a write arrives, and when it has been applied. */
  onWrite: (place: "before" | "after") => Promise<void> = () => Promise.resolve();
  readonly #now: () => number;
  readonly #carriedOut = new Map<number | null, CarriedOut[]>();
  readonly #askedBy = new WeakMap<Arrival, number | null>();
  readonly #pending = new Set<Promise<unknown>>();
  readonly #answered: Respond;
  /** Our change in progress. */
  #change: number | null = null;
  #inner: DemoUpstream;
  #faults: readonly FaultRule[] = [];
  #day = "";
  #times: number[] = [];
  #most = 0;
  #count = 0;

  /** Copies the plans. */
  constructor(plans: readonly PlanRecords[], now: () => number, plant: Plant = (as) => as) {
    super({ plans });
    this.#now = now;
    this.#inner = this.#opened(plans);
    this.#answered = plant((arrival) => this.#carry(arrival));
  }

  /** The actual state, without the planted bugs. */
  get inner(): DemoUpstream {
    return this.#inner;
  }

  /** The most requests in one hour, and all requests. */
  get requestCounts(): { readonly mostInAnHour: number; readonly all: number } {
    return { mostInAnHour: this.#most, all: this.#count };
  }

  /** The plan as its owner sees it. */
  get records(): PlanRecords {
    return this.#inner.snapshot()[0] as PlanRecords;
  }

  /** Returns the applied requests of a change, or without one the unrequested ones. */
  writesOf(change: number | null): readonly CarriedOut[] {
    return this.#carriedOut.get(change) ?? [];
  }

  /** Assigns requests that arrive meanwhile to a change, even if applied later. */
  async during<Result>(change: number, run: () => Promise<Result>): Promise<Result> {
    this.#change = change;
    try {
      return await run();
    } finally {
      this.#change = null;
    }
  }

  /** Resolves when every received request is applied; its sender may be dead by then. */
  async settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.allSettled(this.#pending);
  }

  /** Restores all plans like their owner: later changes and server knowledge are lost. */
  putBack(plans: readonly PlanRecords[]): void {
    this.#inner = this.#opened(plans);
    this.#day = "";
  }

  /** Starts a new day if due: scheduled transactions are entered before the next request. */
  async beginDay(): Promise<void> {
    const day = dayOf(this.#now());
    if (day === this.#day) return;
    this.#day = day;
    this.#inner.setFaults([]);
    await this.#inner.fetch("https://upstream.test/v1/user", {
      headers: { authorization: "Bearer demo-token" },
    });
    this.#inner.setFaults(this.#faults);
  }

  override setFaults(rules: readonly FaultRule[]): void {
    this.#faults = rules;
    this.#inner.setFaults(rules);
  }

  override edit(...change: Parameters<DemoUpstream["edit"]>): void {
    this.#inner.edit(...change);
  }

  override async respond(arrival: Arrival): Promise<Outcome> {
    this.#noteRequest();
    if (arrival.method === "GET") return await this.#answered(arrival);
    this.#askedBy.set(arrival, this.#change);
    const written = this.#write(arrival);
    this.#pending.add(written);
    try {
      return await written;
    } finally {
      this.#pending.delete(written);
    }
  }

  async #write(arrival: Arrival): Promise<Outcome> {
    await this.onWrite("before");
    const outcome = await this.#answered(arrival);
    await this.onWrite("after");
    return outcome;
  }

  #opened(plans: readonly PlanRecords[]): DemoUpstream {
    return new DemoUpstream({ plans, now: () => new Date(this.#now()) });
  }

  async #carry(arrival: Arrival): Promise<Outcome> {
    const inner = this.#inner;
    const knowledge = inner.stored.map(({ knowledge }) => knowledge).join();
    const outcome = await inner.respond(arrival);
    // The plan may have changed with or without a response.
    const isCarriedOut = inner.stored.map(({ knowledge }) => knowledge).join() !== knowledge;
    if (isCarriedOut && arrival.method !== "GET") this.#noteWrite(arrival);
    return outcome;
  }

  #noteWrite(arrival: Arrival): void {
    const { method, url: { pathname: path }, body } = arrival;
    const change = this.#askedBy.get(arrival) ?? null;
    const known = this.#carriedOut.get(change) ?? [];
    this.#carriedOut.set(change, [...known, { method, path, body: body ?? "" }]);
  }

  #noteRequest(): void {
    const now = this.#now();
    this.#times = [...this.#times.filter((time) => time > now - HOUR_MS), now];
    this.#most = Math.max(this.#most, this.#times.length);
    this.#count += 1;
  }
}

/** Whether this number of requests exceeds YNAB's limit. */
export function isOverLimit(requests: number): boolean {
  return requests > LIMIT;
}
