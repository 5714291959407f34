import { assertEquals } from "@std/assert";
import { openApi } from "../_api.ts";
import { aPayee, aPlan, aRow, ids, uuid } from "../_tiny_plan.ts";

Deno.test("createAccount() makes a starting row, a transfer payee and no more", async () => {
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

Deno.test("createAccount() gives a card its payment category, and its debt no category", async () => {
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

Deno.test("createAccount() makes a row for no money too, and tracking accounts without inflow", async () => {
  const { get, save } = openApi();
  const { account } = await save("POST", "/accounts", {
    account: { name: "Car", type: "otherAsset", balance: 0 },
  });
  assertEquals(account.on_budget, false);
  const { transactions } = await get(`/accounts/${account.id}/transactions`);
  assertEquals([transactions.length, transactions[0].category_id], [1, null]);
});

Deno.test("createAccount() refuses types that cannot be made, and missing fields", async () => {
  const { refused } = openApi();
  const account = { name: "New", type: "cash", balance: 0 };
  const wrong: readonly [Record<string, unknown>, string][] = [
    [
      { type: "mortgage" },
      "type must be one of: checking, savings, cash, creditCard, otherAsset, otherLiability",
    ],
    [{ type: undefined }, "type is required"],
    [{ name: "" }, "name is required"],
    [{ balance: undefined }, "balance is required"],
    [{ balance: "5" }, "balance must be an integer"],
  ];
  for (const [change, detail] of wrong) {
    await refused(["POST", "/accounts", { account: { ...account, ...change } }], 400, detail);
  }
});

Deno.test("getAccounts() leaves deleted accounts out, and shows closed ones", async () => {
  const plan = aPlan();
  for (const account of plan.accounts) {
    account.closed = account.id === ids.savings;
    account.deleted = account.id === ids.house;
  }
  const { get, refused } = openApi(plan);
  const { accounts } = await get("/accounts");
  assertEquals(accounts.map(({ name }: { name: string }) => name), [
    "Checking",
    "Savings",
    "Visa",
    "Amex",
  ]);
  await refused(["GET", `/accounts/${ids.house}`], 404, "Resource not found");
});

Deno.test("getAccounts() counts one half of a matched pair", async () => {
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

Deno.test("createPayee() gives the payee that has the name already", async () => {
  const { save } = openApi();
  const found = await save("POST", "/payees", { payee: { name: "Shop" } });
  assertEquals([found.payee.id, found.server_knowledge], [ids.shop, 10]);
  const made = await save("POST", "/payees", { payee: { name: "B&amp;H" } });
  assertEquals([made.payee.name, made.server_knowledge], ["B&amp;H", 11]);
});

Deno.test("updatePayee() renames a payee but touches none of its rows", async () => {
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

Deno.test("updatePayee() refuses upstream's own payees and empty, long and reserved names", async () => {
  const { refused } = openApi({ payees: [...aPlan().payees, aPayee({ id: uuid(9), name: "X" })] });
  const path = (id: string): string => `/payees/${id}`;
  const rename = (name: unknown): unknown => ({ payee: { name } });
  const detail = "this payee cannot be updated";
  await refused(["PATCH", path(ids.toSavings), rename("S")], 400, detail);
  await refused(["PATCH", path(ids.startingBalance), rename("S")], 400, detail);
  await refused(["PATCH", path(ids.shop), rename(null)], 400, "name must not be blank");
  await refused(["PATCH", path(ids.shop), rename("Starting balance")], 400, "name is reserved");
  const long = "name is too long (maximum is 500 characters)";
  await refused(["PATCH", path(ids.shop), rename("x".repeat(501))], 400, long);
  await refused(["PATCH", path(ids.deletedPayee), rename("S")], 404, "Resource not found");
  await refused(["POST", "/payees", { payee: {} }], 400, "name is required");
});
