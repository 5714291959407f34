import { assertEquals, assertStrictEquals } from "@std/assert";
import { countedTransactions, matchedPairs } from "../../../domain/transactions/matched_pairs.ts";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import {
  allOf,
  CHUNK_SIZE,
  chunksOf,
  inOrder,
  TransactionList,
} from "../../../domain/transactions/transaction_chunks.ts";
import { TransactionChunk } from "../../../domain/transactions/transaction_chunk.ts";
import { anId, aTransaction } from "../../_builders.ts";

/** Ten transactions of two days, of which the third and the eighth are the bank's halves. */
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

Deno.test("matchedPairs() says where the bank's halves stand, chunk by chunk", () => {
  const list = inChunks(tenRows());
  const { leftOut, importedPartners } = matchedPairs(list);
  assertEquals([...leftOut].map(([chunk, places]) => [chunk, [...places]]), [[0, [2]], [1, [2]]]);
  assertEquals([...importedPartners].map(([id, { id: own }]) => [id, own]), [
    [anId(0), anId(2)],
    [anId(9), anId(7)],
  ]);
  assertStrictEquals(matchedPairs(list), matchedPairs(list));
});

Deno.test("matchedPairs() leaves out what does not count, and nothing where nothing is matched", () => {
  const rows = tenRows();
  const counted = new Set(countedTransactions(rows).transactions);
  const [places = new Set<number>()] = matchedPairs(rows).leftOut.values();
  assertEquals(rows.filter((_, at) => !places.has(at)), rows.filter((row) => counted.has(row)));
  for (const matched_transaction_id of [null, ""]) {
    const plain = rows.map((row) => ({ ...row, matched_transaction_id }));
    assertEquals(matchedPairs(plain).leftOut.size, 0);
  }
  // A match whose other half is gone leaves nothing out either.
  const alone = matchedPairs(
    inChunks(
      rows.map((row, at) =>
        at === 0
          ? { ...row, matched_transaction_id: anId(99) }
          : { ...row, matched_transaction_id: null }
      ),
    ),
  );
  assertEquals([alone.leftOut.size, alone.importedPartners.size], [0, 0]);
});

Deno.test("chunksOf() lays a plain list out once, in chunks of one size, the newest first", () => {
  const rows = Array.from({ length: CHUNK_SIZE + 3 }, (_, at) => aTransaction({ id: anId(at) }))
    .toReversed();
  const chunks = chunksOf(rows);
  assertEquals(chunks.map(({ count }) => count), [CHUNK_SIZE, 3]);
  assertEquals(chunks[1]?.idAt(2), anId(CHUNK_SIZE + 2));
  assertStrictEquals(chunksOf(rows), chunks);
  assertStrictEquals(allOf(rows), rows);
  const list = new TransactionList(chunks);
  assertStrictEquals(chunksOf(list), chunks);
  assertEquals(allOf(list), inOrder(rows));
  assertStrictEquals(allOf(list), allOf(list));
});
