import { assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import type { JWTPayload } from "jose";
import type { HttpHandler } from "../../../remote/http/endpoint.ts";
import { keysUrlOf } from "../../../remote/http/issuer_token.ts";
import { anIssuer, type Issuer, unsigned } from "./_issuer.ts";
import {
  answerTo,
  callTool,
  demoHandler,
  listedTools,
  ONLY_LISTING,
  textOf,
} from "./_asking_handler.ts";
import { HTTP_TOKEN, TODAY } from "./_demo_options.ts";

const NOW = Date.parse(`${TODAY}T12:00:00Z`);
const PUBLIC_URL = "https://budget.example.com";
const AUDIENCE = `${PUBLIC_URL}/mcp`;
const SECONDS = NOW / 1000;

/** Changed or missing claims. */
type Claims = { readonly [Name in keyof JWTPayload]: JWTPayload[Name] | undefined };

interface World extends AsyncDisposable {
  readonly issuer: Issuer;
  readonly handler: HttpHandler;
  readonly claims: (change?: Claims) => JWTPayload;
  readonly pass: (ms: number) => void;
}

async function aWorld(): Promise<World> {
  const issuer = await anIssuer();
  let now = NOW;
  const handler = demoHandler({
    now: () => now,
    publicUrl: PUBLIC_URL,
    oauthIssuer: issuer.url,
    oauthSubjects: ["ada", "grace", "owner"],
  });
  return {
    issuer,
    handler,
    claims: (change = {}) => ({
      iss: issuer.url,
      aud: AUDIENCE,
      sub: "ada",
      exp: SECONDS + 300,
      client_id: "a-host",
      scope: "budget:read budget:write",
      ...(change as JWTPayload),
    }),
    pass: (ms) => void (now += ms),
    async [Symbol.asyncDispose](): Promise<void> {
      await handler.close();
      await issuer[Symbol.asyncDispose]();
    },
  };
}

Deno.test("an issuer's token for this server and an accepted subject is accepted", async () => {
  await using world = await aWorld();
  const token = await world.issuer.sign(world.claims());
  assertEquals((await answerTo(world.handler, token, ONLY_LISTING)).status, 200);
  await answerTo(world.handler, token, ONLY_LISTING);
  assertEquals(world.issuer.keyReads(), 1);
});

Deno.test("a real provider's tokens are accepted for this server and an accepted user", async () => {
  await using world = await aWorld();
  const { issuer, handler } = world;
  world.pass(Date.now() - NOW);
  const good = await issuer.tokenOf("ada", AUDIENCE);
  assertEquals((await listedTools(handler, good)).includes("flag_transactions"), true);
  const reading = await issuer.tokenOf("ada", AUDIENCE, "budget:read");
  assertEquals((await listedTools(handler, reading)).includes("flag_transactions"), false);
  for (
    const token of [
      await issuer.tokenOf("ada", PUBLIC_URL),
      await issuer.tokenOf("mallory", AUDIENCE),
    ]
  ) assertEquals((await answerTo(handler, token, ONLY_LISTING)).status, 401);
});

const wrong: readonly (readonly [what: string, change: Claims])[] = [
  ["an expired token", { exp: SECONDS - 31 }],
  ["a token for another audience", { aud: "https://budget.example.com" }],
  ["a token without an audience", { aud: undefined }],
  ["a token of another issuer", { iss: "https://login.example.com" }],
  ["a token that never expires", { exp: undefined }],
  ["a token of an unlisted subject", { sub: "mallory" }],
  ["a token without a subject", { sub: undefined }],
  ["a token that is not valid yet", { nbf: SECONDS + 60 }],
];
Deno.test("an issuer's token with a wrong or missing claim is rejected", async () => {
  await using world = await aWorld();
  for (const [what, change] of wrong) {
    const token = await world.issuer.sign(world.claims(change));
    const response = await answerTo(world.handler, token, ONLY_LISTING);
    assertEquals(response.status, 401, what);
    assertMatch(response.headers.get("www-authenticate") ?? "", /error="invalid_token"/u);
    assertEquals((await response.text()).includes(token), false);
  }
});

Deno.test("unsigned tokens, tokens with an unknown key and non-JWTs are rejected", async () => {
  await using world = await aWorld();
  const { issuer, claims, handler } = world;
  for (const token of [unsigned(claims()), await issuer.sign(claims(), true), "a.b", "a.b.c"]) {
    assertEquals((await answerTo(handler, token, ONLY_LISTING)).status, 401);
  }
});

Deno.test("a 401 points to the metadata, which any page can read", async () => {
  await using world = await aWorld();
  const refused = await answerTo(world.handler, null, ONLY_LISTING);
  const metadata = `${PUBLIC_URL}/.well-known/oauth-protected-resource/mcp`;
  assertEquals(
    refused.headers.get("www-authenticate"),
    `Bearer resource_metadata="${metadata}", scope="budget:read"`,
  );
  const headers = { origin: "https://claude.ai" };
  const response = await world.handler.fetch(new Request(metadata, { headers }));
  assertEquals(response.headers.get("access-control-allow-origin"), "*");
  const { resource, authorization_servers, scopes_supported } = await response.json();
  assertEquals([resource, authorization_servers, scopes_supported], [
    AUDIENCE,
    [world.issuer.url],
    ["budget:read", "budget:write"],
  ]);
});

Deno.test("tools require the scope budget:read, and changes require budget:write", async () => {
  await using world = await aWorld();
  const tokenOf = (scope: string): Promise<string> => world.issuer.sign(world.claims({ scope }));
  const reading = await listedTools(world.handler, await tokenOf("budget:read"));
  const changing = await listedTools(world.handler, await tokenOf("budget:write budget:read"));
  assertEquals([reading.includes("flag_transactions"), reading.includes("list_plans")], [
    false,
    true,
  ]);
  assertEquals(changing.includes("flag_transactions"), true);
  const lacking = await answerTo(world.handler, await tokenOf("openid"), ONLY_LISTING);
  assertEquals(lacking.status, 403);
  assertStringIncludes(lacking.headers.get("www-authenticate") ?? "", "insufficient_scope");
});

Deno.test("a confirmation works only for the subject that received the preview", async () => {
  await using world = await aWorld();
  const { issuer, claims, handler } = world;
  const [ada, grace] = [
    await issuer.sign(claims()),
    await issuer.sign(claims({ sub: "grace" })),
  ];
  const args = { month: "2026-11", category_id: "Groceries", amount: 12.5 };
  const preview = await callTool(handler, ada, { name: "set_category_budget", arguments: args });
  const { confirmation } = preview.structuredContent as { readonly confirmation: string };
  const confirmed = { name: "set_category_budget", arguments: { ...args, confirmation } };
  const others = await callTool(handler, grace, confirmed);
  assertEquals(others.isError, true);
  assertMatch(
    textOf(others),
    /^invalid_input: .* issued to another user or client/u,
  );
  const own = await callTool(handler, await issuer.sign(claims({ client_id: "b" })), confirmed);
  assertEquals(own.structuredContent?.["status"], "applied");
  // Other subjects can't learn the change's outcome either.
  const after = await callTool(handler, grace, confirmed);
  assertMatch(textOf(after), /issued to another user or client/u);
});

Deno.test("a subject named owner isn't the owner", async () => {
  await using world = await aWorld();
  const { issuer, claims, handler } = world;
  const args = { month: "2026-11", category_id: "Groceries", amount: 12.5 };
  const asked = { name: "set_category_budget", arguments: args };
  const preview = await callTool(handler, HTTP_TOKEN, asked);
  const { confirmation } = preview.structuredContent as { readonly confirmation: string };
  const confirmed = { ...asked, arguments: { ...args, confirmation } };
  const other = await issuer.sign(claims({ sub: "owner", client_id: "owner" }));
  const refused = await callTool(handler, other, confirmed);
  assertMatch(textOf(refused), /issued to another user or client/u);
  const own = await callTool(handler, HTTP_TOKEN, confirmed);
  assertEquals(own.structuredContent?.["status"], "applied");
});

Deno.test("while the issuer is unreachable, tokens are temporarily rejected without further requests to it", async () => {
  await using world = await aWorld();
  const token = await world.issuer.sign(world.claims());
  world.issuer.fail(true);
  const response = await answerTo(world.handler, token, ONLY_LISTING);
  assertEquals([response.status, response.headers.get("retry-after")], [503, "5"]);
  world.issuer.fail(false);
  assertEquals((await answerTo(world.handler, token, ONLY_LISTING)).status, 503);
  world.pass(10_000);
  assertEquals((await answerTo(world.handler, token, ONLY_LISTING)).status, 200);
});

Deno.test("metadata from another issuer, without keys or with insecure key URLs is rejected", async () => {
  await using world = await aWorld();
  const { issuer } = world;
  for (
    const change of [
      { issuer: "https://login.example.com" },
      { issuer: undefined },
      { jwks_uri: undefined },
      { jwks_uri: "http://keys.example.com/keys" },
    ]
  ) {
    issuer.say(change);
    await assertRejects(() => keysUrlOf(issuer.url), Error, "can't be read");
  }
  for (const keys of [`${issuer.url}/other`, "https://keys.example.com/keys"]) {
    issuer.say({ jwks_uri: keys });
    assertEquals((await keysUrlOf(issuer.url)).href, keys);
  }
  issuer.say({ issuer: "https://login.example.com" });
  const token = await issuer.sign(world.claims());
  assertEquals((await answerTo(world.handler, token, ONLY_LISTING)).status, 503);
  assertEquals(issuer.keyReads(), 0);
});

Deno.test("a token's scopes may be a list, in which non-strings are ignored", async () => {
  await using world = await aWorld();
  const statusOf = async (scp: unknown): Promise<number> => {
    const token = await world.issuer.sign(world.claims({ scope: undefined, scp }));
    return (await answerTo(world.handler, token, ONLY_LISTING)).status;
  };
  assertEquals(
    [await statusOf(["budget:read"]), await statusOf([7, "budget:write"]), await statusOf({})],
    [200, 403, 403],
  );
});

Deno.test("a token that isn't a JWT is rejected without a request to the issuer", async () => {
  await using world = await aWorld();
  world.issuer.fail(true);
  for (const token of ["ab", "a.b", "a.b.c.d"]) {
    assertEquals((await answerTo(world.handler, token, ONLY_LISTING)).status, 401);
  }
});

Deno.test("the issuer is contacted again after the clock is set back", async () => {
  await using world = await aWorld();
  const token = await world.issuer.sign(world.claims());
  world.issuer.fail(true);
  assertEquals((await answerTo(world.handler, token, ONLY_LISTING)).status, 503);
  world.issuer.fail(false);
  world.pass(-60_000);
  assertEquals((await answerTo(world.handler, token, ONLY_LISTING)).status, 200);
});
