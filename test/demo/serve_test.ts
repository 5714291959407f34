import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { parseFaults } from "../../demo/faults.ts";
import { serveDemo } from "../../demo/serve.ts";
import { DemoUpstream } from "../../demo/upstream.ts";
import { aPlan, ids, now } from "./_tiny_plan.ts";

const headers = { authorization: "Bearer demo-token" };

Deno.test("serveDemo() picks a free port and returns its address", async () => {
  await serving("", async (url) => {
    assertMatch(url, /^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    const response = await fetch(`${url}/plans`, { headers });
    assertEquals((await response.json()).data.plans[0].name, "Tiny");
  });
});

Deno.test("serveDemo() transmits text unchanged", async () => {
  await serving("", async (url, upstream) => {
    const name = "Caf\u00e9 \u{1f355} & Co";
    const body = JSON.stringify({ payee: { name } });
    const path = `${url}/plans/last-used/payees/${ids.shop}?x=%C3%A9`;
    const response = await fetch(path, { method: "PATCH", headers, body });
    assertEquals((await response.json()).data.payee.name, name);
    assertEquals(upstream.requests[0]?.query, { x: "\u00e9" });
  });
});

Deno.test("serveDemo() rejects a body of more than ten megabytes", async () => {
  await serving("", async (url, upstream) => {
    const body = " ".repeat(10_000_001);
    const response = await fetch(`${url}/plans/last-used/payees`, {
      method: "POST",
      headers,
      body,
    });
    assertEquals([response.status, (await response.json()).error.id], [413, "413"]);
    assertEquals(upstream.requests, []);
  });
});

Deno.test("serveDemo() closes the connection for a cut fault", async () => {
  await serving("createPayee=cut-after", async (url, upstream) => {
    const body = new Blob([JSON.stringify({ payee: { name: "New" } })]).stream();
    await assertRejects(
      () => fetch(`${url}/plans/last-used/payees`, { method: "POST", headers, body }),
      TypeError,
    );
    assertEquals(upstream.requests.length, 1);
    assertEquals(upstream.snapshot()[0]?.payees.at(-1)?.name, "New");
  });
});

Deno.test("serveDemo() sends nothing or only headers for a stall fault", async () => {
  await serving("getUser#1=stall,getUser#2=stall-headers", async (url, upstream) => {
    const patience = new AbortController();
    const stalled = fetch(`${url}/user`, { headers, signal: patience.signal });
    stalled.catch(() => {});
    while (upstream.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 0));
    patience.abort();
    await assertRejects(() => stalled, DOMException);
    const controller = new AbortController();
    const response = await fetch(`${url}/user`, { headers, signal: controller.signal });
    assertEquals(response.status, 200);
    const body = response.text();
    controller.abort();
    await assertRejects(() => body, DOMException);
  });
});

async function serving(
  faults: string,
  test: (url: string, upstream: DemoUpstream) => Promise<void>,
): Promise<void> {
  const upstream = new DemoUpstream({ plans: [aPlan()], now, faults: parseFaults(faults) });
  const server = await serveDemo(upstream, { port: 0 });
  try {
    await test(server.url, upstream);
  } finally {
    await server.close();
  }
}
