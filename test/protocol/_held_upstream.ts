import { householdPlan } from "../../demo/household.ts";
import { serveDemo } from "../../demo/serve.ts";
import { DemoUpstream } from "../../demo/upstream.ts";
import type { OperationId } from "../../client/operations.ts";
import { withinDeadline } from "./_deadline.ts";
import { fromSource, type ServerCommand, TODAY } from "./_server_command.ts";

/** A request that waits. */
export interface Hold {
  /** Settles when the request has come. */
  readonly arrived: Promise<void>;
  /** Settles when the client disconnects before release. */
  readonly dropped: Promise<void>;
  /** Lets it go on. */
  readonly release: () => void;
}

interface OpenHold {
  readonly path: string;
  readonly arrived: PromiseWithResolvers<void>;
  readonly dropped: PromiseWithResolvers<void>;
  readonly released: PromiseWithResolvers<void>;
}

/** The invented household's upstream. */
export class HeldUpstream extends DemoUpstream implements AsyncDisposable {
  #holds: OpenHold[] = [];
  #served: Awaited<ReturnType<typeof serveDemo>> | null = null;

  /** Starts listening on a free port of this machine. */
  static async listen(): Promise<HeldUpstream> {
    const upstream = new HeldUpstream({
      plans: [householdPlan({ today: TODAY })],
      now: () => new Date(`${TODAY}T12:00:00Z`),
    });
    upstream.#served = await serveDemo(upstream, { port: 0 });
    return upstream;
  }

  /** Its address. */
  get url(): string {
    return this.#served?.url ?? "";
  }

  /** Keeps the next request whose path ends so waiting. */
  holdNext(path: string): Hold {
    const hold = {
      path,
      arrived: Promise.withResolvers<void>(),
      dropped: Promise.withResolvers<void>(),
      released: Promise.withResolvers<void>(),
    };
    this.#holds.push(hold);
    return {
      arrived: withinDeadline(hold.arrived.promise, `the request of ${path}`),
      dropped: withinDeadline(hold.dropped.promise, `the end of the request of ${path}`),
      release: hold.released.resolve,
    };
  }

  /** Counts the requests of an operation. */
  countOf(operation: OperationId): number {
    return this.requests.filter(({ operationId }) => operationId === operation).length;
  }

  /** Starts a server that reads from this upstream. */
  commandOf(...flags: readonly string[]): ServerCommand {
    const usual = ["serve", "--api-url", this.url, "--store", "memory", "--today", TODAY];
    return fromSource([...usual, ...flags], { env: { BUDGET_ACCESS_TOKEN: "demo-token" } });
  }

  override async respond(
    ...[arrival, signal]: Parameters<DemoUpstream["respond"]>
  ): ReturnType<DemoUpstream["respond"]> {
    const hold = this.#holds.find(({ path }) => arrival.url.pathname.endsWith(path));
    if (hold !== undefined) {
      this.#holds = this.#holds.filter((other) => other !== hold);
      signal?.addEventListener("abort", () => hold.dropped.resolve(), { once: true });
      hold.arrived.resolve();
      await Promise.race([hold.released.promise, hold.dropped.promise]);
    }
    return await super.respond(arrival, signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#served?.close();
  }
}
