import { assert, assertEquals, assertMatch } from "@std/assert";
import type { PlanRecords } from "../../demo/model/records.ts";
import { smallPlans } from "../demo/_small_plans.ts";
import { toolsOf } from "../../server/offered_tools.ts";
import { loadTool } from "../../tools/_load_tool.ts";
import { aRow, household, ids, TODAY } from "./_plan.ts";
import { readArguments } from "./_read_arguments.ts";
import { aWorld, type World } from "./_world.ts";

/** Matches the errors that tools return for plans without the necessary data. */
const NOTHING_THERE = /^not_found: (?:the plan has no open|nothing to pay off)/;

function plans(): Readonly<Record<string, PlanRecords>> {
  const small = Object.entries(smallPlans).map(([name, make]) => [name, make({ today: TODAY })]);
  const oneDay = household({ first_month: "2026-03-01", transactions: [aRow({ amount: -5_000 })] });
  return { ...Object.fromEntries(small), "of one day": oneDay };
}

for (const [name, plan] of Object.entries(plans())) {
  Deno.test(`every read-only tool returns a valid answer for the plan "${name}"`, async () => {
    await using world = await aWorld({ plans: [plan], profile: "complete" });
    for (const tool of toolsOf("complete", false)) {
      if (tool.name === "compare_statement") continue;
      const { debts: _, ...args } = readArguments(await loadTool(tool.name));
      const { text, isError } = await world.call(tool.name, args);
      if (NOTHING_THERE.test(text)) continue;
      assertEquals([tool.name, isError, text === ""], [tool.name, false, false], text);
      assert(!/NaN|undefined|Infinity|\[object/.test(text), `${tool.name}: ${text}`);
    }
  });
}

async function accountsText(world: World, planId: string): Promise<string> {
  return (await world.call("list_accounts", { plan_id: planId })).text;
}

Deno.test("amounts in a currency without decimals are written without decimals", async () => {
  const plan = smallPlans.yen({ today: TODAY });
  await using world = await aWorld({ plans: [plan] });
  const text = await accountsText(world, plan.id);
  assertMatch(text, /on_budget_total: \u00a5-?\d+ /);
  assert(!/\d\.\d/.test(text), text);
});

Deno.test("amounts in a currency with three decimals are written with three decimals", async () => {
  const plan = smallPlans.dinar({ today: TODAY });
  await using world = await aWorld({ plans: [plan] });
  assertMatch(await accountsText(world, plan.id), /\|-?\d+\.\d{3}\|/);
});

Deno.test("get_category_balances returns an empty list if the plan has no user-created categories", async () => {
  const plan = household();
  const own = [ids.inflow, ids.uncategorized] as readonly string[];
  await using world = await aWorld({
    plans: [{
      ...plan,
      groups: plan.groups.filter(({ internal }) => internal),
      categories: plan.categories.filter(({ id }) => own.includes(id)),
      assignments: new Map(),
      transactions: [aRow({ amount: 1_000, category_id: ids.inflow })],
    }],
  });
  const { text } = await world.call("list_category_groups");
  assertMatch(text, /^groups: name\nCredit Card Payments$/);
  const balances = await world.call("get_category_balances");
  assertEquals(balances.text, "month: 2026-03\ncategories: none");
});
