import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { auditEntry } from "../../../remote/hosted/audit.ts";
import {
  agreed,
  CONSENT,
  consentPageOf,
  decidedAtYnab,
  hostedTest,
  type HostedWorldOptions,
  signedIn,
} from "./_hosted_world.ts";
import type { OAuthHost } from "../sign_in/_oauth_host.ts";

async function plansSeenBy(host: OAuthHost): Promise<string> {
  await using connected = await host.connect();
  return JSON.stringify(await connected.call("list_plans", {}));
}

hostedTest("each user signs in with YNAB and sees only their own plan", async (world) => {
  const [ana, ben] = [await signedIn(world, "ana"), await signedIn(world, "ben")];
  for (const [host, own, other] of [[ana, "ana", "ben"], [ben, "ben", "ana"]] as const) {
    const seen = await plansSeenBy(host);
    assertStringIncludes(seen, `Plan of ${own}`);
    assert(!seen.includes(`Plan of ${other}`));
  }
});

hostedTest("a user who chose read-only access gets a read-only YNAB token", async (world) => {
  const host = await signedIn(world, "ana", { form: { ...CONSENT, access: "read" } });
  assertEquals(host.tokens()?.scope, "budget:read");
});

const toTokens = (input: string | URL | Request): boolean => String(input).endsWith("/oauth/token");

/** Sign-ins that fail after the user allowed them at YNAB. */
const FAILURES: readonly (readonly [
  outcome: string,
  error: string,
  why: string,
  options: HostedWorldOptions,
])[] = [
  ["refused_by_ynab", "access_denied", "YNAB rejected this sign-in", {}],
  ["application_rejected", "server_error", "client ID or secret of this server", {
    hosted: { application: { clientId: "app", clientSecret: "another-secret" } },
  }],
  ["ynab_failed", "temporarily_unavailable", "YNAB can't be reached", {
    fetch: (ynab) => async (input, init) =>
      toTokens(input) ? new Response("<h1>", { status: 502 }) : await ynab.fetch(input, init),
  }],
  ["ynab_failed", "temporarily_unavailable", "YNAB can't be reached", {
    fetch: (ynab) => async (input, init) =>
      String(input).endsWith("/user")
        ? new Response("{}", { status: 500 })
        : await ynab.fetch(input, init),
  }],
];

for (const [outcome, error, why, { hosted, fetch }] of FAILURES) {
  const audit: unknown[] = [];
  const observe: HostedWorldOptions["hosted"] = {
    ...hosted,
    observe: (event) => void audit.push(auditEntry(event)?.["reason"]),
  };
  hostedTest(`a program and the audit log learn why a sign-in failed: ${why}`, async (world) => {
    const browser = world.browser();
    const { url } = await agreed(browser, await consentPageOf(world, browser));
    const address = await decidedAtYnab(world, url, "ana");
    if (outcome === "refused_by_ynab") address.searchParams.set("code", "another-code");
    const { searchParams } = (await browser.visit(address)).url;
    assertEquals(searchParams.get("error"), error);
    assertStringIncludes(searchParams.get("error_description") ?? "", why);
    assertEquals(audit, [outcome]);
  }, { hosted: observe, ...(fetch === undefined ? {} : { fetch }) });
}
