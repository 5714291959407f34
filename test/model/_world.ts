import { Journal } from "../../changes/journal.ts";
import type { FaultOutcome } from "../../demo/faults.ts";
import type { PlanRecords } from "../../demo/model/records.ts";
import { openPostgres } from "../../remote/postgres/open_postgres.ts";
import { openSession, type Session } from "../../server/open_session.ts";
import type { ToolReply } from "../../server/run_tool.ts";
import type { ServerOptions } from "../../server/server_options.ts";
import type { Profile } from "../../tools/_tool.ts";
import { snapshotsOf } from "../changes/plans/_shared_snapshot.ts";
import { type Ask, askSession } from "../processes/_asking.ts";
import { copyFolder, mortalFetch, MortalUpstream } from "./_mortal_upstream.ts";
import { type PlanState, planState } from "../processes/_plan_state.ts";
import { ids, TODAY } from "../tools/_plan.ts";
import type { Step } from "./_steps.ts";

export type Args = Readonly<Record<string, unknown>>;

/** Where servers store their caches and journals. */
export type Place =
  | { readonly kind: "memory" }
  | { readonly kind: "sqlite"; readonly below: string }
  | { readonly kind: "postgres"; readonly url: string };

interface Member {
  readonly session: Session;
  readonly ask: Ask;
  close(): Promise<void>;
}

/** Offset of each server's clock from true time. */
const SKEWS_MS = [0, 3_000, -4_000] as const;
const SERVER = { token: "demo-token", write: true, fullIds: true, checksAnswers: true } as const;
const WRITING = ["POST", "PUT", "PATCH", "DELETE"];

export interface WorldOptions {
  /**
   * Where the servers keep their store. If omitted, there is only one server, which keeps its store
   * in memory.
   */
  readonly place?: Place;
  readonly plans: readonly PlanRecords[];
  /** `YYYY-MM-DD`. */
  readonly today?: string;
  readonly profile?: Profile;
  /**
   * The users' time zone, which determines the current day. Without a time zone, the current day
   * never advances past `today`.
   */
  readonly timeZone?: string | undefined;
}

/** An upstream and servers that share a store and can crash. */
export class ModelWorld implements AsyncDisposable {
  readonly #place: Place;
  readonly #options: typeof SERVER & Pick<ServerOptions, "today" | "timeZone" | "profile">;
  readonly #members = new Map<string, Promise<Member>>();
  #upstream: MortalUpstream;
  #records: () => PlanRecords;
  #backup: readonly PlanRecords[] | null = null;
  #now: number;
  #life = 0;
  #turn = 0;
  /** The store's folder, which is copied when a server crashes. */
  #folder = "";

  /** Copies the plans. */
  constructor(options: WorldOptions) {
    const { place, plans, today = TODAY, profile = "complete", timeZone } = options;
    this.#place = place ?? { kind: "memory" };
    this.#options = { ...SERVER, profile, ...(timeZone === undefined ? { today } : { timeZone }) };
    this.#now = Date.parse(`${today}T00:30:00Z`);
    if (place?.kind === "sqlite") this.#folder = Deno.makeTempDirSync({ dir: place.below });
    this.#upstream = this.#opened(plans);
    this.#records = snapshotsOf(this.#upstream);
  }

  /** Number of servers that share the store. */
  get size(): number {
    return this.#place.kind === "memory" ? 1 : SKEWS_MS.length;
  }

  /** Whether a server can crash without losing its journal. */
  get isMortal(): boolean {
    return this.#place.kind !== "memory";
  }

  /** The day in UTC, `YYYY-MM-DD`. */
  get utcDay(): string {
    return this.#options.today ?? new Date(this.#now).toISOString().slice(0, 10);
  }

  get upstream(): MortalUpstream {
    return this.#upstream;
  }

  /** The first plan's current records. Unchanged records are shared with earlier snapshots. */
  records(): PlanRecords {
    return this.#records();
  }

  /** All plans as text, for comparison. */
  state(): string {
    return JSON.stringify(
      this.#upstream.stored,
      (_, value) => value instanceof Map ? [...value] : value,
    );
  }

  /** The plan's current state, which every read must return. */
  planState(): PlanState {
    return planState(this.#upstream);
  }

  /**
   * The current server's journal, after earlier reads have resolved as many outcomes as possible.
   */
  async journal(): Promise<Journal> {
    const { session } = await this.#member();
    if (session.copy === null) throw new Error("The session has no token");
    await session.journalResolved();
    return new Journal(session.copy.changes);
  }

  /** Calls a tool on the current server. */
  readonly call = async (tool: string, args: Args): Promise<ToolReply> => {
    this.#now += 1000;
    const { ask } = await this.#member();
    return await ask({ tool, args });
  };

  /** Starts a server with an empty cache and no store. */
  afresh(): Ask {
    const { fetch } = this.#upstream;
    return askSession(openSession({ ...this.#options, fetch, now: () => this.#now }, PARTS));
  }

  /** Calls a tool and makes one of its writes fail; returns `null` if the server crashed. */
  async callUnder(
    { mishap, three }: Step,
    call: { readonly tool: string; readonly args: Args },
  ): Promise<ToolReply | null> {
    const { tool, args } = call;
    const fault = FAULTS[mishap ?? ""];
    if (fault !== undefined) {
      const rules = WRITING.map((method) => ({ method, nth: 1, then: fault }));
      this.#upstream.setFaults(rules);
      const reply = await this.call(tool, args);
      this.#upstream.setFaults([]);
      return reply;
    }
    const isAfter = mishap === "dies after" || mishap === "cut after";
    const isCut = mishap === "cut before" || mishap === "cut after" || !this.isMortal;
    const waiting = this.#upstream.keepWrite(1 + three % 2, isAfter ? "applied" : "before");
    const answer = this.call(tool, args);
    const ended = await Promise.race([answer, waiting.reached]);
    this.#upstream.keepNone();
    // The call ended before sending the write that `keepWrite` would have held.
    if (ended !== undefined) return ended;
    if (isCut) {
      waiting.cut();
      return await answer;
    }
    this.#die();
    if (mishap === "dies on the way") await waiting.release();
    return null;
  }

  /** Sends a write as another client; rejected requests are ignored. */
  async write(method: string, path: string, body?: unknown): Promise<void> {
    await this.#upstream.fetch(`https://upstream.test/v1/plans/${ids.plan}${path}`, {
      method,
      headers: { authorization: `Bearer ${SERVER.token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  /** Advances the clock. */
  pass(seconds: number): void {
    this.#now += seconds * 1000;
  }

  /**
   * Advances the clock by a number of days, then sends a request so that the simulated YNAB enters
   * the scheduled transactions that have become due.
   */
  async passDays(days: number): Promise<void> {
    this.pass(days * 86_400);
    await this.#upstream.fetch("https://upstream.test/v1/user", {
      headers: { authorization: `Bearer ${SERVER.token}` },
    });
  }

  /** Whether the UTC day could end during a step. */
  get isNearMidnight(): boolean {
    return new Date(this.#now).getUTCHours() >= 21;
  }

  /** Advances the clock to the next day. */
  async passMidnight(): Promise<void> {
    this.pass(86_400 - this.#now / 1000 % 86_400);
    await this.passDays(0);
  }

  /** Switches to another server. */
  turnTo(nth: number): void {
    this.#turn = nth % this.size;
  }

  /** Restarts the current server, cleanly or after a crash. */
  async restart(isClean: boolean): Promise<void> {
    if (!this.isMortal) return;
    if (!isClean) return this.#die();
    const name = this.#name();
    await (await this.#member()).close();
    this.#members.delete(name);
  }

  /** Backs up all plans. */
  backUp(): void {
    this.#backup = this.#upstream.snapshot();
  }

  /**
   * Restores the backup, just as the plan's owner could do in YNAB. Later changes are lost, and the
   * server knowledge returns to its earlier value.
   */
  putBack(): boolean {
    if (this.#backup === null) return false;
    this.#upstream = this.#opened(this.#backup);
    this.#records = snapshotsOf(this.#upstream);
    return true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const member of this.#members.values()) await (await member).close().catch(() => {});
  }

  #opened(plans: readonly PlanRecords[]): MortalUpstream {
    const now = (): Date => new Date(this.#now);
    return new MortalUpstream({ plans, now });
  }

  /**
   * Crashes all servers. Servers that start later see the disk as it was at the moment of the
   * crash.
   */
  #die(): void {
    if (this.#place.kind === "sqlite") {
      const remains = Deno.makeTempDirSync({ dir: this.#place.below });
      copyFolder(this.#folder, remains);
      this.#folder = remains;
    }
    this.#upstream.noteDeath();
    this.#life += 1;
  }

  #skew(): number {
    return SKEWS_MS[this.#turn] ?? 0;
  }

  #name(): string {
    return `${this.#life} ${this.#turn}`;
  }

  #member(): Promise<Member> {
    const name = this.#name();
    const member = this.#members.get(name) ?? this.#started();
    this.#members.set(name, member);
    return member;
  }

  async #started(): Promise<Member> {
    const place = this.#place;
    const skew = this.#skew();
    let last = 0;
    const database = place.kind !== "postgres" ? null : await openPostgres(place.url, {
      clock: () => `CAST(${this.#now} AS bigint)`,
    });
    const session = openSession({
      ...this.#options,
      fetch: mortalFetch(() => this.#upstream),
      ...(place.kind === "sqlite" ? { storeFolder: this.#folder } : {}),
      ...(database === null ? {} : { database }),
      // Each of a server's timestamps is unique. A server's clock also advances while other servers
      // handle calls. If a server's clock fell behind, the server would ignore other servers'
      // leases, because those leases would end too far in the future.
      now: () => last = Math.max(last + 1, this.#now + skew),
    }, PARTS);
    const close = async (): Promise<void> => {
      await session.copy?.close();
      await database?.close();
    };
    return { session, ask: askSession(session), close };
  }
}

const FAULTS: Readonly<Record<string, FaultOutcome>> = {
  "status 503": { status: 503 },
  "status 500 after": { status: 500, applied: true },
  "page 502": { html: 502 },
  "status 429": { status: 429, headers: { "retry-after": "30" } },
};

/** Retries without delay; a call without a response never times out. */
const PARTS = { delay: () => Promise.resolve(), random: () => 0, after: () => () => {} };
