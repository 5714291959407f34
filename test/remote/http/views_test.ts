import { assert, assertEquals } from "@std/assert";
import { cardIn, type ListedViewTool } from "../../views/_view_client.ts";
import { answerTo, demoHandler, resultOf, viewClientOf } from "./_asking_handler.ts";
import { HTTP_TOKEN, TODAY } from "./_demo_options.ts";

const MOVE = {
  month: "2026-11",
  from_category_id: "Pets",
  to_category_id: "Dining Out",
  amount: 5,
};

type Args = Readonly<Record<string, unknown>>;

for (const isOld of [false, true]) {
  const version = isOld ? "2025-11-25" : "2026-07-28";
  Deno.test(`a ${version} client confirms a change in the card over HTTP`, async () => {
    const handler = demoHandler();
    await using client = await viewClientOf(handler.fetch, { isOld });
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

Deno.test("a 2025 request without a session can access only pages and view data", async () => {
  const handler = demoHandler();
  const asked = async (method: string, params: Args): Promise<Args> =>
    await resultOf(await answerTo(handler, HTTP_TOKEN, { method, params }));
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
