import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import {
  ACCOUNT,
  CONSENT,
  consentPageOf,
  formsOf,
  hostedTest,
  type HostedWorld,
  signedIn,
} from "./_hosted_world.ts";
import { PUBLIC_URL, statusWith } from "../sign_in/_household.ts";
import { everyRow, untilDeleted } from "./_rows.ts";
import type { Browser } from "../sign_in/_browser.ts";

const HOUR_MS = 3_600_000;

async function twoPrograms(world: HostedWorld): Promise<{
  readonly browser: Browser;
  readonly tokens: readonly (string | undefined)[];
}> {
  const browser = world.browser();
  const hosts = [
    await signedIn(world, "ana", { browser }),
    await signedIn(world, "ana", { browser }),
  ];
  return { browser, tokens: hosts.map((host) => host.tokens()?.access_token) };
}

hostedTest(
  "the account page lists a user's programs, and removes one or all of them",
  async (world) => {
    const { browser, tokens } = await twoPrograms(world);
    const ben = world.browser();
    await signedIn(world, "ben", { browser: ben });
    const page = await browser.visit(ACCOUNT);
    const { form, ids } = formsOf(page);
    assertEquals([page.status, ids.length], [200, 2]);
    assertMatch(page.text, /may read and change; first used 2026-11-19, last used 2026-11-19/u);
    assertMatch(page.text, /can't show your plans or the journal, because they are encrypted/u);
    assertEquals(formsOf(await ben.visit(ACCOUNT)).ids.length, 1);
    const list = await browser.visit(new URL("?list=json", ACCOUNT));
    const { programs } = JSON.parse(list.text);
    assertEquals(programs.length, 2);
    assertMatch(list.headers.get("content-disposition") ?? "", /attachment/u);
    assertEquals([programs[0].access, programs[0].first_day], ["change", "2026-11-19"]);

    const statuses = async (): Promise<readonly number[]> =>
      (await Promise.all(tokens.map((token) => statusWith(world, token)))).toSorted();
    const left = await browser.visit(ACCOUNT, { form, remove: ids[0] ?? "" });
    assertEquals([left.status, formsOf(left).ids.length], [200, 1]);
    assertEquals(await statuses(), [200, 401]);
    assertEquals((await browser.visit(ACCOUNT, { form, everything: "yes" })).status, 400);
    assertEquals(await statuses(), [200, 401]);
    const deleted = await browser.visit(ACCOUNT, { form, everything: "yes", sure: "yes" });
    assertEquals(deleted.status, 200);
    assertStringIncludes(deleted.text, 'href="https://app.ynab.com/settings"');
    assertEquals(await statuses(), [401, 401]);
    assertMatch(
      (await browser.visit(ACCOUNT)).text,
      /You can't open your account page right now/u,
    );
    const rows = await everyRow(world);
    const kept = /"table":"(?:vaults|users|upstream_tokens)"/u;
    assertEquals(rows.filter((row) => kept.test(row)).length, 3);
  },
);

hostedTest("a form from another user or site, or with no token, removes nothing", async (world) => {
  const { browser, tokens } = await twoPrograms(world);
  const ben = world.browser();
  await signedIn(world, "ben", { browser: ben });
  const foreign = formsOf(await ben.visit(ACCOUNT)).form;
  const { form: own, ids: [id = ""] } = formsOf(await browser.visit(ACCOUNT));
  for (const form of ["", foreign]) {
    const refused = await browser.visit(ACCOUNT, { form, remove: id });
    assertEquals(refused.status, 403);
    const all = await browser.visit(ACCOUNT, { form, everything: "yes", sure: "yes" });
    assertEquals(all.status, 403);
  }
  // Ben can't remove Ana's program by submitting the form on his own account page with the id of
  // her program.
  await ben.visit(ACCOUNT, { form: foreign, remove: id });
  const fromElsewhere = await world.ask(
    new Request(ACCOUNT, {
      method: "POST",
      headers: { cookie: browser.cookies, origin: "https://evil.example" },
      body: new URLSearchParams({ form: own, remove: id }),
    }),
  );
  assertEquals(fromElsewhere.status, 403);
  assertEquals(await Promise.all(tokens.map((token) => statusWith(world, token))), [200, 200]);
});

hostedTest(
  "the account page escapes a program's name and expires after twelve hours",
  async (world) => {
    const browser = world.browser();
    const host = world.host({});
    host.clientMetadata.client_name = '<script>alert(1)</script>"';
    await signedIn(world, "ana", { browser, host });
    const { text } = await browser.visit(ACCOUNT);
    assert(!text.includes("<script>"));
    assertStringIncludes(text, "&lt;script&gt;");
    world.clock.ms += 12 * HOUR_MS + 1;
    assertMatch(
      (await browser.visit(ACCOUNT)).text,
      /open your account page for 12 hours after you sign in/u,
    );
    assertEquals((await world.browser().visit(ACCOUNT, { everything: "yes" })).status, 403);
  },
);

/** Notice required by YNAB's API terms of service. */
const REQUIRED =
  "We are not affiliated, associated, or in any way officially connected with YNAB or any of its " +
  "subsidiaries or affiliates. The official YNAB website can be found at https://www.ynab.com. " +
  "The names YNAB and You Need A Budget, as well as related names, tradenames, marks, trademarks, " +
  "emblems, and images are registered trademarks of YNAB.";

/** Text that each page must contain, by path. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  "/": [`${PUBLIC_URL}/mcp`, "It cannot pay, transfer or trade real money."],
  "/privacy": [
    "Purpose",
    "a journal of the changes",
    "are hosted, and by whom: Hetzner &amp; Co, Finland.",
    "hasn&#39;t been used for 14 days, the data stored for that program is deleted",
    "Backups are kept for 30 days",
    "How to delete your data",
    "under 13",
    "The operator could change the software on this server",
    "Last updated: 20",
  ],
  "/terms": ["without any warranty"],
  "/account": [],
  "/sign-in/back?state=x": [],
  "/authorize?x=1": [],
};

hostedTest("every page names the operator and contains YNAB's required text", async (world) => {
  const browser = world.browser();
  const pages = await Promise.all(
    Object.entries(PAGES).map(async ([path, words]) =>
      [await browser.visit(new URL(path, PUBLIC_URL)), words] as const
    ),
  );
  const everywhere = [REQUIRED, "The Tests (tests@example.com)", 'href="/privacy"'];
  for (
    const [{ url, text, headers }, words] of [
      [await consentPageOf(world, browser), []] as const,
      ...pages,
    ]
  ) {
    for (const one of [...everywhere, ...words]) assertStringIncludes(text, one, url.pathname);
    assertMatch(headers.get("content-security-policy") ?? "", /default-src 'none'/u);
  }
}, { hosted: { retentionDays: 14, region: "Hetzner & Co, Finland" } });

const MINUTE_MS = 60_000;

/** Matches text that is meant only for people who run the server themselves. */
const OF_OWNERS = /--[a-z]|BUDGET_|restart|settings form|access token/iu;

for (
  const { access, write, profile, advice } of [
    { access: "read", write: true, profile: "complete", advice: /connect this program again and/u },
    { access: "change", write: true, profile: "fuller", advice: /ask this server's operator to/u },
    { access: "read", write: false, profile: "fuller", advice: /operator to allow changes/u },
  ] as const
) {
  const name = `${write ? "" : "read-only "}server with ${profile} tools`;
  hostedTest(
    `a user with ${access} access on a ${name} sees no advice about server settings`,
    async (world) => {
      const host = await signedIn(world, "ana", { form: { ...CONSENT, access } });
      await using connected = await host.connect();
      const { text } = await connected.call("delete_transactions", { transaction_ids: ["x"] });
      const told = `${connected.instructions}\n${text}`;
      assertMatch(told, advice);
      assert(!OF_OWNERS.test(told), told);
    },
    { server: { write, profile } },
  );
}

const NETWORK = /^unavailable: the connection to YNAB failed/u;
/** Failures of YNAB's token endpoint after which the user's authorization remains valid. */
const FAILURES: readonly (readonly [words: RegExp, response: () => Response])[] = [
  [
    NETWORK,
    () => new Response("<h1>Maintenance</h1>", { headers: { "content-type": "text/html" } }),
  ],
  [
    /^rate_limited: YNAB isn't accepting requests right now: try again in 60 seconds$/u,
    () => new Response(null, { status: 429, headers: { "retry-after": "60" } }),
  ],
  [/^rate_limited: .*: try again in 60 seconds$/u, () => new Response(null, { status: 429 })],
  [
    /this server's client ID or secret: tell the user to ask the server's operator/u,
    () => Response.json({ error: "invalid_client" }, { status: 401 }),
  ],
];
let failure: (() => Response) | null = null;

hostedTest("a failed refresh signs a user out only after invalid_grant", async (world) => {
  await using connected = await (await signedIn(world, "ana")).connect();
  for (const [words, response] of FAILURES) {
    world.clock.ms += 120 * MINUTE_MS;
    failure = response;
    const { text } = await connected.call("list_accounts", {});
    assertMatch(text, words);
    failure = null;
    world.clock.ms += MINUTE_MS;
    assertEquals((await connected.call("list_accounts", {})).isError, false);
  }
  const refreshes = world.events.flatMap((event) => event.kind === "refresh" ? event.outcome : []);
  const outcomes = refreshes.filter((outcome, at) => outcome !== refreshes[at - 1]);
  const network = ["failed", "refreshed"];
  assertEquals(outcomes, [
    ...[...network, ...network, ...network],
    ...["application_rejected", "refreshed"],
  ]);
}, {
  fetch: (ynab) => async (input, init) =>
    failure !== null && String(input).endsWith("/oauth/token")
      ? failure()
      : await ynab.fetch(input, init),
});

hostedTest("if the database can't be written to, the user learns whom to ask", async (world) => {
  await using connected = await (await signedIn(world, "ana")).connect();
  // The database rejects new confirmations, as if its disk were full.
  const full = "ALTER TABLE budget_tool_server.confirmations ADD CHECK (owner IS NULL) NOT VALID";
  await world.database.all(full);
  const change = { month: "current", category_id: "Groceries", amount: 321 };
  const { text } = await connected.call("set_category_budget", change);
  assertMatch(text, /nothing more will be written: tell the user to ask this server's operator/u);
  assertEquals((await connected.call("list_accounts", {})).isError, false);
}, { altersTables: true });

hostedTest("a user who withdraws access in YNAB is asked to connect again", async (world) => {
  const calls = {
    list_accounts: {},
    set_category_budget: { month: "current", category_id: "Groceries", amount: 321 },
  };
  for (const [tool, args] of Object.entries(calls)) {
    const host = await signedIn(world, "ana");
    await using connected = await host.connect();
    const { text: preview } = await connected.call(tool, args);
    const confirmation = /confirmation: (\S+)/u.exec(preview)?.[1];
    world.ynab.withdraw("ana");
    world.clock.ms += MINUTE_MS;
    const { text, isError } = await connected.call(tool, { ...args, confirmation });
    assert(isError, text);
    assertMatch(text, /connect this program again/u);
    assert(!OF_OWNERS.test(text), text);
    assertEquals(await statusWith(world, host.tokens()?.access_token), 401);
    await untilDeleted(world);
  }
});
