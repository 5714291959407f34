import { assertEquals } from "@std/assert";
import { type Api, openApi } from "../_api.ts";
import { aRow, ids } from "../_tiny_plan.ts";
import type { StoredTransaction } from "../../../demo/model/records.ts";

const INCOME = aRow({ date: "2026-01-05", amount: 1_000_000, category_id: ids.inflow });

Deno.test("closeMonth() sets money aside for funded card spending", async () => {
  const api = openRows([aRow({ ...onVisa, amount: -80_000 })], { food: 50_000 });
  assertEquals(await balances("2026-02-01", api), { food: -30_000, visa: 50_000, ready: 950_000 });
  assertEquals(await balances("2026-03-01", api), { food: 0, visa: 50_000, ready: 950_000 });
});

Deno.test("closeMonth() subtracts cash overspending from the next Ready to Assign", async () => {
  const api = openRows([aRow({ ...onChecking, amount: -80_000 })], { food: 50_000 });
  assertEquals(await balances("2026-02-01", api), { food: -30_000, visa: 0, ready: 950_000 });
  assertEquals(await balances("2026-03-01", api), { food: 0, visa: 0, ready: 920_000 });
});

Deno.test("closeMonth() moves money to the card when overspending is covered later", async () => {
  const api = openRows([aRow({ ...onVisa, amount: -80_000 })], { food: 50_000 });
  await api.save("PATCH", `/months/2026-02-01/categories/${ids.food}`, {
    category: { budgeted: 80_000 },
  });
  assertEquals(await balances("2026-02-01", api), { food: 0, visa: 80_000, ready: 920_000 });
});

Deno.test("closeMonth() reduces the payment category by a payment, even below zero", async () => {
  const debt = aRow({ account_id: ids.visa, date: "2026-01-05", amount: -300_000 });
  const api = openRows([debt, ...payment(-100_000)], {});
  assertEquals(await balances("2026-02-01", api), { food: 0, visa: -100_000, ready: 1_000_000 });
  assertEquals(await balances("2026-03-01", api), { food: 0, visa: 0, ready: 900_000 });
});

Deno.test("closeMonth() totals activity without internal categories", async () => {
  const api = openRows([
    aRow({ ...onVisa, amount: -80_000 }),
    aRow({ ...onChecking, amount: -5000 }),
    aRow({ ...onChecking, category_id: null, amount: -1000 }),
    aRow({ ...onChecking, account_id: ids.house, category_id: null, amount: -7000 }),
  ], { food: 50_000, rent: 20_000, visa: 5000 });
  const { month } = await api.get("/months/2026-02-01");
  assertEquals([month.income, month.budgeted, month.activity], [0, 75_000, -85_000 + 45_000]);
});

const onChecking = { date: "2026-02-10", category_id: ids.food } as const;
const onVisa = { ...onChecking, account_id: ids.visa } as const;

/** A transfer from the current account to the card; a positive amount goes the other way. */
function payment(amount: number): StoredTransaction[] {
  const [here, there] = [crypto.randomUUID(), crypto.randomUUID()];
  const side = { date: "2026-02-20", category_id: null };
  return [
    aRow({
      ...side,
      id: here,
      amount,
      transfer_account_id: ids.visa,
      transfer_transaction_id: there,
    }),
    aRow({
      ...side,
      id: there,
      account_id: ids.visa,
      amount: 0 - amount,
      transfer_account_id: ids.checking,
      transfer_transaction_id: here,
    }),
  ];
}

function openRows(
  rows: StoredTransaction[],
  { food = 0, rent = 0, visa = 0 }: Readonly<Record<string, number>>,
): Api {
  const assigned = new Map([[ids.food, food], [ids.rent, rent], [ids.visaPayment, visa]]);
  return openApi({
    transactions: [INCOME, ...rows],
    assignments: new Map([["2026-02-01", new Map<string, number>(assigned)]]),
  });
}

async function balances(month: string, { get }: Api): Promise<Record<string, number>> {
  const read = (await get(`/months/${month}`)).month;
  const balanceOf = (id: string): number =>
    read.categories.find((category: { id: string }) => category.id === id).balance;
  return {
    food: balanceOf(ids.food),
    visa: balanceOf(ids.visaPayment),
    ready: read.to_be_budgeted,
  };
}
