import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { CONSENT, hostedTest, signedIn } from "./_hosted_world.ts";
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
