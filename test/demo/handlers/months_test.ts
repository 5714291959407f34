import { assertEquals } from "@std/assert";
import { type Api, openApi } from "../_api.ts";
import { aRow, ids, uuid } from "../_tiny_plan.ts";

Deno.test("getPlanMonths() goes on to the month after the current one", async () => {
  const { get } = openApi({ month_notes: new Map([["2026-02-01", "Moved house"]]) });
  const { months } = await get("/months");
  assertEquals(months.map(({ month, note }: Record<string, unknown>) => [month, note]), [
    ["2026-04-01", null],
    ["2026-03-01", null],
    ["2026-02-01", "Moved house"],
    ["2026-01-01", null],
  ]);
  assertEquals((await get("//plans")).plans[0].last_month, "2026-03-01");
});

Deno.test("getPlanMonth() gives the current month its date, and leaves deleted categories out", async () => {
  const { get } = openApi();
  const { month } = await get("/months/current");
  assertEquals(month.month, "2026-03-01");
  assertEquals(month.categories.length, 7);
});

Deno.test("getPlanMonth() does not find other months, days and words", async () => {
  const { refused } = openApi();
  for (const month of ["2025-12-01", "2026-05-01", "2026-03-02", "march", "2026-13-01"]) {
    await refused(["GET", `/months/${month}`], 404, "Resource not found");
  }
});

Deno.test("updateMonthCategory() sets an absolute amount and records the move", async () => {
  const { get, save } = openApi();
  const path = `/months/2026-02-01/categories/${ids.food}`;
  const { category } = await save("PATCH", path, { category: { budgeted: 5000, name: "Meals" } });
  assertEquals([category.budgeted, category.balance, category.name], [5000, 5000, "Food"]);
  await save("PATCH", path, { category: { budgeted: 2000 } });
  await save("PATCH", path, { category: { budgeted: 2000 } });
  const { money_movements } = await get("/months/2026-02-01/money_movements");
  assertEquals(money_movements.map(brief), [
    [null, ids.food, 5000],
    [ids.food, null, 3000],
  ]);
  assertEquals(money_movements[0].moved_at, "2026-03-15T12:00:00Z");
  assertEquals((await get("/months/current/money_movements")).money_movements, []);
});

Deno.test("updateMonthCategory() takes negative amounts and the next month", async () => {
  const { save } = openApi();
  const { category } = await save("PATCH", `/months/2026-04-01/categories/${ids.food}`, {
    category: { budgeted: -5000 },
  });
  assertEquals(category.balance, -5000);
});

Deno.test("updateMonthCategory() refuses what upstream refuses", async () => {
  const { refused } = openApi();
  const body = { category: { budgeted: 1 } };
  const path = (month: string, id: string): string => `/months/${month}/categories/${id}`;
  const missing = "Resource not found";
  await refused(["PATCH", path("2026-05-01", ids.food), body], 404, missing);
  await refused(["PATCH", path("current", uuid(9)), body], 404, missing);
  await refused(["PATCH", path("current", ids.deletedCategory), body], 404, missing);
  const empty = { category: {} };
  await refused(["PATCH", path("current", ids.food), empty], 400, "budgeted is required");
  const detail = "internal categories cannot be assigned to";
  await refused(["PATCH", path("current", ids.inflow), body], 400, detail);
});

Deno.test("getPlanMonth() shows what later months have taken as no longer ready", async () => {
  const shown = async (isRaw: boolean): Promise<number[]> => {
    const api = openApi({
      transactions: [aRow({ amount: 90_000, category_id: ids.inflow })],
      assignments: new Map([["2026-04-01", new Map([[ids.food, 30_000]])]]),
    }, { knobs: { rawReadyToAssign: isRaw } });
    return (await api.get("/months")).months.map(toBeBudgeted);
  };
  assertEquals(await shown(false), [60_000, 60_000, 0, 0]);
  assertEquals(await shown(true), [60_000, 90_000, 0, 0]);
});

Deno.test("an uncategorized outflow lowers the next month's Ready to Assign", async () => {
  const api = openApi({
    transactions: [aRow({ amount: 1_000_000, category_id: ids.inflow }), aRow({ amount: -2000 })],
  });
  assertEquals(await readyToAssign(api), [998_000, 1_000_000]);
});

Deno.test("the inflow category shows all income as its balance", async () => {
  const { get } = openApi({
    transactions: [
      aRow({ amount: 1000, category_id: ids.inflow }),
      aRow({ amount: 5000, category_id: ids.inflow, date: "2026-01-05" }),
    ],
  });
  const { category } = await get(`/categories/${ids.inflow}`);
  assertEquals([category.activity, category.balance], [1000, 6000]);
});

async function readyToAssign({ get }: Api): Promise<number[]> {
  return (await get("/months")).months.slice(0, 2).map(toBeBudgeted);
}

function toBeBudgeted(month: { readonly to_be_budgeted: number }): number {
  return month.to_be_budgeted;
}

function brief(movement: Record<string, unknown>): unknown[] {
  return [movement.from_category_id, movement.to_category_id, movement.amount];
}
