import { assertEquals } from "@std/assert";
import type { JournalEntry, JournalTarget } from "../../../changes/journal.ts";
import { latestIds } from "../../../changes/successors.ts";
import {
  halfBackIn,
  isAllUndone,
  recreatedIn,
  undoneIn,
} from "../../../changes/undone_records.ts";
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

const assigned = (month: string): JournalEntry["steps"][number] => ({
  operation: "updateMonthCategory",
  month,
  targets: [aTarget({ id: "rent" })],
});

Deno.test("undoneIn() tells a category's months apart", () => {
  const undo = anEntry({ operationId: "undo", undoes: "o1", steps: [assigned("2026-03-01")] });
  const isUndone = undoneIn([undo], { operationId: "o1", latest: (id) => id });
  const [march, april] = [assigned("2026-03-01"), assigned("2026-04-01")];
  assertEquals([march, april].map((step) => isUndone(step, aTarget({ id: "rent" }))), [
    true,
    false,
  ]);
});

Deno.test("undoneIn() goes by what was put back for certain, by undos of this change", () => {
  const isUndone = (undo: JournalEntry): boolean =>
    undoneIn([undo], { operationId: "deletion", latest: (id) => id })(
      aStep("deleteTransaction", []),
      gone("a"),
    );
  assertEquals(isUndone(anUndo(gone("a"))), true);
  assertEquals(isUndone(anUndo(gone("a", "unknown"))), false);
  assertEquals(isUndone(anUndo(gone("a", "not_done"))), false);
  assertEquals(isUndone({ ...anUndo(gone("a")), undoes: "another" }), false);
});

Deno.test("recreatedIn() leaves what is known, what was not entered, and other undos", () => {
  const mayBeBack = (undo: JournalEntry): boolean => recreatedIn([undo], "deletion")(gone("a"));
  assertEquals(mayBeBack(anUndo(back("new", "a", "unknown"))), true);
  assertEquals(mayBeBack(anUndo(back("new", "a", "done"))), false);
  assertEquals(mayBeBack(anUndo(back("new", "a", "not_done"))), false);
  assertEquals(mayBeBack(anUndo(aTarget({ id: "a", outcome: "unknown" }))), false);
  assertEquals(mayBeBack({ ...anUndo(back("new", "a", "unknown")), undoes: "another" }), false);
});

Deno.test("halfBackIn() leaves what was not entered, what has no marks, and other undos", () => {
  const mark = aTarget({ id: "new", before: { cleared: "uncleared" }, outcome: "unknown" });
  const half = (undo: JournalEntry, one = mark): string | null =>
    halfBackIn(
      [{ ...undo, steps: [...undo.steps, aStep("updateTransactions", [one])] }],
      "deletion",
    )(
      gone("a"),
    );
  const whole = anUndo(back("new", "a", "done"));
  assertEquals(half(whole), "new");
  assertEquals(half(anUndo(back("new", "a", "not_done"))), null);
  assertEquals(half(whole, { ...mark, id: "another" }), null);
  assertEquals(half(whole, { ...mark, before: null }), null);
  assertEquals(half({ ...whole, undoes: "another" }), null);
  assertEquals(half(anUndo(aTarget({ id: "new" }))), null);
});

Deno.test("isAllUndone() holds of no change that has made nothing, nor of an undo", () => {
  const nothing = anEntry({ steps: [aStep("deleteTransaction", [gone("a", "not_done")])] });
  assertEquals(isAllUndone(nothing, [nothing]), false);
  const ofUndo = anEntry({ undoes: "o0", steps: [aStep("updateTransactions", [aTarget()])] });
  const undo = anEntry({ operationId: "o2", undoes: "o1" });
  assertEquals(isAllUndone(ofUndo, [undo, ofUndo]), false);
  assertEquals(isAllUndone({ ...ofUndo, undoes: null }, [undo, ofUndo]), true);
});
