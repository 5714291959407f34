import { assert, assertEquals, assertMatch } from "@std/assert";
import { networkOf } from "../../../remote/addresses.ts";
import { auditEntry, type HostedEvent } from "../../../remote/hosted/hosted_events.ts";
import { Metrics } from "../../../remote/hosted/metrics.ts";
import { messageRequest, ONLY_LISTING } from "../http/_asking_handler.ts";
import {
  ACCOUNT,
  agreed,
  CONSENT,
  consentPageOf,
  decidedAtYnab,
  formsOf,
  hostedTest,
  type HostedWorldOptions,
  MCP,
  PUBLIC_URL,
  signedIn,
  statusWith,
} from "./_hosted_world.ts";
import { everyRow, opened } from "./_rows.ts";

/** Collects events, and their audit entries and metrics. */
function observing(): HostedWorldOptions & {
  readonly entries: () => readonly Readonly<Record<string, unknown>>[];
  readonly metrics: Metrics;
} {
  const events: HostedEvent[] = [];
  const metrics = new Metrics();
  const observe = (event: HostedEvent): void => {
    events.push(event);
    metrics.note(event);
  };
  return {
    hosted: { observe },
    server: { log: (entry) => metrics.noteLog(entry) },
    entries: () => events.map(auditEntry).filter((entry) => entry !== null),
    metrics,
  };
}

const seen = observing();
hostedTest(
  "the audit log records a sign-in, a change and its outcome under pseudonyms",
  async (world) => {
    const browser = world.browser("203.0.113.77");
    const page = await consentPageOf(world, browser);
    await browser.visit(page.url, { ...CONSENT, invitation: "wrong-invitation-1" });
    const host = await signedIn(world, "ana", { browser });
    await using connected = await host.connect();
    const asked = { month: "current", category_id: "Groceries", amount: 321 };
    const preview = await connected.call("set_category_budget", asked);
    const confirmation = /confirmation: (\S+)/u.exec(preview.text)?.[1];
    const applied = await connected.call("set_category_budget", { ...asked, confirmation });
    assertMatch(applied.text, /applied/u);
    const { form, ids: [remove = ""] } = formsOf(await browser.visit(ACCOUNT));
    const rows = await opened(world, everyRow);
    await browser.visit(ACCOUNT, { form, remove });
    const entries = seen.entries();
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
    // The pseudonyms in the audit log occur in no row of the database.
    for (const name of [signIn?.["user"], signIn?.["vault"]]) {
      assert(!rows.join("\n").includes(String(name)));
    }
    assert(!/Groceries|321|Plan of|203\.0\.113\.77/u.test(JSON.stringify(entries)));
  },
  seen,
);

const failing = observing();
hostedTest("the audit log records a sign-in even if storing its outcome fails", async (world) => {
  const browser = world.browser();
  const { url } = await agreed(browser, await consentPageOf(world, browser));
  const back = await decidedAtYnab(world, url, "ana");
  await opened(world, (database) =>
    database.all(
      "ALTER TABLE budget_tool_server.sign_ins ADD CHECK (grant_name IS NULL) NOT VALID",
    ));
  const { status } = await browser.visit(back);
  assertEquals(status, 503);
  assertEquals(failing.entries().map(({ audit }) => audit), ["sign_in"]);
}, failing);

const counted = observing();
hostedTest("metrics count calls, sign-ins, refreshes and requests to YNAB", async (world) => {
  const host = await signedIn(world, "ana");
  await using connected = await host.connect();
  await connected.call("list_accounts", {});
  await connected.call("list_accounts", { plan_id: "no such plan" });
  world.clock.ms += 2 * 3_600_000;
  await connected.call("list_accounts", {});
  await world.ask(new Request(new URL("/nowhere", PUBLIC_URL)));
  // A request without a token doesn't count as a rejection, because every program starts with such
  // a request.
  await world.ask(messageRequest(null, ONLY_LISTING, { url: MCP }));
  await statusWith(world, "a-wrong-token");
  const text = counted.metrics.text({ openVaults: 1, stored: { vaults: 1, authorizations: 2 } });
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
  assertMatch(counted.metrics.text({ openVaults: 0, stored: null }), /^store_up 0$/mu);
}, counted);

Deno.test("the audit log truncates addresses to /24 and /48", () => {
  for (
    const [address, network] of [
      ["203.0.113.77", "203.0.113.0/24"],
      ["::ffff:203.0.113.77", "203.0.113.0/24"],
      ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
      ["2001:db8::1", "2001:db8:0::/48"],
      ["::1", "0:0:0::/48"],
      ["fe80::1%eth0", "fe80:0:0::/48"],
      ["", "unknown"],
    ] as const
  ) assertEquals(networkOf(address), network);
});
