import { assertEquals } from "@std/assert";
import type { StoredTransaction } from "../../../demo/model/records.ts";
import { type Api, openApi } from "../_api.ts";
import { aRow, uuid } from "../_tiny_plan.ts";

const ROW = uuid(101);
const OTHER = uuid(102);

Deno.test("updateTransaction() reconciles approved transactions and reverts them", async () => {
  const api = openRow({ approved: true });
  assertEquals((await update(api, { cleared: "reconciled" })).cleared, "reconciled");
  assertEquals((await update(api, { amount: -1 })).cleared, "reconciled");
  assertEquals((await update(api, { cleared: "uncleared" })).cleared, "uncleared");
  assertEquals(
    (await update(api, { cleared: "reconciled", approved: false })).cleared,
    "cleared",
  );
  const { accounts } = await api.get("/accounts");
  assertEquals(accounts[0].last_reconciled_at, null);
});

Deno.test("updateTransactions() finds only file and bank imports by import id", async () => {
  const imported = { import_id: "YNAB:1", import_payee_name_original: "SHOP" };
  const { save } = openRow(imported);
  const transactions = [{ import_id: "YNAB:1", memo: "Memo" }];
  const saved = await save("PATCH", "/transactions", { transactions });
  assertEquals(saved.transaction_ids, [ROW]);
  const detail = "transaction does not exist in this budget (index: 0)";
  await openRow({ import_id: "YNAB:1" }).refused(
    ["PATCH", "/transactions", { transactions }],
    400,
    detail,
  );
});

function openRow(change: Partial<StoredTransaction>): Api {
  return openApi({
    transactions: [aRow({ id: ROW, amount: -5000, ...change }), aRow({ id: OTHER })],
  });
}

// deno-lint-ignore no-explicit-any -- the answer of one operation
async function update({ save }: Api, change: Record<string, unknown>): Promise<any> {
  return (await save("PUT", `/transactions/${ROW}`, { transaction: change })).transaction;
}
