import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { exampleOf } from "../../scripts/_examples.ts";
import { tools } from "../../tools/_manifest.ts";

/** Argument names besides plan and confirmation, and text of the last response. */
type Shown = readonly [args: string, words: string];

/** Changes that are previewed and then confirmed. */
const CONFIRMED: Readonly<Record<string, Shown>> = {
  apply_categories: ["assignments", "Changed the category of 1 transaction"],
  assign_month: ["mode month", "2026-11"],
  create_category: ["group_id name", "Created the category Fun/Concerts"],
  create_category_group: ["name", "Created the category group Travel"],
  create_scheduled_transaction: [
    "account_id amount date frequency payee",
    "2026-12-01 Streamly -$12.99 Checking, monthly",
  ],
  create_transactions: ["account_id transactions", "Entered 1 transaction, -$12.50"],
  create_transfer: ["amount date from_account_id to_account_id", "from Checking to Savings"],
  delete_scheduled_transaction: ["scheduled_id", "Deleted the schedule of Ms. Okafor (piano)"],
  delete_transactions: ["transaction_ids", "Deleted City Water Bureau, 20 Nov, -$131.60"],
  edit_scheduled_transaction: ["memo scheduled_id", "Price until spring"],
  edit_transaction: ["memo transaction_id", "Shared with Sam"],
  flag_transactions: ["flags", "Changed the flag of 1 transaction"],
  merge_payees: ["into_payee_id payee_ids", "to Amazon"],
  move_money: ["amount from_category_id month to_category_id", "from Groceries to Dining Out"],
  rename_category_group: ["group_id name", "Fun to Leisure"],
  rename_payees: ["renames", "Blue Door Coffee to Corner Coffee"],
  set_category_budget: ["amount category_id month", "Dining Out in 2026-11 to $600.00"],
  set_category_target: ["amount category_id frequency", "Changed the target of Coffee"],
  split_transaction: ["lines transaction_id", "Split Corner Pantry, 20 Nov into 2 lines"],
  undo_operation: ["", 'Undid "Change the flag of 1 transaction"'],
  update_category: ["category_id name", "Coffee & Tea"],
};

/** Calls that apply immediately. */
const ANSWERED: Readonly<Record<string, Shown>> = {
  approve_transactions: ["transaction_ids", "Approved 2 transactions"],
  find_recurring_charges: ["lookback_months", "monthly"],
  find_transactions: ["limit payee", "Amazon"],
  forecast_balance: ["one_offs until", "New washing machine"],
  get_budget_vs_actual: ["group month", "2026-10"],
  get_category_balances: ["group", "Groceries"],
  get_monthly_summary: ["", "2026-11"],
  get_spending_trends: ["group_by months", "2026-10"],
  import_transactions: ["", "5 transactions arrived"],
  list_accounts: ["", "Checking"],
  list_category_groups: ["", "Everyday Visa"],
  list_changes: ["", ""],
  list_money_movements: ["limit month", "Emergency Fund"],
  list_payees: ["text", "Amazon"],
  list_plans: ["", "Household"],
  list_scheduled_transactions: ["until", "Ms. Okafor (piano)"],
  reconcile_account: ["account_id bank_balance", "$10.00 less"],
  review_transactions: ["limit", "Window Washer"],
  suggest_categories: ["limit", "Blue Door Coffee"],
};

/** An empty string, object or list inside a value. */
const EMPTY = /[:[,](?:""|\{\}|\[\])/u;

Deno.test("every example belongs to a tool", () => {
  const names = new Set(tools.map(({ name }) => name));
  const here = [...Object.keys(CONFIRMED), ...Object.keys(ANSWERED)];
  assertEquals(here.filter((name) => !names.has(name)), []);
});

Deno.test("every example names existing arguments and tools and has no empty values", () => {
  const names = new Set(tools.map(({ name }) => name));
  for (const { name, summary: { example }, schema } of tools) {
    const { follows, lookUps = [], args = {} } = example ?? {};
    const named = Object.keys(args).toSorted().join(" ");
    // A new tool may have no case here.
    const [shown] = CONFIRMED[name] ?? ANSWERED[name] ?? [named];
    assertEquals(named, shown, name);
    const { issues = [] } = schema.input.safeParse(args).error ?? {};
    assertEquals(issues.filter(({ path }) => path[0] !== "plan_id"), [], name);
    const asked = lookUps.map(({ tool }) => tool);
    assertEquals([...asked, follows ?? name].filter((one) => !names.has(one)), [], name);
    const written = JSON.stringify(args);
    assert(!EMPTY.test(written), written);
    // Values to fill in come from a look-up.
    const filledFrom = [...written.matchAll(/"=([^".]*)/gu)].map(([, tool = ""]) => tool);
    assertEquals(new Set(filledFrom), new Set(asked), name);
  }
});

for (const [tools, calls] of [[CONFIRMED, 2], [ANSWERED, 1]] as const) {
  for (const [name, shown] of Object.entries(tools)) {
    Deno.test(`the example of ${name} gets an answer`, () => isAnswered(name, { shown, calls }));
  }
}

for (const tool of tools) {
  if (tool.name in CONFIRMED || tool.name in ANSWERED) continue;
  Deno.test(`the example of ${tool.name} gets an answer`, async () => {
    const { calls } = await exampleOf(tool);
    assertEquals(calls.at(-1)?.reply.isError, false);
  });
}

async function isAnswered(
  name: string,
  { shown: [names, words], calls }: { readonly shown: Shown; readonly calls: number },
): Promise<void> {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`No tool is called ${name}`);
  const example = await exampleOf(tool);
  assertEquals(example.calls.length, calls);
  const args = { ...example.calls[0]?.args };
  const named = Object.keys(args).filter((one) => one !== "plan_id").toSorted();
  assertEquals(named.join(" "), names);
  // Nothing in an example is empty, including list items.
  assert(!EMPTY.test(JSON.stringify(args)), JSON.stringify(args));
  const { structured, text } = example.calls.at(-1)?.reply ?? {};
  assertStringIncludes(`${text}\n${JSON.stringify(structured)}`, words);
}
