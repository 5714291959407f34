import { type Random, randomFrom } from "../../demo/model/random.ts";
import type { PlanRecords } from "../../demo/model/records.ts";
import { type DemoServer, serveDemo } from "../../demo/serve.ts";
import type { FaultOutcome } from "../../demo/faults.ts";
import type { ToolReply } from "../../server/run_tool.ts";
import { tools } from "../../tools/_manifest.ts";
import { isChanging } from "../../tools/_tool.ts";
import { bundled } from "../_bundle.ts";
import { faultPlan, type ToolCall } from "../changes/faults/_fault_cases.ts";
import { bankRow, otherRequest, ownerEdit } from "../model/_edits.ts";
import type { Step } from "../model/_steps.ts";
import { ids } from "../tools/_plan.ts";
import { staleAnswers } from "./_full_reads.ts";
import { untruths } from "./_soak_account.ts";
import { SoakAsker } from "./_soak_asker.ts";
import { drawnStep } from "./_soak_changes.ts";
import { Crew } from "./_soak_crew.ts";
import type { Holding } from "./_soak_server.ts";
import { inFolder, type SoakStore } from "./_soak_store.ts";
import { isOverLimit, type Plant, SoakUpstream } from "./_soak_upstream.ts";

/** The configuration of a soak. */
export interface SoakOptions {
  readonly days: number;
  readonly seed: number;
  /** The store that the processes share; SQLite if absent. The caller closes it. */
  readonly store?: SoakStore;
  /** A bug added on purpose. */
  readonly plant?: Plant;
  /** Called daily with what happened. */
  readonly onDay?: (line: string) => void;
}

/** The result of a soak. */
export interface SoakReport {
  /** False statements, a sentence each; empty if there are none. */
  readonly found: readonly string[];
  /** How often each event happened. */
  readonly counts: ReadonlyMap<string, number>;
  readonly requests: number;
  readonly mostInAnHour: number;
  /** Memory and files of the process that is never killed, per day. */
  readonly held: readonly Holding[];
}

/** Start dates. Each day is a month's last, and two have a daylight saving change. */
const PLACES = [
  { timeZone: "Europe/Berlin", from: "2026-03-26T05:00:00Z" },
  { timeZone: "America/New_York", from: "2026-10-27T05:00:00Z" },
  { timeZone: "Pacific/Auckland", from: "2026-03-30T05:00:00Z" },
] as const;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const FAULTS: readonly FaultOutcome[] = [
  { status: 503 },
  { status: 500, applied: true },
  { html: 502 },
  { cut: "before" },
  { cut: "after" },
  { status: 429 },
];
/** Arguments that read-only tools need besides the plan. */
const READS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  forecast_balance: { until: "2027-03" },
  list_money_movements: { month: "current" },
};
const READING: readonly string[] = tools.filter((tool) => !isChanging(tool))
  .map(({ name }) => name);
const plan = { plan_id: ids.plan };

/** Runs a soak in the given store, or in a temporary SQLite folder. */
export async function soak(options: SoakOptions): Promise<SoakReport> {
  if (options.store !== undefined) return await lived({ ...options, store: options.store });
  await using store = await inFolder();
  return await lived({ ...options, store });
}

type LifeOptions = SoakOptions & { readonly store: SoakStore };

async function lived(options: LifeOptions): Promise<SoakReport> {
  const scripts = await Deno.makeTempDir();
  try {
    const script = await bundled("test/soak/_soak_server.ts", scripts);
    await using life = await SoakLife.begin({ ...options, script });
    for (let day = 1; day <= options.days; day++) await life.day(day);
    return await life.report();
  } finally {
    await Deno.remove(scripts, { recursive: true });
  }
}

class SoakLife implements AsyncDisposable {
  readonly #options: LifeOptions;
  readonly #random: Random;
  readonly #timeZone: string;
  readonly #asker: SoakAsker;
  readonly #found: string[] = [];
  readonly #counts = new Map<string, number>();
  readonly #held: Holding[] = [];
  readonly #upstream: SoakUpstream;
  readonly #server: DemoServer;
  readonly #crew: Crew;
  #backup: readonly PlanRecords[] | null = null;
  #time: { now: number };

  static async begin(options: LifeOptions & { readonly script: string }): Promise<SoakLife> {
    const place = PLACES[options.seed % PLACES.length] ?? PLACES[0];
    const time = { now: Date.parse(place.from) };
    const upstream = new SoakUpstream([faultPlan()], () => time.now, options.plant);
    const server = await serveDemo(upstream, { port: 0 });
    const { timeZone } = place;
    const { store, script } = options;
    const now = (): number => time.now;
    const crew = new Crew({ script, timeZone, url: server.url, store, now });
    return new SoakLife(options, { timeZone, time, upstream, server, crew });
  }

  private constructor(
    options: LifeOptions,
    parts: {
      readonly timeZone: string;
      readonly time: { now: number };
      readonly upstream: SoakUpstream;
      readonly server: DemoServer;
      readonly crew: Crew;
    },
  ) {
    this.#options = options;
    this.#random = randomFrom(`soak/${options.seed}`);
    this.#timeZone = parts.timeZone;
    this.#time = parts.time;
    this.#upstream = parts.upstream;
    this.#server = parts.server;
    this.#crew = parts.crew;
    this.#asker = new SoakAsker({
      random: this.#random,
      crew: parts.crew,
      upstream: parts.upstream,
      now: () => this.#time.now,
      today: () => this.#today(),
      pass: (ms) => this.#pass(ms),
      onReply: (what, reply) => this.#said(what, reply),
    });
  }

  /**
   * Simulates 22 hours and two without requests, and compares every answer with a full read at the
   * end.
   */
  async day(day: number): Promise<void> {
    const busy = this.#random.integer(0, 21);
    const lost = day % 3 === 2 ? this.#random.integer(6, 20) : null;
    for (let hour = 0; hour < 22; hour++) {
      const ends = this.#time.now + HOUR_MS;
      if (hour === busy) await this.#rush();
      if (lost !== null && hour === lost - 4) this.#backUp();
      if (hour === lost) this.#putBack();
      await this.#hour();
      this.#time.now = Math.max(this.#time.now, ends);
    }
    await this.#evening(day);
  }

  /** Prints the result. */
  async report(): Promise<SoakReport> {
    const { mostInAnHour, all } = this.#upstream.requestCounts;
    const { asked, found } = this.#asker;
    const { store } = this.#options;
    const place = { upstream: this.#upstream, store, url: this.#server.url };
    this.#found.push(...found, ...await untruths(asked, place), ...growth(this.#held));
    if (isOverLimit(mostInAnHour)) this.#found.push(`${mostInAnHour} requests within an hour`);
    return {
      found: this.#found,
      counts: this.#counts,
      requests: all,
      mostInAnHour,
      held: this.#held,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#crew[Symbol.asyncDispose]();
    await this.#server.close();
  }

  async #hour(): Promise<void> {
    await this.#pass(0);
    for (let nth = this.#random.integer(2, 6); nth > 0; nth--) await this.#event();
  }

  async #event(): Promise<void> {
    const events: readonly (readonly [weight: number, () => Promise<void> | void])[] = [
      [3, () => this.#read()],
      [6, () => this.#asker.change(this.#anybody())],
      [2, () => this.#edit()],
      [2, () => this.#otherClient()],
      [1, () => this.#bank()],
      [3, () => this.#changeUnderFault()],
      [2, () => this.#killDuringChange()],
      [1, () => this.#together()],
      [1, () => this.#restart()],
      [1, () => this.#wrongClock()],
    ];
    const all = events.flatMap(([weight, event]) => Array.from({ length: weight }, () => event));
    await this.#pass(this.#random.integer(1, 600) * 1000);
    await this.#random.pick(all)();
  }

  async #read(): Promise<void> {
    this.#said("read", await this.#crew.ask(this.#anybody(), this.#drawnRead()));
  }

  #drawnRead(): ToolCall {
    const tool = this.#random.pick(READING);
    return { tool, args: tool === "list_plans" ? {} : { ...plan, ...READS[tool] } };
  }

  async #changeUnderFault(): Promise<void> {
    const then = this.#random.pick(FAULTS);
    const isWrite = this.#random.chance(0.7);
    const methods = isWrite ? ["POST", "PUT", "PATCH", "DELETE"] : ["GET"];
    this.#upstream.setFaults(methods.map((method) => ({ method, nth: 1, then })));
    this.#count("fault");
    await this.#asker.change(this.#anybody());
    this.#upstream.setFaults([]);
  }

  async #killDuringChange(): Promise<void> {
    const nth = this.#random.integer(1, this.#crew.size - 1);
    const place = this.#random.pick(["before", "after"] as const);
    let killed: Promise<void> | null = null;
    this.#upstream.onWrite = async (now): Promise<void> => {
      if (now !== place || killed !== null) return;
      killed = this.#crew.kill(nth);
      await killed;
    };
    await this.#asker.change(nth);
    this.#upstream.onWrite = () => Promise.resolve();
    await killed;
    if (killed === null) return;
    this.#count(`kill ${place} a write`);
    await this.#pass(this.#options.store.leaseMs);
  }

  async #together(): Promise<void> {
    this.#count("all at once");
    await this.#pass(40_000);
    const asks = Array.from(
      { length: this.#crew.size },
      (_, nth) => this.#crew.ask(nth, this.#drawnRead()),
    );
    for (const reply of await Promise.all(asks)) this.#said("read", reply);
  }

  async #restart(): Promise<void> {
    const nth = this.#random.integer(1, this.#crew.size - 1);
    this.#count("restart");
    if (this.#random.chance(0.5)) await this.#crew.end(nth);
    else await this.#crew.kill(nth);
    await this.#pass(this.#options.store.leaseMs);
  }

  #wrongClock(): void {
    const nth = this.#random.integer(1, this.#crew.size - 1);
    const aheadMs = this.#random.pick(this.#options.store.skewsMs);
    this.#count("clock set");
    this.#crew.setClock(nth, aheadMs);
  }

  async #edit(): Promise<void> {
    this.#count("edit in the app");
    const step = this.#step();
    await this.#asker.besideChanges(() =>
      this.#upstream.edit((records) => ownerEdit(step, records))
    );
  }

  async #otherClient(): Promise<void> {
    this.#count("other client");
    const [method, path, body] = otherRequest(this.#step(), this.#upstream.records);
    await this.#asker.besideChanges(async () => {
      await this.#upstream.inner.fetch(`https://upstream.test/v1/plans/${ids.plan}${path}`, {
        method,
        headers: { authorization: "Bearer demo-token" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    });
  }

  /** Adds bank transactions, which the next import returns. */
  #bank(): void {
    this.#count("bank");
    const row = { ...bankRow(this.#random.integer(0, 99)), date: this.#today() };
    this.#upstream.edit(({ waiting_imports: waiting }) => void waiting.push(row));
  }

  /** Many reads within minutes must stay within the rate limit. */
  async #rush(): Promise<void> {
    this.#count("rush hour");
    for (let nth = 0; nth < 110; nth++) {
      await this.#pass(31_000);
      if (nth % 5 === 0) await this.#edit();
      await this.#read();
    }
  }

  #backUp(): void {
    this.#backup = this.#upstream.inner.snapshot();
  }

  #putBack(): void {
    if (this.#backup === null) return;
    this.#count("plan put back");
    this.#upstream.putBack(this.#backup);
    this.#asker.notePutBack();
  }

  /** Waits until all reads are stale and the hour's requests are available again. */
  async #evening(day: number): Promise<void> {
    for (let nth = 0; nth < this.#crew.size; nth++) this.#crew.setClock(nth, 0);
    await this.#pass(2 * HOUR_MS);
    const stale = await staleAnswers({
      upstream: this.#upstream,
      crew: this.#crew,
      today: this.#today(),
      now: this.#time.now,
    });
    this.#found.push(...stale.map((one) => `day ${day}: ${one}`));
    const held = await this.#crew.holding(0);
    this.#held.push(held);
    this.#options.onDay?.(
      `day ${day} until ${
        new Date(this.#time.now).toISOString()
      }: ${this.#asker.asked.length} changes, ` +
        `${this.#crew.starts} starts, ${this.#upstream.requestCounts.all} requests, ` +
        `${(held.heap / 1e6).toFixed(1)} MB, ${held.files ?? "?"} files, ` +
        `${this.#found.length + this.#asker.found.length} untrue`,
    );
  }

  #said(what: string, reply: ToolReply | null): void {
    this.#count(what);
    if (reply?.isError === true && reply.text.startsWith("internal:")) {
      this.#found.push(`${what}: ${reply.text}`);
    }
  }

  #anybody(): number {
    return this.#random.integer(0, this.#crew.size - 1);
  }

  #step(): Step {
    return drawnStep("edit", this.#random);
  }

  #today(): string {
    return new Date(this.#time.now).toLocaleDateString("sv-SE", { timeZone: this.#timeZone });
  }

  /** Advances the time; YNAB starts its new day before the next request. */
  async #pass(ms: number): Promise<void> {
    this.#time.now += ms;
    await this.#upstream.beginDay();
  }

  #count(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }
}

/** A process's memory may grow on its first day, but not after that. */
function growth(held: readonly Holding[]): readonly string[] {
  const [warm, last] = [held[1], held.at(-1)];
  if (warm === undefined || last === undefined || held.length < 3) return [];
  const found: string[] = [];
  if (last.heap > 1.25 * warm.heap + 4e6) found.push(`memory: ${warm.heap} became ${last.heap}`);
  if ((last.files ?? 0) > (warm.files ?? 0) + 4) {
    found.push(`files: ${warm.files} became ${last.files}`);
  }
  return found;
}
