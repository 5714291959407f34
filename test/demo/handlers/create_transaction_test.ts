import { assert, assertEquals } from "@std/assert";
import { type Api, openApi } from "../_api.ts";
import { ids } from "../_tiny_plan.ts";

const spending = { account_id: ids.checking, date: "2026-03-10", amount: -5000 };

Deno.test("createTransaction() fills in omitted fields", async () => {
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

Deno.test("createTransaction() stores an unapproved reconciled transaction as cleared", async () => {
  const api = openApi();
  const cleared = async (approved: boolean): Promise<string> =>
    (await create(api, { cleared: "reconciled", approved })).transaction.cleared;
  assertEquals([await cleared(false), await cleared(true)], ["cleared", "reconciled"]);
});

Deno.test("createTransaction() finds or creates a payee by name and prefers the id", async () => {
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

Deno.test("createTransaction() applies rename rules only to imported transactions", async () => {
  const api = openApi();
  const change = { payee_name: "SHOP 123 MAIN ST" };
  const imported = (await create(api, { ...change, import_id: "a" })).transaction;
  assertEquals([imported.payee_id, imported.import_payee_name], [ids.shop, "SHOP 123 MAIN ST"]);
  const entered = (await create(api, change)).transaction;
  assertEquals([entered.payee_name, entered.import_payee_name], ["SHOP 123 MAIN ST", null]);
});

Deno.test("createTransaction() moves the plan's first month back for an older transaction", async () => {
  const { get, save } = openApi();
  await save("POST", "/transactions", { transaction: { ...spending, date: "2025-11-05" } });
  const { months } = await get("/months");
  assertEquals(months.at(-1).month, "2025-11-01");
});

Deno.test("createTransaction() rejects a known import id with 409, also of a deleted transaction", async () => {
  const api = openApi();
  const { transaction } = await create(api, { import_id: "once" });
  const again = { transaction: { ...spending, import_id: "once" } };
  const detail = "The import_id already exists on this account";
  await api.refused(["POST", "/transactions", again], 409, detail);
  await api.save("DELETE", `/transactions/${transaction.id}`);
  await api.refused(["POST", "/transactions", again], 409, detail);
});

Deno.test("createTransaction() skips and reports known import ids in a list", async () => {
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

// deno-lint-ignore no-explicit-any -- the answer of one operation
function create({ save }: Api, change: Record<string, unknown>): Promise<any> {
  return save("POST", "/transactions", { transaction: { ...spending, ...change } });
}
