import { assertEquals, assertStrictEquals } from "@std/assert";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import { countedTransactions, matchedPairs } from "../../../domain/transactions/matched_pairs.ts";
import { TransactionChunk } from "../../../domain/transactions/transaction_chunk.ts";
import { inOrder } from "../../../domain/transactions/chunk_facts.ts";
import { TransactionList } from "../../../domain/transactions/transaction_chunks.ts";
import { anId, aTransaction } from "../../_builders.ts";
import fc from "fast-check";

/** Ten transactions on two days; the third and eighth are the bank's halves. */
function tenRows(): readonly TransactionRecord[] {
  const rows = Array.from(
    { length: 10 },
    (_, at) => aTransaction({ id: anId(at), date: at < 5 ? "2024-03-02" : "2024-03-01" }),
  );
  const pair = (entered: number, imported: number): void => {
    Object.assign(rows[entered] as object, { matched_transaction_id: anId(imported) });
    Object.assign(rows[imported] as object, {
      ...{ matched_transaction_id: anId(entered), import_id: "YNAB:1" },
    });
  };
  pair(0, 2);
  pair(9, 7);
  return inOrder(rows);
}

const inChunks = (rows: readonly TransactionRecord[]): TransactionList<TransactionRecord> =>
  new TransactionList(
    [rows.slice(0, 5), rows.slice(5)].map((part) => TransactionChunk.of(part).detach()),
  );

Deno.test("matchedPairs() returns positions of imported halves by chunk", () => {
  const list = inChunks(tenRows());
  const { leftOut, importedPartners } = matchedPairs(list);
  assertEquals([...leftOut].map(([chunk, places]) => [chunk, [...places]]), [[0, [2]], [1, [2]]]);
  assertEquals([...importedPartners].map(([id, { id: own }]) => [id, own]), [
    [anId(0), anId(2)],
    [anId(9), anId(7)],
  ]);
  assertStrictEquals(matchedPairs(list), matchedPairs(list));
});

const ids = (rows: readonly TransactionRecord[]): readonly string[] => rows.map(({ id }) => id);

const someIds = ["a", "b", "c", "d", "e"];
const someRow = fc.record({
  id: fc.constantFrom(...someIds),
  matched_transaction_id: fc.option(fc.constantFrom(...someIds, "gone"), { nil: null }),
  import_id: fc.option(fc.constant("YNAB:1"), { nil: null }),
});
const someRows = fc.uniqueArray(someRow, { selector: ({ id }) => id })
  .map((rows) => rows.map((row) => aTransaction(row)));

Deno.test("countedTransactions() omits only imported transactions that name another live one", () => {
  fc.assert(fc.property(someRows, (live) => {
    const kept = new Set(ids(countedTransactions(live).transactions));
    const all = new Set(ids(live));
    for (const row of live) {
      const partner = row.matched_transaction_id ?? "";
      const mayGo = row.import_id !== null && all.has(partner) && partner !== row.id;
      if (!mayGo) assertEquals(kept.has(row.id), true);
    }
  }));
});

Deno.test("countedTransactions() counts each mutual pair with one import once", () => {
  fc.assert(fc.property(someRows, (live) => {
    const kept = new Set(ids(countedTransactions(live).transactions));
    const byId = new Map(live.map((row) => [row.id, row]));
    for (const row of live) {
      const partner = byId.get(row.matched_transaction_id ?? "");
      if (partner === undefined || partner === row) continue;
      if (partner.matched_transaction_id !== row.id) continue;
      if (row.import_id === null && partner.import_id === null) continue;
      assertEquals([row, partner].filter(({ id }) => kept.has(id)).length, 1);
    }
  }));
});

Deno.test("countedTransactions() keeps the order and returns omitted transactions as partners", () => {
  fc.assert(fc.property(someRows, (live) => {
    const { transactions: rows, importedPartners } = countedTransactions(live);
    const kept = new Set(ids(rows));
    assertEquals(ids(rows), ids(live.filter(({ id }) => kept.has(id))));
    for (const [standsFor, partner] of importedPartners) {
      assertEquals(partner.matched_transaction_id, standsFor);
      assertEquals(kept.has(partner.id), false);
    }
  }));
});
