import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { ALLOWING, aWorld, keyHolder, pageOf, post, PUBLIC_URL } from "./_household.ts";
import { BACK } from "./_oauth_host.ts";
import { HTTP_TOKEN } from "../http/_demo_options.ts";
import { openEndpoint } from "../../../remote/http/endpoint.ts";
import { PerMinute } from "../../../remote/request_limits.ts";

Deno.test("the consent page shows the client, its redirect target and its permissions", async () => {
  await using world = aWorld();
  const { status, text, headers } = await pageOf(world, world.browser());
  assertEquals(status, 200);
  for (
    const word of [
      "A host of the tests",
      "localhost:49152, a program on your own computer",
      "read and change",
      "without a preview",
    ]
  ) {
    assertStringIncludes(text, word);
  }
  // Read access is preselected, permission to make changes can be selected, and the owner can allow
  // or decline.
  assertMatch(text, /<input [^>]*value="read"[^>]* checked/u);
  assertMatch(text, /<input [^>]*value="change">/u);
  assertEquals(text.match(/ checked/gu)?.length, 1);
  assertMatch(text, /value="allow">Allow<.*value="decline" formnovalidate>Decline</su);
  assertEquals(/<script|\son\w+=|javascript:/iu.test(text), false);
  const policy = headers.get("content-security-policy") ?? "";
  assertMatch(policy, /^default-src 'none';.*frame-ancestors 'none'/u);
  assertEquals(/unsafe|script-src/u.test(policy), false);
  assertEquals(headers.get("cache-control"), "no-store");
  assertEquals(headers.get("x-frame-options"), "DENY");
});

Deno.test("without --write or for a read-only client, the consent page doesn't offer the option to allow changes", async () => {
  await using reading = aWorld();
  const asked = await pageOf(reading, reading.browser(), { scope: "budget:read" });
  const begun = await reading.host().begin();
  begun.searchParams.set("scope", "budget:read");
  const browser = reading.browser();
  const page = await browser.visit(begun);
  assertEquals(page.text.includes("read and change"), false);
  assertMatch(page.text, /<input [^>]*value="read"[^>]* checked/u);
  // Permission to make changes isn't granted, even if the form asks for it.
  const back = await browser.visit(page.url, ALLOWING);
  assertEquals(back.url.searchParams.has("code"), true);
  assertEquals(asked.status, 200);
  await using fixed = aWorld({ write: false });
  const host = fixed.host();
  const wanted = await host.begin();
  wanted.searchParams.set("scope", "budget:read budget:write");
  const other = fixed.browser();
  const shown = await other.visit(wanted);
  assertEquals(shown.text.includes("read and change"), false);
  await host.finish(await other.visit(shown.url, ALLOWING));
  assertEquals(host.tokens()?.scope, "budget:read");
});

Deno.test("the consent page shows a client name as one line of visible text", async () => {
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

Deno.test("the consent page rejects and counts a wrong token, and still accepts the right token", async () => {
  await using world = aWorld();
  const browser = world.browser();
  const oauth = world.host();
  const page = await browser.visit(await oauth.begin());
  assert(!page.text.includes('role="alert"'));
  const statuses = new Set<number>();
  for (let at = 0; at < 40; at += 1) {
    // First, try the YNAB token instead of the owner's token.
    const token = at === 0 ? "demo-token" : `wrong-${at}`;
    const { status, text } = await browser.visit(page.url, { ...ALLOWING, token });
    statuses.add(status);
    assertMatch(text, /<p class="wrong" role="alert">[^<]+token/u);
    assertEquals([text.includes(token), text.includes(HTTP_TOKEN)], [false, false]);
  }
  assertEquals([...statuses], [403, 429]);
  // Surrounding whitespace is ignored, because the owner may paste the token with a line break.
  await oauth.finish(await browser.visit(page.url, { ...ALLOWING, token: ` ${HTTP_TOKEN}\n` }));
  assertEquals(oauth.tokens()?.token_type, "Bearer");
});

Deno.test("a sign-in can't continue in another browser or from a page on another origin", async () => {
  await using world = aWorld();
  const begun = world.browser();
  const page = await pageOf(world, begun);
  // An attacker lures the owner to the consent page of the attacker's own sign-in.
  const fromElsewhere = await world.ask(
    new Request(page.url, {
      method: "POST",
      headers: { origin: "https://evil.example", cookie: begun.cookies },
      body: new URLSearchParams(ALLOWING),
    }),
  );
  assertEquals(fromElsewhere.status, 403);
  const other = world.browser();
  assertEquals((await other.visit(page.url)).status, 400);
  assertEquals((await other.visit(page.url, ALLOWING)).status, 400);
  // The attacker's page is rejected even if the owner's browser has started another sign-in.
  await pageOf(world, other);
  assertEquals((await other.visit(page.url, ALLOWING)).status, 400);
  // Only the browser that started the sign-in can finish it.
  const [, uid = ""] = /\/sign-in\/(.+)$/u.exec(page.url.pathname) ?? [];
  const back = new URL(`/authorize/${uid}`, PUBLIC_URL);
  const stranger = await other.visit(back);
  assertEquals([stranger.status, stranger.url.origin], [400, PUBLIC_URL], stranger.text);
});

Deno.test("two simultaneous sign-ins in one browser can both finish, and a third can finish later", async () => {
  await using world = aWorld();
  const browser = world.browser();
  const begun = [world.host(), world.host()];
  const pages: URL[] = [];
  for (const host of begun) pages.push((await browser.visit(await host.begin())).url);
  for (const [at, host] of begun.entries()) {
    await host.finish(await browser.visit(pages[at] ?? new URL(PUBLIC_URL), ALLOWING));
    assertEquals(host.tokens()?.token_type, "Bearer");
  }
  const third = world.host();
  const page = await browser.visit(await third.begin());
  // Wait until just before the sign-in expires, when a cookie from an earlier sign-in would already
  // have expired.
  world.pass(1_259_000);
  await third.finish(await browser.visit(page.url, ALLOWING));
  assertEquals(third.tokens()?.token_type, "Bearer");
});

Deno.test("forged sign-ins, forged cookies and expired sign-ins are rejected", async () => {
  await using world = aWorld();
  const browser = world.browser();
  const page = await pageOf(world, browser);
  const forged = new URL("/sign-in/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", PUBLIC_URL);
  assertEquals((await browser.visit(forged)).status, 400);
  assertEquals((await browser.visit(forged, ALLOWING)).status, 400);

  const forger = world.browser();
  const id = page.url.pathname.split("/").at(-1) ?? "";
  forger.put(`__Host-sign-in~${id}`, id);
  forger.put(`__Host-sign-in.sig~${id}`, "AAAAAAAAAAAAAAAAAAAAAAAAAAA");
  assertEquals((await forger.visit(page.url, ALLOWING)).status, 400);

  world.pass(1_260_001);
  assertEquals((await browser.visit(page.url, ALLOWING)).status, 400);
});

Deno.test("client assertions that are valid for too long are rejected, because used assertions are stored until they expire", async () => {
  await using world = aWorld();
  const client = await keyHolder(world);
  const answerAfter = (seconds: number): Promise<string> =>
    client.ask({
      grant_type: "authorization_code",
      code: "none",
      redirect_uri: BACK,
      code_verifier: "v".repeat(43),
    }, Math.floor(Date.now() / 1000) + seconds);
  assertEquals(await answerAfter(60), "400 invalid_grant");
  assertEquals(await answerAfter(590), "400 invalid_grant");
  for (const seconds of [700, 86_400 * 365 * 100, 1e15, 1e300]) {
    assertEquals(await answerAfter(seconds), "401 invalid_client", String(seconds));
  }
});

Deno.test("large client metadata is rejected, because anyone can make the server store it", async () => {
  await using world = aWorld();
  const registered = async (length: number): Promise<string> => {
    const names = { client_name: "n".repeat(length), redirect_uris: [BACK] };
    const { status, body } = await post(world, "/register", names);
    return `${status} ${body["error"] ?? ""}`;
  };
  assertEquals(await registered(4_000), "201 ");
  assertEquals(await registered(9_000), "400 invalid_client_metadata");
});

Deno.test("registrations and sign-ins per minute are limited for each address and in total", async () => {
  let now = 0;
  const endpoint = openEndpoint({
    token: null,
    httpToken: HTTP_TOKEN,
    publicUrl: PUBLIC_URL,
    signIn: "owner",
    now: () => now,
  }, { limits: { beginnings: 1, beginningsInAll: 2 } });
  const isLetIn = async (address: string, path: string): Promise<boolean> => {
    const header = (name: string): string | null => name === "host" ? "budget.example.com" : null;
    const method = path === "/authorize" ? "GET" : "POST";
    const admitted = await endpoint.admit({ method, path, header, address });
    if (!(admitted instanceof Response)) admitted.leave();
    else assertEquals(admitted.status, 429);
    return !(admitted instanceof Response);
  };
  const [one, other, third] = ["192.0.2.1", "198.51.100.1", "203.0.113.1"] as const;
  assertEquals(await isLetIn(one, "/register"), true);
  assertEquals(await isLetIn(one, "/authorize"), false);
  for (let nth = 0; nth < 9; nth += 1) assertEquals(await isLetIn(one, "/register"), false);
  assertEquals(await isLetIn("192.0.2.2", "/register"), true);
  // The last sign-in under the limit is reserved for networks that haven't sent a request yet.
  assertEquals(await isLetIn("192.0.2.3", "/register"), false);
  // The first address's rejected requests don't count toward the total.
  assertEquals(await isLetIn(other, "/register"), true);
  assertEquals(await isLetIn(third, "/register"), false);
  // Sign-ins in progress can continue.
  assertEquals(await isLetIn(third, "/token"), true);
  now = 60_000;
  assertEquals(await isLetIn(third, "/register"), true);
  await endpoint.close();
});

Deno.test("PerMinute counts 10,000 addresses separately, and all other addresses together", () => {
  const wrongTokens = new PerMinute(1, () => 0);
  for (let nth = 0; nth < 10_000; nth += 1) wrongTokens.add(`address ${nth}`);
  const addresses = ["address 9999", "one more", "another"];
  assertEquals(addresses.map((address) => wrongTokens.add(address)), [true, false, true]);
});
