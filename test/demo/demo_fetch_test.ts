import { assertEquals } from "@std/assert";
import { DEMO_TOKEN, demoFetch } from "../../mod.ts";

const PLANS = "https://api.ynab.com/v1/plans";
const headers = { authorization: `Bearer ${DEMO_TOKEN}` };

Deno.test("demoFetch() answers with one made-up household, which lives as long as it does", async () => {
  const fetch = demoFetch({ today: "2026-11-20" });
  const [first, second] = await Promise.all([fetch(PLANS, { headers }), fetch(PLANS, { headers })]);
  const { data } = await first.json();
  assertEquals([first.status, data.plans.length, data.plans[0].last_month], [
    200,
    1,
    "2026-11-01",
  ]);
  assertEquals((await second.json()).data.plans, data.plans);
});

Deno.test("demoFetch() lets nobody in without its token", async () => {
  const response = await demoFetch()(PLANS);
  await response.body?.cancel();
  assertEquals(response.status, 401);
});
