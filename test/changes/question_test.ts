import { assertEquals } from "@std/assert";
import type { PreviewLine } from "../../changes/change.ts";
import { linesOf, plainText } from "../../changes/question.ts";

const format = { symbol: "$", isSymbolFirst: true, decimals: 2 };
const line: PreviewLine = { id: "t", label: "Cafe", field: "flag", before: null, after: "red" };

/** Returns preview lines for transactions of -$1.00, -$2.00 and so on. */
function flagged(count: number): readonly PreviewLine[] {
  return Array.from({ length: count }, (_, at): PreviewLine => ({
    ...line,
    id: `t${at + 1}`,
    label: `row ${at + 1}`,
    amount: -1_000 * (at + 1),
  }));
}

const single: readonly (readonly [PreviewLine, string])[] = [
  [line, "- Cafe: flag none \u2192 red"],
  [{ ...line, before: "" }, "- Cafe: flag none \u2192 red"],
  [{ ...line, before: "red", after: null }, "- Cafe: flag red \u2192 none"],
  [{ ...line, before: false, after: true }, "- Cafe: flag no \u2192 yes"],
  [{ ...line, before: 1.5, after: -2 }, "- Cafe: flag $1.50 \u2192 -$2.00"],
  [{ ...line, isNew: true }, "- new: Cafe: flag red"],
  [{ ...line, label: "a*b" }, "- a\\*b: flag none \u2192 red"],
  [
    { ...line, field: "note", before: "old", after: "two\nlines", isOwnText: true },
    "- Cafe:\n  note old \u2192\n  > two\n  > lines",
  ],
];
for (const [preview, words] of single) {
  Deno.test(`linesOf() writes ${JSON.stringify(words)}`, () => {
    assertEquals(linesOf([preview], format), [words]);
  });
}

Deno.test("linesOf() shows totals for 51 records, and lists the notable ones and the 20 largest of the rest", () => {
  const [first, ...more] = flagged(51);
  const lines = linesOf(
    first === undefined ? [] : [{ ...first, isNotable: true }, ...more],
    format,
  );
  assertEquals(lines.slice(0, 6), [
    "51 transactions in all:",
    "- flag \u2192 red: 51 transactions, -$1326.00",
    "Among them:",
    "- row 1: flag none \u2192 red",
    "The 20 largest:",
    "- row 51: flag none \u2192 red",
  ]);
  assertEquals([lines.length, lines.at(-1)], [25, "- row 32: flag none \u2192 red"]);
  assertEquals(linesOf(flagged(51), format).includes("Among them:"), false);
});

Deno.test("linesOf() lists up to 60 categories in a month but shows only totals for 61", () => {
  const assigned = flagged(61).map((one) => ({ ...one, field: "assigned", before: 1, after: 2 }));
  assertEquals(linesOf(assigned.slice(0, 60), format).length, 60);
  assertEquals(linesOf(assigned, format).slice(0, 2), [
    "61 categories in all:",
    "- assigned: 61 categories, -$1891.00",
  ]);
});

Deno.test("plainText() escapes Markdown and links, and nothing else", () => {
  assertEquals(plainText("www.x.y: 1. a-b"), "www\\.x.y: 1. a-b");
  assertEquals(plainText("https://x"), "https\\://x");
  assertEquals(plainText("a_b`c`"), "a\\_b\\`c\\`");
});

Deno.test("linesOf() lists 50 notable records and the 20 largest records that aren't notable", () => {
  const lines = linesOf(flagged(80).map((one, at) => ({ ...one, isNotable: at >= 20 })), format);
  const from = lines.indexOf("Among them:");
  const to = lines.indexOf("The 20 largest:");
  assertEquals([to - from - 1, lines.length - to - 1], [50, 20]);
  assertEquals(lines[to + 1], "- row 20: flag none \u2192 red");
});
