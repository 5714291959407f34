import { assertEquals } from "@std/assert";
import type { Transaction } from "../../../client/wire/transaction.ts";
import { CHUNK_SIZE } from "../../../domain/transactions/transaction_chunks.ts";
import {
  areInOrder,
  cutPart,
  OLDEST_PART,
  partNameOf,
  partsOf,
} from "../../../sync/columns/chunk_layout.ts";
import { anId, aTransaction } from "../../_builders.ts";

/** So many transactions, each `perDay` of them on a day, the first on 1 January 2000. */
function some(count: number, perDay = 1, from = 0): readonly Transaction[] {
  const first = Date.UTC(2000, 0, 1);
  return Array.from({ length: count }, (_, at) => {
    const day = new Date(first + Math.floor((from + at) / perDay) * 86_400_000);
    return aTransaction({ id: anId(from + at + 1), date: day.toISOString().slice(0, 10) });
  });
}

Deno.test("partsOf() cuts transactions into parts of a chunk each, the newest first", () => {
  const parts = partsOf(some(2 * CHUNK_SIZE + 10));
  assertEquals(parts.map(({ chunk }) => chunk.count), [CHUNK_SIZE, CHUNK_SIZE, 10]);
  assertEquals(parts.at(-1)?.part, OLDEST_PART);
  const names = parts.map(({ part }) => part);
  assertEquals(names.toSorted().reverse(), names);
  assertEquals(areInOrder(parts), true);
  assertEquals(areInOrder(parts.toReversed()), false);
  assertEquals(partsOf([]), []);
});

Deno.test("partsOf() names a part by its oldest day, and leaves no day in two of them", () => {
  const perDay = CHUNK_SIZE - 1;
  const [newest, ...older] = partsOf(some(3 * perDay, perDay));
  assertEquals(newest?.chunk.count, 2 * perDay);
  assertEquals(newest?.part, "2000-01-02");
  assertEquals(older.map(({ part, chunk }) => [part, chunk.count]), [[OLDEST_PART, perDay]]);
});

Deno.test("partsOf() puts all days up to the oldest one that is named into one part", () => {
  const parts = partsOf(some(3 * CHUNK_SIZE), "2050-01-01");
  assertEquals(parts.map(({ part, chunk }) => [part, chunk.count]), [
    ["2050-01-01", 3 * CHUNK_SIZE],
  ]);
});

Deno.test("cutPart() cuts what has grown to more than two chunks, and keeps its name", () => {
  const partOf = (count: number): ReturnType<typeof partsOf>[number] => {
    const [part] = partsOf(some(count), "2050-01-01");
    if (part === undefined) throw new Error("There is no part");
    return part;
  };
  const whole = partOf(2 * CHUNK_SIZE);
  assertEquals(cutPart(whole), [whole]);
  const [cut] = partsOf(some(2 * CHUNK_SIZE + 1).map((one) => ({ ...one, date: "2020-01-01" })));
  assertEquals(cut === undefined ? [] : cutPart(cut).map(({ part }) => part), [OLDEST_PART]);
});

Deno.test("partNameOf() finds the part of a day", () => {
  const parts = partsOf(some(2 * CHUNK_SIZE));
  const [newest] = parts;
  assertEquals(partNameOf(parts, newest?.part ?? ""), newest?.part);
  assertEquals(partNameOf(parts, "2999-01-01"), newest?.part);
  assertEquals(partNameOf(parts, "1999-01-01"), OLDEST_PART);
  assertEquals(partNameOf(parts, ""), OLDEST_PART);
  assertEquals(partNameOf([], "2026-01-01"), OLDEST_PART);
});
