import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { displayWidth } from "../../../cli/layout/display_width.ts";
import { wrapText } from "../../../cli/layout/wrap_text.ts";

Deno.test("wrapText() breaks at blanks, and a word only when it is wider than a line", () => {
  assertEquals(wrapText("a bb ccccccc d", { width: 4 }), ["a bb", "cccc", "ccc", "d"]);
});

Deno.test("wrapText() keeps what a line is indented by", () => {
  assertEquals(wrapText("  one two", { width: 6, indent: "    " }), ["  one", "    tw", "    o"]);
});

Deno.test("wrapText() counts wide characters twice", () => {
  assertEquals(wrapText("\u8d85\u5e02\u8d85", { width: 4 }), ["\u8d85\u5e02", "\u8d85"]);
});

Deno.test("wrapText() loses nothing and keeps to the width", () => {
  const word = fc.stringMatching(/^[a-z\u8d85\u5e02]{1,12}$/u);
  fc.assert(fc.property(fc.array(word, { minLength: 1 }), fc.integer({ min: 2, max: 30 }), run));
  function run(words: readonly string[], width: number): void {
    const lines = wrapText(words.join(" "), { width });
    assertEquals(lines.join("").replaceAll(" ", ""), words.join(""));
    assert(lines.every((line) => displayWidth(line) <= width));
  }
});
