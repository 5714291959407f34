import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import type { PlanRecords } from "../../../demo/model/records.ts";
import { DemoUpstream } from "../../../demo/upstream.ts";
import { createServerFactory, type ServerOptions } from "../../../mod.ts";
import { SHOWS_VIEWS } from "../../views/_view_client.ts";
import { household, ids, TODAY } from "../../tools/_plan.ts";

export type Args = Readonly<Record<string, unknown>>;

export interface Result {
  readonly text: string;
  readonly structured: Args;
  readonly isError: boolean;
  readonly meta: Args;
}

export interface ConnectedClient {
  readonly client: Client;
  readonly call: (name: string, args: Args) => Promise<Result>;
  readonly key: () => Promise<string>;
  readonly secretOf: (preview: unknown) => string | undefined;
}

export interface ViewWorld extends AsyncDisposable {
  readonly upstream: DemoUpstream;
  /** Connects a client. If `capabilities` isn't passed, the client shows views. */
  readonly connect: (capabilities?: Args, principal?: string) => Promise<ConnectedClient>;
  readonly pass: (seconds: number) => void;
  /** Returns the number of writes that YNAB accepted. */
  readonly writes: () => number;
}

/** Capabilities of a client that shows neither views nor forms. */
export const PLAIN = {} as const;

/** Arguments that move 5.00 between two categories. */
export const MOVE: Args = {
  plan_id: ids.plan,
  month: "2026-03",
  from_category_id: ids.rent,
  to_category_id: ids.gifts,
  amount: 5,
};

export function aViewWorld(
  { plans = [household()], ...options }: Partial<ServerOptions> & {
    readonly plans?: readonly PlanRecords[];
  } = {},
): ViewWorld {
  let time = Date.parse(`${TODAY}T12:00:00Z`);
  const upstream = new DemoUpstream({ plans, now: () => new Date(time) });
  const factory = createServerFactory({
    token: "demo-token",
    fetch: upstream.fetch,
    today: TODAY,
    now: () => time,
    write: true,
    ...options,
  });
  const clients: Client[] = [];
  return {
    upstream,
    pass: (seconds) => {
      time += seconds * 1000;
    },
    writes: () => upstream.requests.filter(({ method }) => method !== "GET").length,
    async connect(declared, principal): Promise<ConnectedClient> {
      const capabilities: Args = declared ?? SHOWS_VIEWS;
      const caller = principal === undefined
        ? {}
        : { authInfo: { clientId: principal, scopes: ["budget:write"] } };
      const server = factory.create(caller);
      const client = new Client({ name: "test", version: "1.0.0" }, { capabilities });
      const [near, far] = InMemoryTransport.createLinkedPair();
      await Promise.all([server.connect(far), client.connect(near)]);
      clients.push(client);
      const secrets = new Map<unknown, string>();
      let key: Promise<string> | undefined;
      return {
        client,
        async call(name, args): Promise<Result> {
          const result = await call(client, name, args);
          const { preview, secret } = cardIn(result);
          if (typeof secret === "string") secrets.set(preview, secret);
          return result;
        },
        key: () => key ??= keyOf(client),
        secretOf: (preview) => secrets.get(preview),
      };
    },
    async [Symbol.asyncDispose](): Promise<void> {
      for (const client of clients) await client.close();
      await factory.close();
    },
  };
}

async function call(client: Client, name: string, args: Args): Promise<Result> {
  const result = await client.callTool({ name, arguments: { ...args } });
  const [block] = result.content;
  return {
    text: block?.type === "text" ? block.text : "",
    structured: (result.structuredContent ?? {}) as Args,
    isError: result.isError === true,
    meta: result._meta ?? {},
  };
}

/** Calls `decide_change` as a move_money page does after a click. */
export async function clicked(
  client: ConnectedClient,
  preview: unknown,
  change: Args = {},
): Promise<Result> {
  return await client.call("decide_change", {
    ...{ tool: "move_money", arguments: MOVE, key: await client.key(), preview },
    ...{ secret: client.secretOf(preview), decision: "apply" },
    ...change,
  });
}

/** Calls `show_again` as a reopened move_money page does. */
export async function shownAgain(
  client: ConnectedClient,
  preview?: unknown,
  change: Args = {},
): Promise<Result> {
  return await client.call("show_again", {
    ...{ tool: "move_money", arguments: MOVE, key: await client.key() },
    ...(preview === undefined ? {} : { preview }),
    ...change,
  });
}

/** Returns the data that a result contains for its card. */
export function cardIn({ meta }: Result): Args {
  const { card = {} } = (meta["budget-tool-server/view"] ?? {}) as { readonly card?: Args };
  return card;
}

export async function pageOf(client: Client, tool: string): Promise<string> {
  const uri = await addressOf(client, tool);
  const { contents: [content] } = await client.readResource({ uri });
  return content !== undefined && "text" in content ? content.text : "";
}

export async function addressOf(client: Client, tool: string): Promise<string> {
  const { tools } = await client.listTools();
  const found = tools.find(({ name }) => name === tool)?._meta?.["ui"];
  return String((found as { readonly resourceUri?: string } | undefined)?.resourceUri);
}

async function keyOf(client: Client): Promise<string> {
  const page = await pageOf(client, "forecast_balance");
  return /data-key="(?<key>[0-9a-f]*)"/u.exec(page)?.groups?.["key"] ?? "none";
}
