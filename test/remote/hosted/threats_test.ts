import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import {
  agreed,
  CONSENT,
  consentPageOf,
  decidedAtYnab,
  hasCode,
  hostedTest,
  type HostedWorld,
  outcomesOf,
  signedIn,
} from "./_hosted_world.ts";
import { post, PUBLIC_URL, statusWith } from "../sign_in/_household.ts";
import { Browser } from "../sign_in/_browser.ts";
import { BACK } from "../sign_in/_oauth_host.ts";
import { KNOWN_CLIENT } from "../sign_in/_client_documents.ts";

const MINUTE_MS = 60_000;

/** Follows a sign-in up to YNAB's page; returns the browser and the page's address. */
async function atYnab(
  world: HostedWorld,
  browser = world.browser(),
): Promise<{ readonly browser: typeof browser; readonly address: URL }> {
  const { url } = await agreed(browser, await consentPageOf(world, browser));
  assertEquals(url.origin, "https://app.ynab.com");
  return { browser, address: url };
}

hostedTest(
  "the redirect from YNAB works once, for ten minutes, and only in the browser that was sent there",
  async (world) => {
    const { browser, address } = await atYnab(world);
    const back = await decidedAtYnab(world, address, "ana");
    // Any other browser is rejected, whether it is an attacker's or a victim's.
    const elsewhere = await world.browser().visit(back);
    assertEquals([elsewhere.status, elsewhere.url.pathname], [400, "/sign-in/back"]);
    assertMatch(elsewhere.text, /started in another browser/u);
    // The other browser's attempt doesn't prevent the original browser from finishing.
    const end = await browser.visit(back);
    assert(hasCode(end), end.text);
    assertEquals((await browser.visit(back)).status, 400);
    const guessed = new URL("/sign-in/back?state=guessed&code=guessed", PUBLIC_URL);
    await consentPageOf(world, browser);
    assertEquals((await browser.visit(guessed)).status, 400);
    const late = await atYnab(world);
    const backLate = await decidedAtYnab(world, late.address, "ana");
    world.clock.ms += 10 * MINUTE_MS + 1;
    assertEquals((await late.browser.visit(backLate)).status, 400);
    const expired = ["expired", "expired", "expired"];
    assertEquals(outcomesOf(world), ["cookie_missing", "signed_in", ...expired]);
  },
);

hostedTest(
  "a user has ten minutes for the consent page and another ten at YNAB",
  async (world) => {
    const [slow, tooSlow] = [world.browser(), world.browser()];
    const pages = [await consentPageOf(world, slow), await consentPageOf(world, tooSlow)] as const;
    world.clock.ms += 10 * MINUTE_MS - 1_000;
    const { url } = await agreed(slow, pages[0]);
    world.clock.ms += 2_000;
    const late = [
      await tooSlow.visit(pages[1].url),
      await agreed(tooSlow, pages[1]),
      await agreed(tooSlow, pages[1], { ...CONSENT, invitation: "wrong" }),
    ];
    for (const { status, url, text } of late) {
      assertEquals([status, url.origin], [400, PUBLIC_URL]);
      assertMatch(text, /has expired.*Start again in the program/u);
    }
    world.clock.ms += 10 * MINUTE_MS - 3_000;
    const end = await slow.visit(await decidedAtYnab(world, url, "ana"));
    assert(hasCode(end), end.text);
  },
);

hostedTest(
  "the later of two sign-ins in one browser completes, even for a second user",
  async (world) => {
    const { browser, address } = await atYnab(world);
    const later = await atYnab(world, browser);
    const first = await browser.visit(await decidedAtYnab(world, address, "ana"));
    assertEquals(first.status, 400);
    const second = await browser.visit(await decidedAtYnab(world, later.address, "ben"));
    assert(hasCode(second));
    for (const user of ["ana", "ben"]) {
      const host = await signedIn(world, user, { browser });
      await using connected = await host.connect();
      const plans = await connected.call("list_plans", {});
      assertStringIncludes(JSON.stringify(plans), `Plan of ${user}`);
    }
  },
);

hostedTest("a sign-in finished in two tabs at once adds only one program", async (world) => {
  const other = Promise.withResolvers<Response>();
  const browser = new Browser((request) => {
    // The other tab sends the sign-in's last request at the same moment.
    const isLast = new URL(request.url).pathname.startsWith("/authorize/");
    if (isLast) world.ask(request.clone()).then(other.resolve, other.reject);
    return world.ask(request);
  });
  const host = world.host();
  const { url } = await agreed(browser, await consentPageOf(world, browser, host));
  const one = await browser.visit(await decidedAtYnab(world, url, "ana"));
  const two = (await other.promise).headers.get("location") ?? "";
  const redeemed = [one.url, new URL(two, PUBLIC_URL)].map(({ searchParams }) =>
    post(
      world,
      "/token",
      new URLSearchParams({
        grant_type: "authorization_code",
        code: searchParams.get("code") ?? "none",
        client_id: KNOWN_CLIENT,
        redirect_uri: BACK,
        code_verifier: host.codeVerifier(),
      }),
    )
  );
  const tokens = (await Promise.all(redeemed)).map(({ body }) => body["access_token"]);
  for (const token of tokens) {
    if (token !== undefined) assertEquals(await statusWith(world, String(token)), 200);
  }
  assert(tokens.some((token) => token !== undefined));
  const vaults = "SELECT * FROM budget_tool_server.vaults";
  assertEquals((await world.database.all(vaults)).length, 1);
  assertEquals(world.ynab.authorizations, 1);
});

hostedTest(
  "declining on our page or at YNAB is reported to the program and frees the reserved authorization",
  async (world) => {
    const browser = world.browser();
    const page = await consentPageOf(world, browser);
    const declined = await browser.visit(page.url, { ...CONSENT, answer: "decline" });
    assertEquals(declined.url.searchParams.get("error"), "access_denied");
    for (let times = 0; times < 2; times++) {
      const { browser, address } = await atYnab(world);
      const back = await decidedAtYnab(world, address, "ana", "deny");
      assertEquals((await browser.visit(back)).url.searchParams.get("error"), "access_denied");
    }
    await signedIn(world, "ana");
  },
  { hosted: { authorizations: 1 } },
);

hostedTest(
  "of eight browsers, five are redirected to YNAB, and their slots are freed after ten minutes",
  async (world) => {
    const pages = [];
    for (let at = 0; at < 8; at++) {
      const browser = world.browser();
      pages.push({ browser, page: await consentPageOf(world, browser) });
    }
    const ends = await Promise.all(pages.map(({ browser, page }) => agreed(browser, page)));
    const left = ends.filter(({ url }) => url.origin === "https://app.ynab.com");
    const told = ends.filter(({ status, text }) =>
      status === 503 && /no spots are left/u.test(text)
    );
    assertEquals([left.length, told.length], [5, 3]);
    assertEquals(outcomesOf(world), ["no_place", "no_place", "no_place"]);
    world.clock.ms += 10 * MINUTE_MS + 1;
    await signedIn(world, "ana");
    // Abandoned sign-ins must not pile up in the database.
    world.clock.ms += 10 * MINUTE_MS;
    await signedIn(world, "ben");
    const query = "SELECT * FROM budget_tool_server.authorizations";
    assertEquals((await world.database.all(query)).length, 2);
  },
  { hosted: { authorizations: 5 } },
);

hostedTest(
  "each of five concurrent refreshes returns a token that opens the data",
  async (world) => {
    const form = new URLSearchParams({
      grant_type: "refresh_token",
      refresh_token: (await signedIn(world, "ana")).tokens()?.refresh_token ?? "",
      client_id: KNOWN_CLIENT,
    });
    const refreshed = await Promise.all([1, 2, 3, 4, 5].map(() => post(world, "/token", form)));
    for (const { body } of refreshed) {
      assertEquals(await statusWith(world, String(body["access_token"])), 200);
    }
  },
);

hostedTest("YNAB never gets our tokens, and programs never get YNAB's", async (world) => {
  const host = await signedIn(world, "ana");
  await using connected = await host.connect();
  await connected.call("list_accounts", {});
  const ours = Object.values(host.tokens() ?? {}).map(String).filter((text) => text.length > 20);
  assert(ours.length >= 2 && world.toYnab.length > 3 && world.fromYnab.length >= 2);
  for (const token of ours) assert(!world.toYnab.join("\n").includes(token));
  for (const token of world.fromYnab) assert(!world.answers.join("\n").includes(token));
});

hostedTest(
  "the consent page warns that a name proves nothing, and the redirect address can't be replaced",
  async (world) => {
    const host = world.host({});
    host.clientMetadata.client_name = "Claude";
    const page = await consentPageOf(world, world.browser(), host);
    assertMatch(page.text, /calls itself <strong>Claude<\/strong>/u);
    assertMatch(page.text, /will be sent to<\/dt><dd><strong>localhost/u);
    assertMatch(page.text, /Any program on this computer can claim this name/u);
    const forged = new URL(host.sentTo);
    forged.searchParams.set("redirect_uri", "https://evil.example/back");
    const refused = await world.browser().visit(forged);
    assertEquals([refused.status, refused.url.origin], [400, PUBLIC_URL]);
  },
);

hostedTest("response modes other than 'query' are rejected", async (world) => {
  for (const mode of ["form_post", "fragment"]) {
    const address = await world.host().begin();
    address.searchParams.set("response_mode", mode);
    const rejected = await world.ask(new Request(address));
    const { searchParams, hash } = new URL(rejected.headers.get("location") ?? "");
    assertEquals(searchParams.get("error"), "unsupported_response_mode");
    assertEquals([rejected.status, hash], [303, ""]);
    // A request without PKCE also gets the error instead of the consent page.
    address.searchParams.delete("code_challenge");
    const early = await world.ask(new Request(address));
    assertEquals([early.status, (await early.text()).includes("<script")], [303, false]);
  }
});
