/**
 * Transactions that come as numbers, in turn with records: they are laid out as if all of them had
 * come as records.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { TransactionRecord } from "../../../domain/plan/plan_records.ts";
import { dayAsNumber } from "../../../domain/transactions/chunk_facts.ts";
import type { NumberedRows, NumberedValues } from "../../../domain/transactions/numbered_rows.ts";
import { TransactionColumns } from "../../../domain/transactions/transaction_columns.ts";
import { FACTS } from "../../../domain/transactions/transaction_fields.ts";
import { ID_WORDS, writeId } from "../../../domain/transactions/transaction_ids.ts";
import { plainTransaction } from "../../../domain/transactions/transaction_view.ts";
import { ValueDictionary } from "../../../domain/transactions/value_dictionary.ts";
import { anId, aSplitLine, aTransaction } from "../../_builders.ts";
import { someTransactions } from "./_some_transactions.ts";

/** Numbers values in the order in which they come, as somebody who reads bytes would. */
class Numbering implements NumberedValues {
  readonly #values: unknown[] = [];

  get count(): number {
    return this.#values.length;
  }

  list(): readonly unknown[] {
    return this.#values;
  }

  placeOf(value: unknown): number {
    const text = JSON.stringify(value) ?? "";
    const known = this.#values.findIndex((one) => (JSON.stringify(one) ?? "") === text);
    return known >= 0 ? known : this.#values.push(value) - 1;
  }
}

type Numberings = Map<string, Numbering>;

/** What is read of some transactions, with room behind the last one. */
function rowsOf(given: readonly TransactionRecord[], numberings: Numberings): NumberedRows {
  const room = given.length + 2;
  const idWords = new Uint32Array(room * ID_WORDS).fill(7);
  const oddIds = new Map<number, string>();
  for (const [at, { id }] of given.entries()) {
    if (!writeId(id, idWords, at * ID_WORDS)) oddIds.set(at, id);
  }
  const names = new Set(given.flatMap(Object.keys).filter((name) => !FACTS.has(name)));
  const fields = [...names].map((name) => {
    const values = numberings.get(name) ?? new Numbering();
    numberings.set(name, values);
    const places = new Uint32Array(room);
    for (const [at, one] of given.entries()) {
      places[at] = values.placeOf((one as unknown as Record<string, unknown>)[name]);
    }
    return { name, places, values };
  });
  const numbers = <List extends Int32Array | Float64Array | Uint8Array>(
    list: List,
    numberOf: (one: TransactionRecord) => number,
  ): List => {
    for (const [at, one] of given.entries()) list[at] = numberOf(one);
    return list;
  };
  const shownAt = given.findIndex((one) => "amount_formatted" in one);
  return {
    ...{ count: given.length, idWords, oddIds, fields },
    days: numbers(new Int32Array(room).fill(1), ({ date }) => dayAsNumber(date)),
    amounts: numbers(new Float64Array(room).fill(1), ({ amount }) => amount),
    approved: numbers(new Uint8Array(room).fill(1), ({ approved }) => Number(approved)),
    lines: new Map(
      given.flatMap(({ subtransactions }, at) =>
        subtransactions.length === 0 ? [] : [[at, subtransactions] as const]
      ),
    ),
    shown: shownAt < 0 ? null : {
      at: shownAt,
      formatted: (given[shownAt] as { amount_formatted?: string }).amount_formatted ?? "",
    },
  };
}

const allRows = ({ count }: TransactionColumns): Uint32Array =>
  Uint32Array.from({ length: count }, (_, row) => row);

Deno.test("transactions that come as numbers, records between them, are all given back", () => {
  const someBatches = fc.array(fc.tuple(fc.integer({ min: 0, max: 6 }), fc.boolean()), {
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(fc.property(someTransactions, someBatches, (given, batches) => {
    const columns = new TransactionColumns();
    const numberings: Numberings = new Map();
    let at = 0;
    for (const [length, areNumbers] of [...batches, [given.length, true] as const]) {
      const some = given.slice(at, at += length);
      if (areNumbers) columns.addRows(rowsOf(some, numberings));
      else columns.add(some);
    }
    const rows = allRows(columns).reverse();
    const chunk = columns.chunkOf<TransactionRecord>(rows);
    assertEquals(
      chunk.all.map((one) => ({ ...plainTransaction(one) })),
      given.toReversed().map((one) => ({ ...one })),
    );
    assertEquals(
      Array.from(rows, (row) => [columns.idAt(row), columns.dateAt(row)]),
      given.toReversed().map(({ id, date }) => [id, date]),
    );
  }));
});

Deno.test("columns of chunks are laid out in the order in which they are asked for, also later", () => {
  const choices = fc.record({
    chunkOf: fc.infiniteStream(fc.integer({ min: 0, max: 2 })),
    asked: fc.array(fc.nat(), { maxLength: 40 }),
  });
  fc.assert(fc.property(someTransactions, choices, someTransactions, (given, how, later) => {
    const columns = new TransactionColumns();
    const numberings: Numberings = new Map();
    columns.addRows(rowsOf(given, numberings));
    const numbers = given.map(() => how.chunkOf.next().value);
    const chunks = [0, 1, 2].map((number) => {
      const rows = allRows(columns).filter((row) => numbers[row] === number);
      return { rows, chunk: columns.chunkOf<TransactionRecord>(rows) };
    });
    // What comes afterwards changes nothing of them.
    columns.addRows(rowsOf(later.slice(0, 3), numberings));
    columns.add(later.slice(3));
    const names = [...new Set(given.flatMap(Object.keys))].filter((name) => !FACTS.has(name));
    for (const asked of names.length === 0 ? [] : how.asked) {
      const { rows, chunk } = chunks[asked % 3] as typeof chunks[number];
      const name = names[asked % names.length] as string;
      const column = chunk.column(name);
      const expected = Array.from(
        rows,
        (row) => (given[row] as unknown as Record<string, unknown>)[name],
      );
      assertEquals(expected.map((_, place) => column.at(place)), expected);
    }
    for (const { rows, chunk } of chunks) {
      assertEquals(
        chunk.all.map((one) => ({ ...plainTransaction(one) })),
        Array.from(rows, (row) => ({ ...given[row] })),
      );
    }
  }));
});

Deno.test("of a chunk no column is laid out that nobody asks for, and each only once", () => {
  const counted: string[] = [];
  const values = (name: string): NumberedValues => ({
    get count(): number {
      counted.push(name);
      return 2;
    },
    list: () => ["one", "two"],
  });
  const rows = rowsOf([aTransaction({ id: anId(1) }), aTransaction({ id: anId(2) })], new Map());
  const places = new Uint32Array([1, 0]);
  const fields = ["memo", "flag_name"].map((name) => ({ name, places, values: values(name) }));
  const columns = new TransactionColumns();
  columns.addRows({ ...rows, fields });
  const chunk = columns.chunkOf(allRows(columns));
  assertEquals(counted, []);
  assertEquals([chunk.column("memo").at(0), chunk.column("memo").at(1)], ["two", "one"]);
  const once = counted.length;
  assertEquals(new Set(counted), new Set(["memo"]));
  assertEquals(chunk.column("memo"), chunk.columns.get("memo"));
  assertEquals(counted.filter((name) => name === "memo").length, once);
  assertEquals([...chunk.columns.keys()], ["memo", "flag_name"]);
});

Deno.test("transactions that come as numbers have the states that records have", () => {
  const line = aSplitLine({ category_id: "food" });
  const given = [
    aTransaction({ id: anId(1), approved: false }),
    aTransaction({ id: anId(2), subtransactions: [line] }),
    aTransaction({ id: anId(3), approved: false, subtransactions: [{ ...line, deleted: true }] }),
  ];
  const [numbers, records] = [new TransactionColumns(), new TransactionColumns()];
  numbers.addRows(rowsOf(given, new Map()));
  records.add(given);
  const rows = allRows(records);
  assertEquals(numbers.chunkOf(rows).facts, records.chunkOf(rows).facts);
  assertEquals([...numbers.chunkOf(rows).linesByPlace.keys()], [1, 2]);
});

Deno.test("the first amount that is shown is kept of transactions that come as numbers", () => {
  const shown = (id: number, amount: number, amount_formatted: string): TransactionRecord =>
    Object.assign(aTransaction({ id: anId(id), amount }), { amount_formatted });
  const columns = new TransactionColumns();
  columns.addRows(rowsOf([aTransaction({ id: anId(1) })], new Map()));
  columns.addRows(rowsOf([aTransaction({ id: anId(2) }), shown(3, 1_500, "$1.50")], new Map()));
  columns.addRows(rowsOf([shown(4, 7_000, "$7.00")], new Map()));
  assertEquals(columns.chunkOf(allRows(columns)).shownAmount, ["$1.50", 1_500]);
});

Deno.test("append() numbers values as they come, and placeOf() finds those that were appended", () => {
  const dictionary = new ValueDictionary();
  const values = ["red", null, { a: 1 }, 7, undefined, "blue"];
  assertEquals(values.map((value) => dictionary.append(value)), [0, 1, 2, 3, 4, 5]);
  assertEquals(values.map((value) => dictionary.placeOf(value)), [0, 1, 2, 3, 4, 5]);
  assertEquals(dictionary.placeOf("green"), 6);
  // What was looked up before is not numbered twice.
  assertEquals([dictionary.append("green"), dictionary.append("new")], [6, 7]);
  assertEquals(dictionary.values, [...values, "green", "new"]);
});
