import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import type { PlanRecords } from "../../demo/model/records.ts";
import { DemoUpstream } from "../../demo/upstream.ts";
import { createServerFactory, type ServerOptions } from "../../mod.ts";
import { household, ids, TODAY } from "./_plan.ts";

/** A call's arguments. */
export type Args = Readonly<Record<string, unknown>>;

/** A response. */
export interface Answer {
  readonly text: string;
  readonly structured: Readonly<Record<string, unknown>> | undefined;
  readonly isError: boolean;
}

export interface World extends AsyncDisposable {
  readonly client: Client;
  readonly upstream: DemoUpstream;
  call(name: string, args?: object): Promise<Answer>;
  /** Operations and queries of the requests sent since the last call to this function. */
  sent(): readonly string[];
  /** Advances the clock. */
  pass(seconds: number): void;
}

/** Returns the rows of a list in a response's structured data. */
export function rowsOf<Row extends object = Readonly<Record<string, unknown>>>(
  { structured }: Pick<Answer, "structured">,
  name = "changes",
): readonly Row[] {
  return (structured?.[name] ?? []) as readonly Row[];
}

type WorldOptions = Partial<ServerOptions> & { readonly plans?: readonly PlanRecords[] };

/**
 * Creates a world with one or more plans, by default the household plan. Calls use the world's
 * first plan unless they specify another.
 */
export async function aWorld(options: WorldOptions = {}): Promise<World> {
  return await aWorldWithoutPlan({ planId: options.plans?.[0]?.id ?? ids.plan, ...options });
}

/** Calls a tool once, and closes the world. */
export async function callIn(
  opening: Promise<World>,
  tool: string,
  args: object = {},
): Promise<Answer> {
  await using world = await opening;
  return await world.call(tool, args);
}

/** Creates a world whose server has no default plan. */
export async function aWorldWithoutPlan(
  { plans = [household()], ...options }: WorldOptions = {},
): Promise<World> {
  let time = Date.parse(`${TODAY}T12:00:00Z`);
  const upstream = new DemoUpstream({ plans, now: () => new Date(time) });
  const factory = createServerFactory({
    token: "demo-token",
    checksAnswers: true,
    fetch: upstream.fetch,
    today: TODAY,
    now: () => time,
    ...options,
  });
  const server = factory.create();
  const client = new Client({ name: "test", version: "1" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  return {
    client,
    upstream,
    async call(name, args = {}): Promise<Answer> {
      const result = await client.callTool({ name, arguments: { ...args } });
      const [block] = result.content as readonly {
        readonly type: string;
        readonly text?: string;
      }[];
      return {
        text: block?.text ?? "",
        structured: result.structuredContent as Answer["structured"],
        isError: result.isError === true,
      };
    },
    sent(): readonly string[] {
      const lines = upstream.requests.map(({ operationId, query }) =>
        [operationId, ...Object.entries(query).map(([name, value]) => `${name}=${value}`)].join(" ")
      );
      upstream.clearRequests();
      return lines;
    },
    pass(seconds): void {
      time += seconds * 1000;
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await client.close();
      await server.close();
      await factory.close();
    },
  };
}
