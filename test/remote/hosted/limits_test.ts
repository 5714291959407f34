import { assert, assertEquals, assertMatch } from "@std/assert";
import { customerOf } from "../../../remote/addresses.ts";
import {
  agreed,
  CONSENT,
  consentPageOf,
  decidedAtYnab,
  hasCode,
  hostedTest,
  type HostedWorldOptions,
  INVITATION,
  signedIn,
  statusWith,
} from "./_hosted_world.ts";
import { opened } from "./_rows.ts";

const MINUTE_MS = 60_000;

hostedTest("a user's eleventh program is refused with the reason", async (world) => {
  for (let program = 0; program < 10; program++) await signedIn(world, "ana");
  const browser = world.browser();
  const { url } = await agreed(browser, await consentPageOf(world, browser));
  const back = await browser.visit(await decidedAtYnab(world, url, "ana"));
  assertEquals(back.url.searchParams.get("error"), "access_denied");
  assertMatch(
    back.url.searchParams.get("error_description") ?? "",
    /already connected 10 programs/u,
  );
  // The user can open the account page to remove a program.
  assert(browser.cookies.includes("__Host-account="));
  await signedIn(world, "ben");
});

hostedTest("a sign-in doesn't count as a program if its code was never redeemed", async (world) => {
  const older = await signedIn(world, "ana");
  for (let program = 0; program < 9; program++) {
    const browser = world.browser();
    const { url } = await agreed(browser, await consentPageOf(world, browser));
    assert(hasCode(await browser.visit(await decidedAtYnab(world, url, "ana"))));
  }
  world.clock.ms += 2 * MINUTE_MS;
  for (const host of [older, await signedIn(world, "ana")]) {
    assertEquals(await statusWith(world, host.tokens()?.access_token), 200);
  }
  const rows = await opened(
    world,
    (database) => database.all("SELECT vault FROM budget_tool_server.vaults"),
  );
  assertEquals(rows.length, 2);
});

hostedTest(
  "after five wrong invitations in a minute, even the right one is rejected for a while",
  async (world) => {
    const browser = world.browser();
    const page = await consentPageOf(world, browser);
    const entered = async (invitation: string): Promise<number> =>
      (await browser.visit(page.url, { ...CONSENT, invitation })).status;
    for (let tries = 0; tries < 5; tries++) assertEquals(await entered("wrong"), 403);
    for (const invitation of ["wrong", INVITATION]) assertEquals(await entered(invitation), 429);
    assertEquals(world.ynab.authorizations, 0);
    world.clock.ms += MINUTE_MS;
    assertEquals((await browser.visit(page.url, CONSENT)).url.origin, "https://app.ynab.com");
  },
);

hostedTest("submitting the consent page twice counts as one YNAB authorization", async (world) => {
  const browser = world.browser();
  const page = await consentPageOf(world, browser);
  for (let times = 0; times < 3; times++) {
    assertEquals((await agreed(browser, page)).url.origin, "https://app.ynab.com");
  }
}, { hosted: { authorizations: 1 } });

/**
 * A fake YNAB. From the first change on, it rejects that change's token, although the token hasn't
 * expired, and makes the given number of refreshes fail.
 */
function rejecting(failures: number): NonNullable<HostedWorldOptions["fetch"]> {
  let rejected: string | null = null;
  let left = failures;
  return (ynab) => async (input, init) => {
    const token = new Headers(init?.headers).get("authorization");
    if (init?.method === "PATCH") rejected ??= token;
    if (rejected !== null && String(input).endsWith("/oauth/token") && left-- > 0) {
      return new Response(null, { status: 502 });
    }
    if (token === null || token !== rejected) return await ynab.fetch(input, init);
    // Read the body first, so that the change has been sent completely.
    await new Response(init?.body).text();
    return Response.json({ error: { id: "401", name: "unauthorized", detail: "" } }, {
      status: 401,
    });
  };
}

for (const failures of [0, 1]) {
  const name = `${failures} failed refreshes`;
  hostedTest(
    `a change whose token YNAB rejects early can be tried again after ${name}`,
    async (world) => {
      await using connected = await (await signedIn(world, "ana")).connect();
      const assigned = async (): Promise<string> => {
        const asked = { month: "current", category_id: "Groceries", amount: 321 };
        const { text } = await connected.call("set_category_budget", asked);
        const confirmation = /confirmation: (\S+)/u.exec(text)?.[1];
        return (await connected.call("set_category_budget", { ...asked, confirmation })).text;
      };
      const refused = await assigned();
      assertMatch(refused, /^unauthorized: .*try again/u);
      assert(!/access token/u.test(refused), refused);
      assertMatch(await assigned(), /^status: applied/u);
    },
    { fetch: rejecting(failures) },
  );
}

Deno.test("IPv6 addresses are counted by network, so a customer with a /64 counts as one address", () => {
  const table = [
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "::ffff:192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:DB8::9", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
  ] as const;
  for (const [address, network] of table) assertEquals(customerOf(address), network);
});
