import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { TransactionRecord } from "../../../domain/plan/plan_records.ts";
import { allSteps } from "../../../domain/steps/all_steps.ts";
import { newestFirst } from "../../../domain/transactions/newest_first.ts";
import { rowsInOrder } from "../../../domain/transactions/row_order.ts";
import { TransactionColumns } from "../../../domain/transactions/transaction_columns.ts";
import { plainTransaction } from "../../../domain/transactions/transaction_view.ts";
import { anId, aSplitLine, aTransaction } from "../../_builders.ts";
import { someTransactions } from "./_some_transactions.ts";

/** Lays transactions out in batches of so many each; the last takes the rest. */
function columnsOf(
  given: readonly TransactionRecord[],
  batches: readonly number[] = [],
): TransactionColumns {
  const columns = new TransactionColumns();
  let at = 0;
  for (const count of batches) columns.add(given.slice(at, at += count));
  columns.add(given.slice(at));
  return columns;
}

const allRows = ({ count }: TransactionColumns): Uint32Array =>
  Uint32Array.from({ length: count }, (_, row) => row);

/** Records as they come out of a chunk of some rows. */
function recordsIn(columns: TransactionColumns, rows: Uint32Array): readonly unknown[] {
  return columns.chunkOf(rows).all.map((one) => ({ ...plainTransaction(one) }));
}

const someBatches = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 4 });

Deno.test("chunkOf() gives the transactions of its rows back, however they came", () => {
  fc.assert(fc.property(someTransactions, someBatches, fc.infiniteStream(fc.boolean()), (...of) => {
    const [given, batches, choices] = of;
    const columns = columnsOf(given, batches);
    const rows = allRows(columns).filter(() => choices.next().value).reverse();
    assertEquals(recordsIn(columns, rows), Array.from(rows, (row) => ({ ...given[row] })));
    assertEquals(
      Array.from(rows, (row) => [columns.idAt(row), columns.dateAt(row)]),
      Array.from(rows, (row) => [given[row]?.id, given[row]?.date]),
    );
  }));
});

Deno.test("chunkOf() gives what YNAB should never send back as it came, once more too", () => {
  const odd = [{ date: "someday" }, { amount: "12.50" }, { deleted: true }, { approved: null }];
  const given: readonly object[] = odd.map((fields, at) =>
    Object.assign(aTransaction({ id: anId(at) }), fields)
  );
  // Among so many that room is made for them while they come.
  const many = Array.from({ length: 1_500 }, (_, at) => aTransaction({ id: anId(100 + at) }));
  const columns = columnsOf([...given as TransactionRecord[], ...many], [2, 700, 600]);
  for (const _ of [1, 2]) {
    assertEquals(
      recordsIn(columns, allRows(columns).slice(0, 4)),
      given.map((one) => ({ ...one })),
    );
    assertEquals(
      recordsIn(columns, Uint32Array.from([1_503, 2, 4])),
      [many[1_499], given[2], many[0]].map((one) => ({ ...one })),
    );
  }
});

Deno.test("chunkOf() keeps the first amount that is shown, of any of its rows", () => {
  const shown = (amount: number, amount_formatted: string | null): TransactionRecord =>
    Object.assign(aTransaction({ amount }), { amount_formatted });
  const columns = columnsOf([shown(1, null), shown(1_500, "$1.50"), shown(7_000, "$7.00")]);
  assertEquals(columns.chunkOf(Uint32Array.from([2, 0])).shownAmount, ["$1.50", 1_500]);
  assertEquals(columnsOf([shown(1, null)]).chunkOf(Uint32Array.from([0])).shownAmount, null);
});

Deno.test("chunkOf() knows the lines of its own rows, and their payees, alone", () => {
  const split = (payee_id: string): TransactionRecord =>
    aTransaction({
      subtransactions: [{ ...aSplitLine({ payee_name: `Name of ${payee_id}` }), payee_id }],
    });
  const given = [split("p"), aTransaction(), split("q")];
  const chunk = columnsOf(given).chunkOf(Uint32Array.from([1, 2]));
  assertEquals([...chunk.linesByPlace], [[1, given[2]?.subtransactions]]);
  assertEquals(chunk.linePayees, [["q", "Name of q"]]);
});

Deno.test("chunkOf() has no column for a field that none of its rows has", () => {
  const given = [aTransaction(), Object.assign(aTransaction(), { only_here: 1 }), aTransaction()];
  const columns = columnsOf(given, [1, 1]);
  assertEquals(columns.chunkOf(Uint32Array.from([0, 2])).columns.has("only_here"), false);
  assertEquals(columns.chunkOf(Uint32Array.from([0, 1])).column("only_here").all.length, 2);
});

Deno.test("rowsInOrder() puts transactions in the order of days and ids, odd ones among them", () => {
  const byDay = (one: Day, other: Day): number =>
    one.date < other.date ? -1 : one.date > other.date ? 1 : 0;
  // As they come, day after day, and the last day first.
  const orders = [
    <Kind>(given: readonly Kind[]): readonly Kind[] => given,
    <Kind extends Day>(given: readonly Kind[]): readonly Kind[] => given.toSorted(byDay),
    <Kind extends Day>(given: readonly Kind[]): readonly Kind[] =>
      given.toSorted((one, other) => byDay(other, one)),
  ];
  fc.assert(fc.property(someTransactions, fc.constantFrom(...orders), (some, inOrder) => {
    const given = inOrder(some);
    const columns = columnsOf(given);
    const ordered = allSteps(rowsInOrder(columns, allRows(columns)));
    assertEquals(Array.from(ordered, (row) => given[row]), given.toSorted(newestFirst));
  }));
});

interface Day {
  readonly date: string;
}

Deno.test("rowsInOrder() puts a day that is none where its text belongs", () => {
  const dates = ["2024-01-31", "soon", "2024-02-01", "", "1999-12-31", "soon"];
  const given = dates.map((date, at) => aTransaction({ id: anId(9 - at), date }));
  const columns = columnsOf(given);
  const ordered = allSteps(rowsInOrder(columns, allRows(columns)));
  assertEquals(Array.from(ordered, (row) => given[row]), given.toSorted(newestFirst));
});

Deno.test("rowsInOrder() orders days with few transactions and with very many", () => {
  for (const [days, perDay] of [[30, 2], [3, 48], [3, 49], [2, 200]] as const) {
    const given = Array.from({ length: days * perDay }, (_, at) =>
      aTransaction({
        // Mixed by a factor that shares no divisor with their number.
        id: anId((at * 7_919) % 1_000_003),
        date: `2024-01-${String(1 + (at * 7) % days).padStart(2, "0")}`,
      }));
    const columns = columnsOf(given);
    const ordered = allSteps(rowsInOrder(columns, allRows(columns)));
    assertEquals(Array.from(ordered, (row) => given[row]), given.toSorted(newestFirst));
    // Some of them alone.
    const some = allRows(columns).filter((row) => row % 3 === 0);
    assertEquals(
      Array.from(allSteps(rowsInOrder(columns, some)), (row) => given[row]?.id),
      given.filter((_, row) => row % 3 === 0).toSorted(newestFirst).map(({ id }) => id),
    );
  }
});

Deno.test("rowsInOrder() lets others have their turn while it orders very many", () => {
  const columns = new TransactionColumns();
  const count = 34_000;
  for (let from = 0; from < count; from += 1_000) {
    columns.add(Array.from({ length: 1_000 }, (_, at) => ({
      ...aTransaction({ id: anId(from + at) }),
      date: `20${10 + (from + at) % 20}-01-${10 + (from + at) % 7}`,
    })));
  }
  const work = rowsInOrder(columns, allRows(columns));
  let steps = 0;
  for (;;) {
    const { done, value } = work.next();
    if (done !== true) {
      steps += 1;
      continue;
    }
    assert(steps >= 2 && steps <= 10, `${steps} steps`);
    const keys = Array.from(value, (row) => [columns.dateAt(row), columns.idAt(row)] as const);
    const isInOrder = keys.every(([date, id], at) => {
      const [before, other] = keys[at - 1] ?? ["9", ""];
      return date < before || (date === before && id > other);
    });
    assertEquals([value.length, isInOrder], [count, true]);
    return;
  }
});

Deno.test("chunkOf() tells thousands of transactions apart, and a field that only late ones have", () => {
  const count = 3_000;
  const given = Array.from({ length: count }, (_, at) =>
    Object.assign(
      aTransaction({
        ...{
          id: anId(at),
          amount: -at,
          memo: `memo ${at}`,
          import_id: at % 3 === 0 ? null : `${at}`,
        },
        ...{ payee_id: `p${at % 7}`, payee_name: at < 2_000 ? `Old ${at % 7}` : `New ${at % 7}` },
        ...{ approved: at % 2 === 0 },
      }),
      at < 1_500 ? {} : { late: at % 5 },
    ));
  // In batches below and above the room that there is at first.
  const columns = columnsOf(given, [1, 1_022, 1, 1, 475, 1_300]);
  const rows = allRows(columns).reverse();
  const chunk = columns.chunkOf(rows);
  const told = (one: TransactionRecord): readonly unknown[] => [
    ...[one.id, one.amount, one.memo, one.import_id, one.payee_id, one.payee_name, one.approved],
  ];
  assertEquals(chunk.all.map(told), given.toReversed().map(told));
  assertEquals(
    Array.from(chunk.column("late").places, (_, place) => chunk.column("late").at(place)),
    given.toReversed().map((one) => (one as { readonly late?: number }).late),
  );
});
