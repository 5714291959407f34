import { createMemoryDatabase } from "../sync/store/sqlite_backend.ts";
import { DEMO_TOKEN, demoFetch } from "../demo/demo_fetch.ts";
import { tools } from "../tools/_manifest.ts";
import { openSession, type Session } from "../server/open_session.ts";
import { runTool, type ToolReply } from "../server/run_tool.ts";
import { isChanging, type Tool, type ToolExample } from "../tools/_tool.ts";

/** The date that every example treats as today. */
export const EXAMPLE_DAY = "2026-11-20";

/** Replacements for random values. */
const CONFIRMATION = "7k2mx0q9tb4d";
const OPERATION_ID = "w3n8c5f1hr6p";
const NEW_ID = "5d1c90ae";
const STATEMENT = "q8v4t2hn6xdk";

type Arguments = Readonly<Record<string, unknown>>;

export interface Exchange {
  readonly args: Arguments;
  readonly reply: ToolReply;
}

export interface Example {
  /** The call and, for a change, the call that confirms it. */
  readonly calls: readonly Exchange[];
  /** A call with an unknown plan or argument. */
  readonly refused: Exchange;
  /** Number of requests to YNAB if the call is repeated immediately; `null` for a change. */
  readonly repeated: number | null;
}

/**
 * A simulated YNAB that none of the examples modify, and a session for looking up arguments in it.
 */
const unchanged = demoFetch({ today: EXAMPLE_DAY });
const scout = sessionOver(unchanged);

export async function exampleOf(tool: Tool): Promise<Example> {
  const fetch = isChanging(tool) ? demoFetch({ today: EXAMPLE_DAY }) : unchanged;
  const session = sessionOver(fetch);
  const calls = await exampleCalls(tool, session);
  const { args = {} } = calls[0] ?? {};
  const wrong = "plan_id" in args ? { ...args, plan_id: "no-such-plan" } : { month: "2026-11" };
  return {
    calls: withPlaceholders(calls),
    refused: { args: wrong, reply: await runTool({ tool, args: wrong }, sessionOver(fetch)) },
    repeated: isChanging(tool) ? null : (await replyOf(tool, args, session)).upstreamRequests,
  };
}

/** Makes an example's calls. Tools that change nothing share a session by default. */
export async function exampleCalls(
  tool: Tool,
  session: Session = isChanging(tool) ? sessionOver(demoFetch({ today: EXAMPLE_DAY })) : scout,
): Promise<readonly Exchange[]> {
  const { follows } = exampleFor(tool);
  const planId = await onlyPlan(scout);
  const inPlan = ({ schema }: Tool, args: Arguments): Arguments =>
    "plan_id" in schema.input.shape ? { plan_id: planId, ...args } : args;
  const argumentsOf = async (one: Tool): Promise<Arguments> =>
    inPlan(
      one,
      await exampleArguments(one, async (name, args) => {
        const { structured } = await replyOf(named(name), inPlan(named(name), args), scout);
        return structured ?? {};
      }),
    );
  if (follows !== undefined) {
    await callsOf(named(follows), await argumentsOf(named(follows)), session);
  }
  return await callsOf(tool, await argumentsOf(tool), session);
}

export async function exampleArguments(
  tool: Pick<Tool, "name" | "summary" | "schema">,
  ask: (tool: string, args: Arguments) => Promise<Arguments>,
): Promise<Arguments> {
  const { args, lookUps = [] } = exampleFor(tool);
  const answers: Record<string, unknown> = {};
  for (const one of lookUps) answers[one.tool] = await ask(one.tool, one.args);
  return filledIn(args, answers) as Arguments;
}

/** A tool that works without arguments needs no example. */
function exampleFor(
  { name, summary, schema }: Pick<Tool, "name" | "summary" | "schema">,
): ToolExample {
  if (summary.example !== undefined) return summary.example;
  if (mayBeEmpty(schema.input)) return { args: {} };
  throw new Error(`${name} has no example: add one to its summary in tools/${name}.ts`);
}

/** Whether the tool requires no argument except the plan, which the server can find on its own. */
function mayBeEmpty(input: Tool["schema"]["input"]): boolean {
  const issues = input.safeParse({}).error?.issues ?? [];
  return issues.every(({ path }) => path[0] === "plan_id");
}

/** Previews a change, then applies it with its confirmation code. */
async function callsOf(tool: Tool, args: Arguments, session: Session): Promise<Exchange[]> {
  const reply = await replyOf(tool, args, session);
  const { confirmation, statement } = reply.structured ?? {};
  if (confirmation === undefined) return [{ args, reply }];
  // Send the statement's handle instead of its text.
  const { text: _, ...others } = args;
  const confirmed = statement === undefined
    ? { ...args, confirmation }
    : { ...others, statement, confirmation };
  return [{ args, reply }, { args: confirmed, reply: await replyOf(tool, confirmed, session) }];
}

async function replyOf(tool: Tool, args: Arguments, session: Session): Promise<ToolReply> {
  const reply = await runTool({ tool, args }, session);
  if (reply.isError) {
    throw new Error(`The example in tools/${tool.name}.ts returned ${reply.text}`);
  }
  return reply;
}

function sessionOver(fetch: typeof globalThis.fetch): Session {
  // Freeze the clock, so that data stays fresh even on a slow machine.
  const now = (): number => Date.parse(`${EXAMPLE_DAY}T12:00:00Z`);
  const database = { ...createMemoryDatabase(now).connect(), close: () => Promise.resolve() };
  const options = { token: DEMO_TOKEN, fetch, database, today: EXAMPLE_DAY, now, write: true };
  return openSession({ ...options, profile: "complete" });
}

async function onlyPlan(session: Session): Promise<string> {
  const { structured } = await replyOf(named("list_plans"), {}, session);
  const [plan] = structured?.["plans"] as readonly Arguments[];
  return String(plan?.["plan_id"]);
}

function named(name: string): Tool {
  const found = tools.find((tool) => tool.name === name);
  if (found === undefined) throw new Error(`Unknown tool ${name}`);
  return found;
}

/** Replaces random values: confirmation codes, operation ids and ids of new records. */
function withPlaceholders(calls: readonly Exchange[]): readonly Exchange[] {
  const [preview, applied] = calls.map(({ reply }) => reply.structured ?? {});
  const isKnown = new Set(idsIn(preview));
  const random: readonly (readonly [found: unknown, word: string])[] = [
    [preview?.["confirmation"], CONFIRMATION],
    [preview?.["statement"], STATEMENT],
    [(applied ?? preview)?.["operation_id"], OPERATION_ID],
    ...idsIn(applied).filter((id) => !isKnown.has(id)).map((id) => [id, NEW_ID] as const),
  ];
  const text = random.reduce<string>(
    (rest, [found, word]) => found === undefined ? rest : rest.replaceAll(String(found), word),
    JSON.stringify(calls),
  );
  return JSON.parse(text);
}

function idsIn(answer: Arguments | undefined): readonly unknown[] {
  const changes = (answer?.["changes"] ?? []) as readonly Arguments[];
  return changes.map(({ id }) => id);
}

/**
 * Fills in arguments with values from earlier answers.
 *
 * @throws {Error} If no answer has such a value.
 */
function filledIn(value: unknown, answers: Arguments): unknown {
  if (typeof value === "string") return value.startsWith("=") ? valueAt(value, answers) : value;
  if (Array.isArray(value)) return value.map((item) => filledIn(item, answers));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, filledIn(inner, answers)]),
  );
}

function valueAt(path: string, answers: Arguments): unknown {
  let value: unknown = answers;
  for (const name of path.slice(1).split(".")) value = (value as Arguments | undefined)?.[name];
  if (value === undefined) throw new Error(`No answer has ${path}`);
  return value;
}
