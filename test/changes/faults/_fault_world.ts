import type { UserAnswer } from "../../../changes/change_request.ts";
import type { JournalEntry } from "../../../changes/journal.ts";
import { serveDemo } from "../../../demo/serve.ts";
import { tools } from "../../../tools/_manifest.ts";
import { openSession, type Session } from "../../../server/open_session.ts";
import { runTool, type ToolReply } from "../../../server/run_tool.ts";
import { ids, TODAY } from "../../tools/_plan.ts";
import { faultPlan, type ToolCall } from "./_fault_cases.ts";
import { FaultUpstream } from "./_fault_upstream.ts";

/**
 * How the server reaches the simulated YNAB: in the same process or over HTTP. The user confirms
 * with a code. `in the card` is like `in process`, but the user confirms on a confirmation card.
 */
export type Way = "in process" | "over HTTP" | "in the card";

export interface FaultWorld extends AsyncDisposable {
  readonly upstream: FaultUpstream;
  call(call: ToolCall): Promise<ToolReply>;
  /** Calls a tool, and confirms the change if the tool requires confirmation. */
  carryOut(call: ToolCall): Promise<ToolReply>;
  /** Starts another server with an empty cache, and returns a function that calls its tools. */
  afresh(): (call: ToolCall) => Promise<ToolReply>;
  /** Waits for updates in progress, then returns the journal's entries, newest first. */
  journal(): Promise<readonly JournalEntry[]>;
  /** The latest journal entry as a newly started process would read it. */
  latest(): Promise<JournalEntry | null>;
  /** Milliseconds since 1970. */
  now(): number;
  /** Advances the clock. */
  pass(seconds: number): void;
}

/** All runs share this plan, because each newly made plan has different random values. */
const PLAN = faultPlan();

/** Creates a server and a simulated YNAB with the plan that all fault runs use. */
export async function aFaultWorld(way: Way): Promise<FaultWorld> {
  let time = Date.parse(`${TODAY}T12:00:00Z`);
  const now = (): number => time;
  const upstream = new FaultUpstream(PLAN, () => new Date(time));
  const server = way === "over HTTP" ? await serveDemo(upstream, { port: 0 }) : null;
  const open = (): Session => openFaultSession(upstream, { now, url: server?.url ?? null });
  const session = open();
  const call = way === "in the card"
    ? cardCaller(session)
    : (one: ToolCall): Promise<ToolReply> => run(one, session);
  return {
    upstream,
    call,
    now,
    afresh(): (one: ToolCall) => Promise<ToolReply> {
      const another = open();
      return (one) => run(one, another);
    },
    async carryOut({ tool, args }): Promise<ToolReply> {
      const reply = await call({ tool, args });
      const confirmation = reply.structured?.["confirmation"];
      return confirmation === undefined
        ? reply
        : await call({ tool, args: { ...args, confirmation } });
    },
    async journal(): Promise<readonly JournalEntry[]> {
      const changes = session.copy?.changes;
      const stored = await changes?.withPlanLock(ids.plan, () => changes.entries(ids.plan));
      return stored?.map(({ body }) => body as JournalEntry) ?? [];
    },
    async latest(): Promise<JournalEntry | null> {
      const [entry] = await session.copy?.changes.entries(ids.plan) ?? [];
      return entry?.body as JournalEntry ?? null;
    },
    pass(seconds): void {
      time += seconds * 1000;
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await server?.close();
    },
  };
}

function openFaultSession(
  upstream: FaultUpstream,
  { now, url }: { readonly now: () => number; readonly url: string | null },
): Session {
  const profile = "complete" as const;
  const options = {
    token: "demo-token",
    profile,
    checksAnswers: true,
    today: TODAY,
    now,
    write: true,
    fullIds: true,
  };
  const reach = url === null ? { fetch: upstream.fetch } : { apiUrl: url };
  // Skip the delays before retries, and let stalled requests time out immediately.
  const parts = { delay: (): Promise<void> => Promise.resolve(), after: upstream.after };
  return openSession({ ...options, ...reach }, parts);
}

async function run(
  { tool: name, args }: ToolCall,
  session: Session,
  how: Partial<Parameters<typeof runTool>[0]> = {},
): Promise<ToolReply> {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`There is no ${name}`);
  return await runTool({ tool, args, ...how }, session);
}

/** Returns a function that calls tools and that confirms changes on a confirmation card. */
function cardCaller(session: Session): (one: ToolCall) => Promise<ToolReply> {
  const previews = new Map<unknown, Pick<UserAnswer, "code" | "secret">>();
  return async ({ tool, args: { confirmation, ...args } }) => {
    const preview = previews.get(confirmation);
    const response = preview === undefined
      ? null
      : { ...preview, answered: "confirmed" as const, by: "card" as const };
    const how = { showsViews: true, elicitation: { isSupported: false, response } };
    const reply = await run({ tool, args }, session, how);
    const { confirmation: next } = reply.structured ?? {};
    const { preview: code, secret } = reply.view?.card ?? { preview: "" };
    if (next !== undefined) previews.set(next, { code, secret });
    return reply;
  };
}

const answered = new Map<string, Promise<readonly ToolReply[]>>();
/** Each state of the simulated YNAB as text, cached because a state never changes. */
const texts = new WeakMap<object, string>();

/** Returns a newly started server's responses to all calls in {@linkcode planReads}. */
export function freshAnswers(world: FaultWorld): Promise<readonly ToolReply[]> {
  const { stored } = world.upstream;
  const text = texts.get(stored) ?? JSON.stringify(stored, withEntries);
  texts.set(stored, text);
  const records = `${world.now()} ${text}`;
  const answers = answered.get(records) ?? ask(world);
  answered.set(records, answers);
  return answers;
}

async function ask(world: FaultWorld): Promise<readonly ToolReply[]> {
  const call = world.afresh();
  const answers: ToolReply[] = [];
  for (const one of planReads) answers.push(await call(one));
  return answers;
}

function withEntries(_: string, value: unknown): unknown {
  return value instanceof Map ? [...value] : value;
}

const read = { plan_id: ids.plan };

/** Calls that read transactions, category amounts, account balances, schedules and payees. */
export const planReads: readonly ToolCall[] = [
  { tool: "find_transactions", args: read },
  { tool: "get_category_balances", args: { ...read, month: "2026-03" } },
  { tool: "list_accounts", args: read },
  { tool: "list_scheduled_transactions", args: read },
  { tool: "list_payees", args: { ...read, sort: "name" } },
];
