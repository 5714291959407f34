import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { ToolError } from "../../../domain/base/tool_error.ts";
import {
  compareKeys,
  keyBetween,
  type Page,
  pageOf,
  readCursor,
  type SortKey,
  writeCursor,
} from "../../../domain/search/cursor.ts";
import { anyWellFormedText } from "../../_any_text.ts";

const query = { text: "coffee", sort: "newest" };

/** What a cursor is refused with. */
function refusal(cursor: string, of: unknown = query): ToolError {
  return assertThrows(() => readCursor(cursor, of), ToolError);
}

const someKey = fc.array(
  fc.oneof(anyWellFormedText, fc.integer(), fc.constant(0.5)),
  { minLength: 1, maxLength: 4 },
);

Deno.test("writeCursor() writes cursors that readCursor() accepts, without JSON escapes", () => {
  fc.assert(fc.property(someKey, fc.jsonValue(), (key, of) => {
    const cursor = writeCursor(key, of);
    assertEquals(readCursor(cursor, of), key);
    assert(/^[!-~]+$/u.test(cursor) && JSON.stringify(cursor) === `"${cursor}"`);
  }));
});

Deno.test("readCursor() rejects another query's cursor", () => {
  const cursor = writeCursor([1, "a"], query);
  const error = refusal(cursor, { ...query, text: "tea" });
  assertEquals(error.code, "invalid_input");
  assertEquals(
    error.message,
    "cursor belongs to another query: repeat the arguments it came with, or leave it out",
  );
});

Deno.test("readCursor() rejects a cursor with a changed, missing or added character", () => {
  const cursor = writeCursor([1_710_000_000, -5, "0000000a-0000-4000-8000-00000000000b"], query);
  for (let at = 0; at < cursor.length; at++) {
    const other = cursor[at] === "7" ? "8" : "7";
    for (const middle of [other, "", `${cursor[at]}0`]) {
      const changed = cursor.slice(0, at) + middle + cursor.slice(at + 1);
      if (changed !== cursor) assertEquals(refusal(changed).code, "invalid_input", changed);
    }
  }
});

Deno.test("keyBetween() returns a key between any two keys", () => {
  const key = fc.tuple(fc.integer({ min: 0, max: 2 }), fc.oneof(anyWellFormedText, fc.uuid()));
  fc.assert(fc.property(key, key, (a, b) => {
    const [last, next] = compareKeys(a, b) < 0 ? [a, b] : [b, a];
    const between = keyBetween(last, next);
    assert(compareKeys(last, between) <= 0);
    assert(compareKeys(last, next) === 0 || compareKeys(between, next) < 0);
  }));
});

Deno.test("readCursor() rejects any other text with a ToolError", () => {
  fc.assert(fc.property(anyWellFormedText, (text) => {
    assertEquals(refusal(text).code, "invalid_input");
  }));
});

Deno.test("compareKeys() sorts a key before keys that start with it", () => {
  assert(compareKeys(["a"], ["a", "b"]) < 0);
  assert(compareKeys(["a", "b"], ["a"]) > 0);
});

interface Row {
  readonly id: string;
  readonly rank: number;
}

const keyOf = ({ id, rank }: Row): SortKey => [rank, id];

/** One page of some rows. */
function page(rows: readonly Row[], limit: number, cursor?: string): Page<Row> {
  return pageOf(rows, { keyOf, limit, query, cursor });
}

const rowsWithUniqueIds = fc.uniqueArray(
  fc.record({ id: anyWellFormedText, rank: fc.integer({ min: -2, max: 2 }) }),
  { selector: ({ id }) => id },
);

/** Reads every page; `change` returns the rows before each page. */
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

Deno.test("pageOf() returns every row once in order for any limit", () => {
  fc.assert(fc.property(rowsWithUniqueIds, fc.integer({ min: 1, max: 5 }), (rows, limit) => {
    const sorted = rows.toSorted((a, b) => compareKeys(keyOf(a), keyOf(b)));
    assertEquals(readAll(() => rows, limit), sorted);
  }));
});

Deno.test("pageOf() returns every remaining row once while others come and go", () => {
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
