import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import type { Transaction } from "../../../client/wire/transaction.ts";
import { noteKeptKeys } from "../../../domain/payees/chunk_payees.ts";
import { payeeIndexOf } from "../../../domain/payees/payee_index.ts";
import { payeeKeyOf } from "../../../domain/payees/payee_key.ts";
import { normalisePayee } from "../../../domain/payees/payee_label.ts";
import { transactionIndex } from "../../../domain/search/transaction_index.ts";

import { inOrder } from "../../../domain/transactions/newest_first.ts";
import { editedChunk } from "../../../domain/transactions/edited_chunk.ts";
import { TransactionChunk } from "../../../domain/transactions/transaction_chunk.ts";
import { TransactionList } from "../../../domain/transactions/transaction_chunks.ts";
import { plainTransaction } from "../../../domain/transactions/transaction_view.ts";
import { ChunkPart } from "../../../sync/columns/chunk_part.ts";
import { packChunk, unpackChunk } from "../../../sync/sealing/pack_chunk.ts";
import { PACKED_PARTS } from "../../../sync/sealing/packed_parts.ts";
import { aSplitLine, aTransaction } from "../../_builders.ts";
import { foundMatches } from "../../domain/search/_found_matches.ts";
import { someTransactions } from "../../domain/transactions/_some_transactions.ts";

function partOf(given: readonly unknown[]): ChunkPart {
  const ordered = inOrder(given as readonly Transaction[]);
  return new ChunkPart("2024-01-31", TransactionChunk.of(ordered).detached());
}

function recordsIn({ records }: ChunkPart): readonly unknown[] {
  return records.map(plainTransaction);
}

Deno.test("unpackChunk() gives every transaction back as it was packed", () => {
  fc.assert(
    fc.property(someTransactions, (given) => {
      const part = partOf(given);
      const again = unpackChunk(packChunk(part));
      assertEquals(again.part, part.part);
      assertEquals(again.keys, inOrder(given).map(({ id }) => id));
      assertEquals(recordsIn(again), inOrder(given).map((one) => ({ ...one })));
      // What was unpacked is packed to the same.
      assertEquals(packChunk(unpackChunk(packChunk(again))), packChunk(again));
    }),
    { numRuns: 300 },
  );
});

Deno.test("unpackChunk() gives back what was edited, without what is gone", () => {
  fc.assert(fc.property(someTransactions, someTransactions, (given, added) => {
    const ids = new Set(added.map(({ id }) => id));
    const before = unpackChunk(packChunk(partOf(given)));
    const removed = new Set(
      before.keys.flatMap((id, at) => ids.has(id) || at % 3 === 0 ? [at] : []),
    );
    const expected = [...before.records.filter((_, at) => !removed.has(at)), ...added];
    const chunk = editedChunk(before.chunk, { removed, added: inOrder(added) });
    const bytes = packChunk(new ChunkPart(before.part, chunk));
    assertEquals(
      recordsIn(unpackChunk(bytes)),
      inOrder(expected).map((one) => plainTransaction(one)),
    );
  }));
});

Deno.test("packChunk() writes nothing of what is gone", () => {
  const line = Object.assign(aSplitLine(), { payee_id: "p", payee_name: "Secret line" });
  const secret = aTransaction({
    id: "a",
    payee_name: "Secret payee",
    memo: "Secret memo",
    subtransactions: [line],
  });
  const { chunk } = unpackChunk(packChunk(partOf([secret, aTransaction({ id: "b" })])));
  const removed = new Set([chunk.placeOf("a")]);
  const bytes = packChunk(new ChunkPart("", editedChunk(chunk, { removed, added: [] })));
  assertEquals(/secret/iu.test(new TextDecoder().decode(bytes)), false);
});

Deno.test("kept words and keys find what folded ones find", () => {
  const words = fc.constantFrom("cafe", "shop", "same", "a b", "e", "\u{1f9fe}", "proto");
  const rule = { onBudgetAccountIds: new Set<string>(), uncategorizedIds: new Set<string>() };
  fc.assert(fc.property(someTransactions, words, (given, text) => {
    const part = partOf(given);
    const kept = new TransactionList([unpackChunk(packChunk(part)).chunk]);
    const folded = inOrder(given);
    for (const query of [{ text }, { payee: text }]) {
      const idsIn = (list: typeof folded): readonly string[] =>
        foundMatches(transactionIndex(list), { query, rule })
          .map(({ transaction }) => transaction.id);
      assertEquals(idsIn(kept as unknown as typeof folded), idsIn(folded));
    }
    const groupsOf = (list: typeof folded): readonly unknown[] =>
      payeeIndexOf(list).groups.map(({ key, direction, transactions, days }) => [
        key,
        direction,
        transactions.map(({ id }) => id),
        days,
      ]);
    assertEquals(groupsOf(kept as unknown as typeof folded), groupsOf(folded));
  }));
});

Deno.test("PACKED_PARTS tells chunks from other parts", () => {
  const chunk = partOf([aTransaction()]);
  const plain = { part: "2024-03", keys: ["a"], records: [{ id: "a", amount: 1 }] };
  const opened = [chunk, plain].map((part) => ({
    head: PACKED_PARTS.pack(part).head,
    read: () => Promise.resolve(null),
  }));
  const [first, second] = PACKED_PARTS.unpack(opened);
  assertEquals([first instanceof ChunkPart, second], [true, plain]);
});

Deno.test("unpackChunk() refuses bytes that were cut", () => {
  const bytes = packChunk(partOf([aTransaction()]));
  assertThrows(() => unpackChunk(bytes.slice(0, 40)));
});

Deno.test("noteKeptKeys() takes note of nothing but the keys that names have", () => {
  fc.assert(fc.property(someTransactions, (given) => {
    noteKeptKeys(unpackChunk(packChunk(partOf(given))).chunk);
    for (const { payee_name } of given) {
      if (payee_name) assertEquals(payeeKeyOf({ payee_name }), normalisePayee(payee_name));
    }
  }));
});
