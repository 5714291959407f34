import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { compareKeys, keyBetween, readCursor, writeCursor } from "../../../domain/search/cursor.ts";
import { ToolError } from "../../../domain/base/tool_error.ts";
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

Deno.test("writeCursor() writes what readCursor() reads, in characters that JSON need not escape", () => {
  fc.assert(fc.property(someKey, fc.jsonValue(), (key, of) => {
    const cursor = writeCursor(key, of);
    assertEquals(readCursor(cursor, of), key);
    assert(/^[!-~]+$/u.test(cursor) && JSON.stringify(cursor) === `"${cursor}"`);
  }));
});

Deno.test("readCursor() refuses the cursor of another query", () => {
  const cursor = writeCursor([1, "a"], query);
  const error = refusal(cursor, { ...query, text: "tea" });
  assertEquals(error.code, "invalid_input");
  assertEquals(
    error.message,
    "cursor belongs to another query: repeat the arguments that it came with, or leave it out",
  );
});

Deno.test("readCursor() takes arguments that were left out for arguments that are undefined", () => {
  const cursor = writeCursor([1], { ...query, since: undefined });
  assertEquals(readCursor(cursor, query), [1]);
});

/** Encodes as a cursor is. */
function encoded(text: string): string {
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_");
}

const malformed: Readonly<Record<string, string>> = {
  "nothing": "",
  "words": "next page please",
  "characters that no cursor has": "{}",
  "no JSON": encoded("next"),
  "half of one": writeCursor([1, "a"], query).slice(0, 7),
  "a number": encoded("7"),
  "null": encoded("null"),
  "an object": encoded('{"0":"a"}'),
  "an empty list": encoded("[]"),
  "a mark without a key": encoded('["mark"]'),
  "a key with a list in it": encoded('["mark",["a"]]'),
  "a key with null in it": encoded('["mark",null]'),
  "a key with a truth value in it": encoded('["mark",true]'),
};

for (const [what, cursor] of Object.entries(malformed)) {
  Deno.test(`readCursor() refuses ${what}`, () => {
    const error = refusal(cursor);
    assertEquals(error.code, "invalid_input");
    assertEquals(
      error.message,
      "cursor is not one that this tool gave: leave it out to start from the first page",
    );
  });
}

Deno.test("readCursor() refuses a cursor of which any character was changed, lost or added", () => {
  const cursor = writeCursor([1_710_000_000, -5, "0000000a-0000-4000-8000-00000000000b"], query);
  for (let at = 0; at < cursor.length; at++) {
    const other = cursor[at] === "7" ? "8" : "7";
    for (const middle of [other, "", `${cursor[at]}0`]) {
      const changed = cursor.slice(0, at) + middle + cursor.slice(at + 1);
      if (changed !== cursor) assertEquals(refusal(changed).code, "invalid_input", changed);
    }
  }
});

Deno.test("keyBetween() lies between two keys, whatever they are", () => {
  const key = fc.tuple(fc.integer({ min: 0, max: 2 }), fc.oneof(anyWellFormedText, fc.uuid()));
  fc.assert(fc.property(key, key, (a, b) => {
    const [last, next] = compareKeys(a, b) < 0 ? [a, b] : [b, a];
    const between = keyBetween(last, next);
    assert(compareKeys(last, between) <= 0);
    assert(compareKeys(last, next) === 0 || compareKeys(between, next) < 0);
  }));
});

Deno.test("readCursor() refuses any text with a ToolError", () => {
  fc.assert(fc.property(anyWellFormedText, (text) => {
    assertEquals(refusal(text).code, "invalid_input");
  }));
});

Deno.test("compareKeys() compares element by element, numbers as numbers", () => {
  assert(compareKeys([2, "a"], [10, "a"]) < 0);
  assert(compareKeys([1, "b"], [1, "a"]) > 0);
  assertEquals(compareKeys([1, "a"], [1, "a"]), 0);
});

Deno.test("compareKeys() puts a key before those that it begins", () => {
  assert(compareKeys(["a"], ["a", "b"]) < 0);
  assert(compareKeys(["a", "b"], ["a"]) > 0);
});

Deno.test("compareKeys() is the opposite the other way round", () => {
  const key = fc.tuple(fc.integer({ min: 0, max: 2 }), fc.constantFrom("a", "b", "\u00e9"));
  fc.assert(fc.property(key, key, (a, b) => {
    assertEquals(compareKeys(a, b) + compareKeys(b, a), 0);
    assertEquals(compareKeys(a, b) === 0, a[0] === b[0] && a[1] === b[1]);
  }));
});
