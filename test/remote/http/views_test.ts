import { assert, assertEquals } from "@std/assert";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createHttpHandler } from "../../../remote/http/endpoint.ts";
import { DEMO_TOKEN, demoFetch } from "../../../mod.ts";
import {
  cardIn,
  connectViewClient,
  type ListedViewTool,
  type ViewClient,
} from "../../../scripts/_view_client.ts";
import { answerTo, TODAY } from "./_asking_handler.ts";

const OWNER = "the-owner-of-this-household-alone-knows-it";
const MOVE = {
  month: "2026-11",
  from_category_id: "Pets",
  to_category_id: "Dining Out",
  amount: 5,
};

type Args = Readonly<Record<string, unknown>>;

/** Connects through a handler, without a socket. */
async function connected(
  { fetch }: ReturnType<typeof createHttpHandler>,
  isOld: boolean,
): Promise<ViewClient> {
  const transport = new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), {
    requestInit: { headers: { authorization: `Bearer ${OWNER}` } },
    fetch: (url, init) => fetch(new Request(url, init)),
  });
  return await connectViewClient(transport, { isOld });
}

function aHandler(): ReturnType<typeof createHttpHandler> {
  return createHttpHandler({
    token: DEMO_TOKEN,
    fetch: demoFetch({ today: TODAY }),
    today: TODAY,
    httpToken: OWNER,
    write: true,
  });
}

for (const isOld of [false, true]) {
  const version = isOld ? "2025-11-25" : "2026-07-28";
  Deno.test(`over HTTP a client of ${version} confirms in the card`, async () => {
    const handler = aHandler();
    await using client = await connected(handler, isOld);
    const names = (await client.tools()).map(({ name }) => name);
    assert(names.includes("decide_change"));
    const { preview, secret } = cardIn(await client.call("move_money", MOVE));
    const key = /data-key="([0-9a-f]{32})"/u.exec(await client.page("move_money"))?.[1];
    const asked = { tool: "move_money", arguments: MOVE, key, preview };
    const decided = await client.call("decide_change", { ...asked, secret, decision: "apply" });
    assertEquals((decided["structuredContent"] as Args)["status"], "applied");
    const again = await client.call("show_again", asked);
    assertEquals((again["structuredContent"] as Args)["status"], "applied");
    await handler.close();
  });
}

Deno.test("a 2025 request without a session gets only pages and view data", async () => {
  const handler = aHandler();
  const asked = async (method: string, params: Args): Promise<Args> => {
    const response = await answerTo(handler, OWNER, { method, params });
    return JSON.parse(/^data: (.*)$/mu.exec(await response.text())?.[1] ?? "{}").result;
  };
  const { tools } = await asked("tools/list", {}) as { readonly tools: readonly ListedViewTool[] };
  assert(!tools.some(({ name }) => name === "decide_change"));
  assert(tools.some(({ _meta }) => _meta?.["ui"] !== undefined));
  const forecast = { name: "forecast_balance", arguments: { until: "2027-01" } };
  const { _meta } = await asked("tools/call", forecast);
  assertEquals((_meta as Args)["budget-tool-server/view"], {
    money: { symbol: "$", isSymbolFirst: true, decimals: 2, groupMark: "," },
    today: TODAY,
  });
  const previewed = await asked("tools/call", { name: "move_money", arguments: MOVE });
  const { preview, confirmation } = previewed["structuredContent"] as Args;
  assertEquals([preview, typeof confirmation], [undefined, "string"]);
  await handler.close();
});
