import { assertEquals } from "@std/assert";
import { type Api, openApi } from "../_api.ts";
import { aLine, aRow, ids, uuid } from "../_tiny_plan.ts";

const [OLD, FIRST, SECOND, SPLIT, LINE, TRANSFER, TRACKING] = Array.from(
  { length: 7 },
  (_, index) => uuid(101 + index),
) as [string, string, string, string, string, string, string];

Deno.test("getTransactions() returns one year by default", async () => {
  const api = openRows();
  assertEquals(await listed(api, ""), [FIRST, SECOND, SPLIT, TRANSFER, TRACKING]);
  assertEquals((await listed(api, "?since_date=1990-01-01"))[0], OLD);
  assertEquals(await listed(api, "?since_date=2025-03-15&until_date=2026-03-01"), [FIRST, SECOND]);
  assertEquals(await listed(api, "?since_date=2025-03-14&until_date=2025-03-14"), [OLD]);
});

Deno.test("getTransactions() treats every transaction without a category as uncategorized", async () => {
  assertEquals(await listed(openRows(), "?type=uncategorized"), [SECOND, TRANSFER, TRACKING]);
});

Deno.test("getTransactions() returns all deleted transactions in a filtered delta", async () => {
  const api = openRows();
  await api.save("DELETE", `/transactions/${FIRST}`);
  const query = "?type=unapproved&last_knowledge_of_server=10";
  assertEquals(await listed(api, query), [FIRST]);
});

Deno.test("getTransactionsByMonth() has no default limit of one year", async () => {
  const rows = [aRow({ id: OLD, date: "2024-01-31" }), aRow({ id: FIRST, date: "2024-02-01" })];
  const { get, refused } = openApi({ transactions: rows });
  const { transactions } = await get("/months/2024-01-01/transactions");
  assertEquals(transactions.map(({ id }: { id: string }) => id), [OLD]);
  for (const month of ["2023-12-01", "2024-01-31", "January"]) {
    await refused(["GET", `/months/${month}/transactions`], 404, "Resource not found");
  }
});

Deno.test("getTransactionsByCategory() returns transactions and split lines", async () => {
  const { get } = openRows();
  const { transactions } = await get(`/categories/${ids.food}/transactions`);
  assertEquals(transactions.map(brief), [
    [FIRST, "transaction", null, "Food"],
    [LINE, "subtransaction", SPLIT, "Food"],
  ]);
  assertEquals("subtransactions" in transactions[0], false);
});

Deno.test("getTransactionsByPayee() matches a split line by its own payee", async () => {
  const { get } = openRows();
  const byShop = (await get(`/payees/${ids.shop}/transactions`)).transactions;
  assertEquals(byShop.map(brief), [
    [SECOND, "transaction", null, "Uncategorized"],
    [SPLIT, "transaction", null, "Split"],
  ]);
  const byEmployer = (await get(`/payees/${ids.employer}/transactions`)).transactions;
  assertEquals(byEmployer.map(brief), [[LINE, "subtransaction", SPLIT, "Food"]]);
});

function openRows(): Api {
  return openApi({
    transactions: [
      aRow({ id: OLD, date: "2025-03-14" }),
      aRow({ id: FIRST, date: "2025-03-15", category_id: ids.food }),
      aRow({ id: SECOND, date: "2026-03-01", approved: false, payee_id: ids.shop }),
      aRow({
        id: SPLIT,
        date: "2026-03-02",
        payee_id: ids.shop,
        lines: [aLine({ id: LINE, category_id: ids.food, payee_id: ids.employer })],
      }),
      aRow({ id: TRANSFER, date: "2026-03-03", transfer_account_id: ids.savings }),
      aRow({ id: TRACKING, date: "2026-03-04", account_id: ids.house }),
      aRow({ id: uuid(200), date: "2026-03-05", deleted: true, knowledge: 9 }),
    ],
  });
}

async function listed({ get }: Api, query: string): Promise<string[]> {
  const { transactions } = await get(`/transactions${query}`);
  return transactions.map(({ id }: { id: string }) => id);
}

function brief(row: Record<string, unknown>): unknown[] {
  return [row.id, row.type, row.parent_transaction_id, row.category_name];
}
