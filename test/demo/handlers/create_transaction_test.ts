import { assert, assertEquals } from "@std/assert";
import { type Api, openApi } from "../_api.ts";
import { aRow, ids, uuid } from "../_tiny_plan.ts";

const spending = { account_id: ids.checking, date: "2026-03-10", amount: -5000 };

Deno.test("createTransaction() fills in what the body leaves out", async () => {
  const { transaction } = await create(openApi(), {});
  assertEquals(transaction, {
    ...spending,
    id: transaction.id,
    memo: null,
    cleared: "uncleared",
    approved: false,
    flag_color: null,
    flag_name: null,
    payee_id: null,
    category_id: null,
    transfer_account_id: null,
    transfer_transaction_id: null,
    matched_transaction_id: null,
    import_id: null,
    import_payee_name: null,
    import_payee_name_original: null,
    debt_transaction_type: null,
    deleted: false,
    amount_formatted: "-$5.00",
    amount_currency: -5,
    account_name: "Checking",
    payee_name: null,
    category_name: null,
    subtransactions: [],
  });
});

Deno.test("createTransaction() answers a list with a list", async () => {
  const { save } = openApi();
  const saved = await save("POST", "/transactions", { transactions: [spending, spending] });
  assertEquals(Object.keys(saved), [
    "transaction_ids",
    "transactions",
    "duplicate_import_ids",
    "server_knowledge",
  ]);
  assertEquals(saved.transaction_ids.length, 2);
  assertEquals(saved.duplicate_import_ids, []);
});

Deno.test("createTransaction() ignores a card payment category", async () => {
  const { transaction } = await create(openApi(), { category_id: ids.visaPayment });
  assertEquals([transaction.category_id, transaction.category_name], [null, null]);
});

Deno.test("createTransaction() keeps no category on a tracking account", async () => {
  const change = { account_id: ids.house, category_id: ids.food };
  assertEquals((await create(openApi(), change)).transaction.category_id, null);
});

Deno.test("createTransaction() stores a reconciled row that is unapproved as cleared", async () => {
  const api = openApi();
  const cleared = async (approved: boolean): Promise<string> =>
    (await create(api, { cleared: "reconciled", approved })).transaction.cleared;
  assertEquals([await cleared(false), await cleared(true)], ["cleared", "reconciled"]);
});

Deno.test("createTransaction() ignores the deletion of what it creates", async () => {
  assertEquals((await create(openApi(), { deleted: true })).transaction.deleted, false);
});

Deno.test("createTransaction() finds a payee by name, makes one, and prefers the id", async () => {
  const api = openApi();
  const payee = async (change: Record<string, unknown>): Promise<[string, string]> => {
    const { transaction } = await create(api, change);
    return [transaction.payee_id, transaction.payee_name];
  };
  assertEquals(await payee({ payee_name: " Shop " }), [ids.shop, "Shop"]);
  assertEquals(await payee({ payee_id: ids.employer, payee_name: "Shop" }), [
    ids.employer,
    "Employer",
  ]);
  const [made, name] = await payee({ payee_name: "shop" });
  assert(made !== ids.shop);
  assertEquals(name, "shop");
});

Deno.test("createTransaction() never takes a transfer payee's name for a transfer", async () => {
  const { transaction } = await create(openApi(), { payee_name: "Transfer : Savings" });
  assertEquals(transaction.transfer_account_id, null);
  assert(transaction.payee_id !== ids.toSavings);
});

Deno.test("createTransaction() applies rename rules to imported rows only", async () => {
  const api = openApi();
  const change = { payee_name: "SHOP 123 MAIN ST" };
  const imported = (await create(api, { ...change, import_id: "a" })).transaction;
  assertEquals([imported.payee_id, imported.import_payee_name], [ids.shop, "SHOP 123 MAIN ST"]);
  const entered = (await create(api, change)).transaction;
  assertEquals([entered.payee_name, entered.import_payee_name], ["SHOP 123 MAIN ST", null]);
});

Deno.test("createTransaction() gives a flag the label of its colour", async () => {
  const flagged = aRow({ flag_color: "red", flag_name: "Tax" });
  const { transaction } = await create(openApi({ transactions: [flagged] }), { flag_color: "red" });
  assertEquals(transaction.flag_name, "Tax");
});

Deno.test("createTransaction() makes the plan older for an older row", async () => {
  const { get, save } = openApi();
  await save("POST", "/transactions", { transaction: { ...spending, date: "2025-11-05" } });
  const { months } = await get("/months");
  assertEquals(months.at(-1).month, "2025-11-01");
});

Deno.test("createTransaction() refuses a known import id with 409, deleted rows included", async () => {
  const api = openApi();
  const { transaction } = await create(api, { import_id: "once" });
  const again = { transaction: { ...spending, import_id: "once" } };
  const detail = "The import_id already exists on this account";
  await api.refused(["POST", "/transactions", again], 409, detail);
  await api.save("DELETE", `/transactions/${transaction.id}`);
  await api.refused(["POST", "/transactions", again], 409, detail);
});

Deno.test("createTransaction() takes a known import id on another account", async () => {
  const api = openApi();
  await create(api, { import_id: "once" });
  const { transaction } = await create(api, { import_id: "once", account_id: ids.savings });
  assertEquals(transaction.import_id, "once");
});

Deno.test("createTransaction() passes over known import ids of a list and tells them", async () => {
  const api = openApi();
  await create(api, { import_id: "once" });
  const { server_knowledge } = await api.get("/payees");
  const transactions = ["once", "twice", "twice"].map((import_id) => ({ ...spending, import_id }));
  const saved = await api.save("POST", "/transactions", { transactions });
  assertEquals(saved.duplicate_import_ids, ["once", "twice"]);
  assertEquals(saved.transactions.length, 1);
  const again = await api.save("POST", "/transactions", { transactions });
  assertEquals([again.transactions, again.transaction_ids], [[], []]);
  assertEquals(again.server_knowledge, server_knowledge + 1);
});

Deno.test("createTransaction() refuses a whole list for one wrong element", async () => {
  const api = openApi();
  const transactions = [{ ...spending, payee_name: "New" }, { ...spending, date: "2026-03-16" }];
  await api.refused(
    ["POST", "/transactions", { transactions }],
    400,
    "date must not be in the future or over 5 years ago (index: 1)",
  );
});

const refusals: readonly [Record<string, unknown>, string][] = [
  [{ account_id: undefined }, "account is required"],
  [{ account_id: uuid(999) }, "account does not exist in this budget"],
  [
    { account_id: "checking" },
    "account must be formatted as a uuid (universally unique identifier)",
  ],
  [{ date: undefined }, "date is required"],
  [{ date: "2026-02-30" }, "date must be a valid date in ISO format"],
  [{ date: "2026-03-16" }, "date must not be in the future or over 5 years ago"],
  [{ date: "2021-03-14" }, "date must not be in the future or over 5 years ago"],
  [{ amount: undefined }, "amount is required"],
  [{ amount: 1.5 }, "amount must be an integer"],
  [{ payee_id: "shop" }, "payee must be formatted as a uuid (universally unique identifier)"],
  [{ payee_id: ids.deletedPayee }, "payee does not exist in this budget"],
  [{ payee_id: ids.toChecking }, "payee must not be a transfer to the same account"],
  [{ payee_name: "starting BALANCE" }, "payee_name is reserved"],
  [{ payee_name: "Manual Balance Adjustment" }, "payee_name is reserved"],
  [{ payee_name: "x".repeat(201) }, "payee_name is too long (maximum is 200 characters)"],
  [{ category_id: ids.deletedCategory }, "category does not exist in this budget"],
  [
    { account_id: ids.visa, category_id: ids.inflow },
    "category is not allowed on a credit card account",
  ],
  [{ memo: "x".repeat(501) }, "memo is too long (maximum is 500 characters)"],
  [{ memo: "a\u0000b" }, "memo must not contain a NUL character"],
  [{ cleared: "done" }, "cleared must be one of: cleared, uncleared, reconciled"],
  [{ approved: "yes" }, "approved must be a boolean"],
  [
    { flag_color: "pink" },
    "flag_color must be one of: red, orange, yellow, green, blue, purple",
  ],
  [{ import_id: "x".repeat(37) }, "import_id is too long (maximum is 36 characters)"],
];

for (const [change, detail] of refusals) {
  Deno.test(`createTransaction() refuses: ${detail} (${Object.keys(change).join()})`, async () => {
    const body = { transaction: { ...spending, ...change } };
    await openApi().refused(["POST", "/transactions", body], 400, detail);
  });
}

Deno.test("createTransaction() refuses a body without rows", async () => {
  const { refused } = openApi();
  await refused(["POST", "/transactions", {}], 400, "transaction is required");
  await refused(["POST", "/transactions", { transactions: [] }], 400, "transactions is required");
  await refused(
    ["POST", "/transactions", { transaction: {} }],
    400,
    "account is required",
  );
});

// deno-lint-ignore no-explicit-any -- the answer of one operation
function create({ save }: Api, change: Record<string, unknown>): Promise<any> {
  return save("POST", "/transactions", { transaction: { ...spending, ...change } });
}
