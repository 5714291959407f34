import fc from "fast-check";
import { assert, assertEquals } from "@std/assert";
import { alignedTable } from "../../cli/_table.ts";
import { displayWidth, wrapText } from "../../cli/_text.ts";

const row = (...cells: readonly string[]): { readonly cells: readonly string[] } => ({ cells });

Deno.test("alignedTable() aligns wide characters by display width", () => {
  const rows = [row("\u8d85\u5e02", "1.00"), row("Tea \u{1f375}", "12.00")];
  assertEquals(alignedTable({ names: ["name", "left"], rows }, { width: 80 }), [
    "name     left",
    "\u8d85\u5e02     1.00",
    "Tea \u{1f375}  12.00",
  ]);
});

Deno.test("alignedTable() wraps text cells that don't fit", () => {
  const rows = [row("Everyday Visa", "-2653.07"), row("Cash", "319.88")];
  assertEquals(alignedTable({ names: ["name", "balance"], rows }, { width: 18 }), [
    "name       balance",
    "Everyday  -2653.07",
    "Visa",
    "Cash        319.88",
  ]);
});

Deno.test("alignedTable() doesn't break the names of tools", () => {
  const rows = [row("Dining Out is overspent", "get_category_balances"), row("Cash", "")];
  assertEquals(alignedTable({ names: ["what", "next"], rows }, { width: 34 }), [
    "what         next",
    "Dining Out   get_category_balances",
    "is",
    "overspent",
    "Cash",
  ]);
});

Deno.test("alignedTable() prints rare values below their row", () => {
  const rows = ["a", "b", "c", "d"].map((name) =>
    row(`Account ${name}`, name === "b" ? "Pizza night" : "", "12345.67")
  );
  assertEquals(alignedTable({ names: ["name", "memo", "left"], rows }, { width: 22 }), [
    "name           left",
    "Account a  12345.67",
    "Account b  12345.67",
    "  memo: Pizza night",
    "Account c  12345.67",
    "Account d  12345.67",
  ]);
});

Deno.test("alignedTable() continues in a second table when only numbers are too wide", () => {
  const rows = [row("2026-11", "100.00", "200.00", "300.00")];
  assertEquals(alignedTable({ names: ["month", "in", "out", "end"], rows }, { width: 24 }), [
    "month        in     out",
    "2026-11  100.00  200.00",
    "",
    "month       end",
    "2026-11  300.00",
  ]);
});

Deno.test("alignedTable() prints the values of a too wide column below the rows", () => {
  const rows = [row("2026-11-20", "100.00", "200.00"), row("2026-11-20", "1.00", "2.00")];
  assertEquals(alignedTable({ names: ["date", "in", "sum out"], rows }, { width: 20 }), [
    "date            in",
    "2026-11-20  100.00",
    "  sum out: 200.00",
    "2026-11-20    1.00",
    "  sum out: 2.00",
  ]);
});

Deno.test("alignedTable() keeps labels in the rows and styles only headings", () => {
  const rows = [{ cells: [], label: "Home:" }, row("Rent", "1.00")];
  const paint = (text: string): string => `<${text}>`;
  assertEquals(alignedTable({ names: ["name", "left"], rows }, { width: 80, paint }), [
    "<name  left>",
    "Home:",
    "Rent  1.00",
  ]);
});

Deno.test("alignedTable() omits the heading if there are no rows", () => {
  assertEquals(alignedTable({ names: ["name"], rows: [] }, { width: 80 }), []);
});

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
