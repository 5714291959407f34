import { assertEquals } from "@std/assert";
import type { StoredScheduled } from "../../../demo/model/records.ts";
import { type Api, openApi } from "../_api.ts";
import { aSchedule, ids, uuid } from "../_tiny_plan.ts";

const SCHEDULE = uuid(101);

Deno.test("enterScheduled() enters a transaction on its date", async () => {
  const api = openSchedule({ date_next: "2026-03-17", category_id: ids.food, memo: "Memo" });
  assertEquals(await rowsOn("2026-03-16", api), []);
  const [row] = await rowsOn("2026-03-17", api);
  assertEquals(row, [`${SCHEDULE}_2026-03-17`, -10_000, "uncleared", false, "Food"]);
  const { scheduled_transaction } = await api.get(`/scheduled_transactions/${SCHEDULE}`);
  assertEquals(scheduled_transaction.date_next, "2026-04-17");
});

Deno.test("enterScheduled() catches up after days without a request in one write", async () => {
  const api = openSchedule({ frequency: "daily", date_next: "2026-03-16" });
  assertEquals((await rowsOn("2026-03-18", api)).length, 3);
  assertEquals((await api.get("/accounts")).server_knowledge, 11);
});

Deno.test("enterScheduled() removes a one-time schedule", async () => {
  const api = openSchedule({ frequency: "never", date_next: "2026-03-16" });
  assertEquals((await rowsOn("2026-03-20", api)).length, 1);
  const delta = await api.get("/scheduled_transactions?last_knowledge_of_server=10");
  assertEquals(delta.scheduled_transactions[0].deleted, true);
});

Deno.test("enterScheduled() enters both sides of a transfer and every split line", async () => {
  const transfer = { payee_id: ids.toSavings, transfer_account_id: ids.savings };
  const moved = await rowsOn("2026-03-16", openSchedule({ date_next: "2026-03-16", ...transfer }));
  assertEquals(moved.map(([, amount]) => amount).sort(), [-10_000, 10_000]);
  const line = {
    memo: null,
    payee_id: null,
    category_id: ids.food,
    transfer_account_id: null,
    deleted: false,
  };
  const api = openSchedule({
    date_next: "2026-03-16",
    lines: [{ ...line, id: uuid(1), amount: -4000 }, { ...line, id: uuid(2), amount: -6000 }],
  });
  await rowsOn("2026-03-16", api);
  const { transaction } = await api.get(`/transactions/${SCHEDULE}_2026-03-16`);
  assertEquals(transaction.subtransactions[0].transaction_id, `${SCHEDULE}_2026-03-16`);
  assertEquals((await api.get(`/categories/${ids.food}`)).category.activity, -10_000);
});

function openSchedule(change: Partial<StoredScheduled>): Api {
  const { date_next = "2026-03-16" } = change;
  const scheduled = [aSchedule({ id: SCHEDULE, date_first: date_next, ...change })];
  return openApi({ scheduled });
}

async function rowsOn(day: string, { upstream, get }: Api): Promise<unknown[][]> {
  upstream.setNow(new Date(`${day}T06:00:00Z`));
  const { transactions } = await get("/transactions");
  return transactions.map((row: Record<string, unknown>) => [
    row.id,
    row.amount,
    row.cleared,
    row.approved,
    row.category_name,
  ]);
}
