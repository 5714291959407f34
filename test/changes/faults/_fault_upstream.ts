import type { OperationId } from "../../../client/operations.ts";
import type { DemoUpstream } from "../../../demo/upstream.ts";
import { PlacedUpstream } from "../../processes/_placed_upstream.ts";
import { planText } from "../plans/_plan_text.ts";
import { withCountedIds } from "./_counted_ids.ts";

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

/** The upstream of one run. Its new ids are the same in every run. */
export class FaultUpstream extends PlacedUpstream {
  readonly #timers = new Set<() => void>();
  #ended: EndedRequest[] = [];
  #arrivals = 0;

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
    return outcome;
  }

  #endTime(): void {
    for (const run of this.#timers) run();
    this.#timers.clear();
  }
}

function aTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
