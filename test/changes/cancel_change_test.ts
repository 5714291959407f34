import { assertEquals } from "@std/assert";
import { DemoUpstream } from "../../demo/upstream.ts";
import { openSession } from "../../server/open_session.ts";
import { runTool } from "../../server/run_tool.ts";
import { tools } from "../../tools/_manifest.ts";
import { household, idOf, ids, TODAY } from "../tools/_plan.ts";

Deno.test("a change canceled while it waits for another change writes nothing", async () => {
  const upstream = new DemoUpstream({
    plans: [household()],
    now: () => new Date(`${TODAY}T12:00:00Z`),
  });
  const { fetch } = upstream;
  const session = openSession({
    token: "demo-token",
    checksAnswers: true,
    fetch,
    today: TODAY,
    write: true,
  });
  const tool = tools.find(({ name }) => name === "approve_transactions");
  if (tool === undefined || session.copy === null) throw new Error("There is no such tool");
  const { changes } = session.copy;
  const gate = Promise.withResolvers<void>();
  const running = changes.withPlanLock(ids.plan, () => gate.promise);
  const cancel = new AbortController();
  const args = { plan_id: ids.plan, transaction_ids: [idOf("78")] };
  const waiting = runTool({ tool, args, signal: cancel.signal }, session);
  await new Promise((resolve) => setTimeout(resolve, 0));
  cancel.abort();
  gate.resolve();
  await running;
  assertEquals((await waiting).isError, true);
  assertEquals([upstream.requests.length, await changes.entries(ids.plan)], [0, []]);
});
