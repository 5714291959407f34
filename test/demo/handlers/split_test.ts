import { SPLIT_CATEGORY_ID, type StoredTransaction } from "../../../demo/model/records.ts";
import { type Api, openApi } from "../_api.ts";
import { aLine, aRow, ids, uuid } from "../_tiny_plan.ts";
import { assertEquals } from "@std/assert";

const ROW = uuid(101);
const LINES = [{ amount: -2000, category_id: ids.food }, { amount: -3000, memo: "Rest" }];

Deno.test("createTransaction() creates a split", async () => {
  const { save } = openApi();
  const { transaction } = await save("POST", "/transactions", {
    transaction: {
      account_id: ids.checking,
      date: "2026-03-10",
      amount: -5000,
      payee_id: ids.shop,
      category_id: ids.rent,
      subtransactions: LINES,
    },
  });
  assertEquals([transaction.category_id, transaction.category_name], [SPLIT_CATEGORY_ID, "Split"]);
  const [first] = transaction.subtransactions;
  assertEquals(first, {
    id: first.id,
    transaction_id: transaction.id,
    amount: -2000,
    memo: null,
    payee_id: null,
    payee_name: null,
    category_id: ids.food,
    category_name: "Food",
    transfer_account_id: null,
    transfer_transaction_id: null,
    deleted: false,
    amount_formatted: "-$2.00",
    amount_currency: -2,
  });
});

Deno.test("updateTransaction() ignores a split's amount, date and category", async () => {
  const api = openApi({ transactions: [aSplit()] });
  const saved = await update(api, {
    amount: -1,
    date: "2026-03-01",
    category_id: ids.rent,
    memo: "Memo",
  });
  assertEquals([saved.amount, saved.date, saved.category_name, saved.memo], [
    -5000,
    "2026-03-10",
    "Split",
    "Memo",
  ]);
});

Deno.test("createTransaction() creates the other side of a transfer split line", async () => {
  const api = openApi({ transactions: [aRow({ id: ROW, amount: -5000 })] });
  const { subtransactions: [line] } = await update(api, {
    subtransactions: [{ amount: -2000, payee_id: ids.toSavings, category_id: ids.food }, {
      amount: -3000,
    }],
  });
  assertEquals([line.transfer_account_id, line.category_id], [ids.savings, null]);
  const { transaction } = await api.get(`/transactions/${line.transfer_transaction_id}`);
  assertEquals([transaction.amount, transaction.transfer_transaction_id, transaction.payee_name], [
    2000,
    line.id,
    "Transfer : Checking",
  ]);
});

Deno.test("updateTransaction() changes the other sides of split lines only when the split moves", async () => {
  const api = openApi({ transactions: [aRow({ id: ROW, amount: -5000 })] });
  const { subtransactions: [line] } = await update(api, {
    subtransactions: [{ amount: -2000, payee_id: ids.toSavings }, { amount: -3000 }],
  });
  const changed = async (knowledge: number): Promise<string[]> => {
    const delta = await api.get(`/transactions?last_knowledge_of_server=${knowledge}`);
    return delta.transactions.map(({ id }: { id: string }) => id).sort();
  };
  await update(api, { memo: "Memo" });
  assertEquals(await changed(11), [ROW]);
  await update(api, { account_id: ids.visa });
  assertEquals(await changed(12), [ROW, line.transfer_transaction_id].sort());
  const mirror = await api.get(`/transactions/${line.transfer_transaction_id}`);
  assertEquals(mirror.transaction.payee_name, "Transfer : Visa");
});

Deno.test("deleteTransaction() of a split line's other side leaves an ordinary line", async () => {
  const api = openApi({ transactions: [aRow({ id: ROW, amount: -5000 })] });
  const { subtransactions: [line] } = await update(api, {
    subtransactions: [{ amount: -2000, payee_id: ids.toSavings }, { amount: -3000 }],
  });
  await api.save("DELETE", `/transactions/${line.transfer_transaction_id}`);
  const { transaction } = await api.get(`/transactions/${ROW}`);
  const [left] = transaction.subtransactions;
  assertEquals([left.amount, left.payee_id, left.transfer_transaction_id, left.deleted], [
    -2000,
    null,
    null,
    false,
  ]);
});

function aSplit(): StoredTransaction {
  return aRow({
    id: ROW,
    amount: -5000,
    lines: [aLine({ amount: -2000, category_id: ids.food }), aLine({ amount: -3000 })],
  });
}

// deno-lint-ignore no-explicit-any -- the answer of one operation
async function update({ save }: Api, change: Record<string, unknown>): Promise<any> {
  return (await save("PUT", `/transactions/${ROW}`, { transaction: change })).transaction;
}

Deno.test("updateTransaction() rejects moving a split's other side to a budget account", async () => {
  const { save, get, refused } = openApi();
  const { transaction } = await save("POST", "/transactions", {
    transaction: {
      account_id: ids.checking,
      date: "2026-03-10",
      amount: -30,
      payee_id: ids.toHouse,
      subtransactions: [
        { amount: -10, category_id: ids.food },
        { amount: -20, category_id: ids.rent },
      ],
    },
  });
  const mirror = `/transactions/${transaction.transfer_transaction_id}`;
  assertEquals((await get(mirror)).transaction.account_id, ids.house);
  await refused(
    ["PUT", mirror, { transaction: { account_id: ids.savings } }],
    400,
    "splits are not allowed on transfers between on-budget accounts",
  );
});
