import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { StreamedList } from "../../../client/_streamed_list.ts";
import type { Transaction } from "../../../client/wire/transaction.ts";
import { Column, ColumnValues } from "../../../domain/transactions/column.ts";
import { editedChunk, renamedChunk } from "../../../domain/transactions/edited_chunk.ts";
import { inOrder } from "../../../domain/transactions/newest_first.ts";
import type { NumberedRows } from "../../../domain/transactions/numbered_rows.ts";
import { TransactionChunk } from "../../../domain/transactions/transaction_chunk.ts";
import { plainTransaction } from "../../../domain/transactions/transaction_view.ts";
import { ChunkPart } from "../../../sync/columns/chunk_part.ts";
import { TransactionLoad } from "../../../sync/columns/transaction_load.ts";
import { packChunk } from "../../../sync/sealing/pack_chunk.ts";
import { unpackChunk } from "../../../sync/sealing/unpack_chunk.ts";
import { aTransaction } from "../../_builders.ts";
import { someTransactions } from "../../domain/transactions/_some_transactions.ts";

const label = fc.oneof(
  fc.constantFrom(
    null,
    "",
    "SQ *CAF\u00c9 & Co",
    "AT&T",
    `"q" \\ x`,
    "M\u00fcller Blue",
    "Joe's 7-11",
    "x",
  ),
  fc.string({ unit: "binary", maxLength: 6 }).map((text) => text.toWellFormed()),
);
const someLoad = fc.array(
  fc.record({
    id: fc.uuid(),
    date: fc.constantFrom("2026-07-01", "2026-06-30", "2024-02-29"),
    memo: label,
    import_id: label,
    import_payee_name: label,
    import_payee_name_original: label,
    payee_id: fc.option(fc.constantFrom("p1", "p2")),
    payee_name: label,
  }).map((fields) => aTransaction(fields as object)),
  { minLength: 1, maxLength: 12 },
);

/** The one part of a whole read that was read from bytes. */
function partRead(given: readonly Transaction[]): ChunkPart {
  const load = new TransactionLoad();
  const list = new StreamedList({
    take: (records: readonly Transaction[]): void => load.take(records),
    takeRows: (rows: NumberedRows): void => load.takeRows(rows),
    shortBytes: 0,
  });
  const body = { data: { transactions: given, server_knowledge: 1 } };
  list.push(new TextEncoder().encode(JSON.stringify(body)));
  const { transactions } = list.end() as { readonly transactions: readonly Transaction[] };
  load.take(transactions);
  const work = load.laidOut();
  for (let step = work.next();; step = work.next()) {
    if (step.done === true) return step.value.parts[0] as ChunkPart;
  }
}

function readWhole(part: ChunkPart): ChunkPart {
  for (const [, { all }] of part.chunk.parts().columns) assert(all.length > 0);
  return part;
}

function recordsIn({ records }: ChunkPart): readonly unknown[] {
  return records.map(plainTransaction);
}

Deno.test("what nobody has read is packed byte by byte as what was read", () => {
  fc.assert(fc.property(someLoad, (given) => {
    const bytes = packChunk(partRead(given));
    assertEquals(bytes, packChunk(readWhole(partRead(given))));
    const expected = recordsIn(partRead(given));
    assertEquals(recordsIn(unpackChunk(bytes)), expected);
  }));
});

Deno.test("what was edited or renamed unread is packed as what was read, without what is gone", () => {
  const edit = fc.record({ keep: fc.nat(), added: someTransactions, name: fc.string() });
  fc.assert(fc.property(someLoad, edit, (given, { keep, added, name }) => {
    const edited = (part: ChunkPart): ChunkPart => {
      const removed = new Set(part.keys.flatMap((_, at) => (keep >> at) % 2 === 0 ? [at] : []));
      const ids = new Set(part.keys);
      const news = inOrder(added.filter(({ id }) => !ids.has(id)) as unknown as Transaction[]);
      const chunk = editedChunk(part.chunk, { removed, added: news });
      return new ChunkPart(part.part, renamedChunk(chunk, new Map([["p1", name]])));
    };
    const bytes = packChunk(edited(partRead(given)));
    assertEquals(bytes, packChunk(edited(readWhole(partRead(given)))));
    assertEquals(recordsIn(unpackChunk(bytes)), recordsIn(edited(partRead(given))));
  }));
});

Deno.test("packing makes no texts of labels and ids that nobody has asked for", () => {
  const encoder = new TextEncoder();
  const json = encoder.encode(`["SHOP","CAFE"]`);
  const literals = { json, starts: new Int32Array([1, 8, 15]), special: new Map() };
  const unread = (): never => {
    throw new Error("It was read");
  };
  const unreadColumn = (): Column =>
    new Column(new ColumnValues(2, unread, () => literals), new Uint16Array([0, 1, 0]));
  const { facts, lines } = TransactionChunk
    .of(["a", "b", "c"].map((id) => aTransaction({ id }))).detached().parts();
  const names = ["import_id", "import_payee_name", "memo"];
  const chunk = TransactionChunk.from<Transaction>({
    facts,
    columns: new Map(names.map((name) => [name, unreadColumn()])),
    lines,
    linePayees: [],
    shownAmount: null,
  });
  const { chunk: kept } = unpackChunk(packChunk(new ChunkPart("2026-01-01", chunk)));
  assertEquals([0, 1, 2].map((at) => kept.column("memo").at(at)), ["SHOP", "CAFE", "SHOP"]);
});
