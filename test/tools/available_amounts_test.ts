import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { PlanRecords } from "../../demo/model/records.ts";
import { openSession } from "../../server/open_session.ts";
import { runTool } from "../../server/run_tool.ts";
import { loadTool } from "../../tools/_load_tool.ts";
import { apply, confirm, type Confirmed } from "./_confirm.ts";
import { csvOf, march } from "./_statements.ts";
import { aLine } from "../demo/_tiny_plan.ts";
import { aRow, household, idOf, ids, TODAY, withRows } from "./_plan.ts";
import { type Args, aWorld, rowsOf, type World } from "./_world.ts";

const transaction_id = idOf("7b");
const date = "2026-02-10";

/** A household that spent $100 of the $150 assigned to Rent in February. */
function withFebruary(): PlanRecords {
  const { transactions, assignments } = household();
  return household({
    transactions: [
      ...transactions,
      aRow({
        ...{ id: transaction_id, date, amount: -100_000 },
        ...{ payee_id: ids.landlord, category_id: ids.rent },
      }),
    ],
    assignments: new Map([["2026-02-01", new Map([[ids.rent, 150_000]])], ...assignments]),
  });
}

const reported: readonly (readonly [tool: string, args: Args])[] = [
  ["apply_categories", { assignments: [{ transaction_id, category_id: "Power" }] }],
  [
    "split_transaction",
    {
      transaction_id,
      lines: [{ amount: -60, category_id: "Power" }, { amount: -40, category_id: "Rent" }],
    },
  ],
  [
    "create_transactions",
    {
      account_id: "Checking",
      transactions: [{ date, amount: -70, payee_name: "Landlord", category_id: "Power" }],
    },
  ],
  [
    "create_transfer",
    {
      ...{ from_account_id: "Checking", to_account_id: "House" },
      ...{ amount: 70, date, category_id: "Power" },
    },
  ],
  ["edit_transaction", { transaction_id, category_id: "Power" }],
];

for (const [tool, args] of reported) {
  Deno.test(`${tool} reports amounts that YNAB carried over from an earlier month`, async () => {
    await using world = await aWorld({ write: true, profile: "complete", plans: [withFebruary()] });
    const { applied } = await confirm(world, tool, args);
    const { structured } = await world.call("get_category_balances");
    const rows = rowsOf<{ readonly name: string; readonly available: number }>(
      { structured },
      "categories",
    );
    const power = rows.find(({ name }) => name === "Power")?.available ?? NaN;
    const message = String(applied.structured?.["message"]);
    assertMatch(message, /Available now: .*Power /);
    // YNAB doesn't carry over an earlier month's overspending into this month.
    assertEquals([power, message.includes(`Power $${power.toFixed(2)}`)], [50, true]);
  });
}

const income = "Ready to Assign has changed: get_monthly_summary shows the new amount.";
const entry = { date: "2026-03-10", amount: 55, category_id: ids.inflow };
const statement = { account_id: "Checking", text: csvOf(march, 93) };
const adjusted = { account_id: "Checking", bank_balance: 1000, adjust: true };

/** A transaction that the user entered, and the imported transaction that matches it. */
const matched = [
  { id: idOf("65"), matched_transaction_id: idOf("66") },
  { id: idOf("66"), matched_transaction_id: idOf("65"), import_id: "YNAB:-5000:2026-03-09:1" },
].map((one) => aRow({ ...one, date: "2026-03-09", amount: -5_000, category_id: null }));

/** A split transaction whose line in the Power category was deleted. */
const split = aRow({
  ...{ id: idOf("67"), date: "2026-03-09", amount: -9_000, category_id: null },
  lines: [
    aLine({ amount: -5_000, category_id: ids.hidden }),
    aLine({ amount: -4_000, category_id: ids.hidden }),
    aLine({ amount: -9_000, category_id: ids.power, deleted: true }),
  ],
});

/**
 * Changes, each with the available amounts reported in the responses to the change and its undo.
 */
const undone: readonly (readonly [tool: string, args: Args, after: string, undone: string])[] = [
  ["create_transactions", { account_id: "Checking", transactions: [entry] }, income, income],
  [
    "apply_categories",
    { assignments: [{ transaction_id: idOf("75"), category_id: ids.inflow }] },
    `Available now: Fun/Gifts -$30.00. ${income}`,
    `Available now: Fun/Gifts -$20.00. ${income}`,
  ],
  ["edit_transaction", { transaction_id: idOf("71"), amount: 9 }, income, income],
  ["delete_transactions", { transaction_ids: [idOf("71")] }, income, income],
  [
    "delete_transactions",
    { transaction_ids: [idOf("74")] },
    "Available now: Fun/Gifts $10.00, Dining -$20.50.",
    "Available now: Fun/Gifts -$20.00, Dining -$35.50.",
  ],
  [
    "delete_transactions",
    { transaction_ids: [split.id] },
    "Available now: Old hobby $0.00.",
    "Available now: Old hobby -$9.00.",
  ],
  // Of two matched transactions, YNAB counts only the one that the user entered.
  [
    "edit_transaction",
    { transaction_id: idOf("66"), category_id: "Rent" },
    "Available now: Rent $0.00.",
    "Available now: Rent $0.00.",
  ],
  ["reconcile_account", adjusted, income, income],
  ["import_statement", { ...statement, reconcile: true, adjust: true }, income, income],
  [
    "edit_transaction",
    { transaction_id: idOf("73"), amount: -85.5 },
    "Available now: Dining -$40.50.",
    "Available now: Dining -$35.50.",
  ],
  // YNAB doesn't carry over an earlier month's overspending into this month.
  [
    "edit_transaction",
    { transaction_id: idOf("73"), date: "2026-02-09" },
    "Available now: Dining $45.00.",
    "Available now: Dining -$35.50.",
  ],
  ["edit_transaction", { transaction_id: idOf("73"), memo: "x" }, "", ""],
  [
    "assign_month",
    { month: "2026-03", assignments: [assigned("Rent", 900), assigned("Power", 120)] },
    "Available in 2026-03: Rent -$100.00, Power $120.00.",
    "Available in 2026-03: Rent $0.00, Power $50.00. Ready to Assign in 2026-03 is now $1883.00.",
  ],
  [
    "assign_month",
    { month: "2026-03", assignments: [assigned("Rent", 990), assigned("Power", 60)] },
    "Available in 2026-03: Rent -$10.00, Power $60.00.",
    "Available in 2026-03: Rent $0.00, Power $50.00.",
  ],
];

function assigned(category_id: string, amount: number): Args {
  return { category_id, amount };
}

Deno.test("changes and their undos report the available amounts of changed categories and how Ready to Assign changed", async () => {
  for (const [tool, args, ...expected] of undone) {
    const plans = [withRows(...matched, split)];
    await using world = await aWorld({ write: true, profile: "complete", plans });
    const found: string[] = [];
    for (const [name, given] of [[tool, args], ["undo_operation", {}]] as const) {
      const { structured } = (await apply(world, name, given)).applied;
      const [, words = ""] = /((?:Available|Ready to Assign) .+?)?(?: You can undo.*)?$/u
        .exec(String(structured?.["message"])) ?? [];
      found.push(words);
    }
    assertEquals(found, expected, `${tool} ${JSON.stringify(args)}`);
  }
});

const month = { month: "2026-03" };

const calls: Readonly<Record<string, object>> = {
  set_category_budget: { category_id: "Dining", amount: 100.25 },
  move_money: { from_category_id: "Power", to_category_id: "Dining", amount: 35.5 },
  assign_month: {
    assignments: [
      { category_id: "Rent", amount: 900 },
      { category_id: "Power", amount: 120 },
      { category_id: "Dining", amount: 100.5 },
    ],
  },
};

/** Available amounts of the month's categories, by id. */
async function availableIn(world: World): Promise<ReadonlyMap<unknown, unknown>> {
  const args = { ...month, include_empty: true };
  const rows = rowsOf(await world.call("get_category_balances", args), "categories");
  return new Map(rows.map(({ category_id, available }) => [category_id, available]));
}

async function assertReported(world: World, change: () => Promise<Confirmed>): Promise<Confirmed> {
  const before = await availableIn(world);
  const confirmed = await change();
  const after = await availableIn(world);
  const rows = rowsOf(confirmed.preview);
  assertEquals(
    rows.map((row) => [row["available_before"], row["available_after"]]),
    rows.map(({ id }) => [before.get(id), after.get(id)]),
  );
  const lines = confirmed.preview.text.split("\n");
  for (const { label, ...row } of rows) {
    const amounts = [row["available_before"], row["available_after"]]
      .map((one) => Number(one).toFixed(2));
    const line = lines.find((one) => one.includes(String(label))) ?? "";
    assertStringIncludes(line, amounts.join("|"));
  }
  return confirmed;
}

for (const [name, args] of Object.entries(calls)) {
  Deno.test(`the previews of ${name} and of its undo contain the available amounts before and after the change`, async () => {
    await using world = await aWorld({ write: true, profile: "complete", fullIds: true });
    const { preview, applied } = await assertReported(
      world,
      () => confirm(world, name, { ...month, ...args }),
    );
    // The response reports the available amount of every changed category.
    const names = rowsOf(preview).map(({ label }) =>
      /^[^/]*\/([^,]*)/u.exec(String(label))?.[1] ?? ""
    );
    assertMatch(applied.text, new RegExp(`Available in 2026-03: ${names.join(" .*, ")} `));
    assertEquals(applied.text.includes("available_before"), false);
    await assertReported(world, () => confirm(world, "undo_operation"));
  });
}

Deno.test("move_money's confirmation question shows available amounts before and after the move", async () => {
  await using world = await aWorld({ write: true });
  const options = { token: "demo-token", fetch: world.upstream.fetch, today: TODAY, write: true };
  const { question } = await runTool({
    tool: await loadTool("move_money"),
    args: { ...month, ...calls["move_money"] },
    elicitation: { isSupported: true, response: null },
  }, openSession(options));
  assertEquals(question?.text.split("\n").slice(1, 3), [
    "- Bills/Power, March 2026: assigned $50.00 \u2192 $14.50; available $50.00 \u2192 $14.50",
    "- Fun/Dining, March 2026: assigned $60.00 \u2192 $95.50; available -$35.50 \u2192 $0.00",
  ]);
});
