import { assert, assertEquals, assertMatch } from "@std/assert";
import type { End } from "../../../cli/_terminal.ts";
import { type Ended, runAt } from "../../cli/_a_terminal.ts";
import {
  ACCOUNT,
  agreed,
  auditOf,
  backFromYnab,
  CONSENT,
  consentPageOf,
  formsOf,
  hostedTest,
  type HostedWorld,
  previewedChange,
  signedIn,
} from "./_hosted_world.ts";
import { MCP, PUBLIC_URL, statusWith } from "../sign_in/_household.ts";
import { Metrics } from "../../../remote/hosted/hosted_events.ts";
import { messageRequest, ONLY_LISTING } from "../http/_asking_handler.ts";
import { everyRow } from "./_rows.ts";

/** Runs a function with a seal key in a file that only its owner can read. */
async function withKeyFile<Result>(
  run: (path: string) => Promise<Result>,
  key = "0123456789abcdef0123456789abcdef",
): Promise<Result> {
  const path = await Deno.makeTempFile();
  try {
    await Deno.writeTextFile(path, key);
    await Deno.chmod(path, 0o600);
    return await run(path);
  } finally {
    await Deno.remove(path);
  }
}

/** Runs the `users` command independently of the server. */
async function users(world: HostedWorld, ...args: readonly string[]): Promise<Ended> {
  return await withKeyFile((path) =>
    runAt(["users", ...args], {
      env: { BUDGET_STORE: world.databaseUrl, BUDGET_SEAL_KEY_FILE: path },
    })
  );
}

hostedTest(
  "the users command lists, blocks, unblocks and removes users, and counts authorizations",
  async (world) => {
    assertEquals((await users(world, "list")).out, "No users.\n");
    const browser = world.browser();
    const token = (await signedIn(world, "ana", { browser })).tokens()?.access_token;
    await signedIn(world, "ana");
    const { out: list, status: listed } = await users(world, "list");
    assertMatch(list, /^[\da-f]{16} {2}2 programs, 2026-11-19 to 2026-11-19\n$/u);
    const { users: [user] } = JSON.parse((await users(world, "list", "--json")).out);
    assertEquals([user.programs, user.is_blocked, user.first_day], [2, false, "2026-11-19"]);
    const ben = (await signedIn(world, "ben")).tokens()?.access_token;
    const statuses = async (): Promise<readonly number[]> => [
      await statusWith(world, token),
      await statusWith(world, ben),
    ];

    const { status: blocked, out } = await users(world, "block", user.id);
    assertEquals([listed, blocked], [0, 0]);
    const { time, ...entry } = JSON.parse(out);
    assertEquals(entry, { audit: "admin", action: "block", user: user.id });
    assert(Date.parse(time) > 0);
    assertMatch((await users(world, "list")).out, /blocked/u);
    assertEquals(await statuses(), [401, 200]);
    const other = world.browser();
    const back = await other.visit(await backFromYnab(world, other));
    assertEquals(back.url.searchParams.get("error"), "access_denied");
    assertMatch(back.url.searchParams.get("error_description") ?? "", /blocked this user/u);
    await users(world, "unblock", user.id);
    assertEquals(await statuses(), [200, 200]);

    const removed = await users(world, "remove", user.id);
    assertMatch(
      (await browser.visit(ACCOUNT)).text,
      /You can't open your account page right now/u,
    );
    assertMatch(removed.out, /"action":"remove"/u);
    assertMatch(removed.err, /was removed, along with all data/u);
    assertEquals(JSON.parse((await users(world, "list", "--json")).out).users.length, 1);
    assertEquals(await statuses(), [401, 200]);

    await agreed(other, await consentPageOf(world, other));
    // The unfinished sign-in's reservation counts as expired, because the command uses the
    // database's clock.
    const uses = await users(world, "authorizations", "--json");
    const { connected, removed: ended } = JSON.parse(uses.out);
    assertEquals([connected, ended], [1, 3]);
    assertMatch(
      (await users(world, "authorizations")).out,
      /1 by connected programs, 3 by removed/u,
    );
  },
);

hostedTest("the users command explains a wrong ID, key, store or action", async (world) => {
  const missing = await users(world, "block", "a-stranger");
  assertEquals(missing.status, 1);
  assertMatch(missing.err, /no user has the ID a-stranger: run "users list" to see all users/u);
  await signedIn(world, "ana");
  await withKeyFile(async (path) => {
    const env = { BUDGET_STORE: world.databaseUrl, BUDGET_SEAL_KEY_FILE: path };
    const { status, err } = await runAt(["users", "list"], { env });
    assertEquals(status, 1);
    assertMatch(err, /none of the keys opens this database/u);
  }, "another-key-of-thirty-two-letters");
  for (
    const [args, env, why] of [
      [["users"], {}, /use users list, users block ID/u],
      [["users", "block"], {}, /use users list/u],
      [["users", "list", "x"], {}, /use users list/u],
      [["users", "list"], {}, /the users command needs --store postgres:/u],
      [["users", "list"], { BUDGET_STORE: world.databaseUrl }, /needs BUDGET_SEAL_KEY_FILE/u],
    ] as const
  ) {
    const { status, err } = await runAt(args, { env });
    assertEquals(status, 2);
    assertMatch(err, why);
  }
});

hostedTest(
  "the startup log names the redirect URI and warns about a host name with 'ynab', and --metrics has its own port",
  async (world) => {
    await withKeyFile(async (path) => {
      const env = {
        BUDGET_STORE: world.databaseUrl,
        BUDGET_SEAL_KEY_FILE: path,
        BUDGET_OAUTH_CLIENT_ID: "app",
        BUDGET_OAUTH_CLIENT_SECRET: "app-secret",
        BUDGET_INVITATION: "an-invitation-of-tests",
        BUDGET_OPERATOR: "The Tests",
        BUDGET_OPERATOR_CONTACT: "tests@example.com",
        BUDGET_PUBLIC_URL: "https://ynab.example.com",
        BUDGET_SIGN_IN: "ynab",
      };
      let end: End = () => Promise.resolve(null);
      const served = (http: string, metrics: string): Promise<Ended> =>
        runAt(["serve", "--http", http, "--metrics", metrics], {
          env,
          onStop: (given) => void (end = given),
        });
      const free = "127.0.0.1:0";
      {
        using used = Deno.listen({ hostname: "127.0.0.1", port: 0 });
        const taken = `127.0.0.1:${used.addr.port}`;
        for (const [flag, ...ports] of [["--http", taken, free], ["--metrics", free, taken]]) {
          const { status, err } = await served(ports[0] ?? "", ports[1] ?? "");
          assertEquals(status, 2);
          assertMatch(err, new RegExp(`is in use: .*${flag}`, "u"));
        }
      }
      const { status, out, err } = await served(free, free);
      assertEquals([status, out], [0, ""], err);
      assertMatch(err, /redirect URI with YNAB: https:\/\/ynab\.example\.com\/sign-in\/back$/mu);
      assertMatch(
        err,
        /ynab\.example\.com begins with "ynab", which YNAB's API terms don't allow/u,
      );
      try {
        const metrics = /metrics at (\S+)/u.exec(err)?.[1] ?? "";
        const server = /listening at (\S+)\/mcp/u.exec(err)?.[1] ?? "";
        const response = await fetch(metrics);
        assertMatch(response.headers.get("content-type") ?? "", /^text\/plain; version=0.0.4/u);
        assertMatch(await response.text(), /^store_up 1$/mu);
        const public_ = await fetch(`${server}/metrics`);
        await public_.body?.cancel();
        assertEquals(public_.status, 404);
        const home = await fetch(`${server}/`);
        assertMatch(await home.text(), /Run by The Tests/u);
      } finally {
        await end();
      }
    });
  },
);

hostedTest(
  "the audit log records a sign-in, a change and its outcome under pseudonyms",
  async (world) => {
    const browser = world.browser("203.0.113.77");
    const page = await consentPageOf(world, browser);
    await browser.visit(page.url, { ...CONSENT, invitation: "wrong-invitation-1" });
    const host = await signedIn(world, "ana", { browser });
    await using connected = await host.connect();
    assertMatch((await (await previewedChange(connected))()).text, /applied/u);
    const { form, ids: [remove = ""] } = formsOf(await browser.visit(ACCOUNT));
    const rows = await everyRow(world);
    await browser.visit(ACCOUNT, { form, remove });
    const entries = auditOf(world);
    assertEquals(entries.map(({ audit }) => audit), ["refused", "sign_in", "change", "removed"]);
    const [refused, signIn, change, removed] = entries;
    assertEquals(refused, {
      audit: "refused",
      reason: "wrong_invitation",
      network: "203.0.113.0/24",
    });
    assertEquals([change?.["tool"], change?.["count"]], ["set_category_budget", 1]);
    assertMatch(String(change?.["operation"]), /^\w+$/u);
    for (const entry of [change, removed]) {
      assertEquals([entry?.["user"], entry?.["vault"]], [signIn?.["user"], signIn?.["vault"]]);
    }
    assertEquals(remove, signIn?.["vault"]);
    // None of the pseudonyms in the audit log occurs in a database row.
    for (const name of [signIn?.["user"], signIn?.["vault"]]) {
      assert(!rows.join("\n").includes(String(name)));
    }
    assert(!/Groceries|\b321\b|Plan of|203\.0\.113\.77/u.test(JSON.stringify(entries)));
  },
);

hostedTest("the audit log records a sign-in even if storing its outcome fails", async (world) => {
  const browser = world.browser();
  const back = await backFromYnab(world, browser);
  await world.database.all(
    "ALTER TABLE budget_tool_server.sign_ins ADD CHECK (grant_name IS NULL) NOT VALID",
  );
  const { status } = await browser.visit(back);
  assertEquals(status, 503);
  assertEquals(auditOf(world).map(({ audit }) => audit), ["sign_in"]);
}, { altersTables: true });

hostedTest("metrics count calls, sign-ins, refreshes and requests to YNAB", async (world) => {
  // Create the metrics first, so that they measure the event loop while the calls run.
  const metrics = new Metrics();
  const host = await signedIn(world, "ana");
  await using connected = await host.connect();
  await connected.call("list_accounts", {});
  await connected.call("list_accounts", { plan_id: "no such plan" });
  world.clock.ms += 2 * 3_600_000;
  await connected.call("list_accounts", {});
  await world.ask(new Request(new URL("/nowhere", PUBLIC_URL)));
  // A request without a token doesn't count as a rejection, because every client starts with such a
  // request.
  await world.ask(messageRequest(null, ONLY_LISTING, { url: MCP }));
  await statusWith(world, "a-wrong-token");
  for (const event of world.events) metrics.note(event);
  for (const entry of world.log) metrics.noteLog(entry);
  const text = metrics.text({ openVaults: 1, stored: { vaults: 1, authorizations: 2 } });
  for (
    const line of [
      /^calls_total\{tool="list_accounts",outcome="ok"\} 2$/mu,
      /^calls_total\{tool="list_accounts",outcome="not_found"\} 1$/mu,
      /^call_seconds_count 3$/mu,
      /^call_seconds_bucket\{le="\+Inf"\} 3$/mu,
      /^sign_ins_total\{outcome="signed_in"\} 1$/mu,
      /^refreshes_total\{outcome="refreshed"\} 1$/mu,
      /^ynab_requests_total\{operation="getAccounts",status="200"\} [12]$/mu,
      /^refused_total\{reason="not_found"\} 1$/mu,
      // One rejection for the wrong token and one for the expired token.
      /^refused_total\{reason="credentials"\} 2$/mu,
      /^vaults 1$/mu,
      /^authorizations_used 2$/mu,
      /^open_vaults 1$/mu,
      /^store_up 1$/mu,
      /^event_loop_seconds [\d.e-]+$/mu,
    ]
  ) assertMatch(text, line);
  assertMatch(metrics.text({ openVaults: 0, stored: null }), /^store_up 0$/mu);
  metrics.close();
});
