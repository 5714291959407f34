import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { bracketsEnd, jsonBytes, numberEnd, textEnd } from "../../../client/scan/json_bytes.ts";

function bytesOf(text: string): Uint8Array {
  return jsonBytes(new TextEncoder().encode(text)).bytes;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Texts that JSON may hold, and some that are nearly such. */
const nearlyText = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom("a", "\\n", "\\u00e9", "\\uD83D", "\u00fc", "\u{1f4b6}"),
    },
    fc.constantFrom("\\", `\\"`, "\\u00g0", "\\u12", "\\x", "\n", "\u0000", "\\u00:0"),
  ),
  { maxLength: 6 },
).map((parts) => parts.join(""));

Deno.test("textEnd() ends what JSON.parse takes for a text, and nothing else", () => {
  fc.assert(
    fc.property(nearlyText, fc.string(), (text, behind) => {
      const written = `"${text}"`;
      const bytes = new TextEncoder().encode(written);
      const end = textEnd(bytesOf(written + behind), 1);
      if (isJson(written)) assertEquals(end, bytes.length);
      else if (end > 0) {
        assertEquals(
          isJson(new TextDecoder().decode(bytesOf(written + behind).subarray(0, end))),
          true,
        );
      }
    }),
    { numRuns: 1_000 },
  );
});

Deno.test("numberEnd() ends what JSON.parse takes for a number, and nothing else", () => {
  const nearly = fc.array(fc.constantFrom("0", "1", "9", "-", "+", ".", "e", "E"), {
    minLength: 1,
    maxLength: 7,
  }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(
      fc.oneof(nearly, fc.double({ noNaN: true, noDefaultInfinity: true }).map(String)),
      (text) => {
        const end = numberEnd(bytesOf(text), 0);
        assertEquals(end === text.length, isJson(text));
        if (end >= 0) assertEquals(isJson(text.slice(0, end)), true);
      },
    ),
    { numRuns: 2_000 },
  );
});

Deno.test("bracketsEnd() ends a list or a record, whatever its texts hold, or not at all", () => {
  const value = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()));
  fc.assert(fc.property(value, fc.string(), fc.nat(), (given, behind, cut) => {
    const text = JSON.stringify(given);
    const { length } = new TextEncoder().encode(text);
    const bytes = bytesOf(text + behind);
    assertEquals(bracketsEnd(bytes, 0, bytes.length), length);
    assertEquals(bracketsEnd(bytes, 0, cut % length), -1);
  }));
});
