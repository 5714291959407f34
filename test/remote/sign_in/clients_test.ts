import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { ASTRAY_CLIENT, KNOWN_CLIENT } from "./_client_documents.ts";
import { ALLOWING, aWorld, keyHolder, post, PUBLIC_URL, statusWith } from "./_household.ts";
import { BACK } from "./_oauth_host.ts";

Deno.test("browsers aren't redirected to unknown hosts", async () => {
  await using world = aWorld();
  for (const foreign of ["https://evil.example/back", "evil://claude.ai/back"]) {
    const { status, body } = await post(world, "/register", { redirect_uris: [foreign] });
    assertEquals(status, 400, foreign);
    assertEquals(
      ["invalid_redirect_uri", "invalid_client_metadata"].includes(String(body["error"])),
      true,
    );
  }
  // A client that registers two redirect URIs may use only the one on a known host.
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

/** Registration request sent by Cursor in September 2026. */
const CURSOR = {
  client_name: "Cursor",
  redirect_uris: [
    "cursor://anysphere.cursor-mcp/oauth/callback",
    "https://www.cursor.com/agents/mcp/oauth/callback",
    "http://localhost:8787/callback",
  ],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  token_endpoint_auth_method: "none",
};

Deno.test("Cursor registers all its redirect URIs at once and can sign in with each of them", async () => {
  await using world = aWorld();
  const others = ["https://evil.example/back", "cursor://evil/", "javascript:alert(1)"];
  const { status, body } = await post(world, "/register", {
    ...CURSOR,
    redirect_uris: [...CURSOR.redirect_uris, ...others],
    scope: "claudeai mcp:tools",
  });
  assertEquals(status, 201, JSON.stringify(body));
  assertEquals(body["redirect_uris"], CURSOR.redirect_uris);
  for (const address of CURSOR.redirect_uris) {
    const host = world.host();
    const at = await host.begin();
    at.searchParams.set("client_id", String(body["client_id"]));
    at.searchParams.set("redirect_uri", address);
    const browser = world.browser();
    const page = await browser.visit(at);
    const { protocol, host: to } = new URL(address);
    assertStringIncludes(page.text, `<strong>${protocol === "cursor:" ? "cursor://" : ""}${to}`);
    assertEquals(page.text.includes("on your own computer"), protocol !== "https:");
    const back = await browser.visit(page.url, ALLOWING);
    assertEquals(back.url.href.startsWith(`${address}?code=`), true, back.url.href);
    const form = new URLSearchParams({
      grant_type: "authorization_code",
      code: back.url.searchParams.get("code") ?? "",
      code_verifier: host.codeVerifier(),
      client_id: String(body["client_id"]),
      redirect_uri: address,
    });
    const redeemed = await post(world, "/token", form);
    assertEquals(await statusWith(world, String(redeemed.body["access_token"])), 200, address);
  }
});

Deno.test("--sign-in-hosts adds hosts to the known hosts", async () => {
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

Deno.test("metadata documents may come only from known hosts, and refer only to known hosts", async () => {
  await using world = aWorld();
  const at = await world.host({ metadataUrl: KNOWN_CLIENT }).begin();
  const statusOf = async (clientId: string): Promise<number> => {
    at.searchParams.set("client_id", clientId);
    return (await world.browser().visit(at)).status;
  };
  assertEquals(await statusOf(KNOWN_CLIENT), 200);
  const refused = [ASTRAY_CLIENT, "https://evil.example/a.json", "https://127.0.0.1/a.json"];
  for (const clientId of refused) assertEquals(await statusOf(clientId), 400, clientId);
  // Only two documents were read, each only once.
  assertEquals(world.reads, [KNOWN_CLIENT, ASTRAY_CLIENT]);
  // If the request omits the redirect URI, the one in the client's document isn't used, even if the
  // document lists only one.
  at.searchParams.set("client_id", ASTRAY_CLIENT);
  at.searchParams.delete("redirect_uri");
  for (const type of ["code", "token"]) {
    at.searchParams.set("response_type", type);
    const page = await world.browser().visit(at);
    assertEquals([page.status, page.url.origin], [400, PUBLIC_URL]);
  }
});

Deno.test("client keys may come only from known hosts", async () => {
  await using world = aWorld();
  const readsOf = async (host: string): Promise<boolean> => {
    const keys = `https://${host}/keys.json`;
    const client = await keyHolder(world, keys);
    assertMatch(await client.ask({ grant_type: "authorization_code" }), / invalid_client$/u);
    return world.reads.includes(keys);
  };
  assertEquals([await readsOf("claude.ai"), await readsOf("evil.example")], [true, false]);
});

Deno.test("a registered client expires if it is never approved", async () => {
  await using world = aWorld();
  const at = await world.host().begin();
  assertEquals((await world.browser().visit(at)).status, 200);
  world.pass(3_600_001);
  assertEquals((await world.browser().visit(at)).status, 400);
});

Deno.test("large bodies and unknown methods are rejected at every sign-in endpoint", async () => {
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

Deno.test("web pages from other origins can read only the server's metadata", async () => {
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

Deno.test("a server without its own sign-in has no sign-in endpoints", async () => {
  await using world = aWorld({ signIn: undefined });
  for (const path of ["/authorize", "/token", "/register", "/revoke", "/sign-in/x", "/jwks"]) {
    assertEquals((await world.ask(new Request(new URL(path, PUBLIC_URL)))).status, 404);
  }
});
