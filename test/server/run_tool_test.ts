import { assertEquals, assertMatch } from "@std/assert";
import { DemoUpstream } from "../../demo/upstream.ts";
import { openSession } from "../../server/open_session.ts";
import { runTool } from "../../server/run_tool.ts";
import { tools } from "../../tools/_manifest.ts";
import { household, idOf, ids, TODAY } from "../tools/_plan.ts";

Deno.test("runTool() gives a question, and nothing beside it, where the user can be asked", async () => {
  const now = (): Date => new Date(`${TODAY}T12:00:00Z`);
  const upstream = new DemoUpstream({ plans: [household()], now });
  const session = openSession({
    ...{ token: "demo-token", fetch: upstream.fetch, today: TODAY, write: true },
  });
  const tool = tools.find(({ name }) => name === "flag_transactions");
  if (tool === undefined) throw new Error("There is no flag_transactions");
  const flags = [{ transaction_id: idOf("74"), color: "blue" }];
  const elicitation = { isSupported: true, response: null };
  const { question, ...rest } = await runTool(
    { tool, args: { plan_id: ids.plan, flags }, elicitation },
    session,
  );
  assertMatch(question?.text ?? "", /^Change the flag of 1 transaction/u);
  assertMatch(question?.code ?? "", /^[0-9a-z]{12}$/u);
  const upstreamRequests = upstream.requests.length;
  assertEquals(rest, { text: "", structured: null, isError: false, upstreamRequests });
});
