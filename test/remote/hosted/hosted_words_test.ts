import { assert, assertEquals, assertMatch } from "@std/assert";
import { CONSENT, hostedTest, signedIn, statusWith } from "./_hosted_world.ts";
import { untilDeleted } from "./_rows.ts";

const MINUTE_MS = 60_000;

/** Matches texts meant for people who run the server themselves. */
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
