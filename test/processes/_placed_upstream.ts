import type { OperationId } from "../../client/operations.ts";
import { DemoUpstream } from "../../demo/upstream.ts";

/**
 * Where a write is held: before it is applied, or after it is applied but before its response is
 * sent.
 */
export type Place = "before" | "applied";

export interface Waiting {
  /** Resolves when the upstream begins to hold the write back. */
  readonly reached: Promise<void>;
  /**
   * Releases the write and resolves when it has been applied. A write that is never released is
   * lost.
   */
  readonly release: () => Promise<void>;
  /** Cuts the connection that the write was sent on, so that the write gets no response. */
  readonly cut: () => void;
}

interface OpenWait {
  readonly nth: number;
  readonly place: Place;
  readonly reached: PromiseWithResolvers<void>;
  readonly released: PromiseWithResolvers<"goes on" | "cut">;
  readonly applied: PromiseWithResolvers<void>;
}

/** An upstream that can hold a write until a test releases it or cuts its connection. */
export class PlacedUpstream extends DemoUpstream {
  /**
   * Called before each request is applied, and again before its response is sent. The first time
   * it's called for a request, the hook may return `lost` to drop the request.
   */
  onRequest: (place: Place) => "goes on" | "lost" = () => "goes on";
  /** Called after each write is applied. */
  onWritten: (operation: OperationId) => void = () => {};
  #wait: OpenWait | null = null;
  #writes = 0;

  /** Holds the nth write, counting from now. */
  keepWrite(nth: number, place: Place): Waiting {
    const reached = Promise.withResolvers<void>();
    const released = Promise.withResolvers<"goes on" | "cut">();
    this.#writes = 0;
    const applied = Promise.withResolvers<void>();
    this.#wait = { nth, place, reached, released, applied };
    return {
      reached: reached.promise,
      release: async () => {
        released.resolve("goes on");
        await applied.promise;
      },
      cut: () => released.resolve("cut"),
    };
  }

  override async respond(
    ...[arrival, signal]: Parameters<DemoUpstream["respond"]>
  ): ReturnType<DemoUpstream["respond"]> {
    if (this.onRequest("before") === "lost") return { kind: "cut" };
    const outcome = await this.#placed(arrival, signal);
    this.onRequest("applied");
    return outcome;
  }

  async #placed(
    ...[arrival, signal]: Parameters<DemoUpstream["respond"]>
  ): ReturnType<DemoUpstream["respond"]> {
    if (arrival.method === "GET") return await super.respond(arrival, signal);
    this.#writes += 1;
    const wait = this.#wait?.nth === this.#writes ? this.#wait : null;
    if (wait?.place === "before" && await endOf(wait) === "cut") return { kind: "cut" };
    const at = this.requests.length;
    const outcome = await super.respond(arrival, signal);
    const operation = this.requests[at]?.operationId ?? null;
    if (operation !== null) this.onWritten(operation);
    wait?.applied.resolve();
    if (wait?.place === "applied" && await endOf(wait) === "cut") return { kind: "cut" };
    return outcome;
  }
}

async function endOf({ reached, released }: OpenWait): Promise<"goes on" | "cut"> {
  reached.resolve();
  return await released.promise;
}
