import { assertEquals } from "@std/assert";
import type { Fields, PreviewLine } from "../../../changes/change.ts";
import type { JournalEntry } from "../../../changes/journal.ts";
import { undoDraft, type UndoPlan } from "../../../changes/undo_draft.ts";
import { UNKNOWN_MONEY_FORMAT } from "../../../domain/base/money_format.ts";
import { anEntry, aStep, aTarget } from "../_journal_entry.ts";

function shown(
  entry: JournalEntry,
  now: Readonly<Record<string, Fields>>,
  plan: Partial<UndoPlan> = {},
): readonly PreviewLine[] | undefined {
  return undoDraft({
    entry,
    current: (_, { id }) => now[id] ?? null,
    isLive: () => true,
    isUndone: () => false,
    mayBeBack: () => false,
    halfBackAs: () => null,
    schedules: [],
    // As told, so that a test sees what was asked about.
    words: (field, value, { operation }) => `${operation} ${field} ${value}`,
    only: null,
    earlier: [],
    source: { planId: "p", fresh: {} as never, format: () => UNKNOWN_MONEY_FORMAT },
    ...plan,
  }).draft?.preview;
}

const line = { id: "t1", label: "a row" };

Deno.test("each field that goes back is a line, in people's words", () => {
  const target = aTarget({
    before: { flag_color: null, memo: "old" },
    after: { flag_color: "red", memo: "new" },
  });
  const entry = anEntry({ steps: [aStep("updateTransactions", [target])] });
  assertEquals(shown(entry, { t1: { flag_color: "red", memo: "new" } }), [
    {
      ...line,
      field: "flag",
      before: "updateTransactions flag_color red",
      after: "updateTransactions flag_color null",
    },
    {
      ...line,
      field: "memo",
      before: "updateTransactions memo new",
      after: "updateTransactions memo old",
    },
  ]);
});

Deno.test("a payee goes back by the name that it had, in one line", () => {
  const target = aTarget({
    before: { payee_id: "a", payee_name: "Shop", transfer_account_id: null },
    after: { payee_id: "b", payee_name: "Store", transfer_account_id: null },
  });
  const entry = anEntry({
    kind: "edit_transaction",
    steps: [aStep("updateTransaction", [target])],
  });
  assertEquals(shown(entry, { t1: { payee_id: "b", transfer_account_id: null } }), [
    { ...line, field: "payee", before: "Store", after: "Shop" },
  ]);
});

Deno.test("what is sent to put a record back is told, not what else it had", () => {
  const target = aTarget({
    before: { goal_target: 5, goal_day: 1 },
    after: { goal_target: 9 },
    restore: { goal_target: 5, goal_target_date: "2027-01-01" },
  });
  const entry = anEntry({ steps: [aStep("updateCategory", [target])] });
  assertEquals(shown(entry, { t1: { goal_target: 9 } }), [
    {
      ...line,
      field: "target",
      before: "updateCategory goal_target 9",
      after: "updateCategory goal_target 5",
    },
    {
      ...line,
      field: "target date",
      before: "updateCategory goal_target_date null",
      after: "updateCategory goal_target_date 2027-01-01",
    },
  ]);
});

Deno.test("a field that reads the same before and after is left out while another does not", () => {
  const words: UndoPlan["words"] = (field, value) => field === "category_id" ? "none" : value;
  const before = { category_id: null, memo: "old" };
  const after = { category_id: "uncategorized", memo: "new" };
  const entryOf = (names: readonly (keyof typeof before)[]): JournalEntry => {
    const only = (fields: typeof after | typeof before): Fields =>
      Object.fromEntries(names.map((name) => [name, fields[name]]));
    const target = aTarget({ before: only(before), after: only(after) });
    return anEntry({ steps: [aStep("updateTransactions", [target])] });
  };
  const now = { t1: after };
  assertEquals(shown(entryOf(["category_id", "memo"]), now, { words }), [
    { ...line, field: "memo", before: "new", after: "old" },
  ]);
  assertEquals(shown(entryOf(["category_id"]), now, { words }), [
    { ...line, field: "category", before: "none", after: "none" },
  ]);
});

Deno.test("a creation that goes back is one line", () => {
  const target = aTarget({ before: null, after: { amount: -5, memo: "x" } });
  const entry = anEntry({ steps: [aStep("createTransaction", [target])] });
  assertEquals(shown(entry, { t1: { amount: -5, memo: "x" } }), [
    { ...line, field: "transaction", before: "entered", after: "deleted" },
  ]);
});

const sides = [
  aTarget({ id: "from", before: { amount: -5, cleared: "cleared" }, after: null }),
  aTarget({ id: "to", before: { amount: 5, cleared: "cleared" }, after: null, isFollower: true }),
];
const deletion = anEntry({
  kind: "delete_transactions",
  steps: [aStep("deleteTransaction", sides)],
});
const entered = { field: "transaction", before: "deleted", after: "entered" };
const cleared = { field: "cleared", before: null, after: "cleared" };

Deno.test("both sides of a deleted transfer are told, and the mark of the side that YNAB makes", () => {
  assertEquals(shown(deletion, {}), [
    { id: "from", label: "a row", ...entered },
    { id: "to", label: "a row", ...entered },
    { id: "to", label: "a row", ...cleared },
  ]);
});

Deno.test("of a side that is there again only its mark is told, under the id that it has now", () => {
  const again = { cleared: "uncleared", flag_color: null };
  const lines = shown(deletion, { new: again, from: { amount: -5 } }, {
    isUndone: () => true,
    halfBackAs: ({ id }) => id === "to" ? "new" : null,
  });
  assertEquals(lines, [{ id: "new", label: "a row", ...cleared }]);
});
