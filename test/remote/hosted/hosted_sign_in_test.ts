import { createHash } from "node:crypto";
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { withinDeadline } from "../../protocol/_deadline.ts";
import {
  ACCOUNT,
  agreed,
  auditOf,
  backFromYnab,
  CONSENT,
  consentPageOf,
  decidedAtYnab,
  hostedTest,
  type HostedWorld,
  type HostedWorldOptions,
  signedIn,
} from "./_hosted_world.ts";
import { MCP, post, PUBLIC_URL, statusWith } from "../sign_in/_household.ts";
import { Browser } from "../sign_in/_browser.ts";
import { KNOWN_CLIENT } from "../sign_in/_client_documents.ts";
import type { OAuthHost } from "../sign_in/_oauth_host.ts";
import { DEMO_TOKEN } from "../../../demo/demo_fetch.ts";
import { householdPlan } from "../../../demo/household.ts";
import { DemoUpstream } from "../../../demo/upstream.ts";
import { messageRequest, ONLY_LISTING } from "../http/_asking_handler.ts";

hostedTest("a user who chose read-only access gets a read-only YNAB token", async (world) => {
  const [browser, host] = [world.browser(), world.host()];
  const page = await consentPageOf(world, browser, host);
  const { url } = await agreed(browser, page, { ...CONSENT, access: "read" });
  assertEquals(url.searchParams.get("scope"), "read-only");
  await host.finish(await browser.visit(await decidedAtYnab(world, url, "ana")));
  assertEquals(host.tokens()?.scope, "budget:read");
});

hostedTest(
  "the consent page has one script, allowed by its hash, and preselects read access",
  async (world) => {
    const { text, headers } = await consentPageOf(world, world.browser());
    const [[, script = ""] = [], ...others] = text.matchAll(/<script>(.*?)<\/script>/gsu);
    assertEquals(others, []);
    const hash = createHash("sha256").update(script).digest("base64");
    assertStringIncludes(
      headers.get("content-security-policy") ?? "",
      `script-src 'sha256-${hash}'`,
    );
    for (const own of ["Asia/Calcutta", "Asia/Kolkata"]) {
      const zones = ["UTC", "Asia/Calcutta"];
      const select = {
        value: "UTC",
        get selectedIndex(): number {
          return zones.indexOf(this.value);
        },
        add: (zone: string): void => void (select.value = zone),
      };
      new Function("document", "Intl", "Option", script)(
        { querySelector: () => select },
        { DateTimeFormat: () => ({ resolvedOptions: () => ({ timeZone: own }) }) },
        function (this: unknown, zone: string): unknown {
          return Object(zone);
        },
      );
      assertEquals(String(select.value), own);
    }
    assertEquals(text.match(/value="\w+" checked/gu), ['value="read" checked']);
  },
);

/** Returns how many times an event was logged. */
function logged({ log }: HostedWorld, event: string): number {
  return log.filter((entry) => entry.event === event).length;
}

async function untilLogged(world: HostedWorld, event: string, times: number): Promise<void> {
  while (logged(world, event) < times) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Renames tables that every call and every sign-in needs. */
const renameTables = (world: HostedWorld, from: string, to: string): Promise<unknown> =>
  Promise.all(
    ["vaults", "users", "sign_ins"].map((table) =>
      world.database.all(`ALTER TABLE budget_tool_server.${table}${from} RENAME TO ${table}${to}`)
    ),
  );

hostedTest(
  "only one outage is logged when calls, refreshes and pages fail because the database is down",
  async (world) => {
    const browser = world.browser();
    const host = await signedIn(world, "ana", { browser });
    const { access_token: token, refresh_token: refresh = "" } = host.tokens() ?? {};
    const form = { grant_type: "refresh_token", refresh_token: refresh, client_id: KNOWN_CLIENT };
    const refreshed = async (): Promise<number> =>
      (await post(world, "/token", new URLSearchParams(form))).status;
    for (const [at, ask] of [() => statusWith(world, token), refreshed].entries()) {
      const outages = at + 1;
      world.clock.ms += 1_000;
      await renameTables(world, "", "_away");
      assert(await ask() >= 500);
      await withinDeadline(untilLogged(world, "store_failed", outages), "the outage");
      assert(await ask() >= 500);
      for (const path of ["/account", "/sign-in/back?state=x&code=y"]) {
        const { status, text } = await browser.visit(new URL(path, PUBLIC_URL));
        assertEquals(status, 503);
        assertMatch(text, /Try again in a minute.*Run by The Tests/u);
      }
      await renameTables(world, "_away", "");
      world.clock.ms += 1_000;
      assertEquals(await ask(), 200);
      await withinDeadline(untilLogged(world, "store_back", outages), "the end of the outage");
      assertEquals(logged(world, "store_failed"), outages);
    }
  },
  { altersTables: true },
);

hostedTest("a server whose database was down at first works once it is back", async (world) => {
  const token = (await signedIn(world, "ana")).tokens()?.access_token ?? "";
  const replica = await world.addReplica();
  const statuses = async (): Promise<readonly number[]> => {
    const call = messageRequest(token, ONLY_LISTING, { url: MCP });
    const page = new Request(new URL("/account", PUBLIC_URL));
    return [(await world.ask(call, replica)).status, (await world.ask(page, replica)).status];
  };
  await world.database.all("ALTER TABLE budget_tool_server.server_keys RENAME TO keys_away");
  assertEquals(await statuses(), [503, 503]);
  await world.database.all("ALTER TABLE budget_tool_server.keys_away RENAME TO server_keys");
  assertEquals(await statuses(), [200, 200]);
}, { altersTables: true });

hostedTest("/readyz asks the database at most once a second and logs outages", async (world) => {
  const ready = async (): Promise<number> =>
    (await world.ask(new Request(new URL("/readyz", PUBLIC_URL)))).status;
  assertEquals(await ready(), 200);
  await renameTables(world, "", "_away");
  assertEquals(await ready(), 200);
  for (let seconds = 0; seconds < 2; seconds++) {
    world.clock.ms += 1_000;
    assertEquals(await ready(), 503);
  }
  await renameTables(world, "_away", "");
  // Setting the clock back must not postpone the next database check.
  world.clock.ms -= 3_600_000;
  assertEquals(await ready(), 200);
  assertEquals(world.log.map(({ event }) => event), ["store_failed", "store_back"]);
}, { altersTables: true });

/** YNAB's response to requests whose path ends in `path`. */
type Failing = readonly [path: string, respond: (mode?: RequestRedirect) => Response];
let failing: Failing | null = null;

/**
 * Number of times that `fetch` would have followed a redirect to a host that must not get secrets.
 */
let followed = 0;

function redirected(mode: RequestRedirect = "follow"): Response {
  if (mode === "follow") followed += 1;
  if (mode === "error") throw new TypeError("Unexpected redirect");
  return new Response(null, { status: 302, headers: { location: "https://evil.example/" } });
}

const YNAB_FAILED = [
  "ynab_failed",
  "temporarily_unavailable",
  "YNAB can't complete the sign-in right now",
] as const;
/** Sign-ins that fail when the browser returns from YNAB. */
const FAILURES: readonly (readonly [
  outcome: string,
  error: string,
  why: string,
  how?: { readonly denial?: string; readonly failing?: Failing },
])[] = [
  ["refused_by_ynab", "access_denied", "YNAB rejected this sign-in"],
  // YNAB returns an error other than `access_denied`.
  ["refused_by_ynab", "access_denied", "YNAB rejected this sign-in", { denial: "invalid_scope" }],
  ["denied_at_ynab", "access_denied", "The user declined", { denial: "access_denied" }],
  ["application_rejected", "server_error", "this server's client ID or secret"],
  [...YNAB_FAILED, { failing: ["/oauth/token", () => new Response("<h1>", { status: 502 })] }],
  [...YNAB_FAILED, { failing: ["/oauth/token", () => new Response(null, { status: 429 })] }],
  [...YNAB_FAILED, { failing: ["/user", () => new Response("{}", { status: 500 })] }],
  [...YNAB_FAILED, { failing: ["/oauth/token", redirected] }],
  [...YNAB_FAILED, { failing: ["/user", redirected] }],
  // This case is last, because it drops a table.
  ["store_failed", "temporarily_unavailable", "This server couldn't save the sign-in"],
];

hostedTest("the program and the audit log get the reason why a sign-in failed", async (world) => {
  const wrong = { clientId: "app", clientSecret: "another-secret" };
  const rejected = await world.addReplica({ application: wrong });
  for (const [outcome, error, why, { denial, failing: given = null } = {}] of FAILURES) {
    const replica = outcome === "application_rejected" ? rejected : 0;
    const browser = new Browser((request) => world.ask(request, replica));
    const decision = denial === undefined ? "authorize" : "deny";
    const address = await backFromYnab(world, browser, "ana", decision);
    if (denial !== undefined) address.searchParams.set("error", denial);
    if (outcome === "refused_by_ynab") address.searchParams.set("code", "another-code");
    if (outcome === "store_failed") {
      await world.database.all("DROP TABLE budget_tool_server.upstream_tokens");
    }
    failing = given;
    const { searchParams } = (await browser.visit(address)).url;
    failing = null;
    assertEquals(searchParams.get("error"), error);
    assertStringIncludes(searchParams.get("error_description") ?? "", why);
    assertEquals(followed, 0);
  }
  assertEquals(auditOf(world).map(({ reason }) => reason), FAILURES.map(([outcome]) => outcome));
}, {
  altersTables: true,
  fetch: (ynab) => async (input, init) => {
    const [path, respond] = failing ?? [];
    return path !== undefined && String(input).endsWith(path)
      ? respond?.(init?.redirect) ?? new Response()
      : await ynab.fetch(input, init);
  },
});

const CODE = "a-test-code-of-a-reviewer";
const SAMPLE_URL = "http://sample.example:8787/v1";

/** Options for a server that reads a sample household from a separate API instead of YNAB's. */
function withSample(): HostedWorldOptions {
  const plan = householdPlan({ today: "2026-11-19", seed: 9 });
  const sample = new DemoUpstream({
    plans: [plan],
    token: DEMO_TOKEN,
    now: () => new Date("2026-11-19T12:00:00Z"),
  });
  return {
    hosted: { sample: { code: CODE, url: SAMPLE_URL, token: DEMO_TOKEN } },
    fetch: (ynab) => (input, init) =>
      String(input).startsWith(SAMPLE_URL)
        ? sample.fetch(String(input).replace(SAMPLE_URL, "https://api.ynab.com/v1"), init)
        : ynab.fetch(input as string, init),
  };
}

/** Signs in with the test code that reviewers enter, without a redirect to YNAB. */
async function reviewed(
  world: HostedWorld,
  code = CODE,
): Promise<{ readonly host: OAuthHost; readonly browser: ReturnType<HostedWorld["browser"]> }> {
  const browser = world.browser();
  const host = world.host();
  const page = await consentPageOf(world, browser, host);
  await host.finish(await agreed(browser, page, { ...CONSENT, invitation: code }));
  return { host, browser };
}

hostedTest("the reviewers' test code opens a made-up household without YNAB", async (world) => {
  const { host, browser } = await reviewed(world);
  await using connected = await host.connect();
  const accounts = await connected.call("list_accounts", {});
  assert(!accounts.isError, accounts.text);
  assertMatch(accounts.text, /made-up household/u);
  const preview = await connected.call("set_category_budget", {
    month: "current",
    category_id: "Groceries",
    amount: 321,
  });
  assert(!preview.isError, preview.text);
  assertEquals([world.ynab.authorizations, world.fromYnab.length], [0, 0]);
  assert(world.toYnab.every((sent) => sent.startsWith(SAMPLE_URL)));
  // Reviewers can sign in with the test code even when YNAB's user limit is reached, and can't see
  // each other's connected programs.
  await signedIn(world, "ana");
  assertEquals((await reviewed(world)).host.tokens()?.scope, "budget:read budget:write");
  const { text } = await browser.visit(ACCOUNT);
  assertStringIncludes(text, "may read and change a made-up household");
  const list = await browser.visit(new URL("?list=json", ACCOUNT));
  assertEquals(JSON.parse(list.text).programs.length, 1);
  const stranger = world.browser();
  const wrong = { ...CONSENT, invitation: `${CODE}x` };
  assertEquals((await agreed(stranger, await consentPageOf(world, stranger), wrong)).status, 403);
}, { ...withSample(), hosted: { ...withSample().hosted, authorizations: 1 } });

hostedTest(
  "a failure to open data is logged, for example for a sample household that was removed",
  async (world) => {
    const { access_token: token } = (await reviewed(world)).host.tokens() ?? {};
    const replica = await world.addReplica({ sample: undefined });
    const request = messageRequest(token ?? "none", ONLY_LISTING, { url: MCP });
    assertEquals((await world.ask(request, replica)).status, 503);
    assertEquals(logged(world, "http_failed"), 1);
  },
  withSample(),
);

hostedTest("without an invitation, users may leave the test code empty", async (world) => {
  const { text } = await consentPageOf(world, world.browser());
  assertMatch(text, /Test code \(for reviewers only\)/u);
  await signedIn(world, "ana", { form: { ...CONSENT, invitation: "" } });
}, { ...withSample(), hosted: { ...withSample().hosted, invitation: null } });
