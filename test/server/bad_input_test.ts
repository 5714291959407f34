import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { household, ids } from "../tools/_plan.ts";
import { aWorld } from "../tools/_world.ts";

const withoutRequest: readonly (readonly [
  what: string,
  tool: string,
  args: Readonly<Record<string, unknown>>,
  text: string,
])[] = [
  [
    "an unknown argument, naming the nearest",
    "find_transactions",
    { plan_id: ids.plan, catgory_ids: ["x"] },
    "invalid_input: the arguments do not fit: unknown argument catgory_ids, did you mean category_ids?",
  ],
  [
    "missing arguments, each with an example of its form",
    "move_money",
    { plan_id: ids.plan },
    "invalid_input: the arguments do not fit: " +
    "month is missing (a month, such as 2026-11 or current); " +
    'from_category_id is missing (an id or a name, such as "Groceries"); ' +
    'to_category_id is missing (an id or a name, such as "Groceries"); ' +
    "amount is missing (a number above zero, such as 12.5)",
  ],
  [
    "a missing argument with a wrong and an unknown one",
    "forecast_balance",
    { plan_id: ids.plan, one_offs: [{ amount: "x", label: "Sofa" }], account_id: "x" },
    "invalid_input: the arguments do not fit: " +
    "until is missing (a month, such as 2026-11 or current); " +
    "one_offs.0.date is missing (a day, such as 2026-11-20); " +
    "one_offs.0.amount must be a number; " +
    "unknown argument account_id, did you mean account_ids?",
  ],
  [
    "a wrong type",
    "find_transactions",
    { plan_id: ids.plan, limit: "ten" },
    "invalid_input: the arguments do not fit: limit must be a number",
  ],
  [
    "a limit out of range",
    "find_transactions",
    { plan_id: ids.plan, limit: 201 },
    "invalid_input: the arguments do not fit: limit must be at most 200",
  ],
  [
    "a fractional limit",
    "find_transactions",
    { plan_id: ids.plan, limit: 1.5 },
    "invalid_input: the arguments do not fit: limit must be a whole number",
  ],
  [
    "a malformed month",
    "get_monthly_summary",
    { plan_id: ids.plan, month: "03/2026" },
    "invalid_input: the arguments do not fit: month must be a month as YYYY-MM, or current",
  ],
  [
    "an invalid month",
    "get_monthly_summary",
    { plan_id: ids.plan, month: "2026-13" },
    "invalid_input: the arguments do not fit: month must be a month that exists",
  ],
  [
    "a day that does not exist",
    "find_transactions",
    { plan_id: ids.plan, since: "2026-02-30" },
    "invalid_input: the arguments do not fit: since must be a day that exists, as YYYY-MM-DD",
  ],
  [
    "an amount with four decimals",
    "find_transactions",
    { plan_id: ids.plan, amount: 1.2345 },
    "invalid_input: the arguments do not fit: amount must have at most 3 decimals",
  ],
  [
    "an amount beyond the limit",
    "find_transactions",
    { plan_id: ids.plan, amount: 1e13 },
    "invalid_input: the arguments do not fit: amount must be at most 1000000000000",
  ],
  [
    "a value that isn't allowed",
    "find_transactions",
    { plan_id: ids.plan, direction: "sideways" },
    "invalid_input: the arguments do not fit: direction must be in, out",
  ],
  [
    "an empty list",
    "find_transactions",
    { plan_id: ids.plan, account_ids: [] },
    "invalid_input: the arguments do not fit: account_ids must be a list of at least 1",
  ],
  [
    "until before since",
    "find_transactions",
    { plan_id: ids.plan, since: "2026-03-02", until: "2026-03-01" },
    "invalid_input: until (2026-03-01) is before since (2026-03-02): swap them",
  ],
  [
    "a text of invisible characters",
    "find_transactions",
    { plan_id: ids.plan, text: "\u200b\u200b" },
    "invalid_input: text has no visible characters: leave it out",
  ],
  [
    "last-used",
    "list_accounts",
    { plan_id: "last-used" },
    "invalid_input: plan_id last-used may mean a different plan on the next call: " +
    "leave it out, or use the plan's id or name",
  ],
  [
    "default",
    "list_accounts",
    { plan_id: "default" },
    "invalid_input: plan_id default may mean a different plan on the next call: " +
    "leave it out, or use the plan's id or name",
  ],
  [
    "an invisible plan",
    "list_accounts",
    { plan_id: "\u200b" },
    "invalid_input: plan_id names no plan: leave it out, or give an id or name",
  ],
  [
    "an invented cursor",
    "find_transactions",
    { plan_id: ids.plan, cursor: "abc" },
    "invalid_input: cursor didn't come from this tool: leave it out to start from the first page",
  ],
];
for (const [what, tool, args, text] of withoutRequest) {
  Deno.test(`tools reject ${what} without a request`, async () => {
    await using world = await aWorld({ write: true });
    const answer = await world.call(tool, args);
    assertEquals([answer.isError, answer.text, answer.structured], [true, text, undefined]);
    assertEquals(world.sent(), []);
  });
}

Deno.test("tools report all errors at once", async () => {
  await using world = await aWorld();
  const args = { plan_id: ids.plan, limit: 0, since: "yesterday", foo: 1 };
  const { text } = await world.call("find_transactions", args);
  for (const part of ["limit must be", "since must be", "unknown argument foo"]) {
    assertStringIncludes(text, part);
  }
});

Deno.test("tools reject an unknown account and explain where to find known ones", async () => {
  await using world = await aWorld();
  const args = { plan_id: ids.plan, account_ids: ["Checkin"] };
  const { text } = await world.call("find_transactions", args);
  assertEquals(
    text,
    'not_found: this plan has no account "Checkin"; nearest: "Checking": list_accounts shows them',
  );
});

Deno.test("tools reject an ambiguous category and list candidates", async () => {
  await using world = await aWorld();
  const args = { plan_id: ids.plan, category_ids: ["gifts"] };
  const { text } = await world.call("find_transactions", args);
  assertEquals(text.split("\n"), [
    'invalid_input: "gifts" matches 2 category records: pass one of these ids',
    `${ids.otherGifts.slice(0, 8)} Bills/Gifts`,
    `${ids.gifts.slice(0, 8)} Fun/Gifts`,
  ]);
});

Deno.test("tools reject an id prefix shared by two records", async () => {
  const plan = household();
  const [account] = plan.accounts;
  if (account === undefined) throw new Error("The plan has accounts");
  const twin = { ...account, id: account.id.replace(/0$/, "1"), name: "Twin" };
  await using world = await aWorld({ plans: [{ ...plan, accounts: [...plan.accounts, twin] }] });
  const args = { plan_id: ids.plan, account_ids: ["0000acc1"] };
  const { text } = await world.call("find_transactions", args);
  assertEquals(text.split("\n").length, 3);
});

Deno.test("an unknown tool returns the protocol's own error", async () => {
  await using world = await aWorld();
  const error = await assertRejects(() => world.call("no_such_tool"), Error);
  assertEquals((error as Error & { readonly code?: number }).code, -32602);
});
