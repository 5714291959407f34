import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { DEMO_TOKEN } from "../../../demo/demo_fetch.ts";
import { householdPlan } from "../../../demo/household.ts";
import { DemoUpstream } from "../../../demo/upstream.ts";
import {
  ACCOUNT,
  agreed,
  CONSENT,
  consentPageOf,
  hostedTest,
  type HostedWorld,
  type HostedWorldOptions,
  MCP,
  signedIn,
} from "./_hosted_world.ts";
import type { OAuthHost } from "../sign_in/_oauth_host.ts";
import type { HttpOptions } from "../../../remote/http/http_options.ts";
import { messageRequest, ONLY_LISTING } from "../http/_asking_handler.ts";

const CODE = "a-test-code-of-a-reviewer";
const SAMPLE_URL = "http://sample.example:8787/v1";

/** Options of a server with a sample household, whose API receives all requests for it. */
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

/** Signs in with the test code, without a redirect to YNAB. */
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

hostedTest("the test code opens a made-up household without YNAB", async (world) => {
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
  const { text } = await browser.visit(ACCOUNT);
  assertStringIncludes(text, "may read and change a made-up household");
}, withSample());

hostedTest("the test code works when YNAB's user limit is reached", async (world) => {
  await signedIn(world, "ana");
  const { host } = await reviewed(world);
  assertEquals(host.tokens()?.scope, "budget:read budget:write");
}, { ...withSample(), hosted: { ...withSample().hosted, authorizations: 1 } });

hostedTest("reviewers don't see each other's programs", async (world) => {
  const { browser } = await reviewed(world);
  await reviewed(world);
  const { text } = await browser.visit(new URL("?list=json", ACCOUNT));
  assertEquals(JSON.parse(text).programs.length, 1);
}, withSample());

const events: string[] = [];
const log: NonNullable<HttpOptions["log"]> = ({ event }) => void events.push(event);

hostedTest(
  "the log shows that data can't be opened, such as of a removed sample",
  async (world) => {
    const { access_token: token } = (await reviewed(world)).host.tokens() ?? {};
    const replica = await world.addReplica({ sample: undefined });
    const request = messageRequest(token ?? "none", ONLY_LISTING, { url: MCP });
    assertEquals((await world.ask(request, replica)).status, 503);
    assert(events.includes("http_failed"), events.join());
  },
  { ...withSample(), server: { log } },
);

hostedTest("a wrong test code is rejected like a wrong invitation", async (world) => {
  const browser = world.browser();
  const page = await consentPageOf(world, browser);
  const { status } = await agreed(browser, page, { ...CONSENT, invitation: `${CODE}x` });
  assertEquals(status, 403);
}, withSample());

hostedTest("without an invitation, users may leave the test code empty", async (world) => {
  const { text } = await consentPageOf(world, world.browser());
  assertMatch(text, /Test code \(for reviewers only\)/u);
  await signedIn(world, "ana", { form: { ...CONSENT, invitation: "" } });
}, { ...withSample(), hosted: { ...withSample().hosted, invitation: null } });
