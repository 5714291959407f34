import { assertEquals } from "@std/assert";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createHttpHandler } from "../../../remote/http/endpoint.ts";
import { DEMO_TOKEN, demoFetch } from "../../../mod.ts";
import { cardIn, connectViewClient, type ViewClient } from "../../../scripts/_view_client.ts";
import { openPostgres } from "../../../remote/postgres/open_postgres.ts";
import { sayWithoutPostgres, startPostgres } from "../../_postgres_server.ts";
import { TODAY } from "./_asking_handler.ts";

const HTTP_TOKEN = "the-owner-of-this-household-alone-knows-it";
const MOVE = {
  month: "2026-11",
  from_category_id: "Pets",
  to_category_id: "Dining Out",
  amount: 5,
};

type Args = Readonly<Record<string, unknown>>;

const postgres = await startPostgres();
if (postgres === null) sayWithoutPostgres("cards of two servers over one PostgreSQL");
else globalThis.addEventListener("unload", () => postgres.remove());

interface Replica extends AsyncDisposable {
  readonly client: ViewClient;
}

async function aReplica(url: string, fetch: typeof globalThis.fetch): Promise<Replica> {
  const database = await openPostgres(url);
  const handler = createHttpHandler({
    token: DEMO_TOKEN,
    httpToken: HTTP_TOKEN,
    fetch,
    today: TODAY,
    write: true,
    database,
  });
  const transport = new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), {
    requestInit: { headers: { authorization: `Bearer ${HTTP_TOKEN}` } },
    fetch: (address, init) => handler.fetch(new Request(address, init)),
  });
  const client = await connectViewClient(transport);
  return {
    client,
    async [Symbol.asyncDispose](): Promise<void> {
      await client[Symbol.asyncDispose]();
      await handler.close();
      await database.close();
    },
  };
}

async function keyOf({ client }: Replica): Promise<string | undefined> {
  const page = await client.page("move_money");
  return /data-key="(?<key>[0-9a-f]{32})"/u.exec(page)?.groups?.["key"];
}

if (postgres !== null) {
  Deno.test("a page from one replica decides another's preview through either", async () => {
    const fetch = demoFetch({ today: TODAY });
    await using one = await aReplica(postgres.url(), fetch);
    await using other = await aReplica(postgres.url(), fetch);
    const key = await keyOf(one);
    assertEquals(await keyOf(other), key);
    const { preview } = cardIn(await one.client.call("move_money", MOVE));
    const asked = { tool: "move_money", arguments: MOVE, key, preview };
    const shown = await other.client.call("show_again", asked);
    assertEquals((shown["structuredContent"] as Args | undefined)?.["status"], "open");
    const { secret } = cardIn(shown);
    const click = { ...asked, secret, decision: "apply" };
    const decided = await other.client.call("decide_change", click);
    assertEquals((decided["structuredContent"] as Args | undefined)?.["status"], "applied");
    const again = await one.client.call("show_again", asked);
    assertEquals((again["structuredContent"] as Args | undefined)?.["status"], "applied");
  });
}
