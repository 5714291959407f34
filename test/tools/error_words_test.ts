/** Tests that errors are self-explanatory, because the model sees only an error's text. */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { tools } from "../../tools/_manifest.ts";
import { profiles } from "../../tools/_tool.ts";
import { type Answer, aWorld, callIn, type World } from "./_world.ts";

type Args = Readonly<Record<string, unknown>>;

/** Matches the first line of an error, which has the form `code: problem: what to do next`. */
const STANDS_ALONE =
  /^(?:invalid_input|not_found|unauthorized|forbidden|rate_limited|conflict|rejected|unavailable): .{10,}/u;

const mistakes: readonly (readonly [what: string, tool: string, args: Args, text: RegExp])[] = [
  ["an unknown argument", "list_accounts", { acount: 1 }, /unknown argument acount/],
  ["an invalid month", "get_monthly_summary", { month: "2026-13" }, /must be a valid month/],
  ["a month outside the plan", "get_monthly_summary", { month: "2001-01" }, /list_plans shows/],
  ["an unknown account", "find_transactions", { account_ids: ["Chekking"] }, /see list_accounts/],
  [
    "an unknown category",
    "find_transactions",
    { category_ids: ["Grocery"] },
    /see list_category_groups/,
  ],
  ["an unknown group", "get_category_balances", { group: "Nothing" }, /see list_category_groups/],
  [
    "an ambiguous category",
    "set_category_budget",
    { month: "current", category_id: "Gifts", amount: 1 },
    /matches 2 category records: pass one of these ids\n.*Gifts\n.*Gifts$/,
  ],
  [
    "an unknown transaction",
    "flag_transactions",
    { flags: [{ transaction_id: "00000000", color: "red" }] },
    /see find_transactions/,
  ],
  [
    "a reversed range",
    "find_transactions",
    { since: "2026-02-01", until: "2026-01-01" },
    /swap them/,
  ],
  [
    "a forecast into the past",
    "forecast_balance",
    { until: "2020-01" },
    /use this month or a later/,
  ],
  ["another query's cursor", "find_transactions", { cursor: "abc,1,_x" }, /leave it out/],
  [
    "an unknown code",
    "move_money",
    {
      month: "current",
      from_category_id: "Rent",
      to_category_id: "Dining",
      amount: 1,
      confirmation: "000000000000",
    },
    /confirmation/,
  ],
  ["nothing to undo", "undo_operation", {}, /undo/],
];

Deno.test("the error about an unknown plan is self-explanatory", async () => {
  assertSelfContained(
    await callIn(aWorld({ write: true }), "list_accounts", { plan_id: "no such plan" }),
    /leave plan_id out, or pass one of these\n[-0-9a-f]{36} /,
  );
});

for (const profile of profiles) {
  for (const write of [false, true]) {
    const mode = `${profile} ${write ? "writing" : "read-only"}`;
    Deno.test(`errors from the ${mode} server are self-explanatory and name only available tools`, async () => {
      await using world = await aWorld({ write, profile });
      await world.call("list_plans", {});
      const { tools: offered } = await world.client.listTools();
      const missing = tools.map(({ name }) => name)
        .filter((name) => offered.every((tool) => tool.name !== name));
      for (const [what, tool, args, words] of mistakes) {
        if (missing.includes(tool)) continue;
        const answer = await world.call(tool, args);
        // Only the complete profile with changes enabled has every tool that these errors refer to.
        assertSelfContained(answer, profile === "complete" && write ? words : /./u, what);
        assertEquals(missing.filter((name) => answer.text.includes(name)), [], answer.text);
      }
      if (missing.length > 0) await assertNamesOnlyOffered(world, missing);
    });
  }
}

/** Checks that definitions, instructions and responses don't name an unavailable tool. */
async function assertNamesOnlyOffered(
  world: World,
  missing: readonly string[],
): Promise<void> {
  const { client } = world;
  const texts = [client.getInstructions() ?? "", JSON.stringify(await client.listTools())];
  const { tools: offered } = await client.listTools();
  for (const { name } of offered) {
    const { text, structured } = await world.call(name, { ...furtherArguments[name] });
    texts.push(text, JSON.stringify(structured));
  }
  for (const text of texts) {
    assert(text !== "");
    assertEquals(missing.filter((name) => new RegExp(`\\b${name}\\b`, "u").test(text)), [], text);
  }
}

const furtherArguments: Readonly<Record<string, Args>> = { forecast_balance: { until: "2026-12" } };

function assertSelfContained(
  { text, structured, isError }: Answer,
  words: RegExp,
  what?: string,
): void {
  assertEquals([isError, structured], [true, undefined], text);
  assertMatch(text, STANDS_ALONE, what);
  assertMatch(text, words, what);
}
