import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { ToolError } from "../../../domain/base/tool_error.ts";
import { readCursor, writeCursor } from "../../../domain/search/cursor.ts";
import { anyWellFormedText } from "../../_any_text.ts";

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

Deno.test("readCursor() throws a ToolError for any other text", () => {
  fc.assert(fc.property(anyWellFormedText, (text) => {
    assertEquals(refusal(text).code, "invalid_input");
  }));
});
