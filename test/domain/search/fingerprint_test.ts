import { assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import fc from "fast-check";
import { fingerprint } from "../../../domain/search/cursor.ts";
import { anyText } from "../../_any_text.ts";

Deno.test("fingerprint() is the 64-bit FNV-1a hash", () => {
  // Test vectors of the algorithm's authors, in base 36.
  assertEquals(fingerprint(""), 0xcbf29ce484222325n.toString(36));
  assertEquals(fingerprint("a"), 0xaf63dc4c8601ec8cn.toString(36));
  assertEquals(fingerprint("foobar"), 0x85944171f73967e8n.toString(36));
});

Deno.test("fingerprint() gives the same letters and digits for the same text", () => {
  fc.assert(fc.property(anyText, (text) => {
    assertEquals(fingerprint(text), fingerprint(text));
    assertMatch(fingerprint(text), /^[0-9a-z]+$/u);
  }));
});

Deno.test("fingerprint() tells texts apart that differ in one character", () => {
  fc.assert(fc.property(fc.string(), fc.string({ minLength: 1, maxLength: 1 }), (text, more) => {
    assertNotEquals(fingerprint(text + more), fingerprint(text));
  }));
});
