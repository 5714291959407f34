import { assertEquals } from "@std/assert";
import { changeHistory, type KnownChanges, newestFirst } from "../../changes/change_history.ts";
import type { EntryState } from "../../changes/journal.ts";
import { anEntry } from "./_journal_entry.ts";

function known(change: Partial<KnownChanges>): KnownChanges {
  return {
    planId: "p",
    entries: [],
    unreadable: [],
    undoWrites: ["updateTransactions"],
    ...change,
  };
}

const states: readonly (readonly [EntryState, words: string, canUndo: boolean])[] = [
  ["intended", "not known whether it was applied", true],
  ["applied", "applied", true],
  ["failed", "not applied", false],
  ["partly", "applied in part", true],
  ["uncertain", "not known whether it was applied", true],
  ["undone", "undone", false],
];
for (const [state, words, canUndo] of states) {
  Deno.test(`changeHistory() tells a change that is ${state} as ${words}`, () => {
    const entries = [anEntry({ state, at: 86_400_000, summary: "Flag\u202e a row" })];
    const [told] = changeHistory(known({ entries }));
    assertEquals([told?.state, told?.can_undo], [words, canUndo]);
    assertEquals(told?.why_not === null, canUndo);
    assertEquals(told?.at, "1970-01-02T00:00:00.000Z");
    assertEquals(told?.summary, "Flag a row");
    assertEquals([told?.operation_id, told?.plan_id], ["o1", "p"]);
  });
}

Deno.test("changeHistory() tells a change of which a part was taken back", () => {
  const part = anEntry({ operationId: "o2", undoes: "o1", isPart: true });
  const whole = anEntry({ operationId: "o3", undoes: "o1" });
  const told = (entries: KnownChanges["entries"]): unknown =>
    changeHistory(known({ entries })).find((one) => one.operation_id === "o1")?.state;
  assertEquals(told([part, anEntry()]), "undone in part");
  assertEquals(told([whole, anEntry()]), "applied");
  assertEquals(told([part, anEntry({ state: "partly" })]), "applied in part");
});

Deno.test("changeHistory() puts what can't be read in its place, and knows nothing of it", () => {
  const entries = [anEntry({ operationId: "late", at: 3_000 }), anEntry({ at: 1_000 })];
  const told = changeHistory(known({ entries, unreadable: [{ operationId: "lost", at: 2_000 }] }));
  assertEquals(told.map((one) => one.operation_id), ["late", "lost", "o1"]);
  assertEquals(told[1], {
    operation_id: "lost",
    at: "1970-01-01T00:00:02.000Z",
    plan_id: "p",
    tool: null,
    summary: null,
    state: "can't be read",
    can_undo: false,
    confirmed_by: null,
    client: null,
    why_not: "can't be read in the journal any more",
  });
});

Deno.test("changeHistory() keeps the journal's order, also where the clock was set back", () => {
  const entries = [anEntry({ operationId: "last", at: 1_000 }), anEntry({ at: 2_000 })];
  assertEquals(changeHistory(known({ entries })).map((one) => one.operation_id), ["last", "o1"]);
});

Deno.test("newestFirst() leaves those of one moment as they are", () => {
  const changes = [
    { at: "2026-01-01", id: 1 },
    { at: "2026-01-02", id: 2 },
    { at: "2026-01-01", id: 3 },
    { at: "2026-01-02", id: 4 },
  ];
  assertEquals(newestFirst(changes).map(({ id }) => id), [2, 4, 1, 3]);
});
