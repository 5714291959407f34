import { assertEquals, assertRejects } from "@std/assert";
import type { EntryState, JournalEntry } from "../../changes/journal.ts";
import { type EntrySearch, undoableEntry } from "../../changes/undoable_entry.ts";
import { ToolError } from "../../domain/tool_error.ts";
import { anEntry, aStep, aTarget } from "./_journal_entry.ts";

/** Searches entries, the newest first. */
function found(
  entries: readonly JournalEntry[],
  search: Partial<EntrySearch> = {},
): Promise<JournalEntry> {
  const journal = { entries: (): Promise<readonly JournalEntry[]> => Promise.resolve(entries) };
  return undoableEntry({ journal, planId: "p", canUpdateCategories: true, ...search });
}

const old = anEntry({ operationId: "old", summary: "An old change" });
const categories = anEntry({
  operationId: "categories",
  steps: [aStep("updateCategory", [aTarget()])],
});
const none = "there is no other change to take back";
const other = "the latest one that can be is old (An old change)";

for (const state of ["applied", "partly", "uncertain", "intended"] as const) {
  Deno.test(`undoableEntry() takes the latest change when it is ${state}`, async () => {
    assertEquals((await found([anEntry({ state }), old])).operationId, "o1");
  });
}

for (const state of ["failed", "undone"] as const) {
  Deno.test(`undoableEntry() passes over a change that is ${state}`, async () => {
    assertEquals((await found([anEntry({ state }), old])).operationId, "old");
  });
}

Deno.test("undoableEntry() passes over changes that took others back", async () => {
  const entries = [anEntry({ undoes: "o0", isUndoable: false }), old];
  assertEquals((await found(entries)).operationId, "old");
});

Deno.test("undoableEntry() finds the change that is named, whatever the spaces around", async () => {
  assertEquals((await found([anEntry(), old], { operationId: " old\n" })).operationId, "old");
});

Deno.test("undoableEntry() takes changes of categories back where the profile may", async () => {
  assertEquals((await found([categories])).operationId, "categories");
});

const refusals: readonly (readonly [
  entry: JournalEntry,
  search: Partial<EntrySearch>,
  reason: string,
])[] = [
  [
    anEntry({ undoes: "o0" }),
    { operationId: "o1" },
    "took another change back and is not itself taken back",
  ],
  [anEntry({ state: "undone" }), { operationId: "o1" }, "has been taken back already"],
  [anEntry({ state: "failed" }), { operationId: "o1" }, "was never applied"],
  [anEntry({ isUndoable: false }), {}, "can't be undone"],
  [
    { ...categories, operationId: "o1" },
    { canUpdateCategories: false },
    "can't be undone in this profile",
  ],
];

for (const [entry, search, reason] of refusals) {
  Deno.test(`undoableEntry() refuses a change that ${reason}, and names another`, async () => {
    for (const [entries, hint] of [[[entry], none], [[entry, old], other]] as const) {
      const error = await assertRejects(() => found(entries, search), ToolError);
      assertEquals(error.code, "invalid_input");
      assertEquals(error.message, `"${entry.summary}" ${reason}: ${hint}`);
    }
  });
}

Deno.test("undoableEntry() says when nothing is in effect", async () => {
  const states: readonly EntryState[] = ["failed", "undone"];
  const error = await assertRejects(
    () => found(states.map((state) => anEntry({ state }))),
    ToolError,
    "no change has been made here that is still in effect",
  );
  assertEquals(error.code, "not_found");
});

Deno.test("undoableEntry() says when the journal has no such change", async () => {
  const error = await assertRejects(
    () => found([old], { operationId: "x\u202ey" }),
    ToolError,
    "the journal of this plan has no change xy",
  );
  assertEquals(error.code, "not_found");
});
