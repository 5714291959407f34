import { assertEquals } from "@std/assert";
import type { ChangeDraft, PreviewLine } from "../../changes/change.ts";
import { questionFor } from "../../changes/question.ts";

function aDraft(preview: readonly PreviewLine[]): ChangeDraft {
  return {
    summary: "Do it",
    done: "Did it",
    preview,
    warnings: [],
    steps: [],
    irreversible: null,
  };
}

function aLine(change: Partial<PreviewLine>): PreviewLine {
  return { id: "t", label: "a row", field: "flag", before: null, after: "red", ...change };
}

Deno.test("questionFor() writes a record's fields on one line", () => {
  const preview = [
    aLine({ field: "name", before: "Fun", after: "Joy" }),
    aLine({ field: "note" }),
    aLine({ id: "u" }),
  ];
  assertEquals(questionFor(aDraft(preview)).split("\n").slice(1, -1), [
    "- a row: name Fun \u2192 Joy; note none \u2192 red",
    "- a row: flag none \u2192 red",
  ]);
});

Deno.test("questionFor() escapes payee and memo of a new transaction", () => {
  const preview = [
    aLine({ isNew: true, field: "category", after: null }),
    aLine({ isNew: true, field: "memo", after: "[ok](http://x)\n- another row" }),
  ];
  assertEquals(questionFor(aDraft(preview)).split("\n").slice(1, -1), [
    "- new: a row: category none; memo \\[ok\\]\\(http\\://x\\) - another row",
  ]);
});

Deno.test("questionFor() shows totals and the largest of more than 50 records", () => {
  const preview = Array.from({ length: 51 }, (_, at) => aLine({ id: `t${at}`, amount: at }));
  const lines = questionFor(aDraft(preview)).split("\n");
  assertEquals(lines.slice(1, 4), [
    "51 transactions in all:",
    "- flag \u2192 red: 51 transactions, 1.275",
    "The 20 largest:",
  ]);
});

const dollars = { symbol: "$", isSymbolFirst: true, decimals: 2 };

Deno.test("questionFor() shows text from the call in full, line by line, and truncates other text", () => {
  const long = "x".repeat(499);
  const note = `first [a](b)\n- t: flag none \u2192 red\r\n\n${"y".repeat(4_900)}`;
  const preview = [
    aLine({ isNew: true, field: "memo", after: `${long}z`, isOwnText: true }),
    aLine({ id: "u", field: "note", before: long, after: note, isOwnText: true }),
    aLine({ id: "u", field: "name", before: "Fun", after: "Joy", isOwnText: true }),
    aLine({ id: "v", field: "category", after: long }),
  ];
  assertEquals(questionFor(aDraft(preview)).split("\n").slice(1, -1), [
    `- new: a row: memo ${long}z`,
    "- a row: name Fun \u2192 Joy",
    `  note ${"x".repeat(79)}\u2026 \u2192`,
    "  > first \\[a\\]\\(b\\)",
    "  > - t: flag none \u2192 red",
    `  > ${"y".repeat(4_900)}`,
    `- a row: category none \u2192 ${"x".repeat(79)}\u2026`,
  ]);
});

Deno.test("questionFor() includes every transaction in a total of its kind", () => {
  const preview = Array.from({ length: 90 }, (_, at) =>
    aLine({
      id: `t${at}`,
      field: "category",
      after: at % 3 === 0 ? "Rent" : null,
      amount: at % 3 === 0 ? -10_000 : 2_500,
    }));
  assertEquals(questionFor(aDraft(preview), dollars).split("\n").slice(1, 4), [
    "90 transactions in all:",
    "- category \u2192 none: 60 transactions, $150.00",
    "- category \u2192 Rent: 30 transactions, -$300.00",
  ]);
});
