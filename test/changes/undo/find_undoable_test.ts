import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import type { EntryState, JournalEntry, UnreadableEntry } from "../../../changes/journal.ts";
import {
  type EntrySearch,
  openEntriesOf,
  type UndoableEntry,
  undoableEntry,
} from "../../../changes/find_undoable.ts";
import { UNDO_WRITES } from "../../../changes/revert.ts";
import { ToolError } from "../../../domain/base/tool_error.ts";
import { anEntry, aStep, aTarget, unknownStep } from "../_journal_entry.ts";

/** Searches entries, the newest first. */
function searched(
  entries: readonly JournalEntry[],
  { unreadable = [], ...search }: Partial<EntrySearch> & {
    readonly unreadable?: readonly UnreadableEntry[];
  } = {},
): Promise<UndoableEntry> {
  const journal = {
    entries: (): Promise<readonly JournalEntry[]> => Promise.resolve(entries),
    unreadable: (): Promise<readonly UnreadableEntry[]> => Promise.resolve(unreadable),
    isKept: () => Promise.resolve(true),
  };
  return undoableEntry({ journal, planId: "p", undoWrites: UNDO_WRITES.fuller, ...search });
}

async function found(
  entries: readonly JournalEntry[],
  search: Partial<EntrySearch> = {},
): Promise<JournalEntry> {
  return (await searched(entries, search)).entry;
}

const old = anEntry({ operationId: "old", summary: "An old change" });
const categories = anEntry({
  operationId: "categories",
  steps: [aStep("updateCategory", [aTarget()])],
});
const other = { operation_id: "old", at: "1970-01-01T00:00:00Z", summary: "An old change" };

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
    "is an undo, which can't be undone",
  ],
  [anEntry({ state: "undone" }), { operationId: "o1" }, "has been undone already"],
  [anEntry({ state: "failed" }), { operationId: "o1" }, "was never applied"],
  [anEntry({ isUndoable: false }), {}, "can't be undone"],
  [anEntry({ steps: [unknownStep] }), {}, "can't be undone"],
  [
    anEntry({ isUndoable: false, state: "uncertain" }),
    { operationId: "o1" },
    "can't be undone, and it is not known yet whether it was applied",
  ],
  [
    { ...categories, operationId: "o1" },
    { undoWrites: UNDO_WRITES.reduced },
    "can't be undone in this profile",
  ],
  [
    anEntry({
      kind: "reconcile_account",
      steps: [
        aStep("updateTransactions", [aTarget()]),
        aStep("createTransaction", [aTarget({ before: null })]),
      ],
    }),
    { undoWrites: ["updateTransactions"] },
    "can't be undone in this profile",
  ],
];

for (const [entry, search, reason] of refusals) {
  Deno.test(`undoableEntry() tells that a change ${reason}, and names another`, async () => {
    for (const [entries, earlier] of [[[entry], []], [[entry, old], [other]]] as const) {
      const { why, ...rest } = await searched(entries, search);
      assertEquals([why, rest.earlier], [reason, earlier]);
    }
  });
}

Deno.test("undoableEntry() names at most ten other changes, the newest first", async () => {
  const entries = Array.from({ length: 13 }, (_, at) => anEntry({ operationId: `o${at}` }));
  const { earlier } = await searched(entries);
  assertEquals(earlier.map(({ operation_id }) => operation_id), [
    ...Array.from({ length: 10 }, (_, at) => `o${at + 1}`),
  ]);
});

for (const state of ["intended", "partly", "uncertain", "failed"] as const) {
  Deno.test(`undoableEntry() goes on with the change that an undo which is ${state} is about`, async () => {
    const undo = anEntry({ operationId: "undo", undoes: "old", isUndoable: false, state });
    assertEquals((await found([undo, anEntry(), old], { operationId: "undo" })).operationId, "old");
  });
}

Deno.test("undoableEntry() names no later change, which may be what was just refused", async () => {
  const later = anEntry({ operationId: "later" });
  const { earlier } = await searched([later, categories, old], { operationId: "categories" });
  assertEquals(earlier, [other]);
});

Deno.test("undoableEntry() knows which records earlier undos have put back", async () => {
  const [one, two, three] = [aTarget(), aTarget({ id: "t2" }), aTarget({ id: "t3" })];
  const steps = [aStep("updateTransactions", [one, two, three])];
  const of = (operationId: string, target: typeof one): JournalEntry =>
    anEntry({ operationId, undoes: "o1", steps: [aStep("updateTransactions", [target])] });
  const { isUndone } = await searched([
    of("u2", { ...two, outcome: "not_done" }),
    of("u1", one),
    anEntry({ steps }),
  ]);
  const [step] = steps;
  assertEquals([one, two, three].map((target) => step !== undefined && isUndone(step, target)), [
    true,
    false,
    false,
  ]);
});

const damaged = { operationId: "damaged", at: 1000 };

Deno.test("undoableEntry() says which later change it can't read", async () => {
  const { warnings } = await searched([old], { unreadable: [damaged] });
  assertEquals(warnings, [
    "a later change, of 1970-01-01T00:00:01Z, can't be read in the journal any more and stays",
  ]);
  const later = anEntry({ operationId: "later", at: 2000 });
  assertEquals((await searched([later], { unreadable: [damaged] })).warnings, []);
  await assertRejects(
    () => searched([], { unreadable: [damaged] }),
    ToolError,
    "still in effect, and 1 can't be read in the journal any more: nothing to undo",
  );
});

Deno.test("undoableEntry() says that a change which is named can't be read", async () => {
  const search = { unreadable: [damaged], operationId: "damaged" };
  const error = await assertRejects(() => searched([old], search), ToolError);
  assertEquals(error.code, "not_found");
  assertStringIncludes(error.message, "change damaged can't be read in the journal any more");
  assertEquals(error.rows, ["old, 1970-01-01T00:00:00Z: An old change"]);
});

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

Deno.test("undoableEntry() names ten others where the journal has no such change", async () => {
  const many = Array.from({ length: 12 }, (_, at) => anEntry({ operationId: `o${at}` }));
  const error = await assertRejects(() => searched(many, { operationId: "nowhere" }), ToolError);
  assertEquals(error.rows.length, 10);
  assertEquals(error.rows[0], "o0, 1970-01-01T00:00:00Z: A change");
});

Deno.test("undoableEntry() names no other change that can't be undone either", async () => {
  const stuck = anEntry({ operationId: "stuck", isUndoable: false });
  const { earlier } = await searched([anEntry({ isUndoable: false }), stuck, old]);
  assertEquals(earlier, [other]);
  const error = await assertRejects(
    () => searched([stuck, old], { operationId: "nowhere" }),
    ToolError,
  );
  assertEquals(error.rows, ["old, 1970-01-01T00:00:00Z: An old change"]);
});

Deno.test("undoableEntry() warns of nothing later where a change is named", async () => {
  const { warnings } = await searched([old], { unreadable: [damaged], operationId: "old" });
  assertEquals(warnings, []);
});

Deno.test("undoableEntry() knows an unreadable change by its own name only", async () => {
  const search = (operationId: string): Promise<ToolError> =>
    assertRejects(() => searched([old], { unreadable: [damaged], operationId }), ToolError);
  const ending = ": leave operation_id out for the latest one";
  assertEquals(
    (await search(" damaged\n")).message,
    `change damaged can't be read in the journal any more, so it can't be undone${ending}`,
  );
  assertEquals(
    (await search("another")).message,
    `the journal of this plan has no change another${ending}`,
  );
});

Deno.test("undoableEntry() says no more than that nothing is in effect", async () => {
  const error = await assertRejects(() => searched([]), ToolError);
  assertEquals(
    error.message,
    "no change has been made here that is still in effect: nothing to undo",
  );
});

Deno.test("undoableEntry() finds an undo that has come to its end under its own id", async () => {
  const undo = anEntry({ operationId: "undo", undoes: "old", isUndoable: false });
  assertEquals((await found([undo, old], { operationId: "undo" })).operationId, "undo");
});

async function open(
  entries: readonly JournalEntry[],
  operationId?: string,
): Promise<readonly string[]> {
  const journal = {
    entries: () => Promise.resolve(entries),
    unreadable: () => Promise.resolve([]),
    isKept: () => Promise.resolve(true),
  };
  const search = { journal, planId: "p", operationId, undoWrites: UNDO_WRITES.fuller };
  return (await openEntriesOf(search)).map((one) => one.operationId);
}

const recreating = aStep("createTransaction", [
  aTarget({ before: null }),
  aTarget({ before: null, recreates: "t0" }),
]);

Deno.test("openEntriesOf() gives the change itself while it is open, and no other", async () => {
  const entry = anEntry({ state: "uncertain" });
  const another = anEntry({ operationId: "o2", state: "uncertain" });
  assertEquals(await open([entry, another]), ["o1"]);
  assertEquals(await open([entry, another], "o2"), ["o2"]);
  assertEquals(await open([anEntry(), another], "o1"), []);
  assertEquals(await open([another], "nowhere"), []);
});

Deno.test("openEntriesOf() gives open undos that may have entered records again", async () => {
  const undo = (change: Partial<JournalEntry>): JournalEntry =>
    anEntry({
      operationId: "undo",
      undoes: "o1",
      state: "uncertain",
      isUndoable: false,
      steps: [aStep("updateTransactions", [aTarget()]), recreating],
      ...change,
    });
  const openWith = (change: Partial<JournalEntry>): Promise<readonly string[]> =>
    open([undo(change), anEntry()], "o1");
  assertEquals(await openWith({}), ["undo"]);
  assertEquals(await openWith({ state: "applied" }), []);
  assertEquals(await openWith({ undoes: "o2" }), []);
  assertEquals(await openWith({ steps: [aStep("updateTransactions", [aTarget()])] }), []);
});
