import { assertEquals } from "@std/assert";
import { ageMoney, noMoney, shownAge } from "../../../demo/model/books.ts";
import type { CashFlow } from "../../../demo/model/month_tally.ts";

Deno.test("ageMoney() weights an outflow that empties several buckets", () => {
  assertEquals(ages(["01-01", 30], ["01-11", 70], ["01-21", -100]), [13]);
});

Deno.test("ageMoney() keeps the last ten ages", () => {
  const outflows = Array.from({ length: 12 }, (_, day): [string, number] => [`01-${11 + day}`, -1]);
  const all = ages(["01-01", 100], ...outflows);
  assertEquals([all.length, all[0], all[9]], [10, 12, 21]);
});

Deno.test("shownAge() rounds the mean, and needs ten outflows", () => {
  assertEquals(shownAge({ buckets: [], ages: Array(9).fill(30) }), null);
  assertEquals(shownAge({ buckets: [], ages: [...Array(9).fill(30), 36] }), 31);
});

function ages(...flows: readonly (readonly [day: string, amount: number])[]): readonly number[] {
  const dated: CashFlow[] = flows.map(([day, amount]) => ({ date: `2026-${day}`, amount }));
  return ageMoney(noMoney, dated).ages;
}
