import type { WriteId } from "../../changes/change.ts";
import type { JournalEntry, JournalStep, JournalTarget } from "../../changes/journal.ts";
import type { ChangeKind } from "../../changes/kind.ts";
import { loadKinds } from "../../changes/kinds/_load_kinds.ts";
import { type KindName, kinds } from "../../changes/kinds/_manifest.ts";

/** A kind that has steps of an operation. */
const KIND_WITH: Readonly<Record<WriteId, KindName>> = {
  createCategory: "create_category",
  createCategoryGroup: "create_category_group",
  updateCategoryGroup: "rename_category_group",
  updatePayee: "rename_payees",
  createTransaction: "create_transactions",
  createScheduledTransaction: "create_scheduled_transaction",
  updateScheduledTransaction: "edit_scheduled_transaction",
  deleteScheduledTransaction: "delete_scheduled_transaction",
  deleteTransaction: "undo_operation",
  importTransactions: "import_transactions",
  updateCategory: "update_category",
  updateMonthCategory: "set_category_budget",
  updateTransaction: "edit_transaction",
  updateTransactions: "flag_transactions",
};

const kindOf = await loadKinds(Object.keys(kinds).map((kind) => ({ kind })));

/** Gives the kind of an entry. */
export function kindOfEntry({ kind }: Pick<JournalEntry, "kind">): ChangeKind {
  const found = kindOf(kind);
  if (found === null) throw new Error(`There is no kind ${kind}`);
  return found;
}

/** Names a kind that has such a step. */
export function kindWith(operation: WriteId | undefined): KindName {
  return KIND_WITH[operation ?? "updateTransactions"];
}

/** Makes a row that was flagged red. */
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

/** Makes a step about targets. */
export function aStep(
  operation: JournalStep["operation"],
  targets: readonly JournalTarget[],
): JournalStep {
  const month = operation === "updateMonthCategory" ? "2026-03-01" : null;
  return { operation, month, targets };
}

/** Makes an entry that has been applied. */
export function anEntry(change: Partial<JournalEntry> = {}): JournalEntry {
  return {
    operationId: "o1",
    planId: "p",
    kind: kindWith(change.steps?.[0]?.operation),
    state: "applied",
    at: 0,
    summary: "A change",
    steps: [aStep("updateTransactions", [aTarget()])],
    isUndoable: true,
    undoes: null,
    touchedAt: 0,
    absentAsOf: null,
    ...change,
  };
}
