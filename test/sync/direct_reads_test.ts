import { assertEquals } from "@std/assert";
import { directReads } from "../../sync/direct_reads.ts";
import {
  aCategory,
  aGroup,
  aMonth,
  aMonthSummary,
  anAccount,
  aPlan,
  aSchedule,
  aTransaction,
} from "../_builders.ts";
import { FakeClient } from "./_fake_client.ts";

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
  const reads = directReads(upstream.client, {});
  const [plan, account, schedule] = [aPlan(), anAccount(), aSchedule()];
  const food = aCategory({ id: "food", category_group_name: "Old name" });
  const [summary, month] = [aMonthSummary({ income: 1 }), aMonth({ income: 1 })];
  upstream.answer("getPlans", { plans: [plan] });
  upstream.answer("getAccounts", { accounts: [account], server_knowledge: 5 });
  upstream.answer("getCategories", {
    category_groups: [aGroup({ name: "Home", categories: [food] })],
    server_knowledge: 5,
  });
  upstream.answer("getPlanMonths", { months: [summary], server_knowledge: 5 });
  upstream.answer("getPlanMonth", { month });
  upstream.answer("getScheduledTransactions", {
    scheduled_transactions: [schedule],
    server_knowledge: 5,
  });
  assertEquals(await reads.getPlans(), [plan]);
  assertEquals((await reads.getAccounts(of)).live, [account]);
  const { live, groups } = await reads.getCategories(of);
  assertEquals(live, [{ ...food, category_group_name: "Home" }]);
  assertEquals(groups.map(({ name, categories }) => [name, categories.length]), [["Home", 1]]);
  assertEquals(await reads.getPlanMonths(of), [summary]);
  assertEquals(await reads.getPlanMonth({ ...of, month: "2024-03-01" }), month);
  assertEquals((await reads.getScheduledTransactions(of)).live, [schedule]);
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
