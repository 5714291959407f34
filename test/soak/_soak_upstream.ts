/**
 * An embedded upstream that can be put back to a backup, keeps account of every write that it
 * has carried out, and counts the requests of every hour.
 *
 * @module
 */

import type { Outcome } from "../../demo/_answer.ts";
import type { Arrival } from "../../demo/_arrival.ts";
import type { PlanRecords } from "../../demo/_records.ts";
import { DemoUpstream } from "../../demo/upstream.ts";
import type { FaultRule } from "../../demo/faults.ts";

/** Answers a request. */
export type Respond = (arrival: Arrival) => Promise<Outcome>;

/** Stands between the servers and upstream: a bug that is put in on purpose. */
export type Plant = (respond: Respond) => Respond;

/** How often a change's mark was carried out. */
export interface CarriedOut {
  /** Requests that created something. */
  readonly creations: number;
  readonly changes: number;
}

/** The text that each change of the soak carries. */
const MARK = /soak-\d{6}/gu;
const HOUR_MS = 3_600_000;
/** What upstream allows per token and rolling hour. */
const LIMIT = 200;

/** The upstream of a soak. */
export class SoakUpstream extends DemoUpstream {
  /** Called when a write arrives, and when it has been carried out. */
  onWrite: (place: "before" | "after") => Promise<void> = () => Promise.resolve();
  readonly #now: () => number;
  readonly #carriedOut = new Map<string, { creations: number; changes: number }>();
  readonly #answered: Respond;
  #inner: DemoUpstream;
  #times: number[] = [];
  #most = 0;
  #count = 0;

  /** Takes a copy of the plans. */
  constructor(plans: readonly PlanRecords[], now: () => number, plant: Plant = (as) => as) {
    super({ plans });
    this.#now = now;
    this.#inner = this.#opened(plans);
    this.#answered = plant((arrival) => this.#carry(arrival));
  }

  /** What is really there, past every plant. */
  get inner(): DemoUpstream {
    return this.#inner;
  }

  /** The most requests that came within an hour, and all that came. */
  get requestCounts(): { readonly mostInAnHour: number; readonly all: number } {
    return { mostInAnHour: this.#most, all: this.#count };
  }

  /** The plan as its owner sees it. */
  get records(): PlanRecords {
    return this.#inner.snapshot()[0] as PlanRecords;
  }

  /** Tells how often a change was carried out. */
  carriedOut(mark: string): CarriedOut {
    return this.#carriedOut.get(mark) ?? { creations: 0, changes: 0 };
  }

  /** Puts all plans back, as the owner can: what came later is gone, knowledge included. */
  putBack(plans: readonly PlanRecords[]): void {
    this.#inner = this.#opened(plans);
  }

  override setFaults(rules: readonly FaultRule[]): void {
    this.#inner.setFaults(rules);
  }

  override edit(...change: Parameters<DemoUpstream["edit"]>): void {
    this.#inner.edit(...change);
  }

  override async respond(arrival: Arrival): Promise<Outcome> {
    this.#noteRequest();
    if (arrival.method === "GET") return await this.#answered(arrival);
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
    // Whatever the answer says, or whether there is one: the plan has moved or it has not.
    const isCarriedOut = inner.stored.map(({ knowledge }) => knowledge).join() !== knowledge;
    if (isCarriedOut && arrival.method !== "GET") this.#noteWrite(arrival);
    return outcome;
  }

  #noteWrite({ method, body }: Arrival): void {
    for (const mark of new Set(body?.match(MARK) ?? [])) {
      const known = this.#carriedOut.get(mark) ?? { creations: 0, changes: 0 };
      if (method === "POST") known.creations += 1;
      else known.changes += 1;
      this.#carriedOut.set(mark, known);
    }
  }

  #noteRequest(): void {
    const now = this.#now();
    this.#times = [...this.#times.filter((time) => time > now - HOUR_MS), now];
    this.#most = Math.max(this.#most, this.#times.length);
    this.#count += 1;
  }
}

/** Whether so many requests are more than upstream allows. */
export function isOverLimit(requests: number): boolean {
  return requests > LIMIT;
}
