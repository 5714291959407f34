import { assert, assertEquals, assertMatch } from "@std/assert";
// The package exports its types only under the name without the extension.
// @ts-types="npm:@modelcontextprotocol/sdk@^1.32.2/client/streamableHttp"
import { StreamableHTTPClientTransport as OldTransport } from "npm:@modelcontextprotocol/sdk@^1.32.2/client/streamableHttp.js";
import type { HttpHandler } from "../../../remote/http/endpoint.ts";
import { connectViewClient, SHOWS_VIEWS } from "../../views/_view_client.ts";
import { answerTo, demoHandler, ONLY_LISTING, resultOf, viewClientOf } from "./_asking_handler.ts";
import { HTTP_TOKEN } from "./_demo_options.ts";

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

const initialize = (name: string, capabilities: unknown = SHOWS_VIEWS) => ({
  method: "initialize",
  params: { protocolVersion: "2025-11-25", clientInfo: { name, version: "1" }, capabilities },
});

const namesIn = ({ result }: Sent): readonly string[] =>
  (result["tools"] as readonly { readonly name: string }[]).map(({ name }) => name);

Deno.test("a session id is short, unique and valid in every process with the same token", async () => {
  const [one, other] = [demoHandler(), demoHandler()];
  const { session } = await send(one, initialize("x".repeat(5_000)));
  const again = await send(one, initialize("x".repeat(5_000)));
  assertMatch(session ?? "", /^[\x21-\x7e]{32,1024}$/u);
  assert(session !== again.session);
  for (const handler of [one, other]) {
    const listed = await send(handler, ONLY_LISTING, session);
    assertEquals([listed.status, listed.session], [200, null]);
    assert(namesIn(listed).includes("decide_change"));
  }
  await Promise.all([one.close(), other.close()]);
});

Deno.test("a session id that was modified, made up or issued by another server gets 404", async () => {
  const handler = demoHandler();
  const foreign = demoHandler({ token: "another-token" });
  const { session } = await send(handler, initialize("host"));
  const theirs = (await send(foreign, initialize("host"))).session;
  const id = session ?? "";
  for (
    const wrong of [theirs ?? "", `A${id.slice(1)}`, id.slice(0, -1), `${id}.x`, "a", ".", "1-2-3"]
  ) {
    const { status } = await send(handler, ONLY_LISTING, wrong);
    assertEquals([wrong, status], [wrong, 404]);
    // Clients start a new session with such a request.
    const begun = await send(handler, initialize("host"), wrong);
    assertEquals([begun.status, begun.session === null], [200, false]);
  }
  await Promise.all([handler.close(), foreign.close()]);
});

Deno.test("a client whose declared capabilities are invalid or too large gets no session", async () => {
  const handler = demoHandler();
  const large = { elicitation: { form: { x: "x".repeat(2_000) } } };
  assertEquals((await send(handler, initialize("host", large))).session, null);
  assertEquals((await send(handler, initialize("host", { elicitation: "yes" }))).session, null);
  await handler.close();
});

Deno.test("a session id contains the client's name, which determines the response format", async () => {
  const handler = demoHandler();
  const called = async (name: string): Promise<unknown> => {
    const { session } = await send(handler, initialize(name, {}));
    const call = { method: "tools/call", params: { name: "list_plans", arguments: {} } };
    return (await send(handler, call, session)).result;
  };
  assert("structuredContent" in (await called("some-host") as object));
  assert(!("structuredContent" in (await called("codex-mcp-client") as object)));
  await handler.close();
});

Deno.test("a 2026-07-28 client needs no session, and its session header is ignored", async () => {
  const handler = demoHandler();
  await using client = await viewClientOf((request) => {
    request.headers.set("mcp-session-id", "old");
    return handler.fetch(request);
  });
  assert((await client.tools()).some(({ name }) => name === "decide_change"));
  await handler.close();
});

Deno.test("client 1.x sends its session id with every request and can end the session", async () => {
  const handler = demoHandler();
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
  await handler.close();
});
