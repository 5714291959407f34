import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import type { HttpOptions } from "../../../remote/http/http_options.ts";
import {
  answerTo,
  demoHandler,
  initialize,
  listedTools,
  messageRequest,
  ONLY_LISTING,
  resultOf,
  viewClientOf,
} from "./_asking_handler.ts";
import { HTTP_TOKEN } from "./_demo_options.ts";
import { withinDeadline } from "../../protocol/_deadline.ts";
// The package exports its types only under the path without `.js`.
// @ts-types="npm:@modelcontextprotocol/sdk@^1.32.2/client/streamableHttp"
import { StreamableHTTPClientTransport as OldTransport } from "npm:@modelcontextprotocol/sdk@^1.32.2/client/streamableHttp.js";
import type { HttpHandler } from "../../../remote/http/endpoint.ts";
import { connectViewClient, SHOWS_VIEWS } from "../../views/_view_client.ts";

const publicUrl = "https://budget.example.com";
const oauthIssuer = "https://login.example.com";

const unusable: readonly (readonly [what: string, change: Partial<HttpOptions>])[] = [
  ["without a token or an issuer", { httpToken: undefined }],
  ["with a short token", { httpToken: "x".repeat(31) }],
  ["with a token that is invalid in a header", { httpToken: `${"x".repeat(32)} y` }],
  ["with YNAB's token as its own", { token: HTTP_TOKEN }],
  ["with an http public URL", { publicUrl: "http://budget.example.com" }],
  ["with a public URL of another scheme", { publicUrl: "ftp://localhost" }],
  ["with a public URL that has a path", { publicUrl: `${publicUrl}/mcp` }],
  ["with an issuer and no subjects", { publicUrl, oauthIssuer }],
  ["with an issuer and an empty list of subjects", { publicUrl, oauthIssuer, oauthSubjects: [] }],
  ["with an issuer and no public URL", { oauthIssuer, oauthSubjects: ["ada"] }],
  ["with subjects and no issuer", { oauthSubjects: ["ada"] }],
  ["with a sign-in and no public URL", { signIn: "owner" }],
  ["with a sign-in and no owner's token", {
    signIn: "owner",
    publicUrl,
    httpToken: undefined,
  }],
  ["with a sign-in and an issuer", {
    signIn: "owner",
    publicUrl,
    oauthIssuer,
    oauthSubjects: ["ada"],
  }],
  ["with sign-in hosts and no sign-in", { publicUrl, signInHosts: ["login.example.com"] }],
  ["with invalid sign-in hosts", {
    signIn: "owner",
    publicUrl,
    signInHosts: ["https://login.example.com"],
  }],
  ["with an http issuer", {
    publicUrl,
    oauthIssuer: "http://login.example.com",
    oauthSubjects: ["ada"],
  }],
];
for (const [what, change] of unusable) {
  Deno.test(`createHttpHandler() throws ${what}`, () => {
    const error = assertThrows(() => demoHandler(change), TypeError);
    assertMatch(error.message, /^(?:httpToken|publicUrl|oauth\w+|signIn\w*) \w/u);
  });
}

Deno.test("createHttpHandler() accepts requests for the public URL's host", async () => {
  await using handler = demoHandler({ publicUrl });
  for (
    const [url, status] of [[publicUrl, 401], ["http://localhost:8103", 401], [
      "https://evil.example",
      403,
    ]] as const
  ) {
    const response = await handler.fetch(new Request(`${url}/mcp`, { method: "POST" }));
    assertEquals([url, response.status], [url, status]);
  }
});

for (
  const [write, scope] of [[true, "budget:read budget:write"], [false, "budget:read"]] as const
) {
  Deno.test(`createHttpHandler() directs unauthorized clients to sign in and asks for the scope ${scope}`, async () => {
    await using handler = demoHandler({ publicUrl, signIn: "owner", write });
    const read = async (url: string): Promise<Readonly<Record<string, unknown>>> =>
      await (await handler.fetch(new Request(url))).json();
    const refused = await answerTo(handler, null, ONLY_LISTING);
    const resource = `${publicUrl}/.well-known/oauth-protected-resource/mcp`;
    assertEquals(refused.status, 401);
    assertEquals(
      refused.headers.get("www-authenticate"),
      `Bearer resource_metadata="${resource}", scope="${scope}"`,
    );
    const { authorization_servers: [issuer] = [] } = await read(resource) as {
      readonly authorization_servers?: readonly string[];
    };
    const document = await read(`${issuer}/.well-known/oauth-authorization-server`);
    assertEquals(document["issuer"], issuer);
    assertEquals(document["code_challenge_methods_supported"], ["S256"]);
    assertEquals(document["token_endpoint"], `${publicUrl}/token`);
    // The metadata doesn't mention unsupported features, such as OpenID Connect.
    assertEquals(document["scopes_supported"], ["budget:read", "budget:write"]);
    assertEquals(document["response_modes_supported"], ["query"]);
    const names = Object.keys(document).filter((name) => /claim|id_token|jwks|subject/u.test(name));
    assertEquals(names, []);
    assertEquals((await listedTools(handler, HTTP_TOKEN)).includes("list_plans"), true);
    await handler.close();
    const late = await handler.fetch(new Request(`${publicUrl}/authorize`));
    assertEquals(late.status, 503);
  });
}

Deno.test("createHttpHandler() returns a handler that is healthy and ready until it closes", async () => {
  await using handler = demoHandler();
  const statusOf = async (path: string): Promise<number> =>
    (await handler.fetch(new Request(`http://10.0.0.7${path}`))).status;
  assertEquals([await statusOf("/healthz"), await statusOf("/readyz")], [200, 200]);
  const listed = await answerTo(handler, HTTP_TOKEN, ONLY_LISTING);
  assertEquals(listed.headers.get("cache-control"), "no-store");
  assertEquals((await listedTools(handler, HTTP_TOKEN)).includes("flag_transactions"), true);
  await handler.close();
  assertEquals([await statusOf("/healthz"), await statusOf("/readyz")], [200, 503]);
  const { status, headers } = await answerTo(handler, HTTP_TOKEN, ONLY_LISTING);
  assertEquals([status, headers.get("retry-after")], [503, "5"]);
  // Without a YNAB token, a server isn't ready.
  await using without = demoHandler({ token: null });
  assertEquals((await without.fetch(new Request("http://localhost/readyz"))).status, 503);
});

const meta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "asking", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};
const eras = [
  ["2025", {}, {}],
  ["2026-07-28", { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list" }, {
    _meta: meta,
  }],
  ["2025 (with a misleading method header)", { "mcp-method": "subscriptions/listen" }, {}],
] as const;
for (const [era, named, params] of eras) {
  Deno.test(`createHttpHandler() limits concurrent calls in protocol ${era}`, async () => {
    await using handler = demoHandler();
    const message = { method: "tools/list", params };
    const ask = (): Promise<Response> =>
      handler.fetch(messageRequest(HTTP_TOKEN, message, { headers: named }));
    // These calls stay open until their responses are read.
    const open = await Promise.all(Array.from({ length: 16 }, ask));
    assertEquals(new Set(open.map(({ status }) => status)), new Set([200]));
    const more = await ask();
    assertEquals([more.status, more.headers.get("retry-after")], [429, "1"]);
    await Promise.all(open.map((response) => response.text()));
    assertEquals((await answerTo(handler, HTTP_TOKEN, ONLY_LISTING)).status, 200);
  });
}

Deno.test("createHttpHandler() limits how much of a body it reads, regardless of Content-Length", async () => {
  await using handler = demoHandler();
  const part = new TextEncoder().encode(" ".repeat(65_536));
  let sent = 0;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller): void {
      controller.enqueue(part);
      sent += part.length;
    },
  });
  const { url, headers } = messageRequest(HTTP_TOKEN, ONLY_LISTING);
  const response = await handler.fetch(new Request(url, { method: "POST", headers, body }));
  assertEquals([response.status, (await response.text()).includes("exceed")], [413, true]);
  assert(sent < 2_000_000, String(sent));
});

Deno.test("createHttpHandler() mentions sign-in only if it's configured, and rejects long sign-in URLs", async () => {
  await using handler = demoHandler();
  for (
    const [token, said] of [[null, "Bearer"], ["wrong", 'Bearer error="invalid_token"']] as const
  ) {
    const { status, headers } = await answerTo(handler, token, ONLY_LISTING);
    assertEquals([status, headers.get("www-authenticate")], [401, said]);
  }
  await using signing = demoHandler({ publicUrl, signIn: "owner" });
  const statusAt = async (query: string): Promise<number> => {
    const response = await signing.fetch(new Request(`${publicUrl}/authorize?${query}`));
    await response.body?.cancel();
    return response.status;
  };
  assertEquals(await statusAt(`state=${"x".repeat(20_000)}`), 414);
  assertEquals(await statusAt("state=x"), 400);
});

interface Sent {
  readonly status: number;
  readonly session: string | null;
  readonly result: Readonly<Record<string, unknown>>;
}

async function send(
  handler: HttpHandler,
  message: { readonly method: string; readonly params: unknown },
  session: string | null = null,
): Promise<Sent> {
  const headers: Record<string, string> = session === null ? {} : { "mcp-session-id": session };
  const response = await answerTo(handler, HTTP_TOKEN, message, headers);
  const { status } = response;
  const given = response.headers.get("mcp-session-id");
  return { status, session: given, result: await resultOf(response) };
}

const namesIn = ({ result }: Sent): readonly string[] =>
  (result["tools"] as readonly { readonly name: string }[]).map(({ name }) => name);

Deno.test("a session id is short, unique and valid in every process with the same token", async () => {
  await using one = demoHandler();
  await using other = demoHandler();
  const { session } = await send(one, initialize("x".repeat(5_000), SHOWS_VIEWS));
  const again = await send(one, initialize("x".repeat(5_000), SHOWS_VIEWS));
  assertMatch(session ?? "", /^[\x21-\x7e]{32,1024}$/u);
  assert(session !== again.session);
  for (const handler of [one, other]) {
    const listed = await send(handler, ONLY_LISTING, session);
    assertEquals([listed.status, listed.session], [200, null]);
    assert(namesIn(listed).includes("decide_change"));
  }
});

Deno.test("a request gets 404 if its session id is modified, made up or from another server", async () => {
  await using handler = demoHandler();
  await using foreign = demoHandler({ token: "another-token" });
  const { session } = await send(handler, initialize("host", SHOWS_VIEWS));
  const theirs = (await send(foreign, initialize("host", SHOWS_VIEWS))).session;
  const id = session ?? "";
  for (
    const wrong of [theirs ?? "", `A${id.slice(1)}`, id.slice(0, -1), `${id}.x`, "a", ".", "1-2-3"]
  ) {
    const { status } = await send(handler, ONLY_LISTING, wrong);
    assertEquals([wrong, status], [wrong, 404]);
    // By sending `initialize`, the client starts a new session.
    const begun = await send(handler, initialize("host", SHOWS_VIEWS), wrong);
    assertEquals([begun.status, begun.session === null], [200, false]);
  }
});

Deno.test("a client whose declared capabilities are invalid or too large gets no session", async () => {
  await using handler = demoHandler();
  const large = { elicitation: { form: { x: "x".repeat(2_000) } } };
  assertEquals((await send(handler, initialize("host", large))).session, null);
  assertEquals((await send(handler, initialize("host", { elicitation: "yes" }))).session, null);
});

Deno.test("a session id contains the client's name, which determines the response format", async () => {
  await using handler = demoHandler();
  const called = async (name: string): Promise<unknown> => {
    const { session } = await send(handler, initialize(name, {}));
    const call = { method: "tools/call", params: { name: "list_plans", arguments: {} } };
    return (await send(handler, call, session)).result;
  };
  assert("structuredContent" in (await called("some-host") as object));
  assert(!("structuredContent" in (await called("codex-mcp-client") as object)));
});

Deno.test("a client that uses protocol 2026-07-28 needs no session, and its session header is ignored", async () => {
  await using handler = demoHandler();
  await using client = await viewClientOf((request) => {
    request.headers.set("mcp-session-id", "old");
    return handler.fetch(request);
  });
  assert((await client.tools()).some(({ name }) => name === "decide_change"));
});

Deno.test("a client that uses SDK 1.x sends its session id with every request and can end the session", async () => {
  await using handler = demoHandler();
  const sent: (string | null)[] = [];
  const transport = new OldTransport(new URL("http://localhost/mcp"), {
    requestInit: { headers: { authorization: `Bearer ${HTTP_TOKEN}` } },
    fetch: (url, init) => {
      const request = new Request(url, init);
      sent.push(request.headers.get("mcp-session-id"));
      return handler.fetch(request);
    },
  });
  await using client = await connectViewClient(transport, { isOld: true });
  assert((await client.tools()).some(({ name }) => name === "decide_change"));
  const { sessionId } = transport;
  assertEquals(new Set(sent), new Set([null, sessionId]));
  await transport.terminateSession();
  assertEquals(transport.sessionId, undefined);
});

Deno.test("a client that subscribes to notifications gets a stream that ends, because the server sends no notifications", async () => {
  await using handler = demoHandler();
  const notifications = {
    ...{ toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true },
    resourceSubscriptions: ["ui://budget-tool-server/view.html"],
  };
  const method = "subscriptions/listen";
  const params = { _meta: meta, notifications };
  const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": method };
  const stream = answerTo(handler, HTTP_TOKEN, { method, params }, headers);
  const text = await (await withinDeadline(stream, "the end of the stream")).text();
  assertMatch(text, /subscriptions\/acknowledged","params":\{"notifications":\{\}/u);
});
