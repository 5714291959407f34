import type { ToolReply } from "../../server/run_tool.ts";
import type { ToolCall } from "../changes/faults/_fault_cases.ts";
import { ServerProcess } from "../processes/_server_process.ts";
import type { SoakStore } from "./_soak_store.ts";
import { HOLDING, type Holding } from "./_soak_server.ts";

export interface CrewOptions {
  /** The bundled server. */
  readonly script: string;
  readonly timeZone: string;
  readonly url: string;
  readonly store: SoakStore;
  /** The true time. */
  readonly now: () => number;
}

/** The first server is never killed, so that its memory can be compared day by day. */
const SKEWS_MS = [0, 3_000, -4_000] as const;

interface Member {
  process: ServerProcess | null;
  /** Clock offset from the true time. */
  skewMs: number;
}

/** Several servers that run in parallel. */
export class Crew implements AsyncDisposable {
  readonly #options: CrewOptions;
  readonly #members: readonly Member[];
  #starts = 0;

  /** Starts no process until the first call. */
  constructor(options: CrewOptions) {
    this.#options = options;
    this.#members = SKEWS_MS.map((skewMs) => ({ process: null, skewMs }));
  }

  /** Number of servers. */
  get size(): number {
    return this.#members.length;
  }

  /** Number of starts so far. */
  get starts(): number {
    return this.#starts;
  }

  /** A server's time. */
  timeOf(nth: number): number {
    return this.#options.now() + this.#member(nth).skewMs;
  }

  /** Calls a tool of a server; `null` if it was killed before it answered. */
  async ask(nth: number, { tool, args }: ToolCall): Promise<ToolReply | null> {
    const { url, store, now } = this.#options;
    await store.setClock(now());
    const process = this.#running(nth);
    const order = { url, folder: store.name, life: 0, now: this.timeOf(nth), tool, args };
    try {
      return await process.follow(order);
    } catch (error) {
      if (this.#member(nth).process !== process) return null;
      throw error;
    }
  }

  /** A server's memory and open files. */
  async holding(nth: number): Promise<Holding> {
    const reply = await this.ask(nth, { tool: HOLDING, args: {} });
    return reply?.structured as unknown as Holding;
  }

  /** Kills a server immediately. */
  async kill(nth: number): Promise<void> {
    const member = this.#member(nth);
    const { process } = member;
    member.process = null;
    await process?.kill();
  }

  /** Stops a server like a host; the next call restarts it. */
  async end(nth: number): Promise<void> {
    const member = this.#member(nth);
    const { process } = member;
    member.process = null;
    await process?.[Symbol.asyncDispose]();
  }

  /** Sets a server's clock offset. */
  setClock(nth: number, aheadMs: number): void {
    this.#member(nth).skewMs = (SKEWS_MS[nth] ?? 0) + aheadMs;
  }

  /** Stops all servers. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const nth of this.#members.keys()) await this.kill(nth);
  }

  #running(nth: number): ServerProcess {
    const member = this.#member(nth);
    if (member.process !== null) return member.process;
    const { script, timeZone } = this.#options;
    this.#starts += 1;
    // A larger young generation, as in the tests: garbage collection took a sixth of the time.
    const flags = [
      "run",
      "--quiet",
      "-A",
      "--no-config",
      "--v8-flags=--expose-gc,--min-semi-space-size=16",
    ];
    member.process = new ServerProcess(
      ["env", `TZ=${timeZone}`, Deno.execPath(), ...flags, script],
    );
    return member.process;
  }

  #member(nth: number): Member {
    const member = this.#members[nth];
    if (member === undefined) throw new Error(`There is no member ${nth}`);
    return member;
  }
}
