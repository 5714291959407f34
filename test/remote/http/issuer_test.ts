import {
  assert,
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
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

/** Overrides for a token's claims. A claim that is `undefined` is omitted. */
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

const wrong: readonly (readonly [what: string, change: Claims])[] = [
  ["an expired token", { exp: SECONDS - 31 }],
  ["a token for another audience", { aud: "https://budget.example.com" }],
  ["a token without an audience", { aud: undefined }],
  ["a token from another issuer", { iss: "https://login.example.com" }],
  ["a token that never expires", { exp: undefined }],
  ["a token for an unlisted subject", { sub: "mallory" }],
  ["a token without a subject", { sub: undefined }],
  ["a token that is not valid yet", { nbf: SECONDS + 60 }],
];
Deno.test("a token is accepted only if the issuer signed it for this server and for an accepted subject", async () => {
  await using world = await aWorld();
  const { issuer, claims, handler } = world;
  for (const token of [await issuer.sign(claims()), await issuer.sign(claims({ jti: "b" }))]) {
    assertEquals((await answerTo(handler, token, ONLY_LISTING)).status, 200);
  }
  for (const [what, change] of wrong) {
    const token = await issuer.sign(claims(change));
    const response = await answerTo(handler, token, ONLY_LISTING);
    assertEquals(response.status, 401, what);
    assertMatch(response.headers.get("www-authenticate") ?? "", /error="invalid_token"/u);
    assertEquals((await response.text()).includes(token), false);
  }
  for (const token of [unsigned(claims()), await issuer.sign(claims(), true), "a.b", "a.b.c"]) {
    assertEquals((await answerTo(handler, token, ONLY_LISTING)).status, 401);
  }
  // The invalid tokens cause at most one more request for the issuer's keys.
  assert(issuer.keyReads() <= 2);
});

Deno.test("a 401 response points to the metadata, which web pages from any origin can read", async () => {
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
  const tokenOf = (scope: unknown, name = "scope"): Promise<string> =>
    world.issuer.sign(world.claims({ scope: undefined, [name]: scope }));
  const isChangeOffered = async (scope: string): Promise<boolean> =>
    (await listedTools(world.handler, await tokenOf(scope))).includes("flag_transactions");
  assertEquals(await isChangeOffered("budget:read"), false);
  assertEquals(await isChangeOffered("budget:write budget:read"), true);
  const lacking = await answerTo(world.handler, await tokenOf("openid"), ONLY_LISTING);
  assertEquals(lacking.status, 403);
  assertStringIncludes(lacking.headers.get("www-authenticate") ?? "", "insufficient_scope");
  // The `scp` claim may be a list of scopes. Elements that aren't strings are ignored.
  for (const [scp, status] of [[["budget:read"], 200], [[7, "budget:write"], 403], [{}, 403]]) {
    const token = await tokenOf(scp, "scp");
    assertEquals((await answerTo(world.handler, token, ONLY_LISTING)).status, status);
  }
});

Deno.test("a confirmation works only for the user who received the preview", async () => {
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
  // Another user who repeats the call doesn't learn whether the change was applied.
  const after = await callTool(handler, grace, confirmed);
  assertMatch(textOf(after), /issued to another user or client/u);
  // A token whose subject is "owner" doesn't identify the server's owner.
  const asked = { name: "set_category_budget", arguments: { ...args, amount: 7 } };
  const { structuredContent: owners } = await callTool(handler, HTTP_TOKEN, asked);
  const named = await issuer.sign(claims({ sub: "owner", client_id: "owner" }));
  const code = owners?.["confirmation"];
  const stolen = { ...asked, arguments: { ...asked.arguments, confirmation: code } };
  assertMatch(textOf(await callTool(handler, named, stolen)), /issued to another user or client/u);
  const { structuredContent: applied } = await callTool(handler, HTTP_TOKEN, stolen);
  assertEquals(applied?.["status"], "applied");
});

Deno.test("after the issuer fails, requests with a JWT get status 503, and the server waits before it contacts the issuer again", async () => {
  await using world = await aWorld();
  const { issuer, handler } = world;
  const token = await issuer.sign(world.claims());
  const answer = (given = token): Promise<Response> => answerTo(handler, given, ONLY_LISTING);
  issuer.fail(true);
  // A token that isn't a JWT doesn't trigger a request to the issuer.
  for (const other of ["ab", "a.b", "a.b.c.d"]) assertEquals((await answer(other)).status, 401);
  const response = await answer();
  assertEquals([response.status, response.headers.get("retry-after")], [503, "5"]);
  issuer.fail(false);
  assertEquals((await answer()).status, 503);
  // The pause after the issuer's failure also ends if the clock is set back to before the pause.
  for (const ms of [-60_000, 70_000]) {
    world.pass(ms);
    assertEquals((await answer()).status, 200);
  }
});

Deno.test("metadata is rejected if it is from another issuer, or if its key URL is missing or insecure", async () => {
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
