import { assertEquals } from "@std/assert";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import { payeeIndexOf } from "../../../domain/payees/payee_index.ts";
import { payeeKeyOf } from "../../../domain/payees/payee_key.ts";
import { countedTransactions } from "../../../domain/transactions/matched_pairs.ts";
import { TransactionChunk } from "../../../domain/transactions/transaction_chunk.ts";
import { inOrder, newestFirst } from "../../../domain/transactions/chunk_facts.ts";
import { TransactionList } from "../../../domain/transactions/transaction_chunks.ts";
import { someTransactions } from "../transactions/_some_transactions.ts";
import fc from "fast-check";

interface PlainGroup {
  readonly ids: readonly string[];
  readonly payeeIds: ReadonlySet<string>;
}

function plainGroups(rows: readonly TransactionRecord[]): ReadonlyMap<string, PlainGroup> {
  const newest = rows.toSorted(newestFirst);
  const counted = new Set(countedTransactions(newest));
  const idOf = (row: TransactionRecord): string => row.payee_name ? row.payee_id ?? "" : "";
  const nameOf = (row: TransactionRecord): string => idOf(row) || `label:${payeeKeyOf(row)}`;
  const keys = new Map<string, string>();
  for (const row of newest.toReversed()) keys.set(nameOf(row), payeeKeyOf(row));
  const groups = new Map<string, PlainGroup>();
  const keyOf = (row: TransactionRecord): string =>
    `${row.amount > 0 ? "in" : "out"} ${keys.get(nameOf(row))}`;
  const moved = newest.filter((row) => row.amount !== 0 && counted.has(row));
  const keysInOrder = new Set(moved.map(keyOf));
  for (const direction of ["out ", "in "]) {
    for (const key of keysInOrder) {
      if (!key.startsWith(direction)) continue;
      const oldest = moved.filter((row) => keyOf(row) === key)
        .toSorted((a, b) => a.date === b.date ? newestFirst(a, b) : -newestFirst(a, b));
      groups.set(key, {
        ids: oldest.map(({ id }) => id),
        payeeIds: new Set(oldest.map(idOf).filter((id) => id !== "")),
      });
    }
  }
  return groups;
}

Deno.test("payeeIndexOf() matches a scan of all transactions, regardless of chunking", () => {
  fc.assert(fc.property(someTransactions, fc.nat({ max: 30 }), (rows, cut) => {
    const ordered = inOrder(rows);
    const chunks = [ordered.slice(0, cut), ordered.slice(cut)]
      .map((part) => TransactionChunk.of(part).detach());
    const groups = payeeIndexOf(new TransactionList(chunks)).groups;
    const found = groups.map(({ key, direction, transactions, payeeIds, count }) => {
      assertEquals(count, transactions.length);
      const ids = transactions.map(({ id }) => id);
      return [`${direction} ${key}`, { ids, payeeIds }];
    });
    assertEquals(found, [...plainGroups(rows)]);
  }));
});
