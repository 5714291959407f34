import { assertEquals } from "@std/assert";
import type { StoredTransaction } from "../../../demo/model/records.ts";
import { type Api, openApi } from "../_api.ts";
import { aLine, aRow, ids, uuid } from "../_tiny_plan.ts";

const ROW = uuid(101);
const OTHER = uuid(102);

Deno.test("updateTransaction() leaves what the body does not name", async () => {
  const api = openRow({ memo: "Memo", category_id: ids.food, payee_id: ids.shop });
  const row = await update(api, { amount: -7000 });
  assertEquals([row.amount, row.memo, row.category_id, row.payee_id], [
    -7000,
    "Memo",
    ids.food,
    ids.shop,
  ]);
});

Deno.test("updateTransaction() clears what the body sets to null", async () => {
  const api = openRow({ memo: "M", category_id: ids.food, payee_id: ids.shop, flag_color: "red" });
  const row = await update(api, {
    memo: null,
    category_id: null,
    payee_id: null,
    flag_color: null,
  });
  assertEquals([row.memo, row.category_id, row.payee_id, row.flag_color], [null, null, null, null]);
});

Deno.test("updateTransaction() may store the empty text as no flag", async () => {
  assertEquals((await update(openRow({ flag_color: "red" }), { flag_color: "" })).flag_color, "");
});

Deno.test("updateTransaction() ignores import_id, deleted, and a card payment category", async () => {
  const api = openRow({ import_id: "one", category_id: ids.food });
  const change = { import_id: "two", deleted: true, category_id: ids.visaPayment };
  const row = await update(api, change);
  assertEquals([row.import_id, row.deleted, row.category_id], ["one", false, ids.food]);
});

Deno.test("updateTransaction() moves a row to another account", async () => {
  const api = openRow({ category_id: ids.food });
  const row = await update(api, { account_id: ids.house });
  assertEquals([row.account_name, row.category_id], ["House", null]);
});

Deno.test("updateTransaction() reconciles approved rows, and opens them again", async () => {
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

Deno.test("updateTransaction() leaves the starting row of a card as it is", async () => {
  const api = openRow({ account_id: ids.visa, category_id: ids.inflow });
  assertEquals((await update(api, { memo: "Rewards" })).category_id, ids.inflow);
});

Deno.test("updateTransaction() accepts the id of a row that a schedule entered", async () => {
  const id = `${uuid(7)}_2026-03-01`;
  const { save, call } = openApi({ transactions: [aRow({ id })] });
  const change = { transaction: { memo: "Memo" } };
  assertEquals((await save("PUT", `/transactions/${id}`, change)).transaction.id, id);
  assertEquals((await call("GET", `/transactions/${uuid(7)}`)).status, 404);
});

Deno.test("updateTransaction() does not find deleted and unknown rows", async () => {
  const { refused } = openRow({ deleted: true });
  const body = { transaction: { memo: "Memo" } };
  for (const id of [ROW, uuid(999)]) {
    await refused(["PUT", `/transactions/${id}`, body], 404, "Resource not found");
  }
});

Deno.test("updateTransactions() answers in the order of the request", async () => {
  const { save } = openRow({});
  const saved = await save("PATCH", "/transactions", {
    transactions: [{ id: OTHER, memo: "1" }, { id: ROW, memo: "2" }],
  });
  assertEquals(saved.transaction_ids, [OTHER, ROW]);
  assertEquals(saved.transactions.map(({ memo }: StoredTransaction) => memo), ["1", "2"]);
  assertEquals(saved.duplicate_import_ids, []);
});

Deno.test("updateTransactions() finds by import id only what a file or a bank brought", async () => {
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

Deno.test("updateTransactions() refuses a whole list for one wrong element", async () => {
  const { refused } = openRow({});
  const wrong: readonly [Record<string, unknown>, string][] = [
    [{ id: uuid(999) }, "transaction does not exist in this budget (index: 1)"],
    [{}, "transaction does not exist in this budget (index: 1)"],
    [{ id: ROW, import_id: "a" }, "id and import_id must not both be specified (index: 1)"],
    [
      { id: ROW, date: "2026-03-16" },
      "date must not be in the future or over 5 years ago (index: 1)",
    ],
  ];
  for (const [element, detail] of wrong) {
    const transactions = [{ id: OTHER, payee_name: "New", amount: -1 }, element];
    await refused(["PATCH", "/transactions", { transactions }], 400, detail);
  }
});

Deno.test("updateTransactions() refuses the id of a split's line", async () => {
  const { refused } = openRow({ lines: [aLine({ id: uuid(103) })] });
  const body = { transactions: [{ id: uuid(103), memo: "Memo" }] };
  const detail = "transaction does not exist in this budget (index: 0)";
  await refused(["PATCH", "/transactions", body], 400, detail);
});

Deno.test("updateTransactions() loses a category that comes with approval, if told to", async () => {
  const api = openApi({ transactions: [aRow({ id: ROW, approved: false })] }, {
    knobs: { bulkUpdateLosesCategory: true },
  });
  const { transactions } = await api.save("PATCH", "/transactions", {
    transactions: [{ id: ROW, approved: true, category_id: ids.food }],
  });
  assertEquals([transactions[0].approved, transactions[0].category_id], [true, null]);
});

Deno.test("deleteTransaction() gives the row as deleted, once", async () => {
  const { save, refused } = openRow({});
  const { transaction, server_knowledge } = await save("DELETE", `/transactions/${ROW}`);
  assertEquals([transaction.deleted, server_knowledge], [true, 11]);
  await refused(["DELETE", `/transactions/${ROW}`], 404, "Resource not found");
  await refused(["GET", `/transactions/${ROW}`], 404, "Resource not found");
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
