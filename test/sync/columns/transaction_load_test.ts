import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Transaction } from "../../../client/wire/transaction.ts";
import { StreamedList } from "../../../client/_streamed_list.ts";
import { CHUNK_SIZE } from "../../../domain/transactions/transaction_chunks.ts";
import type { NumberedRows } from "../../../domain/transactions/numbered_rows.ts";
import { plainTransaction } from "../../../domain/transactions/transaction_view.ts";
import { type LaidOut, TransactionLoad } from "../../../sync/columns/transaction_load.ts";
import { aTransaction } from "../../_builders.ts";
import { someTransactions } from "../../domain/transactions/_some_transactions.ts";

/** Takes all steps, and counts them. */
function laidOut(load: TransactionLoad): LaidOut & { readonly steps: number } {
  const work = load.laidOut();
  for (let steps = 0;; steps++) {
    const { done, value } = work.next();
    if (done === true) return { ...value, steps };
  }
}

function idsIn({ parts }: LaidOut): readonly string[] {
  return parts.flatMap(({ chunk }) => chunk.all.map(({ id }) => id));
}

/** As a person would sort them: dates by their text, then ids. */
function sorted(all: readonly Transaction[]): readonly unknown[] {
  return all.toSorted((a, b) =>
    a.date === b.date ? (a.id < b.id ? -1 : 1) : a.date > b.date ? -1 : 1
  );
}

Deno.test("transactions in batches come out as they went in, in order", () => {
  const cuts = fc.array(fc.integer({ min: 1, max: 10 }));
  fc.assert(fc.property(someTransactions, cuts, (all, lengths) => {
    const given = all.map((one) => ({ ...one, deleted: false })) as unknown as Transaction[];
    const load = new TransactionLoad();
    load.begin();
    let at = 0;
    for (const length of lengths) load.take(given.slice(at, at += length));
    load.take(given.slice(at));
    const { parts, deletedIds } = laidOut(load);
    const last = [...new Map(given.map((one) => [one.id, one])).values()];
    const out = parts.flatMap(({ chunk }) =>
      chunk.all.map((one) => ({ ...plainTransaction(one) }))
    );
    const shown = sorted(last).map((one) => {
      const { amount_formatted: _, amount_currency: __, ...rest } = one as Record<string, unknown>;
      return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
    });
    assertEquals([out, deletedIds], [shown, []]);
  }));
});

Deno.test("begin() forgets what an answer before has brought", () => {
  const load = new TransactionLoad();
  load.take([aTransaction({ id: "a" }), aTransaction({ id: "b", deleted: true })]);
  load.begin();
  load.take([aTransaction({ id: "c" })]);
  const result = laidOut(load);
  assertEquals([idsIn(result), result.deletedIds], [["c"], []]);
});

Deno.test("of an id that comes twice what came last counts, also a deletion", () => {
  const load = new TransactionLoad();
  load.take([
    aTransaction({ id: "a", memo: "old" }),
    aTransaction({ id: "b" }),
    aTransaction({ id: "c", deleted: true }),
  ]);
  load.take([
    aTransaction({ id: "a", memo: "new" }),
    aTransaction({ id: "b", deleted: true }),
    aTransaction({ id: "c" }),
  ]);
  const result = laidOut(load);
  assertEquals([idsIn(result), result.deletedIds], [["a", "c"], ["b"]]);
  assertEquals(result.parts[0]?.chunk.all[0]?.memo, "new");
});

Deno.test("a field that only some transactions have is missing on the others", () => {
  const { memo: _, ...without } = aTransaction({ id: "a" });
  const load = new TransactionLoad();
  load.take([without as Transaction]);
  load.take([aTransaction({ id: "b", memo: "there" })]);
  load.take([{ ...without, id: "c" } as Transaction]);
  const memos = laidOut(load).parts.flatMap(({ chunk }) => chunk.all.map(({ memo }) => memo));
  assertEquals(memos, [undefined, "there", undefined]);
});

Deno.test("between two steps no more is done than a chunk is made", () => {
  const count = 6 * CHUNK_SIZE;
  const load = new TransactionLoad();
  for (let at = 0; at < count; at += 500) {
    load.take(Array.from({ length: Math.min(500, count - at) }, (_, nth) => {
      const day = new Date(Date.UTC(2000, 0, 1) + (at + nth) * 43_200_000).toISOString();
      return aTransaction({
        id: `${String(at + nth).padStart(8, "0")}-0000-4000-8000-000000000000`,
        date: day.slice(0, 10),
      });
    }));
  }
  const { parts, steps } = laidOut(load);
  assertEquals(parts.reduce((sum, { chunk }) => sum + chunk.count, 0), count);
  assert(parts.every(({ chunk }) => chunk.count <= CHUNK_SIZE + 2));
  assert(steps >= parts.length, `${steps} steps`);
});

Deno.test("a short list is laid out at once, and one with deletions looks at no more ids at a time", () => {
  const count = 20_000;
  const id = (at: number): string => `${String(at).padStart(8, "0")}-0000-4000-8000-000000000000`;
  // All of one day, so that they are one part.
  const [first, ...others] = Array.from({ length: count }, (_, at) => aTransaction({ id: id(at) }));
  const stepsOf = (...batches: readonly (readonly Transaction[])[]): number => {
    const load = new TransactionLoad();
    for (const batch of batches) load.take(batch);
    return laidOut(load).steps;
  };
  const gone = aTransaction({ id: id(count), deleted: true });
  const live = first as Transaction;
  assertEquals([stepsOf(), stepsOf([live]), stepsOf([live, gone])], [0, 0, 0]);
  const steps = stepsOf([live, ...others]);
  assert(steps >= 2, `${steps} steps`);
  assertEquals(stepsOf([live, ...others], [gone]), steps + 1);
  assertEquals(stepsOf([live, ...others], [live]), steps + 1);
});

Deno.test("what is deleted before it comes is there, and what comes before that is not", () => {
  const [a, b] = [aTransaction({ id: "a" }), aTransaction({ id: "b" })];
  const load = new TransactionLoad();
  load.takeRow("a", null);
  load.takeRow("a", a);
  load.takeRow("b", b);
  load.takeRow("b", null);
  load.takeRow("c", null);
  const result = laidOut(load);
  assertEquals([idsIn(result), result.deletedIds], [["a"], ["b", "c"]]);
});

Deno.test("names that part from their ids stay with their transactions", () => {
  const names = ["Rent", "Rent", "Flat", "Rent", null, "Flat"];
  const load = new TransactionLoad();
  names.forEach((name, at) =>
    load.take([aTransaction({ id: `t${at}`, payee_id: "p", payee_name: name })])
  );
  const out = laidOut(load).parts.flatMap(({ chunk }) => chunk.all.map((one) => one.payee_name));
  assertEquals(out, names);
});

const someLine = fc.record({
  id: fc.uuid(),
  amount: fc.integer(),
  category_id: fc.option(fc.constant("c1")),
  deleted: fc.boolean(),
});
const likeUpstream = fc.record({
  id: fc.oneof(fc.uuid(), fc.uuid().map((id) => `${id}_2026-07-01`)),
  date: fc.constantFrom("2026-07-01", "2026-06-30", "2024-02-29"),
  amount: fc.integer(),
  memo: fc.option(fc.constantFrom("Rent", "caf\u00e9", "")),
  approved: fc.boolean(),
  payee_id: fc.option(fc.constantFrom("p1", "p2")),
  payee_name: fc.option(fc.constantFrom("Market", "Rent")),
  later: fc.option(fc.oneof(fc.integer(), fc.boolean(), fc.constantFrom("1", "true"))),
  subtransactions: fc.uniqueArray(someLine, { maxLength: 2, selector: ({ id }) => id }),
}).map((fields) => aTransaction(fields as object));
/** Answers with fields that others lack, and how each of them comes. */
const someBatches = fc.array(
  fc.tuple(
    fc.array(likeUpstream, { maxLength: 12 }),
    fc.constantFrom("records", "rows"),
    fc.constantFrom("memo", "later", null),
  ),
  { maxLength: 5 },
);

Deno.test("rows that were read as numbers are laid out as records are, mixed in any way", () => {
  fc.assert(fc.property(someBatches, (batches) => {
    const [mixed, plain] = [new TransactionLoad(), new TransactionLoad()];
    for (const [given, how, lacking] of batches) {
      const all = given.map((one) =>
        Object.fromEntries(Object.entries(one).filter(([name]) => name !== lacking))
      ) as unknown as Transaction[];
      plain.take(all);
      if (how === "records") {
        mixed.take(all);
        continue;
      }
      const body = JSON.stringify({ data: { transactions: all, server_knowledge: 1 } });
      const take = (records: readonly Transaction[]): void => mixed.take(records);
      const takeRows = (rows: NumberedRows): void => mixed.takeRows(rows);
      const list = new StreamedList({ take, takeRows, shortBytes: 0 });
      list.push(new TextEncoder().encode(body));
      const { transactions } = list.end() as { readonly transactions: readonly Transaction[] };
      mixed.take(transactions);
    }
    const [one, other] = [laidOut(mixed), laidOut(plain)];
    const rowsIn = ({ parts }: LaidOut): unknown =>
      parts.map(({ part, chunk }) => [
        part,
        [...chunk.facts.states],
        chunk.linePayees,
        chunk.all.map((row) => ({ ...plainTransaction(row) })),
      ]);
    assertEquals(rowsIn(one), rowsIn(other));
  }));
});

Deno.test("the last part takes whatever is older, and what is no day", () => {
  const days = Array.from({ length: CHUNK_SIZE }, () => "2024-03-05");
  const noDays = days.flatMap(() => ["-", ""]);
  for (const others of [["2024-03-04"], ["2024-03-04", ...noDays]]) {
    const load = new TransactionLoad();
    load.take([...days, ...others].map((date, at) => aTransaction({ id: `t${at}`, date })));
    const names = laidOut(load).parts.map(({ part, chunk }) => [part, chunk.count]);
    assertEquals(names, [["2024-03-05", CHUNK_SIZE], ["0000-00-00", others.length]]);
  }
});
