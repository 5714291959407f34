import { assertEquals, assertStrictEquals } from "@std/assert";
import { dayNumber } from "../../../domain/base/day.ts";
import { dayCountsOf, inOrder } from "../../../domain/transactions/chunk_facts.ts";
import { TransactionChunk } from "../../../domain/transactions/transaction_chunk.ts";
import { someTransactions } from "./_some_transactions.ts";
import fc from "fast-check";

Deno.test("dayCountsOf() counts a chunk's days once", () => {
  fc.assert(fc.property(someTransactions, (rows) => {
    const chunk = TransactionChunk.of(inOrder(rows)).detach();
    const counts = dayCountsOf(chunk);
    assertEquals([...counts], chunk.all.map(({ date }) => dayNumber(date) || 0));
    assertStrictEquals(dayCountsOf(chunk), counts);
  }));
});
