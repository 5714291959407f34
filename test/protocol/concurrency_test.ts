import { assertEquals } from "@std/assert";
import { toolsOf } from "../../server/offered_tools.ts";
import { demoPlanId } from "./_demo_plan_id.ts";
import { HeldUpstream } from "./_held_upstream.ts";
import { openHost2026 } from "./_host_2026.ts";
import { sampleCalls } from "./_sample_calls.ts";

Deno.test("concurrent calls get the same responses as sequential calls", async () => {
  await using upstream = await HeldUpstream.listen();
  const names = toolsOf("fuller", false).map(({ name }) => name);
  const ask = async (): Promise<{ readonly alone: unknown[]; readonly together: unknown[] }> => {
    // Request full ids, because the length of short ones depends on earlier reads.
    await using host = await openHost2026(upstream.commandOf("--full-ids"));
    const answerTo = async (name: string): Promise<unknown> => {
      const { text, structured, isError } = await host.call(name, sampleCalls[name] ?? {});
      return { name, text, structured, isError };
    };
    const together = await Promise.all([...names, ...names, ...names].map(answerTo));
    const alone: unknown[] = [];
    for (const name of names) alone.push(await answerTo(name));
    return { alone, together };
  };

  const { alone, together } = await ask();

  assertEquals(together, [...alone, ...alone, ...alone]);
  // Each path is requested only once, regardless of the number of concurrent calls.
  assertEquals(
    new Set(upstream.requests.map(({ path }) => path)).size,
    upstream.requests.length,
  );
});

Deno.test("a call that waits for YNAB doesn't block others", async () => {
  await using upstream = await HeldUpstream.listen();
  await using host = await openHost2026(upstream.commandOf());
  const hold = upstream.holdNext("/accounts");

  const slow = host.call("list_accounts", { plan_id: demoPlanId });
  await hold.arrived;
  const fast = await host.call("get_monthly_summary", { plan_id: demoPlanId });
  hold.release();

  assertEquals([fast.isError, (await slow).isError], [false, false]);
});
