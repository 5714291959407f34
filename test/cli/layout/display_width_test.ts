import { assertEquals } from "@std/assert";
import { displayWidth, padded } from "../../../cli/layout/display_width.ts";

const widths: readonly (readonly [what: string, text: string, width: number])[] = [
  ["letters", "Tea", 3],
  ["letters with marks of their own", "cafe\u0301", 4],
  ["Chinese", "\u8d85\u5e02", 4],
  ["Korean", "\ub9c8\ud2b8", 4],
  ["kana and full width", "\u30ab\uff21", 4],
  ["half width kana", "\uff76", 1],
  ["an emoji", "\u{1f355} Pizza", 8],
  ["an emoji of several code points", "\u{1f469}\u200d\u{1f373}", 2],
  ["a flag", "\u{1f1e9}\u{1f1ea}", 2],
  ["a mark by itself", "\u0301", 0],
];
for (const [what, text, width] of widths) {
  Deno.test(`displayWidth() measures ${what}`, () => assertEquals(displayWidth(text), width));
}

Deno.test("padded() fills up to a width, on either side", () => {
  assertEquals([padded("\u8d85", 4), padded("5.00", 6, true), padded("wider", 2)], [
    "\u8d85  ",
    "  5.00",
    "wider",
  ]);
});
