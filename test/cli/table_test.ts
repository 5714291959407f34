import fc from "fast-check";
import { assert, assertEquals } from "@std/assert";
import { alignedTable } from "../../cli/_table.ts";
import { displayWidth, wrapText } from "../../cli/_text.ts";

const layouts: readonly (readonly [
  what: string,
  table: readonly (readonly string[])[],
  width: number,
  lines: readonly string[],
])[] = [
  [
    "aligns wide characters by display width",
    [
      ["name", "left"],
      ["\u8d85\u5e02", "1.00"],
      ["Tea \u{1f375}", "12.00"],
    ],
    80,
    ["name     left", "\u8d85\u5e02     1.00", "Tea \u{1f375}  12.00"],
  ],
  [
    "wraps text cells that don't fit",
    [
      ["name", "balance"],
      ["Everyday Visa", "-2653.07"],
      ["Cash", "319.88"],
    ],
    18,
    ["name       balance", "Everyday  -2653.07", "Visa", "Cash        319.88"],
  ],
  [
    "doesn't break the names of tools",
    [
      ["what", "next"],
      ["Dining Out is overspent", "get_category_balances"],
    ],
    34,
    ["what         next", "Dining Out   get_category_balances", "is", "overspent"],
  ],
  [
    "prints rare values below their row",
    [
      ["name", "memo", "left"],
      ["Account a", "", "12345.67"],
      ["Account b", "Pizza night", "12345.67"],
      ["Account c", "", "12345.67"],
      ["Account d", "", "12345.67"],
    ],
    22,
    [
      "name           left",
      "Account a  12345.67",
      "Account b  12345.67",
      "  memo: Pizza night",
      "Account c  12345.67",
      "Account d  12345.67",
    ],
  ],
  [
    "continues in a second table when only numbers are too wide",
    [
      ["month", "in", "out", "end"],
      ["2026-11", "100.00", "200.00", "300.00"],
    ],
    24,
    [
      "month        in     out",
      "2026-11  100.00  200.00",
      "",
      "month       end",
      "2026-11  300.00",
    ],
  ],
  [
    "prints the values of a too wide column below the rows",
    [
      ["date", "in", "sum out"],
      ["2026-11-20", "100.00", "200.00"],
      ["2026-11-20", "1.00", "2.00"],
    ],
    20,
    [
      "date            in",
      "2026-11-20  100.00",
      "  sum out: 200.00",
      "2026-11-20    1.00",
      "  sum out: 2.00",
    ],
  ],
  ["omits the heading if there are no rows", [["name"]], 80, []],
];
for (const [what, [names = [], ...rows], width, lines] of layouts) {
  Deno.test(`alignedTable() ${what}`, () => {
    const table = { names, rows: rows.map((cells) => ({ cells })) };
    assertEquals(alignedTable(table, { width }), lines);
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

Deno.test("wrapText() loses nothing and respects the width", () => {
  const word = fc.stringMatching(/^[a-z\u8d85\u5e02]{1,12}$/u);
  fc.assert(fc.property(fc.array(word, { minLength: 1 }), fc.integer({ min: 2, max: 30 }), run));
  function run(words: readonly string[], width: number): void {
    const lines = wrapText(words.join(" "), { width });
    assertEquals(lines.join("").replaceAll(" ", ""), words.join(""));
    assert(lines.every((line) => displayWidth(line) <= width));
  }
});
