import { assertEquals, assertMatch } from "@std/assert";
import { ids } from "./_plan.ts";
import { aWorld } from "./_world.ts";

const checking = {
  account_id: "0000acc1",
  name: "Checking",
  type: "checking",
  on_budget: true,
  balance: 1657.5,
  cleared_balance: 1657.5,
  uncleared_balance: 0,
  bank_link: "healthy",
  last_reconciled: "2026-03-01",
};

Deno.test("list_accounts returns open accounts and their totals", async () => {
  await using world = await aWorld();
  const { structured } = await world.call("list_accounts", { plan_id: ids.plan });
  assertEquals(structured, {
    accounts: [
      checking,
      {
        account_id: "0000acc2",
        name: "Savings",
        type: "savings",
        on_budget: true,
        balance: 200,
        cleared_balance: 0,
        uncleared_balance: 200,
        bank_link: "none",
      },
      {
        account_id: "0000acc3",
        name: "Visa",
        type: "creditCard",
        on_budget: true,
        balance: 0,
        cleared_balance: 0,
        uncleared_balance: 0,
        bank_link: "broken",
      },
      {
        account_id: "0000acc4",
        name: "House",
        type: "otherAsset",
        balance: 250000,
        cleared_balance: 250000,
        uncleared_balance: 0,
        bank_link: "none",
      },
    ],
    on_budget_total: 1857.5,
    off_budget_total: 250000,
  });
});

Deno.test("list_accounts returns closed accounts when requested", async () => {
  await using world = await aWorld();
  const { structured } = await world.call("list_accounts", {
    plan_id: ids.plan,
    include_closed: true,
  });
  const accounts = structured?.["accounts"] as readonly Record<string, unknown>[];
  assertEquals(accounts.at(-1)?.["name"], "Old account");
  assertEquals(accounts.at(-1)?.["closed"], true);
});

Deno.test("list_accounts formats amounts in its text with the plan's currency symbol and decimals", async () => {
  await using world = await aWorld();
  const { text } = await world.call("list_accounts", { plan_id: ids.plan });
  assertMatch(
    text,
    /^on_budget_total: \$1857\.50 \| off_budget_total: \$250000\.00\naccounts \(\$\): /,
  );
  assertMatch(text, /\nSavings\|savings\|yes\|200\.00\|0\.00\|200\.00\|none/);
});
