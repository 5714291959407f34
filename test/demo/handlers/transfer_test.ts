import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { hasLiveLines } from "../../../demo/model/records.ts";
import { type Api, openApi } from "../_api.ts";
import { steps, take } from "../_random_life.ts";
import { ids } from "../_tiny_plan.ts";

Deno.test("createTransaction() creates the other side of a transfer", async () => {
  const api = openApi();
  const row = await transfer(api, { cleared: "cleared", approved: true, category_id: ids.food });
  const mirror = await read(api, row.transfer_transaction_id);
  assertEquals([row.payee_name, row.category_id], ["Transfer : Savings", null]);
  assertEquals(mirror, {
    ...row,
    id: mirror.id,
    amount: 5000,
    amount_formatted: "$5.00",
    amount_currency: 5,
    cleared: "uncleared",
    account_id: ids.savings,
    account_name: "Savings",
    payee_id: ids.toChecking,
    payee_name: "Transfer : Checking",
    transfer_account_id: ids.checking,
    transfer_transaction_id: row.id,
  });
});

Deno.test("updateTransaction() copies only amount and date to the other side", async () => {
  const api = openApi();
  const row = await transfer(api, {});
  await update(api, row.id, {
    amount: -7000,
    date: "2026-03-01",
    memo: "Memo",
    cleared: "cleared",
  });
  const mirror = await read(api, row.transfer_transaction_id);
  assertEquals([mirror.amount, mirror.date, mirror.memo, mirror.cleared], [
    7000,
    "2026-03-01",
    null,
    "uncleared",
  ]);
});

Deno.test("updateTransaction() deletes the other side of a former transfer", async () => {
  const api = openApi();
  const row = await transfer(api, {});
  const saved = await update(api, row.id, { payee_id: ids.shop });
  assertEquals([saved.transfer_account_id, saved.transfer_transaction_id], [null, null]);
  const old = await api.call("GET", `/transactions/${row.transfer_transaction_id}`);
  assertEquals(old.status, 404);
});

Deno.test("both sides of every transfer always agree", async () => {
  await fc.assert(
    fc.asyncProperty(steps(100), async (life) => {
      const api = openApi();
      for (const step of life) await take(step, api);
      const [plan] = api.upstream.snapshot();
      const live = (plan?.transactions ?? []).filter(({ deleted }) => !deleted);
      const sides = live.flatMap((row) => [row, ...row.lines.map((line) => ({ ...row, ...line }))]);
      for (const side of sides.filter((one) => one.transfer_account_id !== null)) {
        if (hasLiveLines(side) && side.lines.some(({ id }) => id === side.id)) continue;
        const other = sides.find(({ id }) => id === side.transfer_transaction_id);
        assertEquals(other?.transfer_transaction_id, side.id);
        assertEquals([other?.amount, other?.date], [0 - side.amount, side.date]);
        assertEquals(other?.account_id, side.transfer_account_id);
      }
      for (const { lines, amount } of live.filter(hasLiveLines)) {
        assertEquals(lines.reduce((sum, line) => sum + line.amount, 0), amount);
      }
    }),
    { numRuns: 10 },
  );
});

// deno-lint-ignore no-explicit-any -- the answer of one operation
async function transfer({ save }: Api, change: Record<string, unknown>): Promise<any> {
  const transaction = {
    account_id: ids.checking,
    date: "2026-03-10",
    amount: -5000,
    payee_id: ids.toSavings,
    ...change,
  };
  return (await save("POST", "/transactions", { transaction })).transaction;
}

// deno-lint-ignore no-explicit-any -- the answer of one operation
async function update({ save }: Api, id: string, transaction: unknown): Promise<any> {
  return (await save("PUT", `/transactions/${id}`, { transaction })).transaction;
}

// deno-lint-ignore no-explicit-any -- the answer of one operation
async function read({ get }: Api, id: string): Promise<any> {
  return (await get(`/transactions/${id}`)).transaction;
}
