/**
 * The consent page, and everybody who would get past it: each is refused, and the owner
 * sees who asks and where it leads.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { demoFetch } from "../../../demo/demo_fetch.ts";
import { headOf } from "../../../http/request_head.ts";
import { openEndpoint } from "../../../http/endpoint.ts";
import type { HttpOptions } from "../../../http/http_options.ts";
import type { LogEntry } from "../../../server/log_entry.ts";
import { ONLY_LISTING, TODAY } from "../_asking_handler.ts";
import { HTTP_TOKEN } from "../_runtimes.ts";
import { Browser, type Page } from "./_browser.ts";
import { ASTRAY_CLIENT, KNOWN_CLIENT, readClientDocument } from "./_client_documents.ts";
import { BACK, type HostSays, OAuthHost } from "./_oauth_host.ts";

const PUBLIC_URL = "https://budget.example.com";
const MCP = new URL("/mcp", PUBLIC_URL);
const ALLOWING = { token: HTTP_TOKEN, access: "change", answer: "allow" };

/** A server of one household, in this process. */
interface World extends AsyncDisposable {
  readonly ask: (request: Request) => Promise<Response>;
  readonly browser: () => Browser;
  readonly host: (says?: HostSays) => OAuthHost;
  readonly pass: (ms: number) => void;
  readonly log: readonly LogEntry[];
  /** What has been read from the network. */
  readonly reads: readonly string[];
}

function aWorld(change: Partial<HttpOptions> = {}): World {
  const log: LogEntry[] = [];
  const reads: string[] = [];
  // It stands still, or a minute might end in the middle of a count.
  const start = Date.now();
  let passed = 0;
  const endpoint = openEndpoint({
    token: "demo-token",
    httpToken: HTTP_TOKEN,
    publicUrl: PUBLIC_URL,
    signIn: "owner",
    fetch: demoFetch({ today: TODAY }),
    today: TODAY,
    write: true,
    now: () => start + passed,
    log: (entry) => log.push(entry),
    ...change,
  }, {
    fetchMetadata: (address) => {
      reads.push(address);
      return readClientDocument(address);
    },
  });
  const ask = async (request: Request): Promise<Response> => {
    const admitted = await endpoint.admit(headOf(request));
    if (admitted instanceof Response) return admitted;
    // All of it: a call is over when its answer is.
    const response = await endpoint.serve(request, admitted);
    const text = await response.text();
    const { status, headers } = response;
    return new Response(text === "" ? null : text, { status, headers });
  };
  return {
    ask,
    log,
    reads,
    browser: () => new Browser(ask),
    host: (says) => new OAuthHost(MCP, says, (input, init) => ask(new Request(input, init))),
    pass: (ms) => void (passed += ms),
    [Symbol.asyncDispose]: endpoint.close,
  };
}

/** Begins a sign-in; gives the page that the owner sees. */
async function pageOf(world: World, browser: Browser, says?: HostSays): Promise<Page> {
  return await browser.visit(await world.host(says).begin());
}

async function post(
  { ask }: World,
  path: string,
  body: Readonly<Record<string, unknown>> | URLSearchParams,
): Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> }> {
  const isForm = body instanceof URLSearchParams;
  const response = await ask(
    new Request(new URL(path, PUBLIC_URL), {
      method: "POST",
      body: isForm ? body : JSON.stringify(body),
      ...(isForm ? {} : { headers: { "content-type": "application/json" } }),
    }),
  );
  const text = await response.text();
  return { status: response.status, body: text === "" ? {} : JSON.parse(text) };
}

Deno.test("the page names the client, where the browser will be sent, and what it may do", async () => {
  await using world = aWorld();
  const { status, text, headers } = await pageOf(world, world.browser());
  assertEquals(status, 200);
  for (const word of ["A host of the tests", "localhost:49152", "read and change"]) {
    assertStringIncludes(text, word);
  }
  assertEquals(/<script|\son\w+=|javascript:/iu.test(text), false);
  const policy = headers.get("content-security-policy") ?? "";
  assertMatch(policy, /^default-src 'none';.*frame-ancestors 'none'/u);
  assertEquals(/unsafe|script-src/u.test(policy), false);
  assertEquals(headers.get("cache-control"), "no-store");
  assertEquals(headers.get("x-frame-options"), "DENY");
});

Deno.test("a client that asks to read, and a server without --write, are not offered to change", async () => {
  await using reading = aWorld();
  const asked = await pageOf(reading, reading.browser(), { scope: "budget:read" });
  const begun = await reading.host().begin();
  begun.searchParams.set("scope", "budget:read");
  const browser = reading.browser();
  const page = await browser.visit(begun);
  assertEquals(page.text.includes("read and change"), false);
  // Not even if the form says so.
  const back = await browser.visit(page.url, ALLOWING);
  assertEquals(back.url.searchParams.has("code"), true);
  assertEquals(asked.status, 200);
  await using fixed = aWorld({ write: false });
  assertEquals((await pageOf(fixed, fixed.browser())).text.includes("read and change"), false);
});

Deno.test("a name is shown as text, in one line, without what can't be seen", async () => {
  await using world = aWorld();
  const name = `<img src=x onerror=alert(1)>\u202e\n${"x".repeat(300)}`;
  const { body } = await post(world, "/register", {
    client_name: name,
    redirect_uris: [BACK],
    token_endpoint_auth_method: "none",
  });
  const at = await world.host().begin();
  at.searchParams.set("client_id", String(body["client_id"]));
  const { text } = await world.browser().visit(at);
  assertStringIncludes(text, "&lt;img src=x onerror=alert(1)&gt;");
  assertEquals([text.includes("<img"), text.includes("\u202e")], [false, false]);
  assertEquals(text.includes("x".repeat(100)), false);
});

Deno.test("a wrong token lets nobody in, and is counted; the right one still does", async () => {
  await using world = aWorld();
  const browser = world.browser();
  const oauth = world.host();
  const page = await browser.visit(await oauth.begin());
  const statuses = new Set<number>();
  for (let at = 0; at < 40; at += 1) {
    const { status, text } = await browser.visit(page.url, { ...ALLOWING, token: `wrong-${at}` });
    statuses.add(status);
    assertEquals([text.includes(`wrong-${at}`), text.includes(HTTP_TOKEN)], [false, false]);
  }
  assertEquals([...statuses], [403, 429]);
  await oauth.finish(await browser.visit(page.url, ALLOWING));
  assertEquals(oauth.tokens()?.token_type, "Bearer");
});

Deno.test("YNAB's token is not the owner's", async () => {
  await using world = aWorld();
  const browser = world.browser();
  const page = await pageOf(world, browser);
  assertEquals((await browser.visit(page.url, { ...ALLOWING, token: "demo-token" })).status, 403);
});

Deno.test("a sign-in can't be gone on with in another browser", async () => {
  await using world = aWorld();
  const begun = world.browser();
  const page = await pageOf(world, begun);
  // Somebody has lured the owner to a page that a stranger has begun.
  const other = world.browser();
  assertEquals((await other.visit(page.url)).status, 400);
  assertEquals((await other.visit(page.url, ALLOWING)).status, 400);
  // Nor may the owner's own sign-in stand for it.
  await pageOf(world, other);
  assertEquals((await other.visit(page.url, ALLOWING)).status, 400);
  // And the way back is that of the browser that left.
  const [, uid = ""] = /\/sign-in\/(.+)$/u.exec(page.url.pathname) ?? [];
  const back = new URL(`/authorize/${uid}`, PUBLIC_URL);
  const stranger = await other.visit(back);
  assertEquals([stranger.status, stranger.url.origin], [200, PUBLIC_URL], stranger.text);
  assertEquals(stranger.url.pathname.startsWith("/sign-in/"), true);
  assertEquals(stranger.url.pathname.endsWith(uid), false);
});

Deno.test("a forged sign-in, a forged cookie and an expired sign-in lead nowhere", async () => {
  await using world = aWorld();
  const browser = world.browser();
  const page = await pageOf(world, browser);
  const forged = new URL("/sign-in/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", PUBLIC_URL);
  assertEquals((await browser.visit(forged)).status, 400);
  assertEquals((await browser.visit(forged, ALLOWING)).status, 400);

  const forger = world.browser();
  forger.put("__Host-sign-in", page.url.pathname.split("/").at(-1) ?? "");
  forger.put("__Host-sign-in.sig", "AAAAAAAAAAAAAAAAAAAAAAAAAAA");
  assertEquals((await forger.visit(page.url, ALLOWING)).status, 400);

  world.pass(600_001);
  assertEquals((await browser.visit(page.url, ALLOWING)).status, 400);
});

Deno.test("a form that another page sends is refused before it is read", async () => {
  await using world = aWorld();
  const browser = world.browser();
  const page = await pageOf(world, browser);
  const response = await world.ask(
    new Request(page.url, {
      method: "POST",
      headers: { origin: "https://evil.example", cookie: browser.cookies },
      body: new URLSearchParams(ALLOWING),
    }),
  );
  assertEquals(response.status, 403);
});

Deno.test("no browser is sent to a host that is not known", async () => {
  await using world = aWorld();
  for (
    const foreign of [
      "https://evil.example/back",
      "https://claude.ai.evil.example/back",
      "https://claude.ai@evil.example/back",
      "http://claude.ai/back",
      "http://localhost.evil.example/back",
      "https://claude.ai:8443/back",
      "evil://claude.ai/back",
    ]
  ) {
    const { status, body } = await post(world, "/register", { redirect_uris: [foreign] });
    assertEquals(status, 400, foreign);
    assertEquals(
      ["invalid_redirect_uri", "invalid_client_metadata"].includes(String(body["error"])),
      true,
    );
  }
  // A client that has a good address as well may use only that, not even for an error.
  const mixed = await post(world, "/register", {
    redirect_uris: [BACK, "https://evil.example/back"],
    token_endpoint_auth_method: "none",
  });
  assertEquals(mixed.status, 201);
  const at = await world.host().begin();
  at.searchParams.set("client_id", String(mixed.body["client_id"]));
  at.searchParams.set("redirect_uri", "https://evil.example/back");
  for (const type of ["code", "token"]) {
    at.searchParams.set("response_type", type);
    const page = await world.browser().visit(at);
    assertEquals([page.status, page.url.origin], [400, PUBLIC_URL]);
  }
  at.searchParams.delete("redirect_uri");
  assertEquals((await world.browser().visit(at)).url.origin, PUBLIC_URL);
});

Deno.test("hosts of --sign-in-hosts are known as well", async () => {
  await using world = aWorld({ signInHosts: ["chat.example.com"] });
  const redirects = (host: string): Record<string, unknown> => ({
    redirect_uris: [`https://${host}/back`],
  });
  const statuses = await Promise.all(
    ["chat.example.com", "chatgpt.com", "other.example.com"].map(async (host) =>
      (await post(world, "/register", redirects(host))).status
    ),
  );
  assertEquals(statuses, [201, 201, 400]);
});

Deno.test("metadata documents are read from known hosts only, and hold to the same", async () => {
  await using world = aWorld();
  const at = await world.host({ metadataUrl: KNOWN_CLIENT }).begin();
  const statusOf = async (clientId: string): Promise<number> => {
    at.searchParams.set("client_id", clientId);
    return (await world.browser().visit(at)).status;
  };
  assertEquals(await statusOf(KNOWN_CLIENT), 200);
  const refused = [
    ASTRAY_CLIENT,
    "https://evil.example/a-host.json",
    "https://claude.ai.evil.example/a-host.json",
    "https://claude.ai@evil.example/a-host.json",
    "http://claude.ai/a-host.json",
    "https://127.0.0.1/a-host.json",
  ];
  for (const clientId of refused) assertEquals(await statusOf(clientId), 400, clientId);
  assertEquals([...new Set(world.reads)], [KNOWN_CLIENT, ASTRAY_CLIENT]);
});

/** Gives the status of a call with a token. */
async function statusWith({ ask }: World, token: string | undefined): Promise<number> {
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, ...ONLY_LISTING });
  return (await ask(new Request(MCP, { method: "POST", headers, body }))).status;
}

/** Signs in as far as the code. */
async function codeOf(
  world: World,
): Promise<{ readonly host: OAuthHost; readonly form: URLSearchParams; readonly back: Page }> {
  const host = world.host({ metadataUrl: KNOWN_CLIENT });
  const browser = world.browser();
  const page = await browser.visit(await host.begin());
  const back = await browser.visit(page.url, ALLOWING);
  const form = new URLSearchParams({
    grant_type: "authorization_code",
    code: back.url.searchParams.get("code") ?? "",
    code_verifier: host.codeVerifier(),
    client_id: KNOWN_CLIENT,
    redirect_uri: BACK,
  });
  return { host, form, back };
}

async function errorFor(world: World, form: URLSearchParams): Promise<unknown> {
  const { status, body } = await post(world, "/token", form);
  return status === 200 ? null : body["error"];
}

Deno.test("a code is redeemed once, and a replay ends what the first has got", async () => {
  await using world = aWorld();
  const { form } = await codeOf(world);
  const { status, body } = await post(world, "/token", form);
  assertEquals(status, 200);
  assertEquals(await errorFor(world, form), "invalid_grant");
  assertEquals(await statusWith(world, String(body["access_token"])), 401);
  const renew = new URLSearchParams({
    grant_type: "refresh_token",
    refresh_token: String(body["refresh_token"]),
    client_id: KNOWN_CLIENT,
  });
  assertEquals(await errorFor(world, renew), "invalid_grant");
});

Deno.test("of two who come with a code at once none keeps a token", async () => {
  await using world = aWorld();
  const { form } = await codeOf(world);
  const came = await Promise.all([1, 2, 3].map(() => post(world, "/token", form)));
  assert(came.filter(({ status }) => status === 200).length <= 1);
  for (const { body } of came) {
    assertEquals(await statusWith(world, String(body["access_token"] ?? "none")), 401);
  }
});

Deno.test("a code is for its client, its address and its verifier, and for a minute", async () => {
  await using world = aWorld();
  const wrong: readonly (readonly [name: string, value: string])[] = [
    ["code_verifier", "x".repeat(50)],
    ["redirect_uri", "http://localhost:49153/back"],
    ["code", "x".repeat(43)],
  ];
  for (const [name, value] of wrong) {
    const { form } = await codeOf(world);
    form.set(name, value);
    assertEquals(await errorFor(world, form), "invalid_grant", name);
  }
  const { form } = await codeOf(world);
  world.pass(60_001);
  assertEquals(await errorFor(world, form), "invalid_grant");
});

Deno.test("an authorization without PKCE, with the plain way, or for somebody else is refused", async () => {
  await using world = aWorld();
  const changes: readonly (readonly [name: string, value: string | null])[] = [
    ["code_challenge", null],
    ["code_challenge_method", "plain"],
    ["resource", "https://other.example.com/mcp"],
    ["prompt", "none"],
  ];
  for (const [name, value] of changes) {
    const at = await world.host({ metadataUrl: KNOWN_CLIENT }).begin();
    if (value === null) at.searchParams.delete(name);
    else at.searchParams.set(name, value);
    const { url } = await world.browser().visit(at);
    assertEquals(url.origin, new URL(BACK).origin, name);
    assertEquals([url.searchParams.has("error"), url.searchParams.has("code")], [true, false]);
    assertEquals(url.searchParams.get("iss"), PUBLIC_URL);
  }
});

Deno.test("scopes that are not ours are left out, and none means to read", async () => {
  await using world = aWorld();
  const wanted: readonly (readonly [asked: string | null, given: string])[] = [
    ["openid profile offline_access budget:read", "budget:read"],
    ["openid budget:write budget:read", "budget:write budget:read"],
    [null, "budget:read"],
  ];
  for (const [asked, given] of wanted) {
    const host = world.host({ metadataUrl: KNOWN_CLIENT });
    const at = await host.begin();
    if (asked === null) at.searchParams.delete("scope");
    else at.searchParams.set("scope", asked);
    const browser = world.browser();
    const page = await browser.visit(at);
    await host.finish(await browser.visit(page.url, ALLOWING));
    assertEquals(host.tokens()?.scope?.split(" ").toSorted(), given.split(" ").toSorted());
    assertEquals(host.tokens()?.id_token, undefined);
    assertEquals(await statusWith(world, host.tokens()?.access_token), 200);
  }
});

Deno.test("access ends after an hour, and what is unused for 90 days is gone", async () => {
  await using world = aWorld();
  const { host, back } = await codeOf(world);
  await host.finish(back);
  const statusOf = (): Promise<number> => statusWith(world, host.tokens()?.access_token);
  assertEquals(await statusOf(), 200);
  world.pass(3_600_001);
  assertEquals(await statusOf(), 401);
  const day = 86_400_000;
  const renewed = async (): Promise<boolean> => {
    const form = new URLSearchParams({
      grant_type: "refresh_token",
      refresh_token: host.tokens()?.refresh_token ?? "",
      client_id: KNOWN_CLIENT,
    });
    const { status, body } = await post(world, "/token", form);
    if (status === 200) host.saveTokens(body as never);
    return status === 200;
  };
  // Each use is the beginning of another 90 days, far beyond the first.
  for (let at = 0; at < 4; at += 1) {
    world.pass(80 * day);
    assertEquals(await renewed(), true);
  }
  world.pass(90 * day + 1_000);
  assertEquals(await renewed(), false);
});

Deno.test("a client that registers and is let in by nobody is forgotten", async () => {
  await using world = aWorld();
  const at = await world.host().begin();
  assertEquals((await world.browser().visit(at)).status, 200);
  world.pass(3_600_001);
  assertEquals((await world.browser().visit(at)).status, 400);
});

Deno.test("of one address so many sign-ins begin in a minute, and no more", async () => {
  await using world = aWorld();
  const at = await world.host({ metadataUrl: KNOWN_CLIENT }).begin();
  const statuses = new Map<number, number>();
  for (let nth = 0; nth < 50; nth += 1) {
    const { status } = await post(world, "/register", { redirect_uris: [BACK] });
    const page = await world.browser().visit(at);
    for (const one of [status, page.status]) statuses.set(one, (statuses.get(one) ?? 0) + 1);
  }
  assertEquals([...statuses.entries()], [[201, 30], [200, 30], [429, 40]]);
});

Deno.test("a large body and a method that is none are refused, whatever the address", async () => {
  await using world = aWorld();
  const large = new URLSearchParams({ token: "x".repeat(40_000) });
  for (const path of ["/token", "/revoke", "/register"]) {
    assertEquals((await post(world, path, large)).status, 413, path);
  }
  for (const path of ["/authorize", "/authorize/a", "/sign-in/a", "/token", "/register"]) {
    const request = new Request(new URL(path, PUBLIC_URL), { method: "PUT" });
    assertEquals((await world.ask(request)).status, 405, path);
  }
  for (const path of ["/authorize/a/b", "/sign-in/", "/sign-in/a.b", "/token/a", "/jwks"]) {
    assertEquals((await world.ask(new Request(new URL(path, PUBLIC_URL)))).status, 404, path);
  }
});

Deno.test("a confirmation belongs to the client that got the preview", async () => {
  await using world = aWorld();
  const [one, other] = [world.host(), world.host()];
  for (const host of [one, other]) await host.signIn(ALLOWING, world.browser());
  const args = { month: "2026-11", category_id: "Groceries", amount: 12.5 };
  await using first = await one.connect();
  await using second = await other.connect();
  const { structured } = await first.call("set_category_budget", args);
  const confirmed = { ...args, confirmation: structured?.["confirmation"] };
  assertMatch(
    (await second.call("set_category_budget", confirmed)).text,
    /given to somebody else/u,
  );
  const { structured: done } = await first.call("set_category_budget", confirmed);
  assertEquals(done?.["status"], "applied");
});

Deno.test("what is kept outlives the server; another token of the owner's ends it", async () => {
  const storeFolder = await Deno.makeTempDir();
  try {
    const says = { metadataUrl: KNOWN_CLIENT };
    let tokens: ReturnType<OAuthHost["tokens"]>;
    {
      await using world = aWorld({ storeFolder });
      const host = world.host(says);
      await host.signIn(ALLOWING, world.browser());
      tokens = host.tokens();
    }
    const statusIn = (world: World): Promise<number> => statusWith(world, tokens?.access_token);
    {
      const world = aWorld({ storeFolder });
      assertEquals(await statusIn(world), 200);
      await world[Symbol.asyncDispose]();
      // Told to come again, not to sign in again.
      assertEquals(await statusIn(world), 503);
    }
    {
      await using world = aWorld({ storeFolder, httpToken: `another-${HTTP_TOKEN}` });
      assertEquals(await statusIn(world), 401);
    }
  } finally {
    await Deno.remove(storeFolder, { recursive: true });
  }
});

Deno.test("the documents may be read by any page, and nothing else may", async () => {
  await using world = aWorld();
  const asked = async (path: string, init: RequestInit): Promise<Response> => {
    const headers = { origin: "https://claude.ai" };
    const response = await world.ask(new Request(new URL(path, PUBLIC_URL), { headers, ...init }));
    await response.body?.cancel();
    return response;
  };
  const document = "/.well-known/oauth-authorization-server";
  for (const method of ["GET", "HEAD", "OPTIONS"]) {
    const { status, headers } = await asked(document, { method });
    assert(status === 200 || status === 204);
    assertEquals(headers.get("access-control-allow-origin"), "*");
  }
  for (const path of ["/token", "/register", "/revoke"]) {
    assertEquals((await asked(path, { method: "POST" })).status, 403);
    const { headers } = await asked(path, { method: "POST", headers: {} });
    assertEquals(headers.get("access-control-allow-origin"), null);
    assertEquals((await asked(path, { method: "OPTIONS" })).status, 405);
  }
});

Deno.test("without a sign-in of its own a server has none of its addresses", async () => {
  await using world = aWorld({ signIn: undefined });
  for (const path of ["/authorize", "/token", "/register", "/revoke", "/sign-in/x", "/jwks"]) {
    assertEquals((await world.ask(new Request(new URL(path, PUBLIC_URL)))).status, 404);
  }
});

Deno.test("neither a log line nor an answer holds a token or a code", async () => {
  await using world = aWorld();
  const { host, back, form } = await codeOf(world);
  await host.finish(back);
  const secrets = [
    HTTP_TOKEN,
    "demo-token",
    form.get("code") ?? "",
    host.codeVerifier(),
    host.tokens()?.access_token ?? "",
    host.tokens()?.refresh_token ?? "",
  ];
  const replayed = JSON.stringify(await post(world, "/token", form));
  const revoked = JSON.stringify(
    await post(world, "/revoke", new URLSearchParams({ token: secrets[5] ?? "" })),
  );
  const said = `${JSON.stringify(world.log)} ${replayed} ${revoked} ${back.text}`
    .replace(back.url.href, "");
  const held = secrets.filter((secret) => said.includes(secret));
  // The page that leads back names the code, for browsers that do not follow.
  assertEquals(held.filter((secret) => secret !== secrets[2]), []);
});
