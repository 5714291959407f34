import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import {
  compareKeys,
  type Page,
  pageOf,
  type SortKey,
  writeCursor,
} from "../../../domain/search/cursor.ts";
import { ToolError } from "../../../domain/base/tool_error.ts";
import { anyWellFormedText } from "../../_any_text.ts";

interface Row {
  readonly id: string;
  readonly rank: number;
}

const query = { text: "coffee", sort: "newest" };
const keyOf = ({ id, rank }: Row): SortKey => [rank, id];

/** One page of some rows. */
function page(rows: readonly Row[], limit: number, cursor?: string): Page<Row> {
  return pageOf(rows, { keyOf, limit, query, cursor });
}

const someRows: readonly Row[] = ["d", "a", "c", "b"].map((id) => ({ id, rank: 1 }));

Deno.test("pageOf() sorts by the key and cuts a page", () => {
  const first = page(someRows, 3);
  assertEquals(first.items.map(({ id }) => id), ["a", "b", "c"]);
  const second = page(someRows, 3, first.next_cursor ?? "");
  assertEquals(second.items.map(({ id }) => id), ["d"]);
  assertEquals(second.next_cursor, null);
});

Deno.test("pageOf() has no next page when the last one is just full", () => {
  assertEquals(page(someRows, 4).next_cursor, null);
});

Deno.test("pageOf() of nothing gives an empty page", () => {
  const { items, next_cursor } = page([], 5);
  assertEquals([items, next_cursor], [[], null]);
});

Deno.test("pageOf() gives an empty last page when all further rows are gone", () => {
  const { next_cursor } = page(someRows, 2);
  const last = page(someRows.slice(1, 2), 2, next_cursor ?? "");
  assertEquals([last.items, last.next_cursor], [[], null]);
});

Deno.test("pageOf() leaves the list that it is given in its order", () => {
  const rows = [...someRows];
  page(rows, 2);
  assertEquals(rows, someRows);
});

const rowsWithUniqueIds = fc.uniqueArray(
  fc.record({ id: anyWellFormedText, rank: fc.integer({ min: -2, max: 2 }) }),
  { selector: ({ id }) => id },
);

/** Reads every page; `change` gives the rows as they stand before each page. */
function readAll(
  rowsBefore: (page: number) => readonly Row[],
  limit: number,
): readonly Row[] {
  const all: Row[] = [];
  let cursor: string | undefined;
  for (let number = 0;; number++) {
    const { items: rows, next_cursor } = page(rowsBefore(number), limit, cursor);
    assert(rows.length <= limit);
    all.push(...rows);
    if (next_cursor === null) return all;
    cursor = next_cursor;
  }
}

Deno.test("pageOf() gives every row once, in order, whatever the limit", () => {
  fc.assert(fc.property(rowsWithUniqueIds, fc.integer({ min: 1, max: 5 }), (rows, limit) => {
    const sorted = rows.toSorted((a, b) => compareKeys(keyOf(a), keyOf(b)));
    assertEquals(readAll(() => rows, limit), sorted);
  }));
});

Deno.test("pageOf() gives every row that stays once, while others come and go between pages", () => {
  const presence = fc.array(fc.boolean(), { minLength: 1, maxLength: 10 });
  const comers = fc.array(fc.tuple(fc.integer({ min: -2, max: 2 }), presence), { maxLength: 8 });
  fc.assert(
    fc.property(
      rowsWithUniqueIds,
      comers,
      fc.integer({ min: 1, max: 4 }),
      (stayers, others, limit) => {
        const rowsBefore = (number: number): readonly Row[] => [
          ...stayers.map((row) => ({ ...row, id: `stays ${row.id}` })),
          ...others.flatMap(([rank, isThere], at) =>
            isThere[number % isThere.length] === true ? [{ id: `comes ${at}`, rank }] : []
          ),
        ];
        const all = readAll(rowsBefore, limit).map(({ id }) => id);
        const stayed = all.filter((id) => id.startsWith("stays "));
        assertEquals(stayed.toSorted(), stayers.map(({ id }) => `stays ${id}`).toSorted());
        assertEquals(new Set(all).size, all.length);
      },
    ),
    { numRuns: 300 },
  );
});

Deno.test("pageOf() refuses the cursor of another query", () => {
  const cursor = writeCursor([1, "a"], { text: "tea" });
  assertThrows(() => page(someRows, 2, cursor), ToolError, "another query");
});

Deno.test("a cursor of a list with UUIDs holds no whole one", () => {
  const rows = [1, 2, 3].map((rank) => ({ id: crypto.randomUUID(), rank }));
  const cursor = page(rows, 1).next_cursor ?? "";
  assert(cursor.length < 30, cursor);
});
