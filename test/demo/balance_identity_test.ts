import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { PlanRecords } from "../../demo/model/records.ts";
import { isCard } from "../../demo/model/month_tally.ts";
import { DemoPlan } from "../../demo/model/demo_plan.ts";
import { type Api, openApi } from "./_api.ts";
import { RANDOM_LIVES, steps, take } from "./_random_life.ts";
import { aPlan, TODAY } from "./_tiny_plan.ts";

Deno.test("closeMonth() keeps balances plus Ready to Assign equal to the total money", async () => {
  await fc.assert(
    fc.asyncProperty(steps(500), async (life) => {
      const api = openApi();
      for (const [at, step] of life.entries()) {
        await take(step, api);
        // Frequent checks locate the step that broke the identity, even in a long run.
        if (at % 10 === 9) assertIdentity(api, at);
      }
    }),
    RANDOM_LIVES,
  );
});

function assertIdentity(api: Api, at: number): void {
  const [plan = aPlan()] = api.upstream.snapshot();
  const demoPlan = new DemoPlan(plan);
  for (const { month, readyToAssign, categories } of demoPlan.figures(TODAY).months) {
    let accounted = readyToAssign;
    for (const [id, { balance, creditOverspent }] of categories) {
      if (id !== demoPlan.inflowCategoryId) accounted += balance + creditOverspent;
    }
    assertEquals([at, month, accounted], [at, month, moneyAt(month, plan)]);
  }
}

Deno.test("Books.at() returns the same figures from its cache as a fresh computation", async () => {
  await fc.assert(
    fc.asyncProperty(steps(500), async (life) => {
      const api = openApi();
      for (const step of life) await take(step, api);
      const fresh = openApi({}, { plans: api.upstream.snapshot() });
      for (const path of ["", "/months", "/accounts", "/categories", "/months/2026-02-01"]) {
        assertEquals(await api.get(path), await fresh.get(path));
      }
    }),
    RANDOM_LIVES,
  );
});

/** Sums the balances of cash accounts, and positive card balances, at the end of a month. */
function moneyAt(month: string, { accounts, transactions }: PlanRecords): number {
  let money = 0;
  for (const account of accounts) {
    const balance = transactions
      .filter((row) => row.account_id === account.id && !row.deleted)
      .filter(({ date }) => date.slice(0, 7) <= month.slice(0, 7))
      .reduce((sum, { amount }) => sum + amount, 0);
    if (account.on_budget) money += isCard(account) ? Math.max(0, balance) : balance;
  }
  return money;
}
