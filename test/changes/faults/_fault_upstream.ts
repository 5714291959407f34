import type { OperationId } from "../../../client/operations.ts";
import { deepCopy, type PlanRecords } from "../../../demo/model/records.ts";
import { DemoUpstream } from "../../../demo/upstream.ts";
import { planText } from "../plans/_plan_text.ts";
import { firstStateOf, type UpstreamState } from "./_upstream_states.ts";

/** A request and its outcome. */
export interface EndedRequest {
  readonly operation: OperationId | null;
  readonly isWrite: boolean;
  /** Whether the client received the complete response. */
  readonly isAnswered: boolean;
  /** Whether the request was rejected without being processed, for example with a 429. */
  readonly isRefused: boolean;
  /** The plan after the request. */
  readonly plan: string;
}

/** Where a request is held: before it is applied, or before its response is sent. */
export type HoldPlace = "before it is applied" | "before it is answered";

export interface Hold {
  /** Resolves when the request is held. */
  readonly reached: Promise<void>;
  /** Releases the request. */
  readonly release: () => void;
}

interface OpenHold {
  readonly nth: number;
  readonly place: HoldPlace;
  readonly reached: PromiseWithResolvers<void>;
  readonly released: PromiseWithResolvers<void>;
}

/**
 * The simulated YNAB for a single run. The state after each request is cached for use in other
 * runs.
 */
export class FaultUpstream extends DemoUpstream {
  readonly #now: () => Date;
  #state: UpstreamState;
  readonly #timers = new Set<() => void>();
  #ended: EndedRequest[] = [];
  #arrivals = 0;
  #hold: OpenHold | null = null;

  /** Starts with the given plan, which callers must not modify. */
  constructor(plan: PlanRecords, now: () => Date) {
    super({ plans: [], now });
    this.#now = now;
    this.#state = firstStateOf(plan, now());
  }

  override get stored(): readonly Readonly<PlanRecords>[] {
    return this.#state.stored;
  }

  override snapshot(): PlanRecords[] {
    return this.stored.map((plan) => deepCopy(plan));
  }

  override edit(...[change]: Parameters<DemoUpstream["edit"]>): void {
    this.#state = this.#state.edited(change, this.#now());
  }

  protected override carriedOut(
    ...[arrival, route, now]: Parameters<DemoUpstream["carriedOut"]>
  ): ReturnType<DemoUpstream["carriedOut"]> {
    const { carriedOut, state } = this.#state.after(arrival, route, now);
    this.#state = state;
    return carriedOut;
  }

  /** Returns the requests that have ended since the last call, oldest first. */
  takeEnded(): readonly EndedRequest[] {
    const ended = this.#ended;
    this.#ended = [];
    return ended;
  }

  /** Holds the nth write, counting from now. */
  holdWrite(nth: number, place: HoldPlace): Hold {
    const reached = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    this.#hold = { nth, place, reached, released };
    return { reached: reached.promise, release: released.resolve };
  }

  /** Resolves when all requests have ended, including those that outlive their tool call. */
  async untilIdle(): Promise<void> {
    for (let seen = -1; seen !== this.#arrivals;) {
      seen = this.#arrivals;
      // Wait two turns of the event loop, because a stalled request stalls in the first turn and
      // times out in the second.
      await aTurn();
      await aTurn();
    }
  }

  /** A clock for time limits, which is frozen until a request stalls. */
  readonly after = (_ms: number, run: () => void): () => void => {
    this.#timers.add(run);
    return () => this.#timers.delete(run);
  };

  override async respond(
    ...[arrival, signal]: Parameters<DemoUpstream["respond"]>
  ): ReturnType<DemoUpstream["respond"]> {
    this.#arrivals += 1;
    const isWrite = arrival.method !== "GET";
    const hold = isWrite ? this.#nextHold() : null;
    if (hold?.place === "before it is applied") await waitAt(hold);
    const at = this.requests.length;
    const outcome = await super.respond(arrival, signal);
    const isPage = outcome.kind === "answer" && !outcome.answer.body.startsWith("{");
    this.#ended.push({
      operation: this.requests[at]?.operationId ?? null,
      isWrite,
      isAnswered: outcome.kind === "answer" && outcome.answer.status < 500 && !isPage,
      isRefused: outcome.kind === "answer" && outcome.answer.status >= 400,
      plan: planText(this),
    });
    if (outcome.kind === "stall") setTimeout(() => this.#endTime(), 0);
    if (hold?.place === "before it is answered") await waitAt(hold);
    return outcome;
  }

  #nextHold(): OpenHold | null {
    const hold = this.#hold;
    if (hold === null) return null;
    this.#hold = hold.nth > 1 ? { ...hold, nth: hold.nth - 1 } : null;
    return hold.nth > 1 ? null : hold;
  }

  #endTime(): void {
    for (const run of this.#timers) run();
    this.#timers.clear();
  }
}

async function waitAt({ reached, released }: OpenHold): Promise<void> {
  reached.resolve();
  await released.promise;
}

function aTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
