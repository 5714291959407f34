import { assertEquals } from "@std/assert";
import { type Api, openApi } from "../_api.ts";
import { aLine, aRow, ids, uuid } from "../_tiny_plan.ts";

const [OLD, FIRST, SECOND, SPLIT, LINE, TRANSFER, TRACKING] = Array.from(
  { length: 7 },
  (_, index) => uuid(101 + index),
) as [string, string, string, string, string, string, string];

Deno.test("getTransactions() goes back one year unless told otherwise", async () => {
  const api = openRows();
  assertEquals(await listed(api, ""), [FIRST, SECOND, SPLIT, TRANSFER, TRACKING]);
  assertEquals((await listed(api, "?since_date=1990-01-01"))[0], OLD);
  assertEquals(await listed(api, "?since_date=2025-03-15&until_date=2026-03-01"), [FIRST, SECOND]);
  assertEquals(await listed(api, "?since_date=2025-03-14&until_date=2025-03-14"), [OLD]);
});

Deno.test("getTransactions() lists by date and id", async () => {
  const rows = [aRow({ id: SECOND }), aRow({ id: FIRST }), aRow({ id: OLD, date: "2026-02-01" })];
  assertEquals(await listed(openApi({ transactions: rows }), ""), [OLD, FIRST, SECOND]);
});

Deno.test("getTransactions() takes every row without a category for uncategorized", async () => {
  assertEquals(await listed(openRows(), "?type=uncategorized"), [SECOND, TRANSFER, TRACKING]);
});

Deno.test("getTransactions() finds the unapproved", async () => {
  assertEquals(await listed(openRows(), "?type=unapproved"), [SECOND]);
});

Deno.test("getTransactions() tells deleted rows in a filtered delta whatever they were", async () => {
  const api = openRows();
  await api.save("DELETE", `/transactions/${FIRST}`);
  const query = "?type=unapproved&last_knowledge_of_server=10";
  assertEquals(await listed(api, query), [FIRST]);
});

Deno.test("getTransactions() refuses filters that it cannot read", async () => {
  const { refused } = openRows();
  const wrong: readonly [string, string][] = [
    ["since_date=yesterday", "since_date must be a valid date in ISO format"],
    ["until_date=2026-02-30", "until_date must be a valid date in ISO format"],
    ["type=all", "type must be uncategorized or unapproved"],
    ["last_knowledge_of_server=-1", "last_knowledge_of_server must be an integer"],
  ];
  for (const [query, detail] of wrong) {
    await refused(["GET", `/transactions?${query}`], 400, detail);
  }
});

Deno.test("getTransactionsByAccount() lists one account", async () => {
  const { get, refused } = openRows();
  const { transactions } = await get(`/accounts/${ids.house}/transactions`);
  assertEquals(transactions.map(({ id }: { id: string }) => id), [TRACKING]);
  await refused(["GET", `/accounts/${uuid(9)}/transactions`], 404, "Resource not found");
});

Deno.test("getTransactionsByMonth() has no default of one year", async () => {
  const rows = [aRow({ id: OLD, date: "2024-01-31" }), aRow({ id: FIRST, date: "2024-02-01" })];
  const { get, refused } = openApi({ transactions: rows });
  const { transactions } = await get("/months/2024-01-01/transactions");
  assertEquals(transactions.map(({ id }: { id: string }) => id), [OLD]);
  for (const month of ["2023-12-01", "2024-01-31", "January"]) {
    await refused(["GET", `/months/${month}/transactions`], 404, "Resource not found");
  }
});

Deno.test("getTransactionsByCategory() mixes rows and lines", async () => {
  const { get } = openRows();
  const { transactions } = await get(`/categories/${ids.food}/transactions`);
  assertEquals(transactions.map(brief), [
    [FIRST, "transaction", null, "Food"],
    [LINE, "subtransaction", SPLIT, "Food"],
  ]);
  assertEquals("subtransactions" in transactions[0], false);
});

Deno.test("getTransactionsByPayee() takes a line by its own payee", async () => {
  const { get } = openRows();
  const byShop = (await get(`/payees/${ids.shop}/transactions`)).transactions;
  assertEquals(byShop.map(brief), [
    [SECOND, "transaction", null, "Uncategorized"],
    [SPLIT, "transaction", null, "Split"],
  ]);
  const byEmployer = (await get(`/payees/${ids.employer}/transactions`)).transactions;
  assertEquals(byEmployer.map(brief), [[LINE, "subtransaction", SPLIT, "Food"]]);
});

Deno.test("getTransactionById() finds neither lines nor what is deleted", async () => {
  const { refused } = openRows();
  await refused(["GET", `/transactions/${LINE}`], 404, "Resource not found");
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

Deno.test("getTransactions() shows rows under a payee's new name at once", async () => {
  const row = aRow({ amount: -5000, payee_id: ids.shop });
  const { get, save } = openApi({ transactions: [row] });
  const path = "/transactions?since_date=1990-01-01";
  const [before] = (await get(path)).transactions;
  await save("PATCH", `/payees/${ids.shop}`, { payee: { name: "Corner shop" } });
  const [after] = (await get(path)).transactions;
  assertEquals([before.payee_name, after.payee_name], ["Shop", "Corner shop"]);
});
