/**
 * A soak: simulated days of several processes on one store, with the owner's edits in the app,
 * other clients, faults, kills, restarts, wrong clocks, a plan put back from a backup, midnights,
 * month ends and changes to summer time. Time is told to the processes, so a week takes minutes.
 *
 * @module
 */

import { type Random, randomFrom } from "../../demo/_random.ts";
import type { PlanRecords } from "../../demo/_records.ts";
import { type DemoServer, serveDemo } from "../../demo/serve.ts";
import type { FaultOutcome } from "../../demo/faults.ts";
import type { ToolReply } from "../../server/run_tool.ts";
import { bundled } from "../_bundle.ts";
import { memoryFolder } from "../_memory_folder.ts";
import { faultPlan } from "../changes/faults/_fault_cases.ts";
import { otherRequest, ownerEdit, type Step } from "../changes/_random_changes.ts";
import { removeFolder } from "../sync/_sqlite_store.ts";
import { ids } from "../tools/_plan.ts";
import { staleAnswers } from "./_full_reads.ts";
import { type AskedChange, untruths } from "./_soak_account.ts";
import { markedCall } from "./_soak_changes.ts";
import { Crew } from "./_soak_crew.ts";
import type { Holding } from "./_soak_server.ts";
import { isOverLimit, type Plant, SoakUpstream } from "./_soak_upstream.ts";

/** What a soak is made of. */
export interface SoakOptions {
  readonly days: number;
  readonly seed: number;
  /** A bug that is put in on purpose. */
  readonly plant?: Plant;
  /** Hears what happened, day by day. */
  readonly onDay?: (line: string) => void;
}

/** What came of it. */
export interface SoakReport {
  /** What was untrue, a sentence each; empty when all is well. */
  readonly found: readonly string[];
  /** How often each thing happened. */
  readonly counts: ReadonlyMap<string, number>;
  readonly requests: number;
  readonly mostInAnHour: number;
  /** What the process held that was never killed, day by day. */
  readonly held: readonly Holding[];
}

/** Each crosses the end of a month within a week, and a change of the clocks. */
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
const READS = [
  "find_transactions",
  "list_accounts",
  "get_category_balances",
  "get_monthly_summary",
  "list_scheduled_transactions",
  "review_transactions",
  "find_recurring_charges",
] as const;
const plan = { plan_id: ids.plan };

/** Lives through it. */
export async function soak(options: SoakOptions): Promise<SoakReport> {
  const below = await memoryFolder();
  const scripts = await Deno.makeTempDir();
  try {
    const script = await bundled("test/soak/_soak_server.ts", scripts);
    await using life = await SoakLife.begin({ ...options, below, script });
    for (let day = 1; day <= options.days; day++) await life.day(day);
    return await life.report();
  } finally {
    await removeFolder(below);
    await Deno.remove(scripts, { recursive: true });
  }
}

class SoakLife implements AsyncDisposable {
  readonly #options: SoakOptions & { readonly below: string };
  readonly #random: Random;
  readonly #timeZone: string;
  readonly #asked: AskedChange[] = [];
  readonly #applied: string[] = [];
  readonly #found: string[] = [];
  readonly #counts = new Map<string, number>();
  readonly #held: Holding[] = [];
  readonly #upstream: SoakUpstream;
  readonly #server: DemoServer;
  readonly #crew: Crew;
  #backup: readonly PlanRecords[] | null = null;
  #time: { now: number };

  static async begin(
    options: SoakOptions & { readonly below: string; readonly script: string },
  ): Promise<SoakLife> {
    const place = PLACES[options.seed % PLACES.length] ?? PLACES[0];
    const time = { now: Date.parse(place.from) };
    const upstream = new SoakUpstream([faultPlan()], () => time.now, options.plant);
    const server = await serveDemo(upstream, { port: 0 });
    const { timeZone } = place;
    const { below: folder, script } = options;
    const now = (): number => time.now;
    const crew = new Crew({ script, timeZone, url: server.url, folder, now });
    return new SoakLife(options, { timeZone, time, upstream, server, crew });
  }

  private constructor(
    options: SoakOptions & { readonly below: string },
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
  }

  /** Lives through 22 hours and two of quiet, and holds every answer against a full read at their end. */
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

  /** Tells what came of it. */
  async report(): Promise<SoakReport> {
    const { mostInAnHour, all } = this.#upstream.requestCounts;
    const place = { upstream: this.#upstream, folder: this.#options.below, url: this.#server.url };
    this.#found.push(...await untruths(this.#asked, place), ...growth(this.#held));
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
    // The day begins upstream before anybody asks for anything.
    await this.#upstream.inner.fetch("https://upstream.test/v1/user", {
      headers: { authorization: "Bearer demo-token" },
    });
    for (let nth = this.#random.integer(1, 5); nth > 0; nth--) await this.#event();
  }

  async #event(): Promise<void> {
    const events: readonly (readonly [weight: number, () => Promise<void> | void])[] = [
      [3, () => this.#read()],
      [4, () => this.#change(this.#anybody())],
      [2, () => this.#edit()],
      [2, () => this.#otherClient()],
      [2, () => this.#changeUnderFault()],
      [2, () => this.#killDuringChange()],
      [1, () => this.#together()],
      [1, () => this.#undo()],
      [1, () => this.#restart()],
      [1, () => this.#wrongClock()],
    ];
    const all = events.flatMap(([weight, event]) => Array.from({ length: weight }, () => event));
    this.#pass(this.#random.integer(1, 600) * 1000);
    await this.#random.pick(all)();
  }

  async #read(): Promise<void> {
    const tool = this.#random.pick(READS);
    const nth = this.#anybody();
    this.#said("read", await this.#crew.ask(nth, { tool, args: plan }));
  }

  async #change(nth: number): Promise<AskedChange | null> {
    const { records } = this.#upstream;
    const drawn = { random: this.#random, records, today: this.#today() };
    const call = markedCall(this.#asked.length + 1, drawn);
    this.#pass(1000);
    const preview = await this.#crew.ask(nth, call);
    const confirmation = preview?.structured?.["confirmation"];
    const change = { call, at: 0, reply: preview, isBeforeBackup: false };
    if (confirmation === undefined) {
      this.#asked.push({ ...change, at: this.#crew.timeOf(nth) });
      this.#said("change refused", preview);
      return null;
    }
    // Now and then the day changes between the question and the answer.
    this.#pass(this.#random.pick([1, 20, 60]) * 1000);
    const at = this.#crew.timeOf(nth);
    const place = this.#asked.push({ ...change, at, reply: null }) - 1;
    const reply = await this.#crew.ask(nth, {
      ...call,
      args: { ...call.args, confirmation },
    });
    const asked = { ...change, at, reply };
    this.#asked[place] = asked;
    const status = String(reply?.structured?.["status"] ?? (reply === null ? "killed" : "refused"));
    const operation = reply?.structured?.["operation_id"];
    if (status === "applied" && typeof operation === "string") this.#applied.push(operation);
    this.#said(`change ${status}`, reply);
    return asked;
  }

  async #changeUnderFault(): Promise<void> {
    const then = this.#random.pick(FAULTS);
    const isWrite = this.#random.chance(0.7);
    const methods = isWrite ? ["POST", "PUT", "PATCH", "DELETE"] : ["GET"];
    this.#upstream.setFaults(methods.map((method) => ({ method, nth: 1, then })));
    this.#count("fault");
    await this.#change(this.#anybody());
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
    await this.#change(nth);
    this.#upstream.onWrite = () => Promise.resolve();
    if (killed !== null) this.#count(`kill ${place} a write`);
    await killed;
  }

  async #together(): Promise<void> {
    this.#count("all at once");
    this.#pass(40_000);
    const asks = Array.from(
      { length: this.#crew.size },
      (_, nth) => this.#crew.ask(nth, { tool: this.#random.pick(READS), args: plan }),
    );
    for (const reply of await Promise.all(asks)) this.#said("read", reply);
  }

  async #undo(): Promise<void> {
    const operation_id = this.#applied.pop();
    if (operation_id === undefined) return;
    const nth = this.#anybody();
    const call = { tool: "undo_operation", args: { ...plan, operation_id } };
    const preview = await this.#crew.ask(nth, call);
    const confirmation = preview?.structured?.["confirmation"];
    if (confirmation === undefined) return this.#said("undo refused", preview);
    this.#pass(2000);
    const confirmed = { ...call, args: { ...call.args, confirmation } };
    this.#said("undo", await this.#crew.ask(nth, confirmed));
  }

  async #restart(): Promise<void> {
    const nth = this.#random.integer(1, this.#crew.size - 1);
    this.#count("restart");
    if (this.#random.chance(0.5)) await this.#crew.end(nth);
    else await this.#crew.kill(nth);
  }

  #wrongClock(): void {
    const nth = this.#random.integer(1, this.#crew.size - 1);
    const aheadMs = this.#random.pick([0, 0, 90_000, -90_000, HOUR_MS, -HOUR_MS]);
    this.#count("clock set");
    this.#crew.setClock(nth, aheadMs);
  }

  #edit(): void {
    this.#count("edit in the app");
    this.#upstream.edit((records) => ownerEdit(this.#step(), records));
  }

  async #otherClient(): Promise<void> {
    this.#count("other client");
    const [method, path, body] = otherRequest(this.#step(), this.#upstream.records);
    await this.#upstream.inner.fetch(`https://upstream.test/v1/plans/${ids.plan}${path}`, {
      method,
      headers: { authorization: "Bearer demo-token" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  /** Many reads within minutes: nobody may ask upstream more than it allows. */
  async #rush(): Promise<void> {
    this.#count("rush hour");
    for (let nth = 0; nth < 110; nth++) {
      this.#pass(31_000);
      if (nth % 5 === 0) this.#edit();
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
    for (const change of this.#asked) change.isBeforeBackup = true;
  }

  /** When nothing that was read holds any more, and the hour's requests are over. */
  async #evening(day: number): Promise<void> {
    for (let nth = 0; nth < this.#crew.size; nth++) this.#crew.setClock(nth, 0);
    this.#time.now += 2 * HOUR_MS;
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
      }: ${this.#asked.length} changes, ` +
        `${this.#crew.starts} starts, ${this.#upstream.requestCounts.all} requests, ` +
        `${(held.heap / 1e6).toFixed(1)} MB, ${held.files ?? "?"} files, ` +
        `${this.#found.length} untrue`,
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
    const number = (): number => this.#random.integer(0, 10_000);
    return {
      kind: "edit",
      manner: "yes",
      one: number(),
      two: number(),
      three: number(),
      amount: this.#random.integer(-90_000, 90_000) * 10,
    };
  }

  #today(): string {
    return new Date(this.#time.now).toLocaleDateString("sv-SE", { timeZone: this.#timeZone });
  }

  #pass(ms: number): void {
    this.#time.now += ms;
  }

  #count(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }
}

/** A process may warm up on its first day; from then on it holds what it holds. */
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
