import type { JournalEntry, JournalStep, JournalTarget } from "../../changes/journal.ts";

/** Creates a journal target for a transaction that was flagged red. */
export function aTarget(change: Partial<JournalTarget> = {}): JournalTarget {
  return {
    id: "t1",
    label: "a row",
    before: { flag_color: null },
    after: { flag_color: "red" },
    outcome: "done",
    ...change,
  };
}

/** Creates a journal step with the given operation and targets. */
export function aStep(
  operation: JournalStep["operation"],
  targets: readonly JournalTarget[],
): JournalStep {
  const month = operation === "updateMonthCategory" ? "2026-03-01" : null;
  return { operation, month, targets };
}

/** A step whose operation this version doesn't know. */
export const unknownStep = aStep("mergeCategories" as never, [aTarget()]);

/** Creates a journal entry for a change that was applied. */
export function anEntry(change: Partial<JournalEntry> = {}): JournalEntry {
  return {
    operationId: "o1",
    planId: "p",
    kind: "flag_transactions",
    state: "applied",
    at: 0,
    summary: "A change",
    steps: [aStep("updateTransactions", [aTarget()])],
    isUndoable: true,
    undoes: null,
    touchedAt: 0,
    knownAt: null,
    ...change,
  };
}
