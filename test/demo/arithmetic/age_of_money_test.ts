import { assertEquals } from "@std/assert";
import { ageMoney, noMoney, shownAge } from "../../../demo/model/books.ts";
import type { CashFlow } from "../../../demo/model/month_tally.ts";
import { openApi } from "../_api.ts";
import { aLine, aRow, ids } from "../_tiny_plan.ts";

Deno.test("ageMoney() spends the oldest money first", () => {
  assertEquals(ages(["01-01", 100], ["01-10", 100], ["01-11", -100], ["01-21", -50]), [10, 11]);
});

Deno.test("ageMoney() weighs an outflow that empties several buckets", () => {
  assertEquals(ages(["01-01", 30], ["01-11", 70], ["01-21", -100]), [13]);
});

Deno.test("ageMoney() gives money that never came no age", () => {
  assertEquals(ages(["01-01", 50], ["01-11", -100]), [5]);
});

Deno.test("ageMoney() keeps the last ten ages", () => {
  const outflows = Array.from({ length: 12 }, (_, day): [string, number] => [`01-${11 + day}`, -1]);
  const all = ages(["01-01", 100], ...outflows);
  assertEquals([all.length, all[0], all[9]], [10, 12, 21]);
});

Deno.test("ageMoney() goes on where a month ended", () => {
  const january = ageMoney(noMoney, [{ date: "2026-01-01", amount: 100 }]);
  const february = ageMoney(january, [{ date: "2026-02-01", amount: -100 }]);
  assertEquals([january.buckets.length, february.buckets.length, february.ages], [1, 0, [31]]);
});

Deno.test("shownAge() rounds the mean, and needs ten outflows", () => {
  assertEquals(shownAge({ buckets: [], ages: Array(9).fill(30) }), null);
  assertEquals(shownAge({ buckets: [], ages: [...Array(9).fill(30), 36] }), 31);
});

Deno.test("getPlanMonths() ages cash alone, up to the current month", async () => {
  const outflow = { amount: -1000, category_id: ids.food, date: "2026-01-11" };
  const api = openApi({
    transactions: [
      aRow({ amount: 100_000, category_id: ids.inflow, date: "2026-01-01" }),
      ...Array.from({ length: 9 }, () => aRow(outflow)),
      aRow({ ...outflow, account_id: ids.visa }),
      aRow({ ...outflow, category_id: null, transfer_account_id: ids.savings }),
      aRow({
        ...outflow,
        date: "2026-02-10",
        lines: [aLine({ amount: -400, transfer_account_id: ids.savings }), aLine({ amount: -600 })],
      }),
    ],
  });
  const { months } = await api.get("/months");
  assertEquals(months.map(({ age_of_money }: Record<string, unknown>) => age_of_money), [
    null,
    13,
    13,
    null,
  ]);
});

function ages(...flows: readonly (readonly [day: string, amount: number])[]): readonly number[] {
  const dated: CashFlow[] = flows.map(([day, amount]) => ({ date: `2026-${day}`, amount }));
  return ageMoney(noMoney, dated).ages;
}
