import { assertEquals } from "@std/assert";
import { oppositeHint } from "../../../domain/search/transaction_page.ts";
import { transactionIndex } from "../../../domain/search/transaction_index.ts";
import type { TransactionQuery } from "../../../domain/search/transaction_query.ts";
import { aTransaction } from "../../_builders.ts";

const rule = { onBudgetAccountIds: new Set<string>(), uncategorizedIds: new Set<string>() };
const dollars = { symbol: "$", isSymbolFirst: true, decimals: 2 };

function hint(amounts: readonly number[], query: TransactionQuery): string | null {
  const rows = amounts.map((amount, at) => aTransaction({ id: `t${at}`, amount }));
  return oppositeHint(transactionIndex(rows), { query, rule }, dollars);
}

Deno.test("oppositeHint() says how many have the amount with the other sign", () => {
  assertEquals(
    hint([-12_500, -9_000], { amount: 12_500 }),
    "nothing has $12.50, but 1 has -$12.50: money out is negative",
  );
  assertEquals(
    hint([12_500, 12_500], { amount: -12_500 }),
    "nothing has -$12.50, but 2 have $12.50: money in is positive",
  );
});

Deno.test("oppositeHint() looks past the direction, which goes with the sign", () => {
  assertEquals(
    hint([-12_500], { amount: 12_500, direction: "in" }),
    "nothing has $12.50, but 1 has -$12.50: money out is negative",
  );
});

Deno.test("oppositeHint() says nothing where the opposite finds nothing, or is the same", () => {
  assertEquals(hint([-9_000], { amount: 12_500 }), null);
  assertEquals(hint([0], { amount: 0 }), null);
  assertEquals(hint([-12_500], {}), null);
});
