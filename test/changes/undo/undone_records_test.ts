import { assertEquals } from "@std/assert";
import type { JournalEntry, JournalTarget } from "../../../changes/journal.ts";
import { latestIds } from "../../../changes/undo/successors.ts";
import {
  halfBackIn,
  isAllUndone,
  recreatedIn,
  undoneIn,
} from "../../../changes/undo/undone_records.ts";
import { anEntry, aStep, aTarget } from "../_journal_entry.ts";

const gone = (id: string, outcome: JournalTarget["outcome"] = "done"): JournalTarget =>
  aTarget({ id, before: { amount: 1 }, after: null, outcome });
const back = (id: string, recreates: string, outcome: JournalTarget["outcome"]): JournalTarget =>
  aTarget({ id, recreates, before: null, after: { amount: 1 }, outcome });

const deletion = anEntry({
  operationId: "deletion",
  steps: [aStep("deleteTransaction", [gone("a")]), aStep("deleteTransaction", [gone("b")])],
});

function anUndo(...targets: readonly JournalTarget[]): JournalEntry {
  return anEntry({
    operationId: "undo",
    undoes: "deletion",
    steps: [aStep("createTransaction", targets)],
  });
}

Deno.test("undoneIn() knows what was entered again by the id that it had", () => {
  const entries = [anUndo(back("new", "a", "done")), deletion];
  const isUndone = undoneIn(entries, { operationId: "deletion", latest: latestIds(entries) });
  const [one, two] = deletion.steps;
  assertEquals(
    [one, two].map((step) => step?.targets.map((target) => isUndone(step, target))),
    [[true], [false]],
  );
});

Deno.test("recreatedIn() knows what may have been entered again", () => {
  const mayBeBack = recreatedIn([anUndo(back("a", "a", "unknown")), deletion], "deletion");
  assertEquals([mayBeBack(gone("a")), mayBeBack(gone("b"))], [true, false]);
});

Deno.test("halfBackIn() gives the id of what was entered again and not marked", () => {
  const undo = anUndo(back("new", "a", "done"), back("other", "b", "done"));
  const marks = aStep("updateTransactions", [
    aTarget({ id: "new", before: { cleared: "uncleared" }, outcome: "not_done" }),
    aTarget({ id: "other", before: { cleared: "uncleared" }, outcome: "done" }),
  ]);
  const entries = [{ ...undo, steps: [...undo.steps, marks] }, deletion];
  const halfBackAs = halfBackIn(entries, "deletion");
  assertEquals([halfBackAs(gone("a")), halfBackAs(gone("b"))], ["new", null]);
});

Deno.test("isAllUndone() holds once everything that was done is back", () => {
  const part = anUndo(back("new", "a", "done"));
  assertEquals(isAllUndone(deletion, [part, deletion]), false);
  const partly = {
    ...deletion,
    steps: [
      aStep("deleteTransaction", [gone("a")]),
      aStep("deleteTransaction", [gone("b", "not_done")]),
    ],
  };
  assertEquals(isAllUndone(partly, [part, partly]), true);
  assertEquals(isAllUndone(part, [part, partly]), false);
});
