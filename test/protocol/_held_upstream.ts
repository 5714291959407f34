import { householdOn } from "../_household.ts";
import { serveDemo } from "../../demo/serve.ts";
import { DemoUpstream } from "../../demo/upstream.ts";
import type { OperationId } from "../../client/operations.ts";
import { withinDeadline } from "./_deadline.ts";
import { fromSource, type ServerCommand, TODAY } from "./_server_command.ts";

export interface Hold {
  readonly arrived: Promise<void>;
  /** Resolves once the client disconnects, if it does so before the request is released. */
  readonly dropped: Promise<void>;
  readonly release: () => void;
}

interface OpenHold {
  readonly path: string;
  readonly arrived: PromiseWithResolvers<void>;
  readonly dropped: PromiseWithResolvers<void>;
  readonly released: PromiseWithResolvers<void>;
}

/** The demo household's upstream, which can delay responses until a test releases them. */
export class HeldUpstream extends DemoUpstream implements AsyncDisposable {
  #holds: OpenHold[] = [];
  #served: Awaited<ReturnType<typeof serveDemo>> | null = null;

  constructor() {
    super({ plans: [householdOn(TODAY)], now: () => new Date(`${TODAY}T12:00:00Z`) });
  }

  /** Starts listening on a free local port. */
  static async listen(): Promise<HeldUpstream> {
    const upstream = new HeldUpstream();
    upstream.#served = await serveDemo(upstream, { port: 0 });
    return upstream;
  }

  get url(): string {
    return this.#served?.url ?? "";
  }

  /** Holds the next request whose path ends with this text. */
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

  countOf(operation: OperationId): number {
    return this.requests.filter(({ operationId }) => operationId === operation).length;
  }

  /** Returns the command that starts a server with this upstream. */
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
