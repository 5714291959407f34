import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { ToolError } from "../../../domain/base/tool_error.ts";
import {
  pageOf,
  pagingOf,
  readCursor,
  type SortKey,
  writeCursor,
} from "../../../domain/search/cursor.ts";
import { anyWellFormedText } from "../../_any_text.ts";
import { runs } from "../../_runs.ts";

const query = { text: "coffee", sort: "newest" };

function refusal(cursor: string): ToolError {
  return assertThrows(() => readCursor(cursor, query), ToolError);
}

const someKey = fc.array(
  fc.oneof(anyWellFormedText, fc.integer(), fc.constant(0.5)),
  { minLength: 1, maxLength: 4 },
);

Deno.test("writeCursor() returns cursors that can be read back and need no JSON escapes", () => {
  fc.assert(fc.property(someKey, fc.jsonValue(), (key, of) => {
    const cursor = writeCursor(key, of);
    assertEquals(readCursor(cursor, of), key);
    assert(/^[!-~]+$/u.test(cursor) && JSON.stringify(cursor) === `"${cursor}"`);
  }));
});

/**
 * Items that consist of a day and an id, so that sorting them as text sorts them by day, then by
 * id.
 */
const someItems = fc.uniqueArray(
  fc.tuple(
    fc.integer({ min: 1, max: 3 }),
    fc.constantFrom("0000000a", "0000000b", "000a"),
    fc.constantFrom("-0001", "-0002", "-01", ""),
  ).map(([day, id, end]) => `${day} ${id}${end}`),
  { maxLength: 12, size: "max" },
);

Deno.test("pages list each item once, in order, while other items are added and removed", () => {
  const someLimit = fc.integer({ min: 1, max: 4 });
  const keyOf = (item: string): SortKey => [Number(item[0]), item.slice(2)];
  fc.assert(
    fc.property(someItems, fc.array(someItems), someLimit, (items, changes, limit) => {
      const listed: string[] = [];
      let [present, lasting] = [items, items];
      let cursor: string | undefined;
      for (let nth = 0;; nth++) {
        const page = pageOf(present, { ...pagingOf({ limit, ...query, cursor }), keyOf });
        assertEquals(page.items.filter((item) => listed.includes(item)), []);
        listed.push(...page.items);
        assertEquals(page.items.length < limit && page.next_cursor !== null, false);
        cursor = page.next_cursor ?? undefined;
        if (cursor === undefined) break;
        const change = changes[nth] ?? [];
        lasting = lasting.filter((item) => !change.includes(item));
        const added = change.filter((item) => !present.includes(item));
        present = [...added, ...present.filter((item) => !change.includes(item))];
      }
      assertEquals(listed, listed.toSorted());
      assertEquals(lasting.filter((item) => !listed.includes(item)), []);
    }),
    runs(300),
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

Deno.test("readCursor() throws a ToolError for any text that isn't a cursor", () => {
  fc.assert(fc.property(anyWellFormedText, (text) => {
    assertEquals(refusal(text).code, "invalid_input");
  }));
});
