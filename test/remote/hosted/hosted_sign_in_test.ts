import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { isPostgresFound } from "../../_postgres_server.ts";
import { aHostedWorld, CONSENT, type HostedWorld, signedIn } from "./_hosted_world.ts";
import type { OAuthHost } from "../sign_in/_oauth_host.ts";

/** Runs a test with a server for many users. */
function hostedTest(
  name: string,
  run: (world: HostedWorld) => Promise<void>,
  options: Parameters<typeof aHostedWorld>[0] = {},
): void {
  Deno.test({
    name,
    ignore: !isPostgresFound(),
    fn: async () => {
      await using world = await aHostedWorld(options);
      if (world !== null) await run(world);
    },
  });
}

async function plansSeenBy(host: OAuthHost): Promise<string> {
  await using connected = await host.connect();
  return JSON.stringify(await connected.call("list_plans", {}));
}

hostedTest("each user signs in at YNAB and sees only their own plan", async (world) => {
  const [ana, ben] = [await signedIn(world, "ana"), await signedIn(world, "ben")];
  for (const [host, own, other] of [[ana, "ana", "ben"], [ben, "ben", "ana"]] as const) {
    const seen = await plansSeenBy(host);
    assertStringIncludes(seen, `Plan of ${own}`);
    assert(!seen.includes(`Plan of ${other}`));
  }
});

hostedTest("a user who chose reading gets a read-only token at YNAB", async (world) => {
  const host = await signedIn(world, "ana", { form: { ...CONSENT, access: "read" } });
  assertEquals(host.tokens()?.scope, "budget:read");
});
