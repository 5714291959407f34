import { assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import type { TransactionRecord } from "../../../domain/plan/plan_records.ts";
import { editedChunk, renamedChunk } from "../../../domain/transactions/edited_chunk.ts";
import { inOrder } from "../../../domain/transactions/newest_first.ts";
import { TransactionChunk } from "../../../domain/transactions/transaction_chunk.ts";
import { plainTransaction } from "../../../domain/transactions/transaction_view.ts";
import { aSplitLine, aTransaction } from "../../_builders.ts";
import { someTransactions } from "./_some_transactions.ts";

type Chunk = TransactionChunk<TransactionRecord>;

function chunkOf(given: readonly TransactionRecord[]): Chunk {
  return TransactionChunk.of(inOrder(given)).detached();
}

function recordsIn(chunk: Chunk): readonly unknown[] {
  return chunk.all.map(plainTransaction);
}

Deno.test("editedChunk() gives what a chunk made of the result gives, edit after edit", () => {
  const someEdits = fc.array(fc.record({ all: someTransactions, from: fc.nat(9) }), {
    maxLength: 4,
  });
  fc.assert(
    fc.property(someTransactions, someEdits, (given, edits) => {
      let chunk = chunkOf(given);
      let expected: readonly TransactionRecord[] = inOrder(given);
      for (const { all, from } of edits) {
        const ids = new Set(all.map(({ id }) => id));
        const isGone = ({ id }: TransactionRecord, at: number): boolean =>
          ids.has(id) || at % 10 === from;
        const removed = new Set(
          expected.flatMap((one, place) => isGone(one, place) ? [place] : []),
        );
        chunk = editedChunk(chunk, { removed, added: inOrder(all) });
        expected = inOrder([...expected.filter((one, at) => !isGone(one, at)), ...all]);
        assertEquals(recordsIn(chunk), expected.map((one) => ({ ...one })));
        const anew = chunkOf(expected);
        assertEquals([chunk.facts.days, chunk.facts.amounts], [
          anew.facts.days,
          anew.facts.amounts,
        ]);
        assertEquals([chunk.facts.states, chunk.facts.odd], [anew.facts.states, anew.facts.odd]);
      }
    }),
    { numRuns: 200 },
  );
});

Deno.test("editedChunk() leaves the chunk that it is given as it was", () => {
  const chunk = chunkOf([aTransaction({ id: "a" }), aTransaction({ id: "b" })]);
  const before = structuredClone(recordsIn(chunk));
  editedChunk(chunk, { removed: new Set([0]), added: [aTransaction({ id: "c", memo: "new" })] });
  assertEquals(recordsIn(chunk), before);
});

Deno.test("editedChunk() gathers values behind the dictionary when they are many", () => {
  let chunk = chunkOf([aTransaction({ id: "a" })]);
  for (let nth = 0; nth < 1_200; nth++) {
    const added = [aTransaction({ id: "a", memo: `memo ${nth}` })];
    chunk = editedChunk(chunk, { removed: new Set([0]), added });
  }
  const { valueCount } = chunk.column("memo");
  assertEquals([chunk.at(0).memo, valueCount < 600], ["memo 1199", true]);
});

const named = (payee_id: string | null, payee_name: string | null): TransactionRecord =>
  aTransaction({ payee_id, payee_name });

Deno.test("renamedChunk() gives payees their names and leaves the rest alone", () => {
  const given = [named("p", "Cafe"), named("q", "Shop"), named(null, "Cafe"), named("p", null)];
  const renamed = renamedChunk(chunkOf(given), new Map([["p", "Bistro"], ["x", "Other"]]));
  const expected = inOrder(given).map((one) => ({
    ...one,
    payee_name: one.payee_id === "p" ? "Bistro" : one.payee_name,
  }));
  assertEquals(recordsIn(renamed), expected);
});

Deno.test("renamedChunk() gives split lines their payees' names", () => {
  const lines = [["p", "Cafe"], ["q", "Shop"]].map(([payee_id, payee_name]) =>
    Object.assign(aSplitLine(), { payee_id, payee_name })
  );
  const chunk = chunkOf([aTransaction({ subtransactions: lines })]);
  const renamed = renamedChunk(chunk, new Map([["p", "Bistro"]]));
  assertEquals(renamed.at(0).subtransactions.map(({ payee_name }) => payee_name), [
    "Bistro",
    "Shop",
  ]);
  assertEquals(renamed.linePayees, [["p", "Bistro"], ["q", "Shop"]]);
});

Deno.test("renamedChunk() gives the same chunk where nothing differs", () => {
  const line = Object.assign(aSplitLine(), { payee_id: "p", payee_name: "Cafe" });
  const chunk = chunkOf([named("p", "Cafe"), aTransaction({ subtransactions: [line] })]);
  assertStrictEquals(renamedChunk(chunk, new Map([["p", "Cafe"], ["q", "Shop"]])), chunk);
});

Deno.test("renamedChunk() reaches the lines that an edit left, and those that it brought", () => {
  const split = (id: string, payee_id: string): TransactionRecord =>
    aTransaction({
      id,
      subtransactions: [{ ...aSplitLine({ payee_name: `Old ${payee_id}` }), payee_id }],
    });
  const edited = editedChunk(chunkOf([split("a", "p"), split("b", "q")]), {
    removed: new Set([1]),
    added: [split("c", "r")],
  });
  const names = new Map(["p", "q", "r"].map((id) => [id, `New ${id}`]));
  for (const id of ["p", "r"]) {
    const renamed = renamedChunk(edited, new Map([[id, `New ${id}`]]));
    const shown = renamed.all.flatMap((one) => one.subtransactions.map((line) => line.payee_name));
    assertEquals(shown, ["p", "r"].map((one) => `${one === id ? "New" : "Old"} ${one}`));
  }
  assertEquals(
    renamedChunk(edited, names).all.map((
      { id, subtransactions: [line] },
    ) => [id, line?.payee_name]),
    [["a", "New p"], ["c", "New r"]],
  );
});
