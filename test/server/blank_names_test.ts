import { assertEquals, assertStringIncludes } from "@std/assert";
import { NO_NAME } from "../../server/rendering/render_plan.ts";
import { household, ids } from "../tools/_plan.ts";
import { aWorld } from "../tools/_world.ts";

const BLANKS = [" ", "\u200b", "\u3164", "&nbsp;", "\n", "\u2060\u{e0041}"];

const CALLS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  find_recurring_charges: { include_income: true },
  find_transactions: {},
  forecast_balance: { until: "2026-05" },
  get_budget_vs_actual: {},
  get_category_balances: { include_empty: true },
  get_monthly_summary: {},
  get_spending_trends: { include_current: true },
  list_accounts: { include_closed: true },
  list_category_groups: { include_hidden: true },
  list_plans: {},
  list_scheduled_transactions: { until: "2026-12-31" },
  suggest_categories: {},
};

Deno.test("every read-only tool answers when all names are blank", async () => {
  const plan = household();
  // Internal groups and categories keep YNAB's names.
  const own: readonly string[] = [ids.internal, ids.cards, ids.inflow, ids.uncategorized];
  const blank = (at: number): string => BLANKS[at % BLANKS.length] ?? "";
  for (const records of [plan.accounts, plan.groups, plan.payees, plan.categories]) {
    for (const [at, record] of records.entries()) {
      if (!own.includes(record.id)) record.name = blank(at);
    }
  }
  for (const [at, row] of plan.transactions.entries()) row.memo = blank(at);
  await using world = await aWorld({ plans: [plan], planId: ids.plan });
  for (const [name, args] of Object.entries(CALLS)) {
    const { text, isError } = await world.call(name, args);
    assertEquals(isError, false, `${name}: ${text}`);
  }
  const { structured, text } = await world.call("list_accounts", {});
  const accounts = structured?.["accounts"] as readonly { readonly name: string }[];
  assertEquals([...new Set(accounts.map(({ name }) => name))], [NO_NAME]);
  assertStringIncludes(text, NO_NAME);
});

Deno.test("forecast_balance accepts a label without any visible characters", async () => {
  await using world = await aWorld({ planId: ids.plan });
  for (const label of BLANKS) {
    const one_offs = [{ date: "2026-04-01", amount: -5, label }];
    const { text, isError } = await world.call("forecast_balance", { until: "2026-05", one_offs });
    assertEquals(isError, false, text);
    assertStringIncludes(text, NO_NAME);
  }
});
