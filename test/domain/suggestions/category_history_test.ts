import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { payeeIndexOf } from "../../../domain/payees/payee_index.ts";
import { type CategoryUse, categoryUses } from "../../../domain/suggestions/category_evidence.ts";
import {
  type CategoryHistory,
  HistoryReader,
} from "../../../domain/suggestions/category_history.ts";
import { TransactionChunk } from "../../../domain/transactions/transaction_chunk.ts";
import { inOrder } from "../../../domain/transactions/chunk_facts.ts";
import { TransactionList } from "../../../domain/transactions/transaction_chunks.ts";
import { aTransaction } from "../../_builders.ts";
import { someTransactions } from "../transactions/_some_transactions.ts";
import fc from "fast-check";

function usesIn({ uses }: CategoryHistory): readonly CategoryUse[] {
  return Array.from({ length: uses.count }, (_, at) => uses.at(at));
}

Deno.test("HistoryReader finds the uses that whole transactions have", () => {
  let compared = 0;
  fc.assert(fc.property(someTransactions, fc.nat({ max: 30 }), (rows, cut) => {
    const ordered = inOrder(rows);
    const chunks = [ordered.slice(0, cut), ordered.slice(cut)]
      .map((part) => TransactionChunk.of(part).detach());
    const all = new Set(
      rows.flatMap((row) => [row, ...row.subtransactions]).map((row) => row.category_id ?? ""),
    );
    const reader = new HistoryReader(all);
    for (const group of payeeIndexOf(new TransactionList(chunks)).groups) {
      const uses = categoryUses(group);
      const history = reader.historyOf(group);
      assertEquals(usesIn(history), uses);
      compared += uses.length;
      const [first] = uses;
      if (first === undefined) continue;
      const own = uses.filter(({ category }) => category === first.category);
      const counted = { uses: own.length, lastDay: own.at(-1)?.day };
      assertEquals(history.countOf(first.category), counted);
      const among = new HistoryReader(new Set([first.category])).historyOf(group);
      assertEquals(usesIn(among), own);
      assertEquals(among.countOf(first.category), counted);
    }
  }));
  assert(compared > 0);
});

Deno.test("HistoryReader reads a payee once, and knows no use of other categories", () => {
  const rows = [aTransaction({ amount: -5_000, category_id: "food", payee_name: "Shop" })];
  const reader = new HistoryReader(new Set(["food"]));
  for (const group of payeeIndexOf(rows).groups) {
    const history = reader.historyOf(group);
    assertStrictEquals(reader.historyOf(group), history);
    assertEquals([history.count, history.countOf("fun")], [1, null]);
    assertEquals(new HistoryReader(new Set(["fun"])).historyOf(group).count, 0);
  }
});
