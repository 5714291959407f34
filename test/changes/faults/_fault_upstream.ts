import type { OperationId } from "../../../client/operations.ts";
import { DemoUpstream } from "../../../demo/upstream.ts";
import { planText } from "../plans/_plan_text.ts";

/** A request and its outcome. */
export interface EndedRequest {
  readonly operation: OperationId | null;
  readonly isWrite: boolean;
  /** Whether the client received upstream's complete response. */
  readonly isAnswered: boolean;
  /** Whether upstream rejected the request without processing it, for example with a 429. */
  readonly isRefused: boolean;
  /** The plan after the request. */
  readonly plan: string;
}

/** Where a request is held: before it is applied, or before its response is sent. */
export type HoldPlace = "before it is applied" | "before it is answered";

/** A held request. */
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

/** The upstream of one run. The same requests get the same ids in every run. */
export class FaultUpstream extends DemoUpstream {
  readonly #timers = new Set<() => void>();
  #ended: EndedRequest[] = [];
  #arrivals = 0;
  #hold: OpenHold | null = null;

  protected override carriedOut(
    ...request: Parameters<DemoUpstream["carriedOut"]>
  ): ReturnType<DemoUpstream["carriedOut"]> {
    return withCountedIds(this.stored[0]?.knowledge ?? 0, () => super.carriedOut(...request));
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

  /** Resolves when all requests have ended, including those that outlive their call. */
  async untilIdle(): Promise<void> {
    for (let seen = -1; seen !== this.#arrivals;) {
      seen = this.#arrivals;
      // Wait two turns: a stalled request reaches its stall in the first and times out in the
      // second.
      await aTurn();
      await aTurn();
    }
  }

  /** A clock for time limits; it is frozen until a request stalls. */
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

/** Runs synchronous code with UUIDs generated from a seed. */
export function withCountedIds<Result>(seed: number, run: () => Result): Result {
  const random = Object.getOwnPropertyDescriptor(crypto, "randomUUID");
  let count = 0;
  Object.defineProperty(crypto, "randomUUID", {
    configurable: true,
    value: () => madeUpId(seed * MAX_IDS + count++),
  });
  try {
    return run();
  } finally {
    if (random === undefined) Reflect.deleteProperty(crypto, "randomUUID");
    else Object.defineProperty(crypto, "randomUUID", random);
  }
}

/** More than the number of UUIDs that any request generates. */
const MAX_IDS = 1000;

/** Varies the first eight characters, because short ids contain only those. */
function madeUpId(number: number): string {
  const spread = Math.imul(number, 0x9e3779b1) >>> 0;
  return `${spread.toString(16).padStart(8, "0")}-1d1d-4000-8000-${
    number.toString(16).padStart(12, "0")
  }`;
}
