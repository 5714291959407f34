import { assertEquals } from "@std/assert";
import { type Api, openApi } from "../_api.ts";
import { aRow, ids } from "../_tiny_plan.ts";

Deno.test("getPlanMonths() includes the month after the current one", async () => {
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

Deno.test("updateMonthCategory() sets an absolute amount and records the movement", async () => {
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

Deno.test("getPlanMonth() excludes money assigned in later months from Ready to Assign", async () => {
  const { get } = openApi({
    transactions: [aRow({ amount: 90_000, category_id: ids.inflow })],
    assignments: new Map([["2026-04-01", new Map([[ids.food, 30_000]])]]),
  });
  assertEquals((await get("/months")).months.map(toBeBudgeted), [60_000, 60_000, 0, 0]);
});

Deno.test("an uncategorized outflow reduces the next month's Ready to Assign", async () => {
  const api = openApi({
    transactions: [aRow({ amount: 1_000_000, category_id: ids.inflow }), aRow({ amount: -2000 })],
  });
  assertEquals(await readyToAssign(api), [998_000, 1_000_000]);
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
