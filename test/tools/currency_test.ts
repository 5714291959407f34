import { assertEquals } from "@std/assert";
import { isChanging } from "../../tools/_tool.ts";
import { tools } from "../../tools/_manifest.ts";
import { household, ids } from "./_plan.ts";
import { aWorld } from "./_world.ts";

/** Arguments for calls that need some. */
const ARGS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  forecast_balance: { until: "2026-06" },
  get_monthly_summary: { month: "current" },
  list_reimbursements: { mark: "red" },
  plan_payoff: { debts: [{ account_id: "Visa", rate: 20, minimum: 10 }] },
};
const CODE = /^currency: USD$/gmu;

for (const { name } of tools.filter((one) => !isChanging(one) && one.name !== "list_plans")) {
  Deno.test(`${name} states the currency once in data and once in text`, async () => {
    const plan = household();
    plan.assignments.get("2026-03-01")?.set(ids.visaPayment, -50_000);
    await using world = await aWorld({ profile: "complete", plans: [plan] });
    const { structured, text } = await world.call(name, ARGS[name] ?? {});
    assertEquals(structured?.["currency"], "USD", text);
    assertEquals(text.match(CODE)?.length, 1, text);
  });
}

Deno.test("responses omit an unknown currency", async () => {
  const plan = household();
  await using unlisted = await aWorld({ plans: [plan], planId: ids.plan });
  await using without = await aWorld({ plans: [{ ...plan, currency_format: null }] });
  for (const world of [unlisted, without]) {
    const { structured, text } = await world.call("list_accounts");
    assertEquals([structured?.["currency"], text.includes("currency")], [undefined, false]);
  }
});

Deno.test("previews omit the currency because amounts carry its symbol", async () => {
  await using world = await aWorld({ write: true });
  const args = { month: "current", category_id: "Rent", amount: 5 };
  const { structured } = await world.call("set_category_budget", args);
  assertEquals(structured?.["currency"], undefined);
});
