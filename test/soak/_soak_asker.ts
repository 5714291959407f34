import type { Random } from "../../demo/model/random.ts";
import type { ToolReply } from "../../server/run_tool.ts";
import type { ToolCall } from "../changes/faults/_fault_cases.ts";
import { type AskedChange, isOtherPlan } from "./_soak_account.ts";
import { ChangeDeck, markOf } from "./_soak_changes.ts";
import type { Crew } from "./_soak_crew.ts";
import type { SoakUpstream } from "./_soak_upstream.ts";

/** Needed to request changes. */
export interface AskerOptions {
  readonly random: Random;
  readonly crew: Crew;
  readonly upstream: SoakUpstream;
  /** The true time. */
  readonly now: () => number;
  /** The users' day, `YYYY-MM-DD`. */
  readonly today: () => string;
  readonly pass: (ms: number) => Promise<void>;
  /** Called with every answer. */
  readonly onReply: (what: string, reply: ToolReply | null) => void;
}

/** Requests changes, one after another. */
export class SoakAsker {
  readonly #options: AskerOptions;
  readonly #deck: ChangeDeck;
  readonly #asked: AskedChange[] = [];
  readonly #found: string[] = [];
  readonly #applied: string[] = [];

  constructor(options: AskerOptions) {
    this.#options = options;
    this.#deck = new ChangeDeck(options.random);
  }

  /** The requests so far. */
  get asked(): readonly AskedChange[] {
    return this.#asked;
  }

  /** Statements that were false when they were made. */
  get found(): readonly string[] {
    return this.#found;
  }

  /** Requests a change from one of the servers and confirms if asked. */
  async change(nth: number): Promise<void> {
    const { upstream } = this.#options;
    const number = this.#asked.length + 1;
    await upstream.during(number, () => this.#change(number, nth));
  }

  /**
   * Runs an edit by others. A killed change whose transaction it edits may look as if it had never
   * been applied.
   */
  async besideChanges(edit: () => Promise<void> | void): Promise<void> {
    const { upstream } = this.#options;
    const textOf = (): ReadonlyMap<string, string> =>
      new Map(upstream.records.transactions.map((row) => [row.id, JSON.stringify(row)]));
    const before = textOf();
    await edit();
    const edited = [...textOf()].filter(([id, text]) => before.get(id) !== text).map(([id]) => id);
    for (const change of this.#asked) {
      const sent = change.reply === null ? JSON.stringify(upstream.writesOf(change.number)) : "";
      if (edited.some((id) => sent.includes(id))) change.isOverwritten = true;
    }
  }

  /** Records that the plan was restored. */
  notePutBack(): void {
    for (const change of this.#asked) change.isBeforeBackup = true;
  }

  async #change(number: number, nth: number): Promise<void> {
    const { random, pass, upstream, today, onReply } = this.#options;
    await pass(1000);
    const { records } = upstream;
    const drawn = { records, today: today(), applied: this.#applied };
    const call = this.#deck.next(markOf(number), drawn);
    const first = await this.#told(number, call, nth);
    onReply(`${call.tool} asked`, null);
    const confirmation = first.reply?.structured?.["confirmation"];
    let last = first;
    if (confirmation !== undefined) {
      if (first.isWritten) this.#found.push(`the preview of ${call.tool} ${number} wrote`);
      // Sometimes the day changes between the preview and the confirmation.
      await pass(random.pick([1, 20, 60]) * 1000);
      last = await this.#told(number, { ...call, args: { ...call.args, confirmation } }, nth);
    }
    this.#asked.push(last);
    const { reply } = last;
    const told = reply?.structured?.["status"] ?? (reply === null ? "killed" : "refused");
    const operation = reply?.structured?.["operation_id"];
    if (told === "applied" && typeof operation === "string") this.#applied.push(operation);
    onReply(`change ${told}`, reply);
    onReply(`${call.tool} ${told}`, null);
  }

  /** Sends one call and waits until its requests are applied, even without a response. */
  async #told(number: number, call: ToolCall, nth: number): Promise<AskedChange> {
    const { crew, upstream, now } = this.#options;
    const [before, at, trueAt] = [upstream.records, crew.timeOf(nth), now()];
    const reply = await crew.ask(nth, call);
    await upstream.settled();
    const isWritten = isOtherPlan(before, upstream.records);
    return {
      number,
      call,
      at,
      trueAt,
      reply,
      isWritten,
      isBeforeBackup: false,
      isOverwritten: false,
    };
  }
}
