import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import type { PlanRecords } from "../demo/model/records.ts";
import { householdPlan } from "../demo/household.ts";
import { DemoUpstream } from "../demo/upstream.ts";
import { createServerFactory } from "../mod.ts";
import { Household } from "./household.ts";
import { monthsOf } from "./months_of.ts";
import { plant } from "./planted.ts";

/** The day on which everything is asked. */
export const EVAL_DAY = "2026-11-20";

/** The months whose figures facts are about. */
const MONTHS: readonly string[] = ["2026-10", "2026-11", "2026-12"];

/** Time between two calls: an assistant thinks, a person reads. */
const PACE_MS = 10_000;

/** A tool as a model is told of it. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** What a call was answered with. */
export interface ToolAnswer {
  readonly text: string;
  readonly structured: Readonly<Record<string, unknown>> | null;
  readonly isError: boolean;
}

/** A server, its client and its YNAB. */
export interface EvalWorld extends AsyncDisposable {
  readonly instructions: string;
  readonly tools: readonly ToolDefinition[];
  /** Calls so far. */
  readonly calls: number;
  /** Requests that YNAB has seen. */
  readonly requests: number;
  call(tool: string, args: Readonly<Record<string, unknown>>): Promise<ToolAnswer>;
  /** What YNAB stores now: to be read at once. */
  readonly stored: Readonly<PlanRecords>;
}

/** What YNAB stores when a question begins; never changed. */
export const EVAL_PLAN: Readonly<PlanRecords> = plantedPlan();

/** The household as every question finds it, for the facts. */
export async function evalHousehold(): Promise<Household> {
  const upstream = new DemoUpstream({
    plans: [EVAL_PLAN],
    now: () => new Date(`${EVAL_DAY}T12:00:00Z`),
  });
  return new Household(EVAL_PLAN, await monthsOf(upstream.fetch, MONTHS));
}

/** Opens a world that has read nothing and in which nothing has been changed. */
export async function evalWorld(): Promise<EvalWorld> {
  let time = Date.parse(`${EVAL_DAY}T12:00:00Z`);
  let calls = 0;
  const upstream = new DemoUpstream({ plans: [EVAL_PLAN], now: () => new Date(time) });
  const factory = createServerFactory({
    token: "demo-token",
    fetch: upstream.fetch,
    today: EVAL_DAY,
    now: () => time,
    write: true,
  });
  const server = factory.create();
  const client = new Client({ name: "evals", version: "1.0.0" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  const { tools } = await client.listTools();
  return {
    instructions: client.getInstructions() ?? "",
    tools: tools.map(({ name, description = "", inputSchema }) => ({
      name,
      description,
      inputSchema,
    })),
    get calls(): number {
      return calls;
    },
    get requests(): number {
      return upstream.requests.length;
    },
    async call(tool, args): Promise<ToolAnswer> {
      time += PACE_MS;
      calls += 1;
      const result = await client.callTool({ name: tool, arguments: { ...args } });
      const [block] = result.content;
      return {
        text: block?.type === "text" ? block.text : "",
        structured: (result.structuredContent ?? null) as ToolAnswer["structured"],
        isError: result.isError === true,
      };
    },
    get stored(): Readonly<PlanRecords> {
      const [first] = upstream.stored;
      if (first === undefined) throw new Error("The embedded YNAB has no plan");
      return first;
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await client.close();
      await server.close();
      await factory.close();
    },
  };
}

function plantedPlan(): PlanRecords {
  const plan = householdPlan({ today: EVAL_DAY });
  plant(plan);
  return plan;
}
