import { assertEquals } from "@std/assert";
import type { StoredScheduled } from "../../../demo/model/records.ts";
import { type Api, openApi } from "../_api.ts";
import { aSchedule, ids, uuid } from "../_tiny_plan.ts";

const SCHEDULE = uuid(101);
const wanted = { account_id: ids.checking, date: "2026-04-01", amount: -5000 };

Deno.test("createScheduledTransaction() starts with its next date", async () => {
  const { save } = openApi();
  const { scheduled_transaction: made } = await save("POST", "/scheduled_transactions", {
    scheduled_transaction: { ...wanted, payee_name: "Landlord", frequency: "monthly" },
  });
  assertEquals(made, {
    id: made.id,
    date_first: "2026-04-01",
    date_next: "2026-04-01",
    frequency: "monthly",
    amount: -5000,
    memo: null,
    flag_color: null,
    flag_name: null,
    account_id: ids.checking,
    payee_id: made.payee_id,
    category_id: null,
    transfer_account_id: null,
    deleted: false,
    amount_formatted: "-$5.00",
    amount_currency: -5,
    account_name: "Checking",
    payee_name: "Landlord",
    category_name: "Uncategorized",
    subtransactions: [],
  });
});

Deno.test("updateScheduledTransaction() moves the first date only when the next one moves", async () => {
  const api = openSchedule({ date_first: "2024-01-31", date_next: "2026-03-31" });
  assertEquals((await update(api, { date: "2026-03-31" })).date_first, "2024-01-31");
  assertEquals((await update(api, { date: "2026-03-30" })).date_first, "2026-03-30");
});

Deno.test("deleteScheduledTransaction() returns the same response twice", async () => {
  const { save, refused, get } = openSchedule({});
  const path = `/scheduled_transactions/${SCHEDULE}`;
  const first = await save("DELETE", path);
  assertEquals(first.scheduled_transaction.deleted, true);
  assertEquals(await save("DELETE", path), first);
  await refused(["GET", path], 404, "Resource not found");
  await refused(["DELETE", `/scheduled_transactions/${uuid(9)}`], 404, "Resource not found");
  assertEquals((await get("/scheduled_transactions")).scheduled_transactions, []);
});

function openSchedule(change: Partial<StoredScheduled>): Api {
  return openApi({ scheduled: [aSchedule({ id: SCHEDULE, ...change })] });
}

// deno-lint-ignore no-explicit-any -- the answer of one operation
async function update({ save }: Api, change: Record<string, unknown>): Promise<any> {
  const body = { scheduled_transaction: { account_id: ids.checking, ...change } };
  const saved = await save("PUT", `/scheduled_transactions/${SCHEDULE}`, body);
  return saved.scheduled_transaction;
}
