import type { PlanRecords } from "../../demo/model/records.ts";
import type { ToolReply } from "../../server/run_tool.ts";
import { faultPlan, type ToolCall } from "../changes/faults/_fault_cases.ts";
import {
  argumentsOf,
  otherRequest,
  ownerEdit,
  pick,
  type Step,
} from "../changes/_random_changes.ts";
import { figuresOn } from "../demo/_figures.ts";
import { ids, TODAY } from "../tools/_plan.ts";
import type { Ask } from "./_asking.ts";
import { Books, type ChangeStep } from "./_history_books.ts";
import { aMortalServer, die } from "./_mortal_server.ts";
import type { OrderedServer } from "./_ordered_server.ts";
import { PlacedUpstream, type Waiting } from "./_placed_upstream.ts";
import { untrueReads } from "./_reads_truth.ts";
import { standingPlan } from "./_standing_plan.ts";

/** What befalls a change, each as often as it is drawn. */
const MISHAPS = [
  ...["none", "none", "none", "none"],
  ...["dies before", "dies on the way", "dies after", "cut before", "cut after"],
] as const;

type Mishap =
  | "none"
  | "dies before"
  | "dies on the way"
  | "dies after"
  | "cut before"
  | "cut after";

/** Longer than a code is good for and than a request can be under way: a step's time. */
const STEP_S = 3600;
/** Reads are held against the books after so many steps. */
const READ_EVERY = 10;

/** Changes that can take more than one write. */
const SEVERAL: readonly string[] = ["move_money", "reconcile_account", "undo_operation"];
const AT_ONCE: readonly string[] = ["approve_transactions", "import_transactions"];
const plan = { plan_id: ids.plan };

/** One history. */
export class History {
  readonly #upstream: PlacedUpstream;
  readonly #books: Books;
  readonly #server: OrderedServer;
  readonly #count: (what: string) => void;
  /** Where the store lies; carried over when the server dies. */
  folder: string;
  #life = 0;
  #now = Date.parse(`${TODAY}T00:30:00Z`);
  #steps = 0;

  /** Begins one; its store lies in a folder below the given one. */
  constructor(below: string, count: (what: string) => void) {
    this.folder = Deno.makeTempDirSync({ dir: below });
    this.#upstream = new PlacedUpstream({
      plans: [faultPlan()],
      now: () => new Date(this.#now),
    });
    this.#server = aMortalServer(this.#upstream);
    this.#books = new Books(() => this.#records());
    this.#count = count;
  }

  /** Takes a step and gives what of it was untrue. */
  async live(step: Step): Promise<readonly string[]> {
    this.#now += STEP_S * 1000;
    this.#steps += 1;
    const found = [...await this.#taken(step)];
    if (this.#steps % READ_EVERY === 0) {
      found.push(...await untrueReads(this.#ask, standingPlan(this.#upstream)));
    }
    return found.map((untruth) => `step ${this.#steps}, ${step.kind}: ${untruth}`);
  }

  async #taken(step: Step): Promise<readonly string[]> {
    switch (step.kind) {
      case "edit":
        this.#upstream.edit((records) => ownerEdit(step, records));
        return this.#books.byHand();
      case "api":
        await this.#write(...otherRequest(step, this.#records()));
        return this.#books.byHand();
      case "read":
        return await untrueReads(this.#ask, standingPlan(this.#upstream));
      case "wait":
        // Time passes with every step; what takes two writes comes too seldom.
        return await this.#change({ ...step, kind: "move_money" });
      default:
        return await this.#change(step);
    }
  }

  /** Asks for a change, agrees, and lets a mishap befall it. */
  async #change(step: Step): Promise<readonly string[]> {
    const asked: ToolCall = { tool: step.kind, args: this.#argumentsOf(step) };
    const isAtOnce = AT_ONCE.includes(step.kind);
    const preview = isAtOnce ? null : await this.#ask(asked);
    const code = preview?.structured?.["confirmation"];
    if (preview !== null && code === undefined) return this.#books.unchanged(preview);
    const call = isAtOnce ? asked : { ...asked, args: { ...asked.args, confirmation: code } };
    const mishap = pick(MISHAPS, step.one + step.two) as Mishap;
    const nth = SEVERAL.includes(step.kind) ? 1 + step.three % 2 : 1;
    const reply = await this.#underMishap(call, { mishap, nth });
    this.#count(`${step.kind}, ${mishap}, ${ending(reply)}`);
    const change: ChangeStep = { kind: step.kind, preview, reply };
    if (reply !== null && !reply.isError) return this.#books.told({ ...change, reply });
    const found = [...this.#books.openEnded(change)];
    if (!isAtOnce) found.push(...await this.#askedAgain(call, change));
    // Who does not know what became of a change will often want it back.
    if (SEVERAL.includes(step.kind) || step.two % 2 === 0) found.push(...await this.#undone());
    return found;
  }

  /** Takes the latest change back, whatever it is. */
  async #undone(): Promise<readonly string[]> {
    const undo = { tool: "undo_operation", args: plan };
    const preview = await this.#ask(undo);
    const confirmation = preview.structured?.["confirmation"];
    if (confirmation === undefined) return this.#books.unchanged(preview);
    const reply = await this.#ask({ ...undo, args: { ...plan, confirmation } });
    return this.#books.told({ kind: undo.tool, preview, reply });
  }

  /** Gives the answer; `null` where the server died before it came. */
  async #underMishap(
    call: ToolCall,
    { mishap, nth }: { readonly mishap: Mishap; readonly nth: number },
  ): Promise<ToolReply | null> {
    if (mishap === "none") return await this.#ask(call);
    const isAfter = mishap === "dies after" || mishap === "cut after";
    const waiting = this.#upstream.keepWrite(nth, isAfter ? "applied" : "before");
    const answer = this.#ask(call);
    const ended = await Promise.race([answer, waiting.reached]);
    this.#upstream.keepNone();
    // It may have fewer writes than that.
    if (ended !== undefined) return ended;
    if (mishap === "cut before" || mishap === "cut after") {
      waiting.cut();
      return await answer;
    }
    await this.#death(waiting, mishap);
    return null;
  }

  async #death(waiting: Waiting, mishap: Mishap): Promise<void> {
    const place = {
      folder: this.folder,
      upstream: this.#upstream,
      restart: () => void (this.#life += 1),
    };
    die(place);
    this.folder = place.folder;
    if (mishap !== "dies on the way") return;
    await waiting.release();
  }

  /** Later everything is read, and the code's response reports the change's outcome. */
  async #askedAgain(call: ToolCall, change: ChangeStep): Promise<readonly string[]> {
    this.#now += 61_000;
    const found = await untrueReads(this.#ask, standingPlan(this.#upstream));
    const again = await this.#ask(call);
    return [...found, ...this.#books.toldAgain(change, again)];
  }

  readonly #ask: Ask = ({ tool, args }) => {
    this.#now += 1000;
    return this.#server.follow({
      token: "demo-token",
      url: "http://localhost/v1",
      folder: this.folder,
      life: this.#life,
      now: this.#now,
      tool,
      args,
    });
  };

  #records(): PlanRecords {
    return standingPlan(this.#upstream).records;
  }

  /** What only the plan as it is can tell is filled in. */
  #argumentsOf(step: Step): ToolCall["args"] {
    const records = this.#records();
    const args: ToolCall["args"] = { ...plan, ...argumentsOf(step, records) };
    if (!Number.isNaN(args["bank_balance"])) return args;
    const account = records.accounts.find(({ name }) => name === args["account_id"]);
    const figures = figuresOn(structuredClone(records), TODAY).accounts.get(account?.id ?? "");
    return { ...args, bank_balance: (figures?.cleared ?? 1) / 1000 };
  }

  async #write(method: string, path: string, body?: unknown): Promise<void> {
    await this.#upstream.fetch(`https://upstream.test/v1/plans/${ids.plan}${path}`, {
      method,
      headers: { authorization: "Bearer demo-token" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
}

function ending(reply: ToolReply | null): string {
  if (reply === null) return "no answer";
  return String(reply.structured?.["status"] ?? "refused");
}
