import { assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { dayNumber } from "../../../domain/base/day.ts";
import { dayCountsOf } from "../../../domain/transactions/chunk_facts.ts";
import { TransactionChunk } from "../../../domain/transactions/transaction_chunk.ts";
import { inOrder } from "../../../domain/transactions/transaction_chunks.ts";
import { someTransactions } from "./_some_transactions.ts";

Deno.test("dayCountsOf() counts the days of a chunk, once", () => {
  fc.assert(fc.property(someTransactions, (rows) => {
    const chunk = TransactionChunk.of(inOrder(rows)).detach();
    const counts = dayCountsOf(chunk);
    assertEquals([...counts], chunk.all.map(({ date }) => dayNumber(date) || 0));
    assertStrictEquals(dayCountsOf(chunk), counts);
  }));
});
