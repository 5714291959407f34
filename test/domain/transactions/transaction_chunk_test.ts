import { assertEquals, assertNotStrictEquals, assertStrictEquals } from "@std/assert";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import { inOrder } from "../../../domain/transactions/chunk_facts.ts";
import { TransactionChunk } from "../../../domain/transactions/transaction_chunk.ts";
import { findMatches } from "../../../domain/search/transaction_search.ts";
import type { TransactionQuery } from "../../../domain/search/transaction_query.ts";
import { TransactionList } from "../../../domain/transactions/transaction_chunks.ts";
import { anId, aTransaction } from "../../_builders.ts";
import { someTransactions } from "./_some_transactions.ts";
import fc from "fast-check";
import { runs } from "../../_runs.ts";

/** Creates a chunk and encodes it, so that it no longer holds the given objects. */
function chunkOf(...given: readonly TransactionRecord[]): TransactionChunk {
  const chunk = TransactionChunk.of(inOrder(given));
  void chunk.columns;
  return chunk;
}

Deno.test("TransactionChunk returns the transaction objects it was given, not copies, until every column is encoded", () => {
  const given = [aTransaction({ memo: "rent" })];
  const chunk = TransactionChunk.of(given);
  assertEquals(chunk.column("memo").at(0), "rent");
  assertStrictEquals(chunk.at(0), given[0]);
  assertStrictEquals(chunk.all, given);
  void chunk.columns;
  assertNotStrictEquals(chunk.at(0), given[0]);
  assertEquals(chunk.all, given);
});

Deno.test("TransactionChunk restores every field of every transaction", () => {
  fc.assert(
    fc.property(someTransactions, (given) => {
      const chunk = chunkOf(...given);
      assertEquals(chunk.all, inOrder(given).map((one) => ({ ...one })));
    }),
    runs(60),
  );
});

Deno.test("placeOf() finds existing ids, and idsSharing() finds ids by their prefix", () => {
  const ids = fc.property(someTransactions, fc.uuid(), (given, other) => {
    const chunk = chunkOf(...given);
    for (const [place, { id }] of chunk.all.entries()) assertEquals(chunk.placeOf(id), place);
    assertEquals(chunk.placeOf(other), chunk.all.findIndex(({ id }) => id === other));
    for (const prefix of ["0a1b2c3d", "0a1b2c3d-0000-4000-8000-000000000001", "0A1B2C3D"]) {
      const expected = given.map(({ id }) => id).filter((id) => id.startsWith(prefix));
      assertEquals(chunk.idsSharing(prefix).toSorted(), expected.toSorted());
    }
  });
  fc.assert(ids, runs(40));
});

Deno.test("TransactionChunk stores only one formatted amount, as a sample", () => {
  const shown = (amount: number, amount_formatted: string): TransactionRecord =>
    Object.assign(aTransaction({ amount }), { amount_formatted, amount_currency: amount / 1000 });
  const chunk = chunkOf(
    aTransaction({ date: "2027-01-01" }),
    { ...shown(1_500, "$1.50"), date: "2026-12-31" },
    shown(5, "$0"),
  );
  assertEquals(chunk.shownAmount, ["$1.50", 1_500]);
  assertEquals(Object.keys(chunk.at(1)).includes("amount_formatted"), false);
});

Deno.test("TransactionChunk preserves values that YNAB should never return", () => {
  const odd: readonly object[] = [
    { date: "someday" },
    { amount: "12.50" },
    { amount: null },
    { approved: "yes" },
    { approved: null },
    { deleted: null },
    { deleted: true },
    { subtransactions: null },
    { date: null, amount: null, approved: null, subtransactions: "none" },
  ];
  const given = odd.map((fields, at) =>
    Object.assign(aTransaction({ id: `0a1b2c3d-0000-4000-8000-00000000000${at}` }), fields)
  );
  for (const one of given) {
    assertEquals(chunkOf(one).all, [{ ...one }], JSON.stringify(one));
  }
});

Deno.test("an edited chunk contains the text of added transactions, but not of removed ones", () => {
  const row = (id: number, payee_name: string): TransactionRecord =>
    aTransaction({ id: anId(id), payee_name, memo: `memo of ${payee_name}` });
  const before = chunkOf(...["Alder", "Birch", "Cedar"].map((name, at) => row(at, name)));
  const edited = before.edited({
    removed: new Set([1]),
    added: [row(7, "Dogwood"), row(8, "Elm"), row(9, "Cedar")],
  });
  const rule = { onBudgetAccountIds: new Set<string>(), uncategorizedIds: new Set<string>() };
  const found = (query: TransactionQuery): readonly number[] =>
    findMatches(new TransactionList([edited]), { query, rule }).map(({ place }) => place);
  assertEquals(
    ["alder", "birch", "cedar", "dogwood", "elm"].map((payee) => found({ payee })),
    [[0], [], [1, 4], [2], [3]],
  );
  assertEquals([found({ text: "memo of elm" }), found({ text: "fir" })], [[3], []]);
});
