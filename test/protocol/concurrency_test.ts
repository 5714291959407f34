import { assertEquals } from "@std/assert";
import { toolsOf } from "../../server/offered_tools.ts";
import { demoPlanId } from "./_demo_plan_id.ts";
import { HeldUpstream } from "./_held_upstream.ts";
import { hostHere } from "./_in_process.ts";
import { sampleCalls } from "./_sample_calls.ts";

Deno.test("concurrent calls get the same responses as sequential calls", async () => {
  const upstream = new HeldUpstream();
  // Request full ids, because the length of short ids depends on earlier reads.
  await using host = await hostHere(2026, {
    fetch: upstream.fetch,
    fullIds: true,
    maxAgeMs: 3_600_000,
  });
  const names = toolsOf("fuller", false).map(({ name }) => name);
  const answerTo = async (name: string): Promise<unknown> => {
    const { text, structured, isError } = await host.call(name, sampleCalls[name] ?? {});
    return { name, text, structured, isError };
  };
  // Answers include the currency once the list of plans has been read.
  await answerTo("list_plans");
  const together = await Promise.all([...names, ...names, ...names].map(answerTo));
  const alone: unknown[] = [];
  for (const name of names) alone.push(await answerTo(name));
  assertEquals(together, [...alone, ...alone, ...alone]);
  // Each path is requested only once, regardless of the number of concurrent calls.
  assertEquals(new Set(upstream.requests.map(({ path }) => path)).size, upstream.requests.length);
});

Deno.test("a call that waits for YNAB doesn't block others", async () => {
  const upstream = new HeldUpstream();
  await using host = await hostHere(2026, { fetch: upstream.fetch });
  const hold = upstream.holdNext("/accounts");
  const slow = host.call("list_accounts", { plan_id: demoPlanId });
  await hold.arrived;
  const fast = await host.call("get_monthly_summary", { plan_id: demoPlanId });
  hold.release();
  assertEquals([fast.isError, (await slow).isError], [false, false]);
});
