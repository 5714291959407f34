import { assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import { inOrder } from "../../../domain/transactions/chunk_facts.ts";
import { TransactionChunk } from "../../../domain/transactions/transaction_chunk.ts";
import {
  countedChunks,
  countedTransactions,
  TransactionList,
} from "../../../domain/transactions/transaction_chunks.ts";
import { anId, aTransaction } from "../../_builders.ts";

const someRow = fc.record({
  id: fc.nat({ max: 4 }).map(anId),
  date: fc.constantFrom("2024-03-01", "2024-03-02"),
  matched_transaction_id: fc.option(fc.nat({ max: 5 }).map(anId), { nil: null }),
  import_id: fc.option(fc.constant("YNAB:1"), { nil: null }),
});
const someRows = fc.uniqueArray(someRow, { selector: ({ id }) => id })
  .map((rows) => inOrder(rows.map((row) => aTransaction(row))));

const idOf = ({ id }: TransactionRecord): string => id;

Deno.test("countedTransactions() counts each matched pair once, regardless of chunking", () => {
  fc.assert(fc.property(someRows, fc.nat({ max: 5 }), (rows, cut) => {
    const chunks = [rows.slice(0, cut), rows.slice(cut)];
    const list = new TransactionList(chunks.map((part) => TransactionChunk.of(part).detach()));
    const counted = new Set(countedTransactions(list).map(idOf));
    const byId = new Map(rows.map((row) => [row.id, row]));
    assertEquals(
      countedTransactions(list).map(idOf),
      rows.map(idOf).filter((id) => counted.has(id)),
    );
    assertEquals(countedTransactions(rows).map(idOf), [...counted]);
    for (const row of rows) {
      const partner = byId.get(row.matched_transaction_id ?? "");
      const isImported = row.import_id !== null;
      if (partner === undefined || partner === row || !isImported) {
        assertEquals(counted.has(row.id), true);
      } else if (partner.matched_transaction_id === row.id) {
        assertEquals([row, partner].filter(({ id }) => counted.has(id)).length, 1);
      } else assertEquals(counted.has(row.id), false);
    }
    for (const { chunk, partners } of countedChunks(list)) {
      for (const [place, partner] of partners) {
        assertEquals(partner.matched_transaction_id, chunk.idAt(place));
        assertEquals(counted.has(partner.id), false);
      }
    }
    assertStrictEquals(countedChunks(list), countedChunks(list));
  }));
});
