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

interface Parts {
  readonly faultCase: FaultCase;
  readonly upstream: PlacedUpstream;
  readonly served: Awaited<ReturnType<typeof serveDemo>>;
  readonly clock: { now: number };
  readonly folder: string;
}

/** A change to interrupt. */
export class Danger implements AsyncDisposable {
  readonly faultCase: FaultCase;
  readonly upstream: PlacedUpstream;
  readonly folder: string;
  readonly #served: Parts["served"];
  readonly #clock: Parts["clock"];
  /** URL of a database, or of a proxy to a database, to use instead of the folder. */
  database: string | undefined;
  #life = 0;

  private constructor(
    { faultCase, upstream, folder, served, clock }: Parts,
    readonly clean: CleanRun,
    /**
     * The upstream's token. If a database is used, each instance has its own token and therefore
     * its own data.
     */
    readonly token: string = "demo-token",
  ) {
    this.faultCase = faultCase;
    this.upstream = upstream;
    this.folder = folder;
    this.#served = served;
    this.#clock = clock;
  }

  /** Sets up a case, with its folder inside the given folder. */
  static async open(faultCase: FaultCase, below: string, database?: string): Promise<Danger> {
    const clock = { now: Date.parse(`${TODAY}T12:00:00Z`) };
    const now = (): Date => new Date(clock.now);
    const token = database === undefined ? "demo-token" : `demo-token-${crypto.randomUUID()}`;
    const upstream = new PlacedUpstream({ plans: [faultPlan()], now, token });
    const served = await serveDemo(upstream, { port: 0 });
    const folder = await Deno.makeTempDir({ dir: below });
    const parts = { faultCase, upstream, clock, served, folder };
    const danger = new Danger(parts, await cleanRun(faultCase), token);
    danger.database = database;
    return danger;
  }

  /** Sets up a case whose upstream requests all come from this process. */
  static async over(
    upstream: PlacedUpstream,
    { url, ...parts }: Omit<Parts, "served" | "upstream"> & { readonly url: string },
  ): Promise<Danger> {
    const served = { url, close: (): Promise<void> => Promise.resolve() };
    return new Danger({ ...parts, upstream, served }, await cleanRun(parts.faultCase));
  }

  get url(): string {
    return this.#served.url;
  }

  /** Returns a function that calls a server's tools with this test case's store and clock. */
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

  /** Prepares and previews the change. Returns the call that applies the change. */
  prepare(ask: Ask): Promise<ToolCall> {
    return prepare(this.faultCase, ask);
  }

  /** Advances the clock. */
  pass(seconds: number): void {
    this.#clock.now += seconds * 1000;
  }

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

  /** Returns the facts about the interrupted change, and about any change that it undoes. */
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
