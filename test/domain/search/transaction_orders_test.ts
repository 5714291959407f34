import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { placesByAge, placesBySize } from "../../../domain/search/transaction_index.ts";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import { inOrder } from "../../../domain/transactions/transaction_chunks.ts";
import { TransactionChunk } from "../../../domain/transactions/transaction_chunk.ts";
import { anId, aTransaction } from "../../_builders.ts";

const someAmounts = fc.oneof(
  fc.integer({ min: -5, max: 5 }),
  fc.constantFrom(-1.5, 1.5, 2 ** 52, -(2 ** 52), Number.MAX_SAFE_INTEGER),
);
const someRows = fc.array(
  fc.tuple(fc.constantFrom("2024-01-01", "2024-01-02", "2023-12-31"), someAmounts),
  { maxLength: 12 },
).map((all) =>
  inOrder(all.map(([date, amount], at) => aTransaction({ id: anId(at), date, amount })))
);

/** Cuts a list into chunks of a length. */
function chunksOf(
  rows: readonly TransactionRecord[],
  length: number,
): readonly TransactionChunk[] {
  const chunks: TransactionChunk[] = [];
  for (let at = 0; at < rows.length; at += length) {
    chunks.push(TransactionChunk.of(rows.slice(at, at + length)));
  }
  return chunks;
}

Deno.test("placesByAge() gives the oldest day first, and those of one day as they were", () => {
  fc.assert(fc.property(someRows, fc.integer({ min: 1, max: 5 }), (rows, length) => {
    const places = placesByAge(chunksOf(rows, length), rows.length);
    const dates = rows.map(({ date }) => date);
    // Sorting keeps the order of equals.
    const expected = rows.toSorted((a, b) => dates.indexOf(b.date) - dates.indexOf(a.date));
    assertEquals(Array.from(places, (place) => rows[place]?.id), expected.map(({ id }) => id));
  }));
});

Deno.test("placesBySize() gives the largest first, in or out, and equal ones as they were", () => {
  fc.assert(fc.property(someRows, fc.integer({ min: 1, max: 5 }), (rows, length) => {
    const places = placesBySize(chunksOf(rows, length), rows.length);
    const expected = rows.toSorted((a, b) => Math.abs(b.amount) - Math.abs(a.amount));
    assertEquals(Array.from(places, (place) => rows[place]?.id), expected.map(({ id }) => id));
  }));
});

Deno.test("placesBySize() tells the largest amounts apart, though a number holds no more beside", () => {
  const largest = Number.MAX_SAFE_INTEGER;
  const amounts = [largest - 2, largest, 1 - largest, 0];
  const rows = amounts.map((amount, at) => aTransaction({ id: anId(at), amount }));
  assertEquals([...placesBySize(chunksOf(rows, 3), 4)], [1, 2, 0, 3]);
  // Just beyond what two places can stand beside.
  const two = [2 ** 52, 0].map((amount, at) => aTransaction({ id: anId(at), amount }));
  assertEquals([...placesBySize(chunksOf(two, 2), 2)], [0, 1]);
});
