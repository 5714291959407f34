import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import type { LogEntry } from "../../../mod.ts";
import { KNOWN_CLIENT } from "./_client_documents.ts";
import {
  ALLOWING,
  aWorld,
  codeOf,
  errorFor,
  post,
  PUBLIC_URL,
  refreshed,
  signedIn,
  statusWith,
  type World,
} from "./_household.ts";
import { BACK, type OAuthHost } from "./_oauth_host.ts";
import { HTTP_TOKEN } from "../http/_demo_options.ts";
import type { OAuthTokens } from "@modelcontextprotocol/client";
import { openDatabase } from "../../../postgres.ts";
import type { SqlDatabase } from "../../../sync/store/sql.ts";
import type { SignInDatabase } from "../../../remote/sign_in_store/sign_in_store.ts";
import { ownDatabase } from "../../_own_database.ts";
import { postgresForTests } from "../../_postgres_server.ts";

Deno.test("an authorization code works only once, and using it again revokes the tokens", async () => {
  await using world = aWorld();
  const { form } = await codeOf(world);
  const { status, body } = await post(world, "/token", form);
  assertEquals(status, 200);
  // The token works for this server, although the program didn't name a resource.
  assertEquals(form.has("resource"), false);
  assertEquals(await statusWith(world, String(body["access_token"])), 200);
  assertEquals(await errorFor(world, form), "invalid_grant");
  assertEquals(await statusWith(world, String(body["access_token"])), 401);
  const { answer } = await refreshed(world, String(body["refresh_token"]));
  assertEquals(answer, "400 invalid_grant");
});

Deno.test("concurrent uses of an authorization code leave no valid token", async () => {
  await using world = aWorld();
  const { form } = await codeOf(world);
  const came = await Promise.all([1, 2, 3].map(() => post(world, "/token", form)));
  assert(came.filter(({ status }) => status === 200).length <= 1);
  for (const { body } of came) {
    assertEquals(await statusWith(world, String(body["access_token"] ?? "none")), 401);
  }
});

Deno.test("an authorization code works for a minute, and only with its client, redirect URI and verifier", async () => {
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

Deno.test("authorization requests without PKCE, with plain PKCE or for another resource are rejected", async () => {
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

Deno.test("a client with a secret needs PKCE, too", async () => {
  await using world = aWorld();
  const { status, body } = await post(world, "/register", {
    redirect_uris: [BACK],
    token_endpoint_auth_method: "client_secret_basic",
  });
  assertEquals(status, 201);
  const at = await world.host().begin();
  at.searchParams.set("client_id", String(body["client_id"]));
  assertEquals((await world.browser().visit(at)).text.includes("Allow"), true);
  for (const name of ["code_challenge", "code_challenge_method"]) at.searchParams.delete(name);
  const { url } = await world.browser().visit(at);
  assertEquals(url.searchParams.get("error"), "invalid_request");
});

Deno.test("unknown scopes are ignored, and a request without known scopes gets read access", async () => {
  await using world = aWorld();
  const wanted: readonly (readonly [asked: string | null, given: string])[] = [
    ["openid profile offline_access budget:read", "budget:read"],
    ["openid budget:write budget:read", "budget:write budget:read"],
    ["budget:write", "budget:write budget:read"],
    ["claudeai", "budget:read"],
    ["mcp:tools offline_access", "budget:read"],
    ["", "budget:read"],
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

Deno.test("access expires after an hour, and unused grants after 90 days", async () => {
  await using world = aWorld();
  let tokens = await signedIn(world);
  const statusOf = (): Promise<number> => statusWith(world, tokens.access_token);
  assertEquals(await statusOf(), 200);
  world.pass(3_600_001);
  assertEquals(await statusOf(), 401);
  const day = 86_400_000;
  const renewal = async (): Promise<string> => {
    const { answer, tokens: next } = await refreshed(world, tokens.refresh_token);
    if (answer === "200 ok") tokens = next;
    return answer;
  };
  // Each use keeps the grant valid for another 90 days.
  for (let at = 0; at < 4; at += 1) {
    world.pass(80 * day);
    assertEquals(await renewal(), "200 ok");
  }
  world.pass(90 * day + 1_000);
  assertEquals(await renewal(), "400 invalid_grant");
});

Deno.test("a confirmation works only for the client that received the preview", async () => {
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
    /issued to another user or client/u,
  );
  const { structured: done } = await first.call("set_category_budget", confirmed);
  assertEquals(done?.["status"], "applied");
});

Deno.test("grants survive restarts and end when the owner's token changes", async () => {
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
    const statusIn = (world: World, url?: string): Promise<number> =>
      statusWith(world, tokens?.access_token, url);
    {
      const world = aWorld({ storeFolder });
      assertEquals(await statusIn(world), 200);
      await world[Symbol.asyncDispose]();
      // After the server has closed, the client must retry instead of signing in again.
      assertEquals(await statusIn(world), 503);
    }
    {
      // Tokens aren't valid at a different public URL.
      await using world = aWorld({ storeFolder, publicUrl: "https://other.example.com" });
      assertEquals(await statusIn(world, "https://other.example.com"), 401);
    }
    {
      await using world = aWorld({ storeFolder, httpToken: `another-${HTTP_TOKEN}` });
      assertEquals(await statusIn(world), 401);
    }
  } finally {
    await Deno.remove(storeFolder, { recursive: true });
  }
});

Deno.test("logs and responses contain no tokens or authorization codes", async () => {
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
  // Only the redirect page, which is for browsers that don't follow redirects, may contain the
  // authorization code.
  assertEquals(held.filter((secret) => secret !== secrets[2]), []);
});

Deno.test('the consent page also appears if a client sets the prompt parameter to "login" or "consent"', async () => {
  await using world = aWorld();
  for (const prompt of ["login", "consent", "login consent"]) {
    const host = world.host();
    const browser = world.browser();
    const at = await host.begin();
    at.searchParams.set("prompt", prompt);
    const page = await browser.visit(at);
    assertEquals([page.status, page.text.includes("Allow")], [200, true], prompt);
    await host.finish(await browser.visit(page.url, ALLOWING));
    assertEquals(host.tokens()?.token_type, "Bearer");
  }
});

const DAY_MS = 86_400_000;
const server = await postgresForTests("refresh tokens on PostgreSQL");

Deno.test({
  name: "tokens can't be verified while the database is unavailable",
  ignore: server === null,
  fn: async () => {
    await using own = await ownDatabase(server ?? "");
    const database = await openDatabase(own.url);
    const { signIns } = database as unknown as SignInDatabase;
    let isDown = false;
    const { database: shared } = signIns;
    const failing: SqlDatabase = {
      schema: shared.schema,
      now: shared.now,
      all: (statement) =>
        isDown ? Promise.reject(new Error("no connection")) : shared.all(statement),
      transaction: (steps, options) => shared.transaction(steps, options),
    };
    const failingDatabase = { ...database, signIns: { ...signIns, database: failing } };
    {
      await using world = aWorld({ database: failingDatabase });
      const { access_token: access } = await signedIn(world);
      assertEquals(await statusWith(world, access), 200);
      isDown = true;
      assertEquals(await statusWith(world, access), 503);
      const failed = { level: "error", event: "http_failed", error: "Error" } as const;
      assertEquals(world.log.at(-2), failed);
      for (let calls = 0; calls < 2; calls++) assertEquals(await statusWith(world, access), 503);
      const failures = (): readonly LogEntry[] =>
        world.log.filter(({ event }) => event === "http_failed");
      assertEquals(failures(), [failed]);
      world.pass(60_000);
      assertEquals(await statusWith(world, access), 503);
      assertEquals(failures(), [failed, { ...failed, omitted: 2 }]);
      isDown = false;
      assertEquals(await statusWith(world, access), 200);
    }
    await database.close();
  },
});

async function mustRefresh(world: World, token: string | undefined): Promise<OAuthTokens> {
  const { answer, tokens } = await refreshed(world, token);
  assertEquals(answer, "200 ok");
  return tokens;
}

Deno.test("five concurrent refreshes with one token return valid tokens", async () => {
  await using world = aWorld();
  const first = await signedIn(world);
  const given = await Promise.all(
    Array.from({ length: 5 }, () => mustRefresh(world, first.refresh_token)),
  );
  assertEquals(new Set(given.map(({ refresh_token: token }) => token)).size, 5);
  // Wait until the first token no longer works, and then use each new token for the first time.
  world.pass(61_000);
  for (const { access_token: access, refresh_token: refresh } of given) {
    assertEquals(await statusWith(world, access), 200);
    const next = await mustRefresh(world, refresh);
    assertEquals(await statusWith(world, next.access_token), 200);
  }
});

Deno.test("a used refresh token works for another 60 seconds, and using it after that revokes the grant", async () => {
  await using world = aWorld();
  const first = await signedIn(world);
  const lost = await mustRefresh(world, first.refresh_token);
  world.pass(59_999);
  const repeated = await mustRefresh(world, first.refresh_token);
  assertNotEquals(repeated.refresh_token, lost.refresh_token);
  assertEquals(await statusWith(world, repeated.access_token), 200);
  // The 60 seconds began with the refresh token's first use, not with its second.
  world.pass(1);
  assertEquals((await refreshed(world, first.refresh_token)).answer, "400 invalid_grant");
  for (const { access_token: access, refresh_token: refresh } of [first, lost, repeated]) {
    assertEquals(await statusWith(world, access), 401);
    assertEquals((await refreshed(world, refresh)).answer, "400 invalid_grant");
  }
});

Deno.test("replays of a used refresh token are detected up to 24 hours after the token's first use", async () => {
  await using world = aWorld();
  const [watched, left] = [await signedIn(world), await signedIn(world)];
  const [next, other] = [
    await mustRefresh(world, watched.refresh_token),
    await mustRefresh(world, left.refresh_token),
  ];
  world.pass(DAY_MS - 1);
  assertEquals((await refreshed(world, watched.refresh_token)).answer, "400 invalid_grant");
  assertEquals((await refreshed(world, next.refresh_token)).answer, "400 invalid_grant");
  world.pass(1);
  assertEquals((await refreshed(world, left.refresh_token)).answer, "400 invalid_grant");
  await mustRefresh(world, other.refresh_token);
});
