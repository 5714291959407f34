import { assertEquals } from "@std/assert";
import type { ChangeDraft, ChangeRow } from "../../changes/change.ts";
import { questionFor } from "../../changes/question.ts";

function aDraft(rows: readonly ChangeRow[]): ChangeDraft {
  return { summary: "Do it", rows, warnings: [], steps: [], irreversible: null, undoRequests: 1 };
}

function aRow(change: Partial<ChangeRow>): ChangeRow {
  return { id: "t", label: "a row", field: "flag", before: null, after: "red", ...change };
}

Deno.test("questionFor() puts the fields of a record into one line", () => {
  const rows = [
    aRow({ field: "name", before: "Fun", after: "Joy" }),
    aRow({ field: "note" }),
    aRow({ id: "u" }),
  ];
  assertEquals(questionFor(aDraft(rows)).split("\n").slice(1, -1), [
    "- a row: name Fun \u2192 Joy; note none \u2192 red",
    "- a row: flag none \u2192 red",
  ]);
});

Deno.test("questionFor() shows payee and memo of a new row without a before, escaped", () => {
  const rows = [
    aRow({ isNew: true, field: "category", after: null }),
    aRow({ isNew: true, field: "memo", after: "[ok](http://x)\n- another row" }),
  ];
  assertEquals(questionFor(aDraft(rows)).split("\n").slice(1, -1), [
    "- new: a row: category none; memo \\[ok\\]\\(http\\://x\\) - another row",
  ]);
});

Deno.test("questionFor() shows 50 records of several fields each one by one", () => {
  const rows = Array.from({ length: 50 }, (_, at) => [
    aRow({ id: `t${at}` }),
    aRow({ id: `t${at}`, field: "memo" }),
  ]);
  assertEquals(questionFor(aDraft(rows.flat())).split("\n").length, 52);
});

Deno.test("questionFor() gives totals and the largest of more than 50 records", () => {
  const rows = Array.from({ length: 51 }, (_, at) => aRow({ id: `t${at}`, amount: at }));
  const lines = questionFor(aDraft(rows)).split("\n");
  assertEquals(lines.slice(1, 4), [
    "51 rows in all:",
    "- flag \u2192 red: 51 rows",
    "The 20 largest:",
  ]);
});

Deno.test("questionFor() says nothing of undoing where a change is undone", () => {
  const draft = { ...aDraft([aRow({})]), irreversible: null, undo: { isPart: false } };
  assertEquals(questionFor(draft).split("\n").slice(1), ["- a row: flag none \u2192 red"]);
});
