import { assert, assertEquals, assertMatch } from "@std/assert";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
// The package exports its types only under the name without the extension.
// @ts-types="npm:@modelcontextprotocol/sdk@^1.32.2/client/streamableHttp"
import { StreamableHTTPClientTransport as OldTransport } from "npm:@modelcontextprotocol/sdk@^1.32.2/client/streamableHttp.js";
import { createHttpHandler, type HttpHandler } from "../../../remote/http/endpoint.ts";
import { DEMO_TOKEN, demoFetch } from "../../../mod.ts";
import { connectViewClient, SHOWS_VIEWS } from "../../../scripts/_view_client.ts";
import { ONLY_LISTING, TODAY } from "./_asking_handler.ts";

const OWNER = "the-owner-of-this-household-alone-knows-it";
const URL_HERE = new URL("http://localhost/mcp");

function aHandler(token: string = DEMO_TOKEN): HttpHandler {
  const fetch = demoFetch({ today: TODAY });
  return createHttpHandler({ token, fetch, today: TODAY, httpToken: OWNER, write: true });
}

interface Sent {
  readonly status: number;
  readonly session: string | null;
  readonly result: Readonly<Record<string, unknown>>;
}

async function send(
  handler: HttpHandler,
  { method, params }: { readonly method: string; readonly params: unknown },
  headers: Readonly<Record<string, string>> = {},
): Promise<Sent> {
  const response = await handler.fetch(
    new Request(URL_HERE, {
      method: "POST",
      headers: {
        authorization: `Bearer ${OWNER}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    }),
  );
  const text = await response.text();
  const [, data = text] = /^data: (.*)$/mu.exec(text) ?? [];
  const session = response.headers.get("mcp-session-id");
  return { status: response.status, session, result: JSON.parse(data).result };
}

const initialize = (name: string, capabilities: unknown = SHOWS_VIEWS) => ({
  method: "initialize",
  params: { protocolVersion: "2025-11-25", clientInfo: { name, version: "1" }, capabilities },
});

const namesIn = ({ result }: Sent): readonly string[] =>
  (result["tools"] as readonly { readonly name: string }[]).map(({ name }) => name);

Deno.test("a session id is short, unique and valid in every process with the same token", async () => {
  const [one, other] = [aHandler(), aHandler()];
  const { session } = await send(one, initialize("x".repeat(5_000)));
  const again = await send(one, initialize("x".repeat(5_000)));
  assertMatch(session ?? "", /^[\x21-\x7e]{32,1024}$/u);
  assert(session !== again.session);
  const headers = { "mcp-session-id": session ?? "" };
  for (const handler of [one, other]) {
    const listed = await send(handler, ONLY_LISTING, headers);
    assertEquals([listed.status, listed.session], [200, null]);
    assert(namesIn(listed).includes("decide_change"));
  }
  await Promise.all([one.close(), other.close()]);
});

Deno.test("a tampered, invented or foreign session id gets 404", async () => {
  const handler = aHandler();
  const foreign = aHandler("another-token");
  const { session } = await send(handler, initialize("host"));
  const theirs = (await send(foreign, initialize("host"))).session;
  const id = session ?? "";
  for (
    const wrong of [theirs ?? "", `A${id.slice(1)}`, id.slice(0, -1), `${id}.x`, "a", ".", "1-2-3"]
  ) {
    const { status } = await send(handler, ONLY_LISTING, { "mcp-session-id": wrong });
    assertEquals([wrong, status], [wrong, 404]);
    // This is how a client begins again.
    const begun = await send(handler, initialize("host"), { "mcp-session-id": wrong });
    assertEquals([begun.status, begun.session === null], [200, false]);
  }
  await Promise.all([handler.close(), foreign.close()]);
});

Deno.test("invalid or oversized declarations get no session", async () => {
  const handler = aHandler();
  const large = { elicitation: { form: { x: "x".repeat(2_000) } } };
  assertEquals((await send(handler, initialize("host", large))).session, null);
  assertEquals((await send(handler, initialize("host", { elicitation: "yes" }))).session, null);
  await handler.close();
});

Deno.test("a session stores the client's name, which selects the response format", async () => {
  const handler = aHandler();
  const called = async (name: string): Promise<unknown> => {
    const { session } = await send(handler, initialize(name, {}));
    const call = { method: "tools/call", params: { name: "list_plans", arguments: {} } };
    return (await send(handler, call, { "mcp-session-id": session ?? "" })).result;
  };
  assert("structuredContent" in (await called("some-host") as object));
  assert(!("structuredContent" in (await called("codex-mcp-client") as object)));
  await handler.close();
});

Deno.test("a client of 2026-07-28 needs no session and its session header is ignored", async () => {
  const handler = aHandler();
  const headers = { authorization: `Bearer ${OWNER}`, "mcp-session-id": "of before" };
  const transport = new StreamableHTTPClientTransport(URL_HERE, {
    requestInit: { headers },
    fetch: (url, init) => handler.fetch(new Request(url, init)),
  });
  await using client = await connectViewClient(transport);
  assert((await client.tools()).some(({ name }) => name === "decide_change"));
  await handler.close();
});

Deno.test("client 1.x sends its session with every request and can end it", async () => {
  const handler = aHandler();
  const sent: (string | null)[] = [];
  const transport = new OldTransport(URL_HERE, {
    requestInit: { headers: { authorization: `Bearer ${OWNER}` } },
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
  await handler.close();
});
