import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Transaction } from "../../../client/wire/transaction.ts";
import { allSteps } from "../../../domain/base/all_steps.ts";
import type { StoredPart } from "../../../sync/store/store.ts";
import { TransactionTable } from "../../../sync/plan/transaction_table.ts";
import {
  type CollectionTable,
  RecordTable,
  type TableRow,
  withoutDeletedKeys,
} from "../../../sync/plan/collections.ts";
import { anId, aSplitLine, aTransaction } from "../../_builders.ts";
import { someTransactions } from "../../domain/transactions/_some_transactions.ts";
import { runs } from "../../_runs.ts";

type Row = TableRow<Transaction>;

function rowOf(record: unknown, isDeleted = false): Row {
  const transaction = record as Transaction;
  return { key: transaction.id, record: transaction, isDeleted };
}

function recordsIn(table: { readonly live: readonly Transaction[] }): readonly unknown[] {
  const plain = table.live as unknown as readonly Transaction[];
  return plain.toSorted((a, b) => a.id < b.id ? -1 : 1).map((one) => ({ ...one }));
}

/** More transaction ids than the maximum number of edits in a chunk. */
const SOME_IDS = ["t1", "t10", `${anId(1)}_2026-03-01`].concat(
  Array.from({ length: 33 }, (_, at) => anId(at)),
);

/**
 * Generates a read. The ids come from a small set, so that some reads report that a transaction
 * from an earlier read was changed or deleted. The transactions have no payee ids, because
 * transactions with the same payee id would affect each other's payee names.
 */
const someRead = fc.record({
  isWhole: fc.constantFrom(true, false, false),
  ids: fc.shuffledSubarray(SOME_IDS),
  all: someTransactions,
  deleted: fc.array(fc.nat(30), { maxLength: 8 }),
}).map(({ isWhole, ids, all, deleted }) => ({
  isWhole,
  rows: all.slice(0, ids.length).map((one, at) => {
    const lines = one.subtransactions.map((line) => ({ ...line, payee_id: null }));
    return rowOf(
      { ...one, id: ids[at], payee_id: null, subtransactions: lines },
      deleted.includes(at),
    );
  }),
}));

/** Applies a read's rows to a plain map. Reserves the ids of all records that no longer exist. */
function applyPlainly(
  { live, deleted }: { readonly live: Map<string, Transaction>; readonly deleted: Set<string> },
  { isWhole, rows }: { readonly isWhole: boolean; readonly rows: readonly Row[] },
): void {
  const missing = isWhole ? [...live.keys()] : [];
  for (const id of missing) deleted.add(id);
  if (isWhole) live.clear();
  for (const { key, record, isDeleted } of rows) {
    if (isDeleted) live.delete(key);
    else live.set(key, record);
    if (isDeleted) deleted.add(key);
    else deleted.delete(key);
  }
}

function assertSame(
  table: CollectionTable<Transaction>,
  { live, deleted }: Parameters<typeof applyPlainly>[0],
): void {
  const expected = [...live.values()].toSorted((a, b) => a.id < b.id ? -1 : 1);
  assertEquals(recordsIn(table), expected);
  assertEquals([...table.deletedKeys].sort(), [...deleted].sort());
  for (const id of [...live.keys(), ...deleted]) {
    const found = table.get(id);
    assertEquals(found && { ...found }, live.get(id));
  }
}

for (const Table of [TransactionTable, RecordTable<Transaction>]) {
  Deno.test(`${Table.name} matches a list of plain records after any sequence of reads`, () => {
    fc.assert(
      fc.property(fc.array(someRead, { maxLength: 5 }), (reads) => {
        const table = new Table();
        const plain = { live: new Map(), deleted: new Set<string>() };
        for (const { isWhole, rows } of reads) {
          if (isWhole) allSteps(table.replacing(rows))();
          else table.merge(rows);
          applyPlainly(plain, { isWhole, rows });
          assertSame(table, plain);
        }
      }),
      runs(40),
    );
  });
}

Deno.test("TransactionTable matches a list of plain records even if changes arrive while a full read is being applied in steps", () => {
  const someChange = fc.record({ after: fc.nat(6), rows: someRead.map(({ rows }) => rows) });
  fc.assert(
    fc.property(
      someRead,
      someRead,
      fc.array(someChange, { maxLength: 3 }),
      (given, read, changes) => {
        const table = new TransactionTable();
        const plain = { live: new Map(), deleted: new Set<string>() };
        allSteps(table.replacing(given.rows))();
        applyPlainly(plain, { isWhole: true, rows: given.rows });
        const change = (of: (after: number) => boolean): void => {
          for (const { after, rows } of changes) {
            if (!of(after)) continue;
            table.merge(rows);
            applyPlainly(plain, { isWhole: false, rows });
          }
        };
        const steps = table.replacing(read.rows);
        let nth = 0;
        let step = steps.next();
        for (; step.done !== true; step = steps.next()) {
          change((after) => after === nth);
          nth += 1;
        }
        change((after) => after >= nth);
        step.value();
        applyPlainly(plain, { isWhole: true, rows: read.rows });
        assertSame(table, plain);
      },
    ),
    runs(40),
  );
});

/** Generates the result of a read. The transactions use only two payee ids and two payee names. */
const someNamedRead = fc.record({
  kind: fc.constantFrom("delta", "delta", "delta", "whole", "adopted"),
  rows: fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 8 }).map((nth) => `t${nth}`),
      payee: fc.constantFrom("p", "q", null),
      name: fc.constantFrom("Cafe", "Bistro", null),
      line: fc.option(fc.record({
        payee_id: fc.constantFrom("p", "q"),
        payee_name: fc.constantFrom("Cafe", "Bistro"),
      })),
      isDeleted: fc.constantFrom(false, false, false, true),
    }),
    { selector: ({ id }) => id, maxLength: 4 },
  ).map((rows) =>
    rows.map(({ id, payee, name, line, isDeleted }) => {
      const lines = line === null ? [] : [aSplitLine({ id: `${id} line`, ...line })];
      const named = { payee_id: payee, payee_name: name, subtransactions: lines };
      return rowOf(aTransaction({ id, ...named }), isDeleted);
    })
  ),
});

/**
 * Merges a delta into plain records. Applies the delta's payee names to known transactions that
 * aren't in the delta.
 */
function mergedPlainly(known: Map<string, Transaction>, rows: readonly Row[]): void {
  const names = new Map<string, string>();
  const named = rows.filter(({ isDeleted }) => !isDeleted)
    .flatMap(({ record }) => [record, ...record.subtransactions]);
  for (const { payee_id: id, payee_name: name } of named) {
    if (id !== null && id !== undefined && name !== null && name !== undefined) names.set(id, name);
  }
  const under = <Part extends { payee_id?: string | null }>(part: Part): Part =>
    names.has(part.payee_id ?? "") ? { ...part, payee_name: names.get(part.payee_id ?? "") } : part;
  for (const [id, one] of known) {
    known.set(id, { ...under(one), subtransactions: one.subtransactions.map(under) });
  }
  for (const { key, record, isDeleted } of rows) {
    if (isDeleted) known.delete(key);
    else known.set(key, record);
  }
}

Deno.test("TransactionTable applies the latest payee names, even if another process received the names", () => {
  fc.assert(
    fc.property(fc.array(someNamedRead, { maxLength: 8 }), (reads) => {
      const table = new TransactionTable();
      const known = new Map<string, Transaction>();
      for (const { kind, rows } of reads) {
        if (kind === "delta") {
          table.merge(rows);
          mergedPlainly(known, rows);
        } else {
          const other = new TransactionTable();
          allSteps(other.replacing(rows))();
          if (kind === "whole") allSteps(table.replacing(rows))();
          else table.adopt({ ...withoutDeletedKeys(other.parts("all")), isWhole: true });
          known.clear();
          for (const { key, record, isDeleted } of rows) if (!isDeleted) known.set(key, record);
        }
        const expected = [...known.values()].toSorted((a, b) => a.id < b.id ? -1 : 1);
        assertEquals(recordsIn(table), expected.map((one) => ({ ...one })));
      }
    }),
    runs(120),
  );
});

Deno.test("TransactionTable matches another table after adopting its stored chunks", () => {
  fc.assert(
    fc.property(fc.array(someRead, { maxLength: 4 }), (reads) => {
      const [writer, reader] = [new TransactionTable(), new TransactionTable()];
      const stored = new Map<string, StoredPart>();
      for (const { isWhole, rows } of reads) {
        const changed = isWhole ? "all" : writer.merge(rows);
        if (isWhole) allSteps(writer.replacing(rows))();
        reader.adopt({ ...withoutDeletedKeys(writer.parts(changed)), isWhole });
        assertEquals(recordsIn(reader), recordsIn(writer));
        assertEquals([...reader.deletedKeys].sort(), [...writer.deletedKeys].sort());
        if (isWhole) stored.clear();
        for (const part of writer.parts(changed)) {
          if (part.bytes === null) stored.delete(part.part);
          else stored.set(part.part, part);
        }
        const restarted = new TransactionTable();
        restarted.adopt({ ...withoutDeletedKeys([...stored.values()]), isWhole: true });
        assertEquals(recordsIn(restarted), recordsIn(writer));
      }
    }),
    runs(50),
  );
});
