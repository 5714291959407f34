import { assertEquals, assertRejects } from "@std/assert";
import { ids } from "../tools/_plan.ts";
import { aWorld } from "../tools/_world.ts";

const FIT = "invalid_input: the arguments are invalid: ";
const LAST_USED = "may mean a different plan on the next call: leave it out, or use the plan's " +
  "id or name";
const NAME = "an id or a name, such as";

const withoutRequest: Readonly<
  Record<string, readonly (readonly [args: Readonly<Record<string, unknown>>, text: string])[]>
> = {
  find_transactions: [
    [{ catgory_ids: ["x"] }, `${FIT}unknown argument catgory_ids (did you mean category_ids?)`],
    [{ limit: "ten" }, `${FIT}limit must be a whole number, such as 3`],
    [{ limit: "50" }, `${FIT}limit must be a whole number, such as 3, without quotes`],
    [{ unapproved: "true" }, `${FIT}unapproved must be true or false, without quotes`],
    [
      { account_ids: '["x"]' },
      `${FIT}account_ids must be a list, each ${NAME} "Checking", without quotes`,
    ],
    [{ since: null }, `${FIT}since must be a day, such as 2026-11-20, or be left out`],
    [{ sort: null }, `${FIT}sort must be newest, oldest or largest, or be left out`],
    [{ limit: 201 }, `${FIT}limit must be at most 200`],
    [{ limit: 1.5 }, `${FIT}limit must be a whole number, such as 3`],
    [{ payee: "" }, `${FIT}payee must not be empty`],
    [{ text: "x".repeat(201) }, `${FIT}text must be at most 200 characters long`],
    [{ text: [], unapproved: "" }, `${FIT}text must be text; unapproved must be true or false`],
    [{ since: "2026-02-30" }, `${FIT}since must be a valid date in the form YYYY-MM-DD`],
    [{ amount: 1.2345 }, `${FIT}amount must have at most 3 decimal places`],
    [{ amount: 1e13 }, `${FIT}amount must be at most 1000000000000`],
    [{ direction: "sideways" }, `${FIT}direction must be in or out`],
    [{ account_ids: [] }, `${FIT}account_ids must not be empty`],
    [{ account_ids: "" }, `${FIT}account_ids must be a list, each ${NAME} "Checking"`],
    [
      { since: "2026-03-02", until: "2026-03-01" },
      "invalid_input: `until` (2026-03-01) is before `since` (2026-03-02): swap them",
    ],
    [{ text: "\u200b\u200b" }, "invalid_input: text has no visible characters: leave it out"],
    [
      { cursor: "abc" },
      "invalid_input: cursor didn't come from this tool: leave it out to start from the first page",
    ],
  ],
  move_money: [[
    {},
    `${FIT}month is missing (a month, such as 2026-11, or "current"); ` +
    `from_category_id is missing (${NAME} "Groceries"); ` +
    `to_category_id is missing (${NAME} "Groceries"); ` +
    "amount is missing (a number above zero, such as 12.5)",
  ], [
    { month: null, from_category_id: "Rent", to_category_id: "Power", amount: "$5" },
    `${FIT}month must be a month, such as 2026-11, or "current"; ` +
    "amount must be a number above zero, such as 12.5",
  ]],
  flag_transactions: [[
    { flags: [{ transaction_id: "1a2b3c4d" }] },
    `${FIT}flags.0.color is missing (red, orange, yellow, green, blue or purple)`,
  ]],
  set_category_target: [[
    { category_id: "Rent" },
    `${FIT}amount is missing (a number above zero, such as 12.5)`,
  ]],
  forecast_balance: [[
    { one_offs: [{ amount: "x", label: "Sofa" }], account_id: "x" },
    `${FIT}until is missing (a month, such as 2026-11, or "current"); ` +
    "one_offs.0.date is missing (a day, such as 2026-11-20); " +
    "one_offs.0.amount must be a number, such as -12.5; " +
    "unknown argument account_id (did you mean account_ids?)",
  ]],
  suggest_categories: [
    [
      { min_confidence: "high" },
      `${FIT}min_confidence must be a number from 0 to 1, such as 0.8`,
    ],
  ],
  plan_payoff: [[
    { extra: "y", debts: [{ account_id: "Visa", rate: "x", minimum: -1 }] },
    `${FIT}extra must be a number, such as 12.5; ` +
    "debts.0.rate must be a number, such as 12.5; debts.0.minimum must be at least 0",
  ]],
  split_transaction: [[
    { transaction_id: "x", lines: [null] },
    `${FIT}lines.0 must be an object with amount, category_id; lines must have at least 2 items`,
  ]],
  get_monthly_summary: [
    [{ month: "03/2026" }, `${FIT}month must be a month in the form YYYY-MM, or "current"`],
    [{ month: "2026-13" }, `${FIT}month must be a valid month`],
    [{ month: null }, `${FIT}month must be a month, such as 2026-11, or "current", or be left out`],
  ],
  list_accounts: [
    [{ plan_id: 5 }, `${FIT}plan_id must be a plan's id or name`],
    [{ plan_id: "last-used" }, `invalid_input: plan_id last-used ${LAST_USED}`],
    [{ plan_id: " Default " }, `invalid_input: plan_id Default ${LAST_USED}`],
    [
      { plan_id: "\u200b" },
      "invalid_input: plan_id isn't a plan: leave it out, or use a plan's id or name",
    ],
  ],
};
for (const [tool, calls] of Object.entries(withoutRequest)) {
  Deno.test(`${tool} rejects invalid arguments without sending a request to YNAB`, async () => {
    await using world = await aWorld({ write: true, profile: "complete" });
    for (const [args, text] of calls) {
      const answer = await world.call(tool, { plan_id: ids.plan, ...args });
      assertEquals([answer.isError, answer.text, answer.structured], [true, text, undefined]);
    }
    assertEquals(world.sent(), []);
  });
}

Deno.test("an error lists at most 20 problems, however many arguments are wrong", async () => {
  await using world = await aWorld({ write: true });
  const key = (_: unknown, at: number): readonly [string, number] => [`key_${at}`, at];
  const many = Object.fromEntries(Array.from({ length: 5_000 }, key));
  const one = await world.call("find_transactions", many);
  assertEquals(one.text.split(" (allowed: ").length, 21);
  assertEquals(one.text.endsWith("; and more problems"), true);
  const flags = Array.from({ length: 100 }, () => ({}));
  const { text } = await world.call("flag_transactions", { flags });
  const [, ...more] = text.split("; ");
  assertEquals([more.length, more.at(-1)], [20, "and more problems"]);
});

Deno.test("a call to an unknown tool returns the protocol's own error", async () => {
  await using world = await aWorld();
  const error = await assertRejects(() => world.call("no_such_tool"), Error);
  assertEquals((error as Error & { readonly code?: number }).code, -32602);
});
