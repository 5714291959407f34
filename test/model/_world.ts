import { Journal } from "../../changes/journal.ts";
import type { FaultOutcome } from "../../demo/faults.ts";
import type { PlanRecords } from "../../demo/model/records.ts";
import { openPostgres } from "../../remote/postgres/open_postgres.ts";
import { openSession } from "../../server/open_session.ts";
import type { ToolReply } from "../../server/run_tool.ts";
import type { ServerOptions } from "../../server/server_options.ts";
import type { Session } from "../../server/session.ts";
import type { Profile } from "../../tools/_tool.ts";
import { snapshotsOf } from "../changes/plans/_shared_snapshot.ts";
import { type Ask, askSession } from "../processes/_asking.ts";
import { copyFolder, mortalFetch, MortalUpstream } from "./_mortal_upstream.ts";
import { type StandingPlan, standingPlan } from "../processes/_standing_plan.ts";
import { ids, TODAY } from "../tools/_plan.ts";
import type { Step } from "./_steps.ts";

/** Arguments of a call. */
export type Args = Readonly<Record<string, unknown>>;

/** Where servers keep their copies and journals. */
export type Place =
  | { readonly kind: "memory" }
  | { readonly kind: "sqlite"; readonly below: string }
  | { readonly kind: "postgres"; readonly url: string };

interface Member {
  readonly session: Session;
  readonly ask: Ask;
  readonly clock: { now: number };
  close(): Promise<void>;
}

/** How far the members' clocks are from the true time. */
const SKEWS_MS = [0, 3_000, -4_000] as const;
const SERVER = { token: "demo-token", write: true, fullIds: true, checksAnswers: true } as const;
/** The methods of writes. */
const WRITING = ["POST", "PUT", "PATCH", "DELETE"];

/** What a world is made of. */
export interface WorldOptions {
  /** One server with everything in memory when absent. */
  readonly place?: Place;
  readonly plans: readonly PlanRecords[];
  /** `YYYY-MM-DD`. */
  readonly today?: string;
  readonly profile?: Profile;
}

/** An upstream, and servers over one store that can die. */
export class ModelWorld implements AsyncDisposable {
  readonly #place: Place;
  readonly #options: typeof SERVER & Pick<ServerOptions, "today" | "profile">;
  readonly #members = new Map<string, Promise<Member>>();
  #upstream: MortalUpstream;
  #records: () => PlanRecords;
  #backup: readonly PlanRecords[] | null = null;
  #now: number;
  #life = 0;
  #turn = 0;
  /** Where the store lies; copied when a server dies. */
  #folder = "";

  /** Takes a copy of the plans. */
  constructor({ place, plans, today = TODAY, profile = "complete" }: WorldOptions) {
    this.#place = place ?? { kind: "memory" };
    this.#options = { ...SERVER, today, profile };
    this.#now = Date.parse(`${today}T00:30:00Z`);
    if (place?.kind === "sqlite") this.#folder = Deno.makeTempDirSync({ dir: place.below });
    this.#upstream = this.#opened(plans);
    this.#records = snapshotsOf(this.#upstream);
  }

  /** How many servers share the store. */
  get size(): number {
    return this.#place.kind === "memory" ? 1 : SKEWS_MS.length;
  }

  /** Whether a server can die without losing its journal. */
  get isMortal(): boolean {
    return this.#place.kind !== "memory";
  }

  get upstream(): MortalUpstream {
    return this.#upstream;
  }

  /** The first plan; unchanged records are shared with earlier snapshots. */
  records(): PlanRecords {
    return this.#records();
  }

  /** All plans, for comparing. */
  state(): string {
    return JSON.stringify(
      this.#upstream.stored,
      (_, value) => value instanceof Map ? [...value] : value,
    );
  }

  /** The plan as reads must show it. */
  standing(): StandingPlan {
    return standingPlan(this.#upstream);
  }

  /** The journal of the member whose turn it is. */
  async journal(): Promise<Journal> {
    const { session } = await this.#member();
    if (session.copy === null) throw new Error("The session has no token");
    return new Journal(session.copy.changes);
  }

  /** Asks the member whose turn it is. */
  readonly call = async (tool: string, args: Args): Promise<ToolReply> => {
    this.#now += 1000;
    const { ask, clock } = await this.#member();
    clock.now = this.#now + this.#skew();
    return await ask({ tool, args });
  };

  /** Asks a server that keeps nothing and has read nothing before. */
  async readAnew(tool: string, args: Args): Promise<ToolReply> {
    const { fetch } = this.#upstream;
    const now = (): number => this.#now;
    const fresh = openSession({ ...this.#options, fetch, now }, PARTS);
    return await askSession(fresh)({ tool, args });
  }

  /** Makes a call, one write of which meets a mishap; `null` when its server died. */
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
    // It may have fewer writes than that.
    if (ended !== undefined) return ended;
    if (isCut) {
      waiting.cut();
      return await answer;
    }
    this.#die();
    if (mishap === "dies on the way") await waiting.release();
    return null;
  }

  /** Writes past the servers, as another client does; what YNAB refuses does not happen. */
  async write(method: string, path: string, body?: unknown): Promise<void> {
    await this.#upstream.fetch(`https://upstream.test/v1/plans/${ids.plan}${path}`, {
      method,
      headers: { authorization: `Bearer ${SERVER.token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  /** Lets time pass. */
  pass(seconds: number): void {
    this.#now += seconds * 1000;
  }

  /** Gives the turn to another server. */
  turnTo(nth: number): void {
    this.#turn = nth % this.size;
  }

  /** Starts the member whose turn it is again, with or without its pending writes. */
  async restart(isClean: boolean): Promise<void> {
    if (!this.isMortal) return;
    if (!isClean) return this.#die();
    const name = this.#name();
    await (await this.#member()).close();
    this.#members.delete(name);
  }

  /** Keeps a backup of all plans. */
  backUp(): void {
    this.#backup = this.#upstream.snapshot();
  }

  /** Restores the backup, as the owner can: later changes are gone, knowledge included. */
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

  /** Lets all servers die: the next ones find what the disk has now. */
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
    const clock = { now: this.#now + this.#skew() };
    const database = place.kind !== "postgres" ? null : await openPostgres(place.url, {
      clock: () => `CAST(${this.#now} AS bigint)`,
    });
    const session = openSession({
      ...this.#options,
      fetch: mortalFetch(() => this.#upstream),
      ...(place.kind === "sqlite" ? { storeFolder: this.#folder } : {}),
      ...(database === null ? {} : { database }),
      // No two moments of a call are the same.
      now: () => clock.now++,
    }, PARTS);
    const close = async (): Promise<void> => {
      await session.copy?.close();
      await database?.close();
    };
    return { session, ask: askSession(session), clock, close };
  }
}

const FAULTS: Readonly<Record<string, FaultOutcome>> = {
  "status 503": { status: 503 },
  "status 500 after": { status: 500, applied: true },
  "page 502": { html: 502 },
  "status 429": { status: 429, headers: { "retry-after": "30" } },
};

/** Tries follow without delay; a call without an answer waits forever. */
const PARTS = { delay: () => Promise.resolve(), random: () => 0, after: () => () => {} };
