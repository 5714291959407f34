import { assertEquals } from "@std/assert";
import { undoSummary } from "../../../changes/undo_words.ts";
import type { JournalEntry } from "../../../changes/journal.ts";
import { anEntry, aStep, aTarget } from "../_journal_entry.ts";

const none = { undone: 0, reasons: [], unasked: 0, asBefore: 0 };

function summary(count: Partial<Parameters<typeof undoSummary>[1]>, entry = anEntry()): string {
  return undoSummary(entry, { ...none, ...count });
}

Deno.test("undoSummary() names the change alone where all of it goes back", () => {
  assertEquals(summary({ undone: 3 }), 'Undo "A change"');
});

const stays: readonly (readonly [count: Partial<typeof none>, words: string])[] = [
  [{ undone: 2, unasked: 1 }, "2 of 3 transactions; 1 stays, not asked for"],
  [{ undone: 1, unasked: 2 }, "1 of 3 transactions; 2 stay, not asked for"],
  [{ undone: 2, asBefore: 1 }, "2 of 3 transactions; 1 is as before already"],
  [
    { undone: 1, unasked: 1, asBefore: 2 },
    "1 of 4 transactions; 1 stays, not asked for; 2 are as before already",
  ],
];
for (const [count, words] of stays) {
  Deno.test(`undoSummary() says ${words}`, () => {
    assertEquals(summary(count), `Undo "A change": ${words}`);
  });
}

/** A reason of one record, and as it reads of one and of two. */
const reasons: readonly (readonly [reason: string, one: string, two: string])[] = [
  ["memo changed since", "it was changed since", "they were changed since"],
  ["it is gone", "it is gone", "they are gone"],
  [
    "it is unknown whether it was flag before",
    "it is unknown whether it was flag before",
    "it is unknown whether they were flag before",
  ],
  [
    "its former category has been deleted",
    "its former category has been deleted",
    "their former category has been deleted",
  ],
  [
    "it belongs to another part that has changed since",
    "it was changed since",
    "they were changed since",
  ],
  ["it belongs to a transfer", "it belongs to a transfer", "they belong to a transfer"],
  ["it can't be undone", "it can't be undone", "it can't be undone"],
];
for (const [reason, one, two] of reasons) {
  Deno.test(`undoSummary() counts the records that stay because "${reason}"`, () => {
    assertEquals(
      summary({ undone: 1, reasons: [reason] }),
      `Undo "A change": 1 of 2 transactions; 1 stays, ${one}`,
    );
    assertEquals(
      summary({ undone: 1, reasons: [reason, reason] }),
      `Undo "A change": 1 of 3 transactions; 2 stay, ${two}`,
    );
  });
}

const nouns: readonly (readonly [JournalEntry["steps"], noun: string])[] = [
  [[], "records"],
  [[aStep("updateTransactions", [aTarget()])], "transactions"],
  [[aStep("updateScheduledTransaction", [aTarget()])], "schedules"],
  [[aStep("updatePayee", [aTarget()])], "payees"],
  [[aStep("updateCategoryGroup", [aTarget()])], "groups"],
  [[aStep("updateMonthCategory", [aTarget()])], "categories"],
];
for (const [steps, noun] of nouns) {
  Deno.test(`undoSummary() counts ${noun} after ${steps[0]?.operation ?? "no step"}`, () => {
    assertEquals(
      summary({ undone: 1, asBefore: 1 }, anEntry({ steps })),
      `Undo "A change": 1 of 2 ${noun}; 1 is as before already`,
    );
  });
}
