import { assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { dayAt, dayNumber } from "../../../domain/base/day.ts";
import { dayAsNumber, dayCount, dayCountsOf } from "../../../domain/transactions/chunk_facts.ts";
import { inOrder } from "../../../domain/transactions/transaction_chunks.ts";
import { TransactionChunk } from "../../../domain/transactions/transaction_chunk.ts";
import { someTransactions } from "./_some_transactions.ts";

Deno.test("dayCount() counts every day as its text is counted", () => {
  for (let count = dayNumber("1896-01-01"); count <= dayNumber("2106-01-01"); count++) {
    assertEquals(dayCount(dayAsNumber(dayAt(count))), count);
  }
});

Deno.test("dayCount() counts what is no day as its text is counted", () => {
  const digits = (most: number, width: number): fc.Arbitrary<string> =>
    fc.nat({ max: most }).map((number) => String(number).padStart(width, "0"));
  fc.assert(fc.property(digits(9_999, 4), digits(99, 2), digits(99, 2), (year, month, day) => {
    const text = `${year}-${month}-${day}`;
    assertEquals(dayCount(dayAsNumber(text)), dayNumber(text));
  }));
});

Deno.test("dayCountsOf() counts the days of a chunk, once", () => {
  fc.assert(fc.property(someTransactions, (rows) => {
    const chunk = TransactionChunk.of(inOrder(rows)).detach();
    const counts = dayCountsOf(chunk);
    assertEquals([...counts], chunk.all.map(({ date }) => dayNumber(date) || 0));
    assertStrictEquals(dayCountsOf(chunk), counts);
  }));
});
