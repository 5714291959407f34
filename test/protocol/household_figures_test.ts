import { assert, assertEquals } from "@std/assert";
import { householdPlan } from "../../demo/household.ts";
import { DemoUpstream } from "../../demo/upstream.ts";
import { demoPlanId } from "./_demo_plan_id.ts";
import type { Answer } from "./_host.ts";
import { openHost2026 } from "./_host_2026.ts";
import { fromSource, SERVE_DEMO, TODAY } from "./_server_command.ts";

interface RawAccount {
  readonly name: string;
  readonly balance: number;
  readonly on_budget: boolean;
  readonly closed: boolean;
}

interface RawTransaction {
  readonly id: string;
  readonly amount: number;
  readonly payee_name: string | null;
  readonly import_payee_name: string | null;
  readonly import_payee_name_original: string | null;
  readonly matched_transaction_id: string | null;
  readonly import_id: string | null;
}

interface RawCategory {
  readonly name: string;
  readonly category_group_name: string;
  readonly budgeted: number;
  readonly activity: number;
  readonly balance: number;
  readonly hidden: boolean;
}

interface RawMonth {
  readonly income: number;
  readonly budgeted: number;
  readonly activity: number;
  readonly to_be_budgeted: number;
  readonly age_of_money: number;
  readonly categories: readonly RawCategory[];
}

// The figures are worked out here a second time, from upstream's own answers.
const upstream = new DemoUpstream({
  plans: [householdPlan({ today: TODAY })],
  now: () => new Date(`${TODAY}T12:00:00Z`),
});
const answers = await askAll({
  accounts: ["list_accounts", {}],
  month: ["get_monthly_summary", {}],
  amazon: ["find_transactions", { payee: "amzn", limit: 1 }],
  everyday: ["get_category_balances", { group: "everyday", include_empty: true }],
  compared: ["get_budget_vs_actual", { month: "2026-10", group: "Everyday" }],
});

Deno.test("list_accounts returns YNAB's balances and their totals", async () => {
  const { accounts } = await fromUpstream<{ accounts: readonly RawAccount[] }>("/accounts");
  const open = accounts.filter(({ closed }) => !closed);
  const { structured } = answers.accounts;
  const listed = structured?.["accounts"] as readonly Record<string, unknown>[];
  assertEquals(
    listed.map(({ name, balance }) => ({ name, balance })),
    open.map(({ name, balance }) => ({ name, balance: units(balance) })),
  );
  assertEquals(structured?.["on_budget_total"], totalOf(open.filter((one) => one.on_budget)));
  assertEquals(structured?.["off_budget_total"], totalOf(open.filter((one) => !one.on_budget)));
});

Deno.test("get_monthly_summary returns YNAB's month", async () => {
  const { month } = await fromUpstream<{ month: RawMonth }>("/months/2026-11-01");
  const { structured } = answers.month;
  assertEquals(
    [
      structured?.["income"],
      structured?.["assigned"],
      structured?.["activity"],
      structured?.["ready_to_assign"],
    ],
    [month.income, month.budgeted, month.activity, month.to_be_budgeted].map(units),
  );
  assertEquals(structured?.["age_of_money"], month.age_of_money);
});

Deno.test("find_transactions counts each payment with the bank's label once", async () => {
  const { transactions } = await fromUpstream<{ transactions: readonly RawTransaction[] }>(
    "/transactions?since_date=1990-01-01",
  );
  const ids = new Set(transactions.map(({ id }) => id));
  const labelled = transactions.filter((row) =>
    [row.payee_name, row.import_payee_name, row.import_payee_name_original]
      .some((name) => name?.toLowerCase().includes("amzn"))
  );
  const once = labelled.filter(({ import_id, matched_transaction_id: pair }) =>
    import_id === null || pair === null || !ids.has(pair)
  );
  const { structured } = answers.amazon;
  assert(once.length > 0);
  assertEquals(structured?.["count"], once.length);
  const out = once.filter(({ amount }) => amount < 0);
  assertEquals(structured?.["sum_out"], units(out.reduce((sum, { amount }) => sum + amount, 0)));
});

Deno.test("get_category_balances returns YNAB's categories in the group", async () => {
  const { month } = await fromUpstream<{ month: RawMonth }>("/months/2026-11-01");
  assertEquals(
    (answers.everyday.structured?.["categories"] as readonly Record<string, unknown>[])
      .map(({ name, assigned, activity, available }) => ({ name, assigned, activity, available })),
    everydayOf(month).map(({ name, budgeted, activity, balance }) => ({
      name,
      assigned: units(budgeted),
      activity: units(activity),
      available: units(balance),
    })),
  );
});

Deno.test("get_budget_vs_actual totals its rows", async () => {
  const { month } = await fromUpstream<{ month: RawMonth }>("/months/2026-10-01");
  const everyday = everydayOf(month);
  const sumOf = (field: "budgeted" | "activity" | "balance"): number =>
    units(everyday.reduce((sum, category) => sum + category[field], 0));
  assertEquals(answers.compared.structured?.["totals"], {
    assigned: sumOf("budgeted"),
    spent: -sumOf("activity"),
    available: sumOf("balance"),
  });
});

async function askAll<Key extends string>(
  calls: Readonly<Record<Key, readonly [tool: string, args: Readonly<Record<string, unknown>>]>>,
): Promise<Readonly<Record<Key, Answer>>> {
  await using host = await openHost2026(fromSource(SERVE_DEMO));
  const answered: [string, Answer][] = [];
  for (const [key, call] of Object.entries(calls)) {
    const [tool, args] = call as (typeof calls)[Key];
    answered.push([key, await host.call(tool, { plan_id: demoPlanId, ...args })]);
  }
  return Object.fromEntries(answered) as Record<Key, Answer>;
}

async function fromUpstream<Data>(path: string): Promise<Data> {
  const response = await upstream.fetch(`https://upstream.example/v1/plans/${demoPlanId}${path}`, {
    headers: { authorization: "Bearer demo-token" },
  });
  return (await response.json()).data;
}

function everydayOf({ categories }: RawMonth): readonly RawCategory[] {
  return categories.filter((one) => one.category_group_name === "Everyday" && !one.hidden);
}

function totalOf(accounts: readonly RawAccount[]): number {
  return units(accounts.reduce((sum, { balance }) => sum + balance, 0));
}

function units(milliunits: number): number {
  return milliunits / 1000;
}
