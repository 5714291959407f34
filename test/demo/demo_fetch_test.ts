import { assertEquals } from "@std/assert";
import { DEMO_TOKEN, demoFetch } from "../../mod.ts";

const PLANS = "https://api.ynab.com/v1/plans";
const headers = { authorization: `Bearer ${DEMO_TOKEN}` };

Deno.test("demoFetch() keeps serving the same household", async () => {
  const fetch = demoFetch({ today: "2026-11-20" });
  const [first, second] = await Promise.all([fetch(PLANS, { headers }), fetch(PLANS, { headers })]);
  const { data } = await first.json();
  assertEquals([first.status, data.plans.length, data.plans[0].last_month], [200, 1, "2026-11-01"]);
  assertEquals((await second.json()).data.plans, data.plans);
});

Deno.test("demoFetch() starts with the given day's household, unaffected by changes in other demos", async () => {
  const [one, other] = [demoFetch({ today: "2026-11-20" }), demoFetch({ today: "2026-11-20" })];
  const accountsOf = async (fetch: typeof globalThis.fetch): Promise<readonly unknown[]> => {
    const response = await fetch(`${PLANS}/last-used/accounts`, { headers });
    return (await response.json()).data.accounts;
  };
  const before = await accountsOf(one);
  const account = { name: "New", type: "checking", balance: 1000 };
  const made = await one(`${PLANS}/last-used/accounts`, {
    method: "POST",
    headers,
    body: JSON.stringify({ account }),
  });
  await made.body?.cancel();
  assertEquals((await accountsOf(one)).length, before.length + 1);
  assertEquals(await accountsOf(other), before);
  assertEquals(await accountsOf(demoFetch({ today: "2026-11-20" })), before);
});
