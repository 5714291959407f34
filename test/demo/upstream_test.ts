import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { DemoUpstream, type DemoUpstreamOptions } from "../../demo/upstream.ts";
import { openApi } from "./_api.ts";
import { demoFetch } from "../../mod.ts";
import { aPlan, aRow, ids, now, TODAY, uuid } from "./_tiny_plan.ts";

const BASE = "https://upstream.test/v1";
const authorized = { headers: { authorization: "Bearer demo-token" } };

Deno.test("DemoUpstream.fetch() rejects a missing or wrong token", async () => {
  const { fetch } = openUpstream({ token: "secret" });
  for (const headers of [{}, authorized.headers]) {
    const response = await fetch(`${BASE}/plans?access_token=secret`, { headers });
    assertEquals(response.status, 401);
    assertEquals(
      response.headers.get("www-authenticate"),
      'Bearer realm="Doorkeeper", error="invalid_token", error_description="The access token is invalid"',
    );
    assertEquals(response.headers.get("cache-control"), "no-store");
    assertEquals(await response.json(), {
      error: { id: "401", name: "unauthorized", detail: "Unauthorized" },
    });
  }
});

Deno.test("DemoUpstream.fetch() returns 404 for paths that the API doesn't have", async () => {
  const { refused } = openApi();
  const paths: readonly [string, string][] = [
    ["GET", "//budgets"],
    ["GET", "//"],
    ["GET", "/category-groups"],
    ["PATCH", `/transactions/${uuid(1)}`],
    ["DELETE", `/accounts/${ids.checking}`],
    ["GET", "/accounts/%ff"],
  ];
  for (const [method, path] of paths) await refused([method, path], 404, "Invalid URI");
  const { fetch } = openUpstream({});
  assertEquals((await fetch("https://upstream.test/plans", authorized)).status, 404);
});

Deno.test("DemoUpstream.fetch() maps 'last-used' to the first plan and rejects 'default'", async () => {
  const { call, get } = openApi({}, { plans: [aPlan(), aPlan({ id: uuid(2), name: "Other" })] });
  assertEquals((await get("")).plan.name, "Tiny");
  assertEquals((await get(`//plans/${uuid(2)}`)).plan.name, "Other");
  assertEquals((await get("//plans")).default_plan, null);
  for (const id of ["default", uuid(0)]) {
    const { status, body } = await call("GET", `//plans/${id}/accounts`);
    assertEquals([status, body.error.id], [404, "404.2"]);
  }
});

Deno.test("DemoUpstream.requests lists each request with its status", async () => {
  const upstream = openUpstream({});
  await upstream.fetch(`${BASE}/plans/last-used/accounts?last_knowledge_of_server=3`, authorized);
  await upstream.fetch(`${BASE}/nothing`, authorized);
  assertEquals(upstream.requests, [
    {
      operationId: "getAccounts",
      method: "GET",
      path: "/plans/last-used/accounts",
      query: { last_knowledge_of_server: "3" },
      body: null,
      status: 200,
    },
    { operationId: null, method: "GET", path: "/nothing", query: {}, body: null, status: 404 },
  ]);
  upstream.clearRequests();
  assertEquals(upstream.requests, []);
});

Deno.test("DemoUpstream limits requests per rolling hour", async () => {
  const upstream = openUpstream({ rateLimit: 2 });
  const statuses: number[] = [];
  for (const time of ["10:00:00", "10:30:00", "10:59:30", "11:00:00", "11:00:01"]) {
    upstream.setNow(new Date(`${TODAY}T${time}Z`));
    statuses.push((await upstream.fetch(`${BASE}/user`, authorized)).status);
  }
  assertEquals(statuses, [200, 200, 429, 200, 429]);
});

Deno.test("DemoUpstream.edit() updates the server knowledge of changed records and totals", async () => {
  const api = openApi({ transactions: [aRow({ id: uuid(101), amount: -5000 })] });
  api.upstream.edit((plan) => {
    for (const row of plan.transactions) Object.assign(row, { amount: -7000 });
    plan.month_notes.set("2026-01-01", "Note");
  });
  const delta = "last_knowledge_of_server=10";
  assertEquals((await api.get(`/transactions?${delta}`)).transactions[0].amount, -7000);
  assertEquals((await api.get(`/accounts?${delta}`)).accounts[0].balance, -7000);
  const { months } = await api.get(`/months?${delta}`);
  assertEquals(months.map(({ month }: { month: string }) => month), [
    "2026-04-01",
    "2026-03-01",
    "2026-01-01",
  ]);
  assertEquals((await api.get(`/payees?${delta}`)).payees, []);
});

Deno.test("DemoUpstream.edit() rejects an edit that removes records", () => {
  const upstream = openUpstream({});
  assertThrows(() => upstream.edit((plan) => plan.payees.pop()), Error, "is missing");
});

Deno.test("DemoUpstream copies plans when it receives or returns them", async () => {
  const plan = aPlan();
  const { upstream, save } = openApi({}, { plans: [plan] });
  const snapshot = upstream.snapshot();
  await save("PATCH", `/payees/${ids.shop}`, { payee: { name: "Store" } });
  assertEquals(plan, aPlan());
  assertEquals(snapshot, [aPlan()]);
});

Deno.test("DemoUpstream.fetch() rejects when the signal aborts", async () => {
  const { fetch } = openUpstream({ faults: [{ then: { delayMs: 60_000 } }] });
  const reason = new Error("enough");
  const aborted = AbortSignal.abort(reason);
  await assertRejects(() => fetch(`${BASE}/user`, { ...authorized, signal: aborted }), "enough");
  const controller = new AbortController();
  const answer = fetch(`${BASE}/user`, { ...authorized, signal: controller.signal });
  controller.abort(reason);
  assert(await answer.then(() => false, (error) => error === reason));
});

function openUpstream(options: Partial<DemoUpstreamOptions>): DemoUpstream {
  return new DemoUpstream({ plans: [aPlan()], now, ...options });
}

Deno.test("demoFetch() starts with the demo plan as of the given `today`, unaffected by changes in other demos", async () => {
  const [one, other] = [demoFetch({ today: "2026-11-20" }), demoFetch({ today: "2026-11-20" })];
  const accountsOf = async (fetch: typeof globalThis.fetch): Promise<readonly unknown[]> => {
    const response = await fetch(`${BASE}/plans/last-used/accounts`, authorized);
    return (await response.json()).data.accounts;
  };
  const before = await accountsOf(one);
  const account = { name: "New", type: "checking", balance: 1000 };
  const made = await one(`${BASE}/plans/last-used/accounts`, {
    method: "POST",
    ...authorized,
    body: JSON.stringify({ account }),
  });
  await made.body?.cancel();
  assertEquals((await accountsOf(one)).length, before.length + 1);
  assertEquals(await accountsOf(other), before);
  assertEquals(await accountsOf(demoFetch({ today: "2026-11-20" })), before);
});
