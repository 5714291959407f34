import { assert, assertMatch } from "@std/assert";
import { CONSENT, hostedTest, signedIn } from "./_hosted_world.ts";

/** Texts for people who run a server themselves. */
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
    `a user who chose to ${access} on a ${name} reads nothing about its settings`,
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

hostedTest("a user whose access ended at YNAB is asked to connect again", async (world) => {
  const host = await signedIn(world, "ana");
  await using connected = await host.connect();
  world.ynab.withdraw("ana");
  const { text, isError } = await connected.call("list_accounts", {});
  assert(isError);
  assertMatch(text, /connect this program again/u);
  assert(!OF_OWNERS.test(text), text);
});
