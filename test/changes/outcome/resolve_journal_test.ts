import { assertEquals } from "@std/assert";
import { Journal, type JournalEntry } from "../../../changes/journal.ts";
import {
  hasLookAlikes,
  resolveCreations,
  resolveJournal,
  type TimedNews,
} from "../../../changes/outcome/resolve_journal.ts";
import type { ChangeStore } from "../../../sync/store/change_records.ts";
import { createMemoryStore } from "../../../sync/store/memory_store.ts";

const flagged: JournalEntry = {
  operationId: "flag",
  planId: "p",
  kind: "flag_transactions",
  state: "uncertain",
  at: 0,
  summary: "Flag a row",
  isUndoable: true,
  undoes: null,
  touchedAt: 5,
  absentAsOf: null,
  steps: [{
    operation: "updateTransactions",
    month: null,
    targets: [{
      id: "t",
      label: "a row",
      before: { flag_color: null },
      after: { flag_color: "red" },
      outcome: "unknown",
    }],
  }],
};

function newsOf(flag: string | null, isAfterChange: boolean, askedAt = 5): TimedNews {
  const rows = new Map([["t", { id: "t", flag_color: flag }]]);
  return { rows, added: null, askedAt, isAfterChange: () => isAfterChange };
}

async function journalWith(...entries: readonly JournalEntry[]): Promise<{
  readonly store: ChangeStore;
  readonly states: () => Promise<readonly string[]>;
}> {
  const store = createMemoryStore(Date.now).changes;
  const journal = new Journal(store);
  for (const entry of entries) await journal.save(entry);
  return {
    store,
    states: async () => (await journal.entries("p")).map(({ state }) => state).toReversed(),
  };
}

Deno.test("resolveJournal() settles by a read that was asked for after the change", async () => {
  const { store, states } = await journalWith(flagged);
  await resolveJournal(store, "p", newsOf("red", true));
  assertEquals(await states(), ["applied"]);
});

Deno.test("resolveJournal() leaves open what a read from before the change can't show", async () => {
  const { store, states } = await journalWith(flagged);
  await resolveJournal(store, "p", newsOf("red", false));
  assertEquals(await states(), ["uncertain"]);
});

Deno.test("resolveJournal() leaves open what another process changed after the read was asked for", async () => {
  const { store, states } = await journalWith(flagged);
  await resolveJournal(store, "p", newsOf("red", true, 4));
  assertEquals(await states(), ["uncertain"]);
});

Deno.test("resolveJournal() asks how old a read is only when the change has ended", async () => {
  const { store, states } = await journalWith({ ...flagged, state: "intended" });
  let isAfterChange = true;
  const change = store.withPlanLock("p", () => {
    isAfterChange = false;
    return Promise.resolve();
  });
  const news = { ...newsOf("red", true), isAfterChange: () => isAfterChange };
  await Promise.all([change, resolveJournal(store, "p", news)]);
  assertEquals(await states(), ["intended"]);
});

Deno.test("resolveJournal() marks a change undone once a read shows that it was taken back", async () => {
  const done = { ...flagged, operationId: "done", state: "applied" } as const;
  const back = { ...flagged, operationId: "back", kind: "undo_operation", undoes: "done" } as const;
  const { store, states } = await journalWith(done, back);
  await resolveJournal(store, "p", newsOf("red", true));
  assertEquals(await states(), ["undone", "applied"]);
});

Deno.test("resolveJournal() looks at a closed change once that nobody has said to be closed", async () => {
  const { store } = await journalWith();
  const done: JournalEntry = { ...flagged, state: "applied" };
  await store.saveEntry({ operationId: "flag", planId: "p", at: 0, body: done });
  assertEquals((await store.openEntries("p")).length, 1);
  await resolveJournal(store, "p", newsOf("red", true));
  assertEquals((await store.openEntries("p")).length, 0);
});

Deno.test("resolveJournal() closes what it has settled", async () => {
  const { store } = await journalWith(flagged);
  assertEquals((await store.openEntries("p")).length, 1);
  await resolveJournal(store, "p", newsOf("red", true));
  assertEquals((await store.openEntries("p")).length, 0);
});

/** A row that nobody knows to have been entered. */
const creating: JournalEntry = {
  ...flagged,
  operationId: "create",
  kind: "create_transactions",
  absentAsOf: 7,
  steps: [{
    operation: "createTransaction",
    month: null,
    targets: [{
      id: "new 1",
      label: "a row",
      before: null,
      after: { date: "2026-01-02", amount: -5 },
      outcome: "unknown",
    }],
  }],
};

/** What is asked of what has come since, with the state that the change is in then. */
async function searched(
  entry: JournalEntry,
  isWanted = true,
): Promise<{ readonly asked: readonly number[]; readonly states: readonly string[] }> {
  const { store, states } = await journalWith(entry);
  const asked: number[] = [];
  await resolveCreations({
    planId: "p",
    isWanted: () => isWanted,
    movedSince: (knowledge) => {
      asked.push(knowledge);
      return Promise.resolve(
        { rows: [{ id: "r", date: "2026-01-02", amount: -5 }], to: 9 } as never,
      );
    },
  }, { store, now: () => 100_000 });
  return { asked, states: await states() };
}

Deno.test("resolveCreations() asks for what has come since, and finds what was created", async () => {
  assertEquals(await searched(creating), { asked: [7], states: ["applied"] });
});

Deno.test("resolveCreations() asks nothing of a change that nothing is looked for of", async () => {
  const nothing = { asked: [], states: ["uncertain"] };
  assertEquals(await searched(creating, false), nothing);
  assertEquals(await searched({ ...creating, absentAsOf: null }), nothing);
  assertEquals(await searched({ ...flagged, absentAsOf: 7 }), nothing);
});

/** A store that refuses to be locked or written to. */
function onlyRead(store: ChangeStore): ChangeStore {
  const refuse = (): Promise<never> => Promise.reject(new Error("Nothing is to be written"));
  return { ...store, saveEntry: refuse };
}

function unlocked(store: ChangeStore): ChangeStore {
  return { ...store, withPlanLock: () => Promise.reject(new Error("Nothing is to be locked")) };
}

Deno.test("resolveJournal() waits for nobody where nothing is open", async () => {
  const { store, states } = await journalWith({ ...flagged, state: "applied" });
  await resolveJournal(unlocked(store), "p", newsOf("red", true));
  assertEquals(await states(), ["applied"]);
});

Deno.test("resolveJournal() writes nothing where a read tells nothing", async () => {
  const { store, states } = await journalWith(flagged);
  await resolveJournal(onlyRead(store), "p", newsOf("green", true));
  assertEquals(await states(), ["uncertain"]);
});

Deno.test("resolveJournal() marks a change undone that was taken back before it was known", async () => {
  const [step] = flagged.steps;
  const [target] = step?.targets ?? [];
  if (step === undefined || target === undefined) throw new Error("There is a target");
  const back: JournalEntry = {
    ...flagged,
    operationId: "back",
    kind: "undo_operation",
    undoes: "flag",
    isPart: true,
    state: "applied",
    steps: [{ ...step, targets: [{ ...target, outcome: "done" }] }],
  };
  const two = { ...flagged, steps: [{ ...step, targets: [target, { ...target, id: "u" }] }] };
  const rows = new Map(["t", "u"].map((id) => [id, { id, flag_color: "red" }]));
  const news = { ...newsOf("red", true), rows };
  const whole = await journalWith(flagged, back);
  await resolveJournal(whole.store, "p", news);
  assertEquals(await whole.states(), ["undone", "applied"]);
  const part = await journalWith(two, back);
  await resolveJournal(part.store, "p", news);
  assertEquals(await part.states(), ["applied", "applied"]);
});

Deno.test("resolveCreations() waits for nobody where nothing is looked for", async () => {
  const { store, states } = await journalWith(creating);
  await resolveCreations({
    planId: "p",
    isWanted: () => false,
    movedSince: () => Promise.reject(new Error("Nothing is to be asked")),
  }, { store: unlocked(store), now: () => 100_000 });
  assertEquals(await states(), ["uncertain"]);
});

Deno.test("resolveCreations() asks nothing of a change whose kind it does not know", async () => {
  const { store } = await journalWith({ ...creating, kind: "of_another_version" });
  await resolveCreations({
    planId: "p",
    isWanted: () => true,
    movedSince: () => Promise.reject(new Error("Nothing is to be asked")),
  }, { store: onlyRead(store), now: () => 100_000 });
});

Deno.test("resolveCreations() looks for what is open among what is known already", async () => {
  const [step] = creating.steps;
  const [target] = step?.targets ?? [];
  if (step === undefined || target === undefined) throw new Error("There is a target");
  const known = { ...target, outcome: "done" } as const;
  const of = (...targets: readonly (typeof target)[]): JournalEntry => ({
    ...creating,
    kind: "reconcile_account",
    steps: [...flagged.steps, { ...step, targets }],
  });
  assertEquals((await searched(of(known, target))).asked, [7]);
  assertEquals((await searched(of(known))).asked, []);
});

Deno.test("hasLookAlikes() tells whether anything was seen that may be what was created", () => {
  const [step] = creating.steps;
  const [target] = step?.targets ?? [];
  if (step === undefined || target === undefined) throw new Error("There is a target");
  const seen = { ...step, targets: [target, { ...target, lookAlikes: ["r"] }] };
  assertEquals(hasLookAlikes(creating), false);
  assertEquals(hasLookAlikes({ steps: [step, seen] }), true);
  assertEquals(hasLookAlikes({ steps: [] }), false);
});
