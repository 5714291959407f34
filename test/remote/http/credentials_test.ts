import { assertEquals, assertMatch } from "@std/assert";
import type { End } from "../../../cli/_terminal.ts";
import { runAt } from "../../cli/_a_terminal.ts";
import type { EndpointParts } from "../../../remote/http/endpoint.ts";
import { type HttpServer, serveHttp } from "../../../remote/http/node_server.ts";
import { messageRequest, ONLY_LISTING } from "./_asking_handler.ts";
import { readClientDocument } from "../sign_in/_client_documents.ts";
import { demoOptions, HTTP_TOKEN } from "./_demo_options.ts";

const PUBLIC_URL = "https://budget.example.com";
const CHALLENGE =
  /^Bearer resource_metadata="https:\/\/budget\.example\.com\/\.well-known\/oauth-protected-resource\/mcp", scope="budget:read"$/u;

interface Listening extends AsyncDisposable {
  /** Lists the tools. */
  readonly call: (headers?: Readonly<Record<string, string>>) => Promise<Response>;
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>;
}

/** A listening server with sign-in enabled and a frozen clock. */
async function aServer(
  parts: EndpointParts & { readonly trustedProxies?: readonly string[] } = {},
): Promise<Listening> {
  const server: HttpServer = await serveHttp({
    ...demoOptions(),
    write: false,
    publicUrl: PUBLIC_URL,
    signIn: "owner",
    now: () => 0,
  }, { host: "127.0.0.1", port: 0, ...parts });
  const ask: Listening["ask"] = (path, init) => fetch(new URL(path, server.url), init);
  return {
    ask,
    call: async (headers = {}) => {
      const url = new URL(server.url);
      const response = await fetch(messageRequest(null, ONLY_LISTING, { headers, url }));
      await response.text();
      return response;
    },
    [Symbol.asyncDispose]: () => server.close(),
  };
}

const bearer = (token: string): { readonly authorization: string } => ({
  authorization: `Bearer ${token}`,
});

Deno.test("after too many wrong tokens in a minute, wrong tokens get 429, but the right token is accepted", async () => {
  await using server = await aServer({ limits: { wrongTokens: 3 } });
  const statuses: number[] = [];
  for (let nth = 0; nth < 5; nth += 1) {
    statuses.push((await server.call(bearer(`wrong-${nth}`))).status);
  }
  assertEquals(statuses, [401, 401, 401, 429, 429]);
  assertEquals((await server.call(bearer(HTTP_TOKEN))).status, 200);
  assertEquals((await server.call()).status, 401);
});

Deno.test("GET and DELETE requests without a token get 401, not 405", async () => {
  await using server = await aServer();
  for (const method of ["GET", "DELETE"]) {
    const stranger = await server.ask("/mcp", { method });
    await stranger.text();
    assertEquals(stranger.status, 401);
    assertMatch(stranger.headers.get("www-authenticate") ?? "", CHALLENGE);
    const known = await server.ask("/mcp", { method, headers: bearer(HTTP_TOKEN) });
    await known.text();
    assertEquals([known.status, known.headers.get("allow")], [405, "POST"]);
  }
});

Deno.test("busy sign-in pages don't block the token endpoint or MCP requests", async () => {
  const held = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  let reads = 0;
  await using server = await aServer({
    limits: { pageRequests: 8 },
    fetchMetadata: async (address) => {
      reads += 1;
      if (reads === 8) arrived.resolve();
      await held.promise;
      return await readClientDocument(address);
    },
  });
  const page = (nth: number): Promise<number> => {
    const query = new URLSearchParams({ client_id: `https://claude.ai/oauth/${nth}.json` });
    return server.ask(`/authorize?${query}`, { redirect: "manual" }).then(async (response) => {
      await response.text();
      return response.status;
    });
  };
  const pages = Array.from({ length: 8 }, (_, nth) => page(nth));
  try {
    await arrived.promise;
    assertEquals(await page(8), 503);
    const body = new URLSearchParams({ grant_type: "authorization_code", code: "none" });
    const token = await server.ask("/token", { method: "POST", body });
    await token.text();
    assertEquals([token.status, (await server.call(bearer(HTTP_TOKEN))).status], [400, 200]);
  } finally {
    held.resolve();
  }
  for (const status of await Promise.all(pages)) assertEquals(status === 503, false);
});

const via = (client: string): Readonly<Record<string, string>> => ({
  ...bearer("wrong"),
  "x-forwarded-for": client,
});

Deno.test("per-address limits use the last address that a trusted proxy added", async () => {
  const limits = { wrongTokens: 1 };
  for (const proxy of ["127.0.0.1", "127.0.0.0/8"]) {
    await using server = await aServer({ limits, trustedProxies: ["fd00::/8", proxy] });
    const statuses: number[] = [];
    for (
      const client of [
        "198.51.100.1",
        "198.51.100.2",
        "2001:db8::1",
        "203.0.113.9, 198.51.100.1",
        "198.51.100.1, 198.51.100.3",
        "198.51.100.1:5555",
        "[2001:db8::1]:5555",
        "198.51.100.4:5555",
      ]
    ) statuses.push((await server.call(via(client))).status);
    assertEquals(statuses, [401, 401, 401, 429, 401, 429, 429, 401]);
  }
  for (const trustedProxies of [[], ["192.0.2.0/24"]]) {
    await using server = await aServer({ limits, trustedProxies });
    const first = (await server.call(via("198.51.100.1"))).status;
    assertEquals([first, (await server.call(via("198.51.100.2"))).status], [401, 429]);
  }
});

Deno.test("the serve command accepts --trusted-proxies", async () => {
  const signIn = ["--sign-in", "owner", "--public-url", "http://localhost"];
  const args = ["serve", "--demo", "--http", "127.0.0.1:0", ...signIn];
  let stop: End = () => Promise.resolve(null);
  const { err } = await runAt([...args, "--trusted-proxies", "127.0.0.1"], {
    env: { BUDGET_HTTP_TOKEN: HTTP_TOKEN },
    onStop: (end) => void (stop = end),
  });
  const address = new URL("/authorize", /listening at (\S+)/u.exec(err)?.[1]);
  const statusOf = async (client: string): Promise<number> => {
    const { status, body } = await fetch(address, { headers: via(client) });
    await body?.cancel();
    return status;
  };
  let status = 0;
  // Send enough requests to reach the limit even if a new minute begins in the meantime.
  for (let nth = 0; nth < 130 && status !== 429; nth += 1) status = await statusOf("192.0.2.1");
  assertEquals([status, await statusOf("192.0.2.2")], [429, 400]);
  await stop();
});
