import { assertEquals } from "@std/assert";
import { accountOverview } from "../../../domain/plan/account_overview.ts";
import type { AccountRecord } from "../../../domain/base/plan_records.ts";
import { anAccount } from "../../_builders.ts";

const open = { includeClosed: false };

/** What is said of a single account. */
function bankLinkOf(change: Partial<AccountRecord>): string | undefined {
  return accountOverview([{ ...anAccount(), ...change }], open).accounts[0]?.bank_link;
}

Deno.test("accountOverview() totals accounts on and off budget separately", () => {
  const { on_budget_total, off_budget_total } = accountOverview([
    anAccount({ balance: 1_000 }),
    anAccount({ balance: -300 }),
    anAccount({ balance: 70, on_budget: false }),
    anAccount({ balance: -5, on_budget: false }),
  ], open);
  assertEquals([on_budget_total, off_budget_total], [700, 65]);
});

Deno.test("accountOverview() returns the status of a bank link", () => {
  const linked = { direct_import_linked: true };
  assertEquals(bankLinkOf({ ...linked, direct_import_in_error: false }), "healthy");
  assertEquals(bankLinkOf(linked), "healthy");
  assertEquals(bankLinkOf({ ...linked, direct_import_in_error: true }), "broken");
  assertEquals(bankLinkOf({ direct_import_linked: false, direct_import_in_error: true }), "none");
  assertEquals(bankLinkOf({}), "none");
});
