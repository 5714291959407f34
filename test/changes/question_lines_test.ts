import { assertEquals } from "@std/assert";
import { questionFor, undoLine } from "../../changes/question.ts";
import { shownPreview } from "../../changes/shown_preview.ts";
import { UNKNOWN_MONEY_FORMAT } from "../../domain/base/money_format.ts";
import { aDraft } from "./_change_environment.ts";
import { aTarget } from "./_journal_entry.ts";

Deno.test("questionFor() asks, lists, warns and says how to undo, each on its line", () => {
  const line = { id: "t", label: "Cafe", field: "assigned", before: 1, after: 2.5 };
  const draft = aDraft({ preview: [line], warnings: ["it is [old]"], undoRequests: 2 });
  assertEquals(questionFor(draft).split("\n"), [
    "Flag a row?",
    "- Cafe: assigned 1.00 \u2192 2.50",
    "Note: it is \\[old\\].",
    "You can undo this; it takes 2 requests.",
  ]);
});

Deno.test("undoLine() says how a change can be undone", () => {
  assertEquals(undoLine(aDraft()), "You can undo this; it takes 1 request.");
  assertEquals(undoLine(aDraft({ undoRequests: 0 })), "You can undo this; it takes 0 requests.");
  assertEquals(
    undoLine(aDraft({ irreversible: "nobody keeps them" })),
    "This can't be undone: nobody keeps them.",
  );
  assertEquals(undoLine(aDraft({ undo: { isPart: false } as never })), "");
  assertEquals(
    questionFor(aDraft({ undo: { isPart: false } as never })).split("\n"),
    ["Flag a row?"],
  );
});

Deno.test("shownPreview() keeps what a card shows, targets in the order of the steps", () => {
  const step = (...ids: readonly string[]): never =>
    ({
      operation: "updateTransactions",
      args: {},
      targets: ids.map((id) => aTarget({ id })),
    }) as never;
  const context = { warnings: ["mind"], format: UNKNOWN_MONEY_FORMAT, expiresAt: 7 };
  const steps = [step("a", "b"), step("c")];
  const shown = shownPreview(aDraft({ steps, irreversible: "it is so" }), context);
  assertEquals(shown, {
    summary: "Flag a row",
    done: "Flagged a row",
    lines: [],
    warnings: ["mind"],
    undo: "This can't be undone: it is so.",
    isIrreversible: true,
    targets: ["a", "b", "c"],
    format: UNKNOWN_MONEY_FORMAT,
    expiresAt: 7,
  });
  assertEquals(shownPreview(aDraft(), context).isIrreversible, false);
});
