import { assertEquals } from "@std/assert";
import { directReads } from "../../../sync/plan/reads.ts";
import { aMonth, aTransaction } from "../../_builders.ts";
import { assertEveryRead } from "../_every_read.ts";
import { FakeClient } from "../_fake_client.ts";

const of = { planId: "plan-1" };

Deno.test("directReads() asks upstream each time, whole", async () => {
  const upstream = new FakeClient();
  const reads = directReads(upstream.client, {});
  const gone = aTransaction({ deleted: true });
  for (const row of [aTransaction(), aTransaction()]) {
    upstream.answer("getTransactions", { transactions: [row, gone], server_knowledge: 5 });
    const { live, deletedIds } = await reads.getTransactions(of);
    assertEquals([live, [...deletedIds]], [[row], [gone.id]]);
  }
  const whole = { planId: "plan-1", sinceDate: "1990-01-01" };
  assertEquals(upstream.asked("getTransactions"), [whole, whole]);
});

Deno.test("directReads() answers each covered read as the copy does", async () => {
  const upstream = new FakeClient();
  await assertEveryRead(directReads(upstream.client, {}), upstream, of.planId);
});

Deno.test("directReads() makes every read as it was told to", async () => {
  const upstream = new FakeClient();
  const options = { reserve: true, signal: new AbortController().signal };
  const reads = directReads(upstream.client, options);
  upstream.answer("getPlans", { plans: [] });
  upstream.answer("getAccounts", { accounts: [], server_knowledge: 5 });
  upstream.answer("getPlanMonth", { month: aMonth() });
  await reads.getPlans();
  await reads.getAccounts(of);
  await reads.getPlanMonth({ ...of, month: "2024-03-01" });
  assertEquals(upstream.calls.map((call) => call.options), [options, options, options]);
});
