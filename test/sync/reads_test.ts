import { assertEquals } from "@std/assert";
import { readsOf } from "../../sync/reads.ts";
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
import { aCopy, PLAN_ID } from "./_copy.ts";

const of = { planId: PLAN_ID };

Deno.test("readsOf() answers each covered read from the plan's copy", async () => {
  const { upstream, copy } = aCopy();
  const reads = readsOf(copy, {});
  const [plan, account, row, schedule] = [aPlan(), anAccount(), aTransaction(), aSchedule()];
  const category = aCategory({ id: "food", category_group_id: "living" });
  const [summary, month] = [aMonthSummary({ income: 1 }), aMonth({ income: 1 })];
  upstream.answer("getPlans", { plans: [plan] });
  upstream.answer("getAccounts", { accounts: [account], server_knowledge: 5 });
  upstream.answer("getCategories", {
    category_groups: [aGroup({ id: "living", categories: [category] })],
    server_knowledge: 5,
  });
  upstream.answer("getPlanMonths", { months: [summary], server_knowledge: 5 });
  upstream.answer("getPlanMonth", { month });
  upstream.answer("getScheduledTransactions", {
    scheduled_transactions: [schedule],
    server_knowledge: 5,
  });
  upstream.answer("getTransactions", { transactions: [row], server_knowledge: 5 });
  assertEquals(await reads.getPlans(), [plan]);
  assertEquals((await reads.getAccounts(of)).live, [account]);
  assertEquals((await reads.getCategories(of)).live, [category]);
  assertEquals(await reads.getPlanMonths(of), [summary]);
  assertEquals(await reads.getPlanMonth({ ...of, month: "2024-03-01" }), month);
  assertEquals((await reads.getScheduledTransactions(of)).live, [schedule]);
  assertEquals((await reads.getTransactions(of)).live, [row]);
});

Deno.test("readsOf() makes every read as it was told to", async () => {
  const { upstream, copy } = aCopy();
  let requests = 0;
  const reads = readsOf(copy, { isFreshOnly: true, onRequest: () => requests++ });
  for (const knowledge of [5, 6]) {
    upstream.answer("getAccounts", { accounts: [], server_knowledge: knowledge });
    await reads.getAccounts(of);
  }
  assertEquals(requests, 2);
});
