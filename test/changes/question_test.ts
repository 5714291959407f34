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
    undoRequests: 1,
  };
}

function aLine(change: Partial<PreviewLine>): PreviewLine {
  return { id: "t", label: "a row", field: "flag", before: null, after: "red", ...change };
}

Deno.test("questionFor() puts the fields of a record into one line", () => {
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

Deno.test("questionFor() shows payee and memo of a new row without a before, escaped", () => {
  const preview = [
    aLine({ isNew: true, field: "category", after: null }),
    aLine({ isNew: true, field: "memo", after: "[ok](http://x)\n- another row" }),
  ];
  assertEquals(questionFor(aDraft(preview)).split("\n").slice(1, -1), [
    "- new: a row: category none; memo \\[ok\\]\\(http\\://x\\) - another row",
  ]);
});

Deno.test("questionFor() shows 50 records of several fields each one by one", () => {
  const preview = Array.from({ length: 50 }, (_, at) => [
    aLine({ id: `t${at}` }),
    aLine({ id: `t${at}`, field: "memo" }),
  ]);
  assertEquals(questionFor(aDraft(preview.flat())).split("\n").length, 52);
});

Deno.test("questionFor() gives totals and the largest of more than 50 records", () => {
  const preview = Array.from({ length: 51 }, (_, at) => aLine({ id: `t${at}`, amount: at }));
  const lines = questionFor(aDraft(preview)).split("\n");
  assertEquals(lines.slice(1, 4), [
    "51 transactions in all:",
    "- flag \u2192 red: 51 transactions, 1.275",
    "The 20 largest:",
  ]);
});

Deno.test("questionFor() says nothing of undoing where a change is undone", () => {
  const draft = { ...aDraft([aLine({})]), irreversible: null, undo: { isPart: false } };
  assertEquals(questionFor(draft).split("\n").slice(1), ["- a row: flag none \u2192 red"]);
});

const dollars = { symbol: "$", isSymbolFirst: true, decimals: 2 };

Deno.test("questionFor() writes amounts as the plan does", () => {
  const row = aLine({ field: "assigned", before: 149.5, after: 340 });
  assertEquals(
    questionFor(aDraft([row]), dollars).split("\n")[1],
    "- a row: assigned $149.50 \u2192 $340.00",
  );
  assertEquals(
    questionFor(aDraft([row]), { symbol: "\u00a5", isSymbolFirst: false, decimals: 0 })
      .split("\n")[1],
    "- a row: assigned 150\u00a5 \u2192 340\u00a5",
  );
});

Deno.test("questionFor() shows text that the call brings whole, line by line, and cuts other text", () => {
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

Deno.test("questionFor() has every one of many transactions in a total of its kind", () => {
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
