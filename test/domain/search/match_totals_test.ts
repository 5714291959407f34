import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { MatchTotalsSum } from "../../../domain/search/transaction_groups.ts";
import { aSplitLine, aTransaction } from "../../_builders.ts";

Deno.test("add() counts rows and adds money in and out apart", () => {
  const totals = new MatchTotalsSum();
  for (const amount of [-30, 100, -20, 0]) totals.add(aTransaction({ amount }), null);
  assertEquals(totals.sum, { count: 4, sum_in: 100, sum_out: -50 });
});

Deno.test("add() counts down to the single milliunit", () => {
  const totals = new MatchTotalsSum();
  for (const amount of [1, -1]) totals.add({ amount }, null);
  assertEquals(totals.sum, { count: 2, sum_in: 1, sum_out: -1 });
});

Deno.test("add() counts a split once and adds only the lines that are given", () => {
  const totals = new MatchTotalsSum();
  const lines = [aSplitLine({ amount: -10 }), aSplitLine({ amount: 3 })];
  totals.add(aTransaction({ amount: -100 }), lines);
  assertEquals(totals.sum, { count: 1, sum_in: 3, sum_out: -10 });
});

Deno.test("add() gives totals whose sum is that of the amounts", () => {
  fc.assert(fc.property(fc.array(fc.integer({ min: -1e12, max: 1e12 })), (amounts) => {
    const totals = new MatchTotalsSum();
    for (const amount of amounts) totals.add({ amount }, null);
    const { count, sum_in, sum_out } = totals.sum;
    assertEquals([count, sum_in >= 0, sum_out <= 0], [amounts.length, true, true]);
    const exact = amounts.reduce((sum, amount) => sum + BigInt(amount), 0n);
    assertEquals(BigInt(sum_in) + BigInt(sum_out), exact);
  }));
});
