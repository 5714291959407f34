import { assertEquals, assertStrictEquals } from "@std/assert";
import type { Fields, WriteId } from "../../changes/change.ts";
import type { CurrentRecord, RecordNews } from "../../changes/records.ts";
import {
  Journal,
  type JournalEntry,
  type JournalStep,
  type JournalTarget,
} from "../../changes/journal.ts";
import { resolveCreations, resolveEntry, resolveJournal } from "../../changes/resolve_journal.ts";
import { createMemoryStore } from "../../sync/store/sqlite_backend.ts";
import { anEntry, aStep, aTarget, unknownStep } from "./_journal_entry.ts";

type Row = CurrentRecord & Fields;

/** Time one minute after a change, in milliseconds. By then, the write can no longer reach YNAB. */
const LATER = 60_000;

const open = (change: Partial<JournalTarget> = {}): JournalTarget =>
  aTarget({ outcome: "unknown", ...change });
const openEntry = (...steps: JournalEntry["steps"]): JournalEntry =>
  anEntry({ state: "uncertain", knownAt: 7, steps });
const tableOf = (rows: readonly Row[]): Map<string, never> =>
  new Map(rows.map((one) => [one.id, one as never]));

/** Returns the result of a read; `added` has the transactions added after server knowledge 7. */
function newsOf(rows: readonly Row[], added: readonly Row[] = [], askedAt = LATER): RecordNews {
  return { rows: tableOf(rows), added: { rows: added, from: 7, to: 8 }, askedAt } as never;
}
const outcomesOf = ({ steps }: JournalEntry): readonly string[] =>
  steps.flatMap(({ targets }) => targets.map(({ outcome }) => outcome));

const red = { id: "t1", flag_color: "red" };
const plain = { id: "t1", flag_color: null };
const fields = { date: "2026-01-02", amount: -5, memo: null };
const created = (id: string, change: Fields = {}): Row => ({ id, ...fields, ...change });
const creation = open({ id: "new 1", before: null, after: fields });
const deletion = open({ before: { amount: -5 }, after: null });
const lines = [-1, -2].map((amount) => ({ amount, category_id: "c", memo: null }));
const split = open({ before: { category_id: null }, after: { category_id: null }, lines });
const splitInto = (...amounts: readonly number[]): Row => ({
  id: "t1",
  subtransactions: amounts.map((amount) => ({ amount, category_id: "c", memo: "" })) as never,
});

/** A change that removes one of the two fields of a category's target. */
const fewer = open({ before: { goal: 1, cadence: 1 }, after: { goal: 1 } });

const stepOf = (operation: WriteId, ...targets: readonly JournalTarget[]): JournalStep =>
  aStep(operation, targets);
const update = stepOf("updateTransactions", open());
const creating = stepOf("createTransaction", creation);
const deleting = stepOf("deleteTransaction", deletion);
const splitting = stepOf("updateTransactions", split);
const onNew = stepOf("updateTransactions", open({ id: "new 1" }));
const similar = [created("r1"), created("r2")];

/** Cases: a change, what a later read finds, and the expected outcome for each changed record. */
const shown: readonly (readonly [
  what: string,
  steps: readonly JournalStep[],
  news: RecordNews,
  ...outcomes: readonly string[],
])[] = [
  [
    "a record that matches both the old and requested values",
    [stepOf("updateTransactions", fewer)],
    newsOf([{ id: "t1", goal: 1, cadence: 1 }]),
    "not_done",
  ],
  ["an applied update", [update], newsOf([red]), "done"],
  ["an update that wasn't applied", [update], newsOf([plain]), "not_done"],
  ["an update that may still arrive", [update], newsOf([plain], [], 1), "unknown"],
  ["an update changed later", [update], newsOf([{ ...red, flag_color: "blue" }]), "unknown"],
  ["an update of a deleted record", [update], newsOf([]), "unknown"],
  [
    "a partial update",
    [stepOf("updateTransactions", open(), open({ id: "t2" }))],
    newsOf([red, { ...plain, id: "t2" }]),
    ...["done", "not_done"],
  ],
  [
    "an applied update that doesn't change one of its records",
    [stepOf("updateTransactions", open(), open({ id: "t2", before: { flag_color: "red" } }))],
    newsOf([red, { ...red, id: "t2" }]),
    ...["done", "done"],
  ],
  [
    "an update that wasn't applied and wouldn't change one of its records",
    [stepOf("updateTransactions", open(), open({ id: "t2", before: { flag_color: "red" } }))],
    newsOf([plain, { ...red, id: "t2" }]),
    ...["not_done", "not_done"],
  ],
  [
    "several steps that may still be rolled back",
    [update, update],
    newsOf([red], [], 1),
    ...["unknown", "unknown"],
  ],
  ["a deletion", [deleting], newsOf([]), "done"],
  ["a deletion that wasn't applied", [deleting], newsOf([plain]), "not_done"],
  ["a split", [splitting], newsOf([splitInto(-2, -1)]), "done"],
  ["a split that wasn't applied", [splitting], newsOf([splitInto()]), "not_done"],
  ["a split into different lines", [splitting], newsOf([splitInto(-3)]), "unknown"],
  ["a created record", [creating], newsOf([], [created("r1")]), "done"],
  ["a created record found soon after", [creating], newsOf([], [created("r1")], 1), "done"],
  ["two records similar to the created one", [creating], newsOf([], similar), "unknown"],
  ["a record with another memo", [creating], newsOf([], [created("r1", { memo: "x" })]), "unknown"],
  [
    "a created record in the plan's first read",
    [creating],
    { ...newsOf([created("r1")]), added: null },
    "unknown",
  ],
  [
    "a record that wasn't re-created",
    [stepOf("createTransaction", { ...creation, recreates: "t0" }), onNew],
    newsOf([]),
    ...["not_done", "not_done"],
  ],
  [
    "a record that may still be re-created",
    [stepOf("createTransaction", { ...creation, recreates: "t0" }), onNew],
    newsOf([], [], 1),
    ...["unknown", "unknown"],
  ],
  [
    "later steps on a created record",
    [creating, onNew],
    newsOf([{ ...red, ...created("r1") }], [created("r1")]),
    ...["done", "done"],
  ],
  ["an unknown operation", [stepOf("mergeCategories" as never, open())], newsOf([red]), "unknown"],
];
for (const [what, steps, news, ...outcomes] of shown) {
  Deno.test(`the outcome after a read is ${outcomes.join(" and ")}: ${what}`, () => {
    assertEquals(outcomesOf(resolveEntry(openEntry(...steps), news)), outcomes);
  });
}

Deno.test("a read of one collection resolves only changes to that collection", () => {
  const named = { before: { name: "A" }, after: { name: "B" } };
  const now = { id: "t1", name: "B", budgeted: 2 };
  const news: Readonly<Partial<Record<WriteId, Partial<RecordNews>>>> = {
    updateMonthCategory: { month: { month: "2026-03-01", categories: tableOf([now]) } },
    updateCategory: { categories: tableOf([now]) },
    updateCategoryGroup: { allGroups: () => [now as never] },
    updatePayee: { payees: tableOf([now]) },
    updateScheduledTransaction: { schedules: tableOf([now]) },
  };
  for (const operation of Object.keys(news) as readonly WriteId[]) {
    const entry = openEntry(aStep(operation, [open(named)]));
    for (const [of, some] of Object.entries(news)) {
      const { state } = resolveEntry(entry, { added: null, askedAt: LATER, ...some });
      assertEquals(state, of === operation ? "applied" : "uncertain", `${operation} by ${of}`);
    }
  }
  const other = openEntry({ ...aStep("updateMonthCategory", [open(named)]), month: "2026-04-01" });
  const month = { added: null, askedAt: LATER, ...news.updateMonthCategory };
  assertStrictEquals(resolveEntry(other, month), other);
});

Deno.test("a read marks a category's creation as applied only if exactly one category in the group has the new name", () => {
  const after = { name: "Books", category_group_id: "g" };
  const entry = openEntry(aStep("createCategory", [open({ before: null, after })]));
  const stateWith = (...names: readonly string[]): string => {
    const all = names.map((name, at) => ({ id: `c${at}`, name, category_group_id: "g" }));
    const elsewhere = { id: "c9", name: "Books", category_group_id: "other" };
    const allCategories = (): readonly CurrentRecord[] => [...all, elsewhere];
    return resolveEntry(entry, { allCategories, added: null, askedAt: LATER } as never).state;
  };
  assertEquals([["books "], [], ["Books", "books"]].map((names) => stateWith(...names)), [
    "applied",
    "uncertain",
    "uncertain",
  ]);
});

Deno.test("if several records look like the created record, their ids are stored until only one candidate remains", () => {
  const entry = openEntry(aStep("createTransaction", [creation]));
  const both = newsOf([], [created("r1"), created("r2")]);
  const noted = resolveEntry(entry, both);
  assertEquals([noted.knownAt, noted.steps[0]?.targets[0]?.lookAlikes], [7, ["r1", "r2"]]);
  assertStrictEquals(resolveEntry(noted, both), noted);
  const [found] = resolveEntry(noted, newsOf([], [created("r2")])).steps;
  assertEquals(found?.targets.map(({ id, lookAlikes }) => [id, lookAlikes]), [["r2", undefined]]);
});

Deno.test("after a read that doesn't find a created transaction, the next read searches only transactions added since then", () => {
  const later = resolveEntry(openEntry(aStep("createTransaction", [creation])), newsOf([]));
  assertEquals([later.state, later.knownAt], ["uncertain", 8]);
  const news = { ...newsOf([]), added: { rows: [created("r1") as never], from: 8, to: 9 } };
  assertEquals(resolveEntry(later, news).state, "applied");
});

async function journalWith(...entries: readonly JournalEntry[]): Promise<{
  readonly store: ReturnType<typeof createMemoryStore>["changes"];
  readonly states: () => Promise<readonly string[]>;
}> {
  const { changes: store } = createMemoryStore(Date.now);
  const journal = new Journal(store);
  for (const entry of entries) await journal.save(entry);
  return {
    store,
    states: async () => (await journal.entries("p")).map(({ state }) => state).toReversed(),
  };
}

const flagged = (change: Partial<JournalEntry> = {}): JournalEntry => ({
  ...openEntry(aStep("updateTransactions", [open()])),
  touchedAt: 5,
  ...change,
});

for (
  const [what, isAfterChange, askedAt, state] of [
    ["requested after the change", true, LATER, "applied"],
    ["from before the change", false, LATER, "uncertain"],
    ["requested before another process wrote the entry", true, 4, "uncertain"],
  ] as const
) {
  Deno.test(`after a read ${what}, the change's state is ${state}`, async () => {
    const { store, states } = await journalWith(flagged());
    const news = { ...newsOf([red], [], askedAt), isAfterChange: () => isAfterChange };
    await resolveJournal(store, "p", news);
    assertEquals(await states(), [state]);
  });
}

Deno.test("a read marks a finished change's journal entry as closed if an older version of the server didn't", async () => {
  const { store, states } = await journalWith();
  const { operationId, planId, at, ...entry } = anEntry();
  await store.saveEntry({ operationId, planId, at, body: { operationId, planId, at, ...entry } });
  assertEquals((await store.openEntries("p")).length, 1);
  await resolveJournal(store, "p", { ...newsOf([]), isAfterChange: () => true });
  assertEquals([await store.openEntries("p"), await states()], [[], ["applied"]]);
});

Deno.test("if a read can't mark a finished change's journal entry as closed, the read still resolves the other entries", async () => {
  const { store, states } = await journalWith(flagged({ operationId: "o2", at: 1 }));
  const { operationId, planId, at, ...entry } = anEntry();
  await store.saveEntry({ operationId, planId, at, body: { operationId, planId, at, ...entry } });
  const full: typeof store = {
    ...store,
    saveEntry: (one, isClosed) =>
      one.operationId === operationId
        ? Promise.reject(new Error("disk full"))
        : store.saveEntry(one, isClosed),
  };
  await resolveJournal(full, "p", { ...newsOf([red]), isAfterChange: () => true });
  assertEquals(await states(), ["applied", "applied"]);
});

for (
  const [what, flag_color, count] of [
    ["resolves", "red", 1],
    ["doesn't resolve", "blue", 0],
  ] as const
) {
  Deno.test(`when a read ${what} an open change, all journal entries are loaded ${count} time(s)`, async () => {
    const { store } = await journalWith(flagged());
    let reads = 0;
    const counting: typeof store = { ...store, entries: (id) => (reads++, store.entries(id)) };
    const news = newsOf([{ ...red, flag_color }]);
    await resolveJournal(counting, "p", { ...news, isAfterChange: () => true });
    assertEquals(reads, count);
  });
}

Deno.test("if several changes are open and a read resolves none of them, the read loads all journal entries only once", async () => {
  const paid = stepOf("updateTransactions", open({ after: { payee_name: "Cafe" } }));
  const ids = ["o1", "o2"];
  const { store } = await journalWith(
    ...ids.map((operationId) => flagged({ operationId, steps: [paid] })),
  );
  let reads = 0;
  const counting: typeof store = { ...store, entries: (id) => (reads++, store.entries(id)) };
  await resolveJournal(counting, "p", { ...newsOf([]), isAfterChange: () => true });
  assertEquals(reads, 1);
});

Deno.test("a change is marked as undone when a read shows that its undo was applied", async () => {
  const back = open({ before: { flag_color: "red" }, after: { flag_color: null } });
  const undo = flagged({
    operationId: "o2",
    at: 1,
    undoes: "o1",
    steps: [aStep("updateTransactions", [back])],
  });
  const { store, states } = await journalWith(anEntry(), undo);
  await resolveJournal(store, "p", { ...newsOf([plain]), isAfterChange: () => true });
  assertEquals(await states(), ["undone", "applied"]);
});

Deno.test("a partly undone change is marked as undone when a read shows that the rest of the change was never applied", async () => {
  // The same read may also show the undo's outcome.
  for (const [state, outcome] of [["applied", "done"], ["uncertain", "unknown"]] as const) {
    const back = aTarget({ before: { flag_color: "red" }, after: { flag_color: null }, outcome });
    const undo = anEntry({
      operationId: "o2",
      at: 1,
      undoes: "o1",
      isPart: true,
      state,
      steps: [aStep("updateTransactions", [back])],
    });
    const half = flagged({
      touchedAt: 0,
      steps: [aStep("updateTransactions", [aTarget(), open({ id: "t2" })])],
    });
    const { store, states } = await journalWith(half, undo);
    const rows = [plain, { ...plain, id: "t2" }];
    await resolveJournal(store, "p", { ...newsOf(rows), isAfterChange: () => true });
    assertEquals(await states(), ["undone", "applied"], state);
  }
});

Deno.test("the search for a record that may or may not have been created starts from the latest server knowledge that is certain to precede the record", async () => {
  const creating = flagged({ steps: [aStep("createTransaction", [creation])] });
  const { store, states } = await journalWith(
    creating,
    flagged({ operationId: "o2", at: 1 }),
    flagged({ operationId: "o3", at: 2, steps: [unknownStep] }),
  );
  const asked: number[] = [];
  await resolveCreations({
    planId: "p",
    isWanted: () => true,
    movedSince: (knowledge) => {
      asked.push(knowledge);
      return Promise.resolve({ rows: [created("r1") as never], to: 9 });
    },
  }, { store, now: () => 100_000 });
  assertEquals([asked, await states()], [[7], ["applied", "uncertain", "uncertain"]]);
});
