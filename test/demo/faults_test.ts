import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { type FaultRule, parseFaults } from "../../demo/faults.ts";
import { serveDemo } from "../../demo/serve.ts";
import { DemoUpstream } from "../../demo/upstream.ts";
import { aPlan, ids, now } from "./_tiny_plan.ts";

const BASE = "https://upstream.test/v1";
const headers = { authorization: "Bearer demo-token" };

const WRONG_SCOPE = {
  error: {
    ...{ id: "403.3", name: "unauthorized_scope" },
    detail: "The supplied access token has a scope which does not allow access",
  },
};

Deno.test("parseFaults() parses every form of fault rule", () => {
  const forms: Readonly<Record<string, FaultRule>> = {
    "getAccounts#2=500": { operation: "getAccounts", nth: 2, then: { status: 500 } },
    "*#1x3=delay:200": { operation: "*", nth: 1, times: 3, then: { delayMs: 200 } },
    "POST=cut": { method: "POST", then: { cut: "before" } },
    "createTransaction=cut-after": { operation: "createTransaction", then: { cut: "after" } },
    "createTransaction=cut-before": { operation: "createTransaction", then: { cut: "before" } },
    "getPlans=html:503": { operation: "getPlans", then: { html: 503 } },
    "getPlans=html:502-after": { operation: "getPlans", then: { html: 502, applied: true } },
    "GET=429:30": { method: "GET", then: { status: 429, headers: { "retry-after": "30" } } },
    "PATCH=503-after": { method: "PATCH", then: { status: 503, applied: true } },
    "getUser=stall": { operation: "getUser", then: { stall: true } },
    "getUser=stall-after": { operation: "getUser", then: { stall: true, applied: true } },
    "getUser=stall-headers": { operation: "getUser", then: { stall: true, afterHeaders: true } },
    "getUser=403.3": { operation: "getUser", then: { status: 403, body: WRONG_SCOPE } },
  };
  for (const [spec, rule] of Object.entries(forms)) assertEquals(parseFaults(spec), [rule]);
  assertEquals(parseFaults(Object.keys(forms).join(" , ")), Object.values(forms));
  assertEquals(parseFaults(""), []);
});

Deno.test("parseFaults() quotes what it can't parse", () => {
  const wrong: Readonly<Record<string, string>> = {
    "getAccounts": 'Invalid fault "getAccounts": it has no "="',
    "getBudgets=500": 'Invalid fault "getBudgets=500": unknown operation "getBudgets"',
    "getPlans#0=500":
      'Invalid fault "getPlans#0=500": use a form like getUser=500, getUser#2=500 or getUser#2x3=500',
    "getPlans=403.9": 'Invalid fault "getPlans=403.9": unknown error "403.9"',
    "getPlans=700": 'Invalid fault "getPlans=700": a status must be from 200 to 599',
    "getPlans=html": 'Invalid fault "getPlans=html": use an HTTP status, html:STATUS, delay:MS, ' +
      "cut, cut-after or stall",
  };
  for (const [spec, message] of Object.entries(wrong)) {
    assertThrows(() => parseFaults(spec), Error, message);
  }
});

Deno.test("a fault rule's position and count determine which of the matching requests fail", async () => {
  const upstream = openUpstream("getUser#2x2=500,GET#5=503,getPlans=403.1");
  const statuses = [];
  for (const path of ["user", "user", "user", "user", "user", "plans"]) {
    statuses.push((await upstream.fetch(`${BASE}/${path}`, { headers })).status);
  }
  assertEquals(statuses, [200, 500, 500, 200, 503, 403]);
  upstream.setFaults([]);
  assertEquals((await upstream.fetch(`${BASE}/plans`, { headers })).status, 200);
});

Deno.test("a status fault returns YNAB's error body, and an 'html' fault returns a web page", async () => {
  const upstream = openUpstream("getUser#1=503,getUser#2=html:503,getUser#3=429:7");
  const first = await upstream.fetch(`${BASE}/user`, { headers });
  assertEquals((await first.json()).error.name, "service_unavailable");
  const second = await upstream.fetch(`${BASE}/user`, { headers });
  assertEquals(second.headers.get("content-type"), "text/html; charset=utf-8");
  assertEquals((await second.text()).startsWith("<!DOCTYPE html>"), true);
  const third = await upstream.fetch(`${BASE}/user`, { headers });
  assertEquals(third.headers.get("retry-after"), "7");
});

Deno.test("a fault rule determines whether a failing write is applied", async () => {
  const applied = async (what: string): Promise<boolean> => {
    const upstream = openUpstream(`createPayee=${what}`);
    const signal = AbortSignal.timeout(20);
    const body = JSON.stringify({ payee: { name: "New" } });
    const init = { method: "POST", headers, body, signal };
    await upstream.fetch(`${BASE}/plans/last-used/payees`, init).then((response) => response.text())
      .catch(() => {});
    return upstream.snapshot()[0]?.payees.some(({ name }) => name === "New") ?? false;
  };
  for (const what of ["cut", "503", "html:502", "stall"]) {
    assertEquals([what, await applied(what)], [what, false]);
  }
  for (const what of ["cut-after", "503-after", "html:502-after", "stall-after", "stall-headers"]) {
    assertEquals([what, await applied(what)], [what, true]);
  }
});

Deno.test("a 'cut' fault makes the call fail without a status, like a broken connection", async () => {
  const upstream = openUpstream("getUser=cut");
  await assertRejects(() => upstream.fetch(`${BASE}/user`, { headers }), TypeError);
  assertEquals(upstream.requests[0]?.status, null);
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

Deno.test("serveDemo() closes the connection for a 'cut' fault", async () => {
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

Deno.test("for a 'stall' fault, serveDemo() sends either nothing or only headers", async () => {
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
  const upstream = openUpstream(faults);
  const server = await serveDemo(upstream, { port: 0 });
  try {
    await test(server.url, upstream);
  } finally {
    await server.close();
  }
}

function openUpstream(spec: string): DemoUpstream {
  return new DemoUpstream({ plans: [aPlan()], now, faults: parseFaults(spec) });
}
