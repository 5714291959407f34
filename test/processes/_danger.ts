import { serveDemo } from "../../demo/serve.ts";
import { type FaultCase, faultPlan, type ToolCall } from "../changes/faults/_fault_cases.ts";
import { TODAY } from "../tools/_plan.ts";
import { removeFolder } from "../sync/_sqlite_store.ts";
import { type Ask, prepare } from "./_asking.ts";
import { type CleanRun, cleanRun } from "./_clean_run.ts";
import type { OrderedServer } from "./_ordered_server.ts";
import { PlacedUpstream } from "./_placed_upstream.ts";
import { type PlanState, planState } from "./_plan_state.ts";
import type { Truth } from "./_claims.ts";

/** A change to interrupt. */
export class Danger implements AsyncDisposable {
  readonly faultCase: FaultCase;
  readonly clean: CleanRun;
  readonly upstream: PlacedUpstream;
  readonly url: string;
  readonly #served: Awaited<ReturnType<typeof serveDemo>>;
  readonly #clock: { now: number };
  /**
   * The upstream's token. With a database, each instance has its own token and therefore its own
   * data.
   */
  readonly token: string;
  folder: string;
  /** URL of a database, or of a proxy to it, that replaces the folder. */
  database: string | undefined;
  #life = 0;

  private constructor(
    made: Pick<Danger, "faultCase" | "clean" | "upstream" | "token" | "folder" | "database"> & {
      readonly served: Awaited<ReturnType<typeof serveDemo>>;
      readonly clock: { now: number };
    },
  ) {
    this.faultCase = made.faultCase;
    this.clean = made.clean;
    this.upstream = made.upstream;
    this.token = made.token;
    this.folder = made.folder;
    this.database = made.database;
    this.url = made.served.url;
    this.#served = made.served;
    this.#clock = made.clock;
  }

  /** Sets up a case, with its folder inside the given folder. */
  static async open(faultCase: FaultCase, below: string, database?: string): Promise<Danger> {
    const clock = { now: Date.parse(`${TODAY}T12:00:00Z`) };
    const now = (): Date => new Date(clock.now);
    const token = database === undefined ? "demo-token" : `demo-token-${crypto.randomUUID()}`;
    const upstream = new PlacedUpstream({ plans: [faultPlan()], now, token });
    return new Danger({
      faultCase,
      clean: await cleanRun(faultCase),
      upstream,
      clock,
      token,
      database,
      served: await serveDemo(upstream, { port: 0 }),
      folder: await Deno.makeTempDir({ dir: below }),
    });
  }

  /** Sets up a case whose upstream requests all come from this process. */
  static async over(
    upstream: PlacedUpstream,
    { url, ...there }: Pick<Danger, "faultCase" | "folder" | "url"> & {
      readonly clock: { now: number };
    },
  ): Promise<Danger> {
    return new Danger({
      ...there,
      clean: await cleanRun(there.faultCase),
      upstream,
      token: "demo-token",
      database: undefined,
      served: { url, close: () => Promise.resolve() },
    });
  }

  /** Returns a function that calls a server's tools in this case, with the case's clock. */
  asking(server: OrderedServer): Ask {
    const life = this.#life;
    return ({ tool, args }) => {
      this.pass(1);
      return server.follow({
        url: this.url,
        token: this.token,
        folder: this.folder,
        database: this.database,
        life,
        now: this.#clock.now,
        tool,
        args,
      });
    };
  }

  /** Current time in milliseconds since 1970. */
  get now(): number {
    return this.#clock.now;
  }

  /** Replaces the server with a new one that uses the same store. */
  restart(): void {
    this.#life += 1;
  }

  /** Prepares and previews the change. Returns the call that applies it. */
  prepare(ask: Ask): Promise<ToolCall> {
    return prepare(this.faultCase, ask);
  }

  /** Advances the clock. */
  pass(seconds: number): void {
    this.#clock.now += seconds * 1000;
  }

  /** Returns the plan's current state in the upstream. */
  planState(): PlanState {
    return planState(this.upstream);
  }

  /**
   * Number of the change's writes that were applied; -1 if the plan matches no stage of the change.
   */
  stage(): number {
    const { text } = this.planState();
    return this.clean.stages.findIndex((stage) => stage.text === text);
  }

  /** Returns what is true of the interrupted change, and of any change that it undoes. */
  truth(): Truth {
    const stage = this.stage();
    const last = this.clean.stages.length - 1;
    const written = stage === 0 ? "none" : stage === last ? "all" : "part";
    if (this.faultCase.isUndo !== true) return { written, inEffect: written };
    return { written, inEffect: stage === 0 ? "all" : stage === last ? "none" : "part" };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#served.close();
    await removeFolder(this.folder);
  }
}
