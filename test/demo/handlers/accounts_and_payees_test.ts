import { assertEquals } from "@std/assert";
import { openApi } from "../_api.ts";
import { aRow, ids, uuid } from "../_tiny_plan.ts";

Deno.test("createAccount() creates only a starting balance and a transfer payee", async () => {
  const { get, save } = openApi();
  const { account, server_knowledge } = await save("POST", "/accounts", {
    account: { name: "Wallet", type: "cash", balance: 215_000 },
  });
  assertEquals([account.balance, account.cleared_balance, account.on_budget], [
    215_000,
    215_000,
    true,
  ]);
  assertEquals(server_knowledge, 11);
  const { payee } = await get(`/payees/${account.transfer_payee_id}`);
  assertEquals([payee.name, payee.transfer_account_id], ["Transfer : Wallet", account.id]);
  const { transactions: [row] } = await get(`/accounts/${account.id}/transactions`);
  assertEquals([row.payee_name, row.category_name, row.cleared, row.approved, row.date], [
    "Starting Balance",
    "Inflow: Ready to Assign",
    "cleared",
    true,
    "2026-03-15",
  ]);
});

Deno.test("createAccount() creates a card's payment category and leaves its debt uncategorized", async () => {
  const { get, save } = openApi();
  const { account } = await save("POST", "/accounts", {
    account: { name: "Gold", type: "creditCard", balance: -90_000 },
  });
  const { transactions: [row] } = await get(`/accounts/${account.id}/transactions`);
  assertEquals(row.category_id, null);
  const { category_groups } = await get("/categories");
  const cards = category_groups[1].categories;
  assertEquals(cards.at(-1).name, "Gold");
  assertEquals(cards.at(-1).balance, 0);
});

Deno.test("getAccounts() counts a matched pair once", async () => {
  const [entered, imported] = [uuid(101), uuid(102)];
  const { get, save } = openApi({
    transactions: [
      aRow({ id: entered, amount: -5000, matched_transaction_id: imported }),
      aRow({ id: imported, amount: -5000, import_id: "a", matched_transaction_id: entered }),
    ],
  });
  const balance = async (): Promise<number> => (await get("/accounts")).accounts[0].balance;
  assertEquals(await balance(), -5000);
  const { transaction } = await save("DELETE", `/transactions/${entered}`);
  assertEquals([transaction.deleted, await balance()], [true, -5000]);
  assertEquals((await get("/transactions")).transactions[0].matched_transaction_id, entered);
});

Deno.test("updatePayee() renames a payee without touching its transactions", async () => {
  const { get, save } = openApi({ transactions: [aRow({ payee_id: ids.shop })] });
  await save("PATCH", `/payees/${ids.shop}`, { payee: { name: "Store" } });
  const delta = await get("/transactions?last_knowledge_of_server=10");
  assertEquals([delta.transactions, delta.server_knowledge], [[], 11]);
  assertEquals((await get("/transactions")).transactions[0].payee_name, "Store");
  const { transaction } = await save("POST", "/transactions", {
    transaction: { account_id: ids.checking, date: "2026-03-01", amount: 1, payee_name: "Shop" },
  });
  assertEquals([transaction.payee_name, transaction.payee_id === ids.shop], ["Shop", false]);
});
