import { assertEquals } from "@std/assert";
import type {
  StoredAccount,
  StoredTransaction,
  WaitingImport,
} from "../../../demo/model/records.ts";
import { type Api, openApi } from "../_api.ts";
import { aPlan, ids } from "../_tiny_plan.ts";

Deno.test("importTransactions() imports waiting transactions unapproved and cleared", async () => {
  const { save, get, call } = openLinked([aWaiting({}), aWaiting({})]);
  assertEquals((await call("POST", "/transactions/import")).status, 201);
  const { transactions } = await get("/transactions");
  assertEquals(transactions.map(brief).sort(), [
    ["Shop", "cleared", false, "YNAB:-7000:2026-03-14:1", "Shop 123", "SHOP 123 MAIN ST"],
    ["Shop", "cleared", false, "YNAB:-7000:2026-03-14:2", "Shop 123", "SHOP 123 MAIN ST"],
  ]);
  assertEquals(await save("POST", "/transactions/import"), { transaction_ids: [] });
  assertEquals((await call("POST", "/transactions/import")).status, 200);
});

Deno.test("importTransactions() skips broken links and future dates", async () => {
  const { save } = openLinked([aWaiting({ date: "2026-03-16" })]);
  assertEquals(await save("POST", "/transactions/import"), { transaction_ids: [] });
  const broken = openLinked([aWaiting({})], { direct_import_in_error: true });
  assertEquals(await broken.save("POST", "/transactions/import"), { transaction_ids: [] });
});

function openLinked(
  waiting_imports: WaitingImport[],
  change: Partial<StoredAccount> = {},
  transactions: StoredTransaction[] = [],
): Api {
  const accounts = aPlan().accounts.map((account) => ({
    ...account,
    direct_import_linked: account.id === ids.checking,
    ...change,
  }));
  return openApi({ accounts, waiting_imports, transactions });
}

function aWaiting(change: Partial<WaitingImport>): WaitingImport {
  return {
    account_id: ids.checking,
    date: "2026-03-14",
    amount: -7000,
    import_payee_name: "Shop 123",
    import_payee_name_original: "SHOP 123 MAIN ST",
    ...change,
  };
}

function brief(row: Record<string, unknown>): unknown[] {
  const { payee_name, cleared, approved, import_id } = row;
  return [
    payee_name,
    cleared,
    approved,
    import_id,
    row.import_payee_name,
    row.import_payee_name_original,
  ];
}
