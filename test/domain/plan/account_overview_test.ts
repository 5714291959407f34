import { assertEquals } from "@std/assert";
import { accountOverview } from "../../../domain/plan/account_overview.ts";
import type { AccountRecord } from "../../../domain/base/plan_records.ts";
import { anAccount } from "../../_builders.ts";

const open = { includeClosed: false };

/** What is said of a single account. */
function bankLinkOf(change: Partial<AccountRecord>): string | undefined {
  return accountOverview([{ ...anAccount(), ...change }], open).accounts[0]?.bank_link;
}

Deno.test("accountOverview() gives each account's figures under the agent's names", () => {
  const visa = anAccount({
    id: "visa",
    name: "Visa",
    type: "creditCard",
    balance: -500,
    cleared_balance: -300,
    uncleared_balance: -200,
    last_reconciled_at: "2024-02-29T22:15:00Z",
  });
  assertEquals(accountOverview([visa], open).accounts, [{
    account_id: "visa",
    name: "Visa",
    type: "creditCard",
    on_budget: true,
    closed: false,
    balance: -500,
    cleared_balance: -300,
    uncleared_balance: -200,
    bank_link: "none",
    last_reconciled: "2024-02-29",
  }]);
});

Deno.test("accountOverview() totals accounts on and off budget apart", () => {
  const { on_budget_total, off_budget_total } = accountOverview([
    anAccount({ balance: 1_000 }),
    anAccount({ balance: -300 }),
    anAccount({ balance: 70, on_budget: false }),
    anAccount({ balance: -5, on_budget: false }),
  ], open);
  assertEquals([on_budget_total, off_budget_total], [700, 65]);
});

Deno.test("accountOverview() neither lists nor counts closed accounts", () => {
  const accounts = [anAccount({ balance: 1 }), anAccount({ closed: true, balance: 20 })];
  const overview = accountOverview(accounts, open);
  assertEquals([overview.accounts.length, overview.on_budget_total], [1, 1]);
});

Deno.test("accountOverview() lists and counts closed accounts when asked", () => {
  const accounts = [anAccount({ balance: 1 }), anAccount({ closed: true, balance: 20 })];
  const overview = accountOverview(accounts, { includeClosed: true });
  assertEquals([overview.accounts.length, overview.on_budget_total], [2, 21]);
});

Deno.test("accountOverview() keeps upstream's order", () => {
  const accounts = ["b", "a", "c"].map((name) => anAccount({ name }));
  assertEquals(accountOverview(accounts, open).accounts.map(({ name }) => name), ["b", "a", "c"]);
});

Deno.test("accountOverview() tells how well a bank link works", () => {
  const linked = { direct_import_linked: true };
  assertEquals(bankLinkOf({ ...linked, direct_import_in_error: false }), "healthy");
  assertEquals(bankLinkOf(linked), "healthy");
  assertEquals(bankLinkOf({ ...linked, direct_import_in_error: true }), "broken");
  assertEquals(bankLinkOf({ direct_import_linked: false, direct_import_in_error: true }), "none");
  assertEquals(bankLinkOf({}), "none");
});

Deno.test("accountOverview() has no day for an account that was never reconciled", () => {
  const { accounts } = accountOverview(
    [anAccount({ last_reconciled_at: null }), anAccount()],
    open,
  );
  assertEquals(accounts.map((line) => line.last_reconciled), [null, null]);
});
