import fc from "fast-check";
import { assert, assertEquals } from "@std/assert";
import { alignedTable } from "../../cli/_table.ts";
import { displayWidth, wrapText } from "../../cli/_text.ts";

/** Rows of a table (cells separated by `|`), the available width, and the expected lines. */
const layouts: Readonly<Record<string, readonly [rows: string, width: number, lines: string]>> = {
  "aligns wide characters by display width": [
    "name|left\n\u8d85\u5e02|1.00\nTea \u{1f375}|12.00",
    80,
    "name     left\n\u8d85\u5e02     1.00\nTea \u{1f375}  12.00",
  ],
  "wraps text cells that don't fit": [
    "name|balance\nEveryday Visa|-2653.07\nCash|319.88",
    18,
    "name       balance\nEveryday  -2653.07\nVisa\nCash        319.88",
  ],
  "doesn't break the names of tools": [
    "what|next\nDining Out is overspent|get_category_balances",
    34,
    "what         next\nDining Out   get_category_balances\nis\noverspent",
  ],
  "prints rare values below their row": [
    "name|memo|left\nOne||1234567.67\nTwo|Pizza night|12345.67\nThree||5.67\nFour||7.67",
    18,
    "name         left\nOne    1234567.67\nTwo      12345.67\n  memo: Pizza\n  night\n" +
    "Three        5.67\nFour         7.67",
  ],
  "continues in a second table when only numbers are too wide": [
    "month|in|out|end\n2026-11|100.00|200.00|300.00",
    24,
    "month        in     out\n2026-11  100.00  200.00\n\nmonth       end\n2026-11  300.00",
  ],
  "prints values below their rows if their column is too wide": [
    "date|in|sum out\n2026-11-20|100.00|200.00\n2026-11-20|1.00|2.00",
    20,
    "date            in\n2026-11-20  100.00\n  sum out: 200.00\n2026-11-20    1.00\n  sum out: 2.00",
  ],
  "omits the heading if there are no rows": ["name", 80, ""],
};
for (const [what, [text, width, lines]] of Object.entries(layouts)) {
  Deno.test(`alignedTable() ${what}`, () => {
    const [names = [], ...rows] = text.split("\n").map((line) => line.split("|"));
    const table = { names, rows: rows.map((cells) => ({ cells })) };
    assertEquals(alignedTable(table, { width }).join("\n"), lines);
  });
}

Deno.test("alignedTable() never truncates numbers at any width", () => {
  const amount = fc.integer({ min: -9_999_999, max: 9_999_999 })
    .map((cents) => (cents / 100).toFixed(2));
  const cells = fc.tuple(fc.stringMatching(/^[A-Za-z ]{1,30}$/u), amount, amount, amount, amount);
  fc.assert(fc.property(fc.array(cells, { minLength: 1 }), fc.integer({ min: 40, max: 100 }), run));
  function run(all: readonly (readonly string[])[], width: number): void {
    const names = ["payee_of_it", "in", "out", "low", "high"];
    const rows = all.map((cells) => ({ cells }));
    const lines = alignedTable({ names, rows }, { width });
    const shown = lines.flatMap((line) => line.match(/-?\d+\.\d\d(?=[\s;]|$)/gu) ?? []).sort();
    assertEquals(shown, all.flatMap((cells) => cells.slice(1)).sort());
    assert(lines.every((line) => displayWidth(line) <= width), lines.join("\n"));
  }
});

const widths: readonly (readonly [what: string, text: string, width: number])[] = [
  ["letters", "Tea", 3],
  ["letters with combining marks", "cafe\u0301", 4],
  ["Chinese", "\u8d85\u5e02", 4],
  ["Korean", "\ub9c8\ud2b8", 4],
  ["kana and full width", "\u30ab\uff21", 4],
  ["half width kana", "\uff76", 1],
  ["an emoji", "\u{1f355} Pizza", 8],
  ["an emoji of several code points", "\u{1f469}\u200d\u{1f373}", 2],
  ["a flag", "\u{1f1e9}\u{1f1ea}", 2],
  ["a combining mark by itself", "\u0301", 0],
];
Deno.test("displayWidth() measures characters of all widths", () => {
  for (const [what, text, width] of widths) assertEquals([what, displayWidth(text)], [what, width]);
});

Deno.test("wrapText() loses nothing and respects the width", () => {
  const word = fc.stringMatching(/^[a-z\u8d85\u5e02]{1,12}$/u);
  fc.assert(fc.property(fc.array(word, { minLength: 1 }), fc.integer({ min: 2, max: 30 }), run));
  function run(words: readonly string[], width: number): void {
    const lines = wrapText(words.join(" "), { width });
    assertEquals(lines.join("").replaceAll(" ", ""), words.join(""));
    assert(lines.every((line) => displayWidth(line) <= width));
  }
});
