import { assert, assertEquals, assertMatch } from "@std/assert";
import { CONSENT, hostedTest, signedIn, statusWith } from "./_hosted_world.ts";
import { opened, untilDeleted } from "./_rows.ts";

const MINUTE_MS = 60_000;

/** Matches text that is meant for people who run the server themselves. */
const OF_OWNERS = /--[a-z]|BUDGET_|restart|settings form|access token/iu;

for (
  const { access, write, profile, advice } of [
    { access: "read", write: true, profile: "complete", advice: /connect this program again and/u },
    { access: "change", write: true, profile: "fuller", advice: /ask this server's operator to/u },
    { access: "read", write: true, profile: "fuller", advice: /connect this program again and/u },
    { access: "read", write: false, profile: "fuller", advice: /operator to allow changes/u },
  ] as const
) {
  const name = `${write ? "" : "read-only "}server with ${profile} tools`;
  hostedTest(
    `a user who chose to ${access} on a ${name} sees no advice about server settings`,
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
/** Responses of YNAB's token endpoint that don't end an authorization. */
const FAILURES: readonly (readonly [words: RegExp, response: () => Response])[] = [
  [
    NETWORK,
    () => new Response("<h1>Maintenance</h1>", { headers: { "content-type": "text/html" } }),
  ],
  [NETWORK, () => new Response(null, { status: 429, headers: { "retry-after": "60" } })],
  [
    /client ID or secret of this server: tell the user to ask this server's operator/u,
    () => Response.json({ error: "invalid_client" }, { status: 401 }),
  ],
];
let failure: (() => Response) | null = null;
const refreshes: string[] = [];

hostedTest("a failed refresh signs no user out unless YNAB says invalid_grant", async (world) => {
  await using connected = await (await signedIn(world, "ana")).connect();
  for (const [words, response] of FAILURES) {
    world.clock.ms += 120 * MINUTE_MS;
    failure = response;
    const { text } = await connected.call("list_accounts", {});
    assertMatch(text, words);
    failure = null;
    assertEquals((await connected.call("list_accounts", {})).isError, false);
  }
  const outcomes = refreshes.filter((outcome, at) => outcome !== refreshes[at - 1]);
  const network = ["failed", "refreshed"];
  assertEquals(outcomes, [...network, ...network, "application_rejected", "refreshed"]);
}, {
  hosted: { observe: (event) => event.kind === "refresh" && refreshes.push(event.outcome) },
  fetch: (ynab) => async (input, init) =>
    failure !== null && String(input).endsWith("/oauth/token")
      ? failure()
      : await ynab.fetch(input, init),
});

hostedTest("a user learns whom to ask if the database can't be written", async (world) => {
  await using connected = await (await signedIn(world, "ana")).connect();
  // The database rejects new confirmations, as if its disk were full.
  const full = "ALTER TABLE budget_tool_server.confirmations ADD CHECK (owner IS NULL) NOT VALID";
  await opened(world, (database) => database.all(full));
  const change = { month: "current", category_id: "Groceries", amount: 321 };
  const { text } = await connected.call("set_category_budget", change);
  assertMatch(text, /nothing more is written: tell the user to ask this server's operator/u);
  assertEquals((await connected.call("list_accounts", {})).isError, false);
});

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
