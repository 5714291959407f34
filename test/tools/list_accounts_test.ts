import { assertEquals } from "@std/assert";
import { aWorld, callIn, rowsOf } from "./_world.ts";

Deno.test("list_accounts returns open accounts and their totals", async () => {
  const { text } = await callIn(aWorld(), "list_accounts");
  assertEquals(text.split("\n"), [
    "on_budget_total: $1857.50 | off_budget_total: $250000.00",
    "accounts ($): name|type|on_budget|balance|cleared_balance|uncleared_balance|bank_link|" +
    "last_reconciled",
    "Checking|checking|yes|1657.50|1657.50|0.00|healthy|2026-03-01",
    "Savings|savings|yes|200.00|0.00|200.00|none",
    "Visa|creditCard|yes|0.00|0.00|0.00|broken",
    "House|otherAsset||250000.00|250000.00|0.00|none",
  ]);
});

Deno.test("list_accounts returns closed accounts when requested", async () => {
  const { structured } = await callIn(aWorld(), "list_accounts", { include_closed: true });
  const accounts = rowsOf({ structured }, "accounts");
  assertEquals(accounts.at(-1)?.["name"], "Old account");
  assertEquals(accounts.at(-1)?.["closed"], true);
});
