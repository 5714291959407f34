import { assertEquals, assertStrictEquals } from "@std/assert";
import type { Fields } from "../../../changes/change.ts";
import type { JournalEntry, JournalStep, JournalTarget } from "../../../changes/journal.ts";
import type { CurrentRecord, PlanNews } from "../../../changes/evidence.ts";
import { resolveEntry } from "../../../changes/resolve_entry.ts";

function aTarget(change: Partial<JournalTarget> = {}): JournalTarget {
  return {
    id: "t1",
    label: "a row",
    before: { flag_color: null },
    after: { flag_color: "red" },
    outcome: "unknown",
    ...change,
  };
}

function anEntry(
  operation: JournalStep["operation"],
  targets: readonly JournalTarget[],
): JournalEntry {
  return {
    operationId: "o",
    planId: "p",
    kind: "flag_transactions",
    state: "uncertain",
    at: 0,
    summary: "A change",
    steps: [{ operation, month: null, targets }],
    isUndoable: true,
    undoes: null,
    touchedAt: 0,
    absentAsOf: 7,
  };
}

function resolved(entry: JournalEntry, news: PlanNews): JournalEntry {
  return resolveEntry(entry, news);
}

/** A read of a minute later; of what has come it tells only what is given. */
function newsOf(
  live: ReadonlyMap<string, CurrentRecord>,
  added: readonly CurrentRecord[] = [],
  { from = 7, askedAt = 60_000 }: { readonly from?: number; readonly askedAt?: number } = {},
): PlanNews {
  return { rows: live, added: { rows: added, from, to: from + 1 }, askedAt };
}

function rows(...all: readonly (CurrentRecord & Fields)[]): Map<string, CurrentRecord> {
  return new Map(all.map((row) => [row.id, row]));
}

function outcomes(entry: JournalEntry): readonly string[] {
  return entry.steps.flatMap(({ targets }) => targets.map(({ outcome }) => outcome));
}

const created = { date: "2026-01-02", amount: -5, memo: null };
const creation = anEntry("createTransaction", [
  aTarget({ id: "new 1", before: null, after: created }),
]);

Deno.test("resolveEntry() takes an update for done when the row stands as asked", () => {
  const news = newsOf(rows({ id: "t1", flag_color: "red" }));
  const found = resolved(anEntry("updateTransactions", [aTarget()]), news);
  assertEquals([found.state, outcomes(found)], ["applied", ["done"]]);
});

Deno.test("resolveEntry() takes an update for not done when the row stands as before", () => {
  const news = newsOf(rows({ id: "t1", flag_color: "" }));
  const found = resolved(anEntry("updateTransactions", [aTarget()]), news);
  assertEquals([found.state, outcomes(found)], ["failed", ["not_done"]]);
});

Deno.test("resolveEntry() leaves an update open when somebody has changed the row since", () => {
  const entry = anEntry("updateTransactions", [aTarget()]);
  const news = newsOf(rows({ id: "t1", flag_color: "blue" }));
  assertStrictEquals(resolved(entry, news), entry);
});

Deno.test("resolveEntry() tells a part that went from a part that did not", () => {
  const entry = anEntry("updateTransactions", [aTarget(), aTarget({ id: "t2" })]);
  const news = newsOf(rows({ id: "t1", flag_color: "red" }, { id: "t2", flag_color: null }));
  const found = resolved(entry, news);
  assertEquals([found.state, outcomes(found)], ["partly", ["done", "not_done"]]);
});

Deno.test("resolveEntry() finds created rows when exactly the asked ones have come", () => {
  const row = { id: "r9", ...created };
  const found = resolved(creation, newsOf(rows(row), [row]));
  assertEquals(found.state, "applied");
  assertEquals(found.steps[0]?.targets[0]?.id, "r9");
});

Deno.test("resolveEntry() does not take one of two equal new rows for ours, and notes both", () => {
  const added = [{ id: "r8", ...created }, { id: "r9", ...created }];
  const found = resolved(creation, newsOf(rows(...added), added));
  assertEquals([found.state, found.absentAsOf, outcomes(found)], ["uncertain", 7, ["unknown"]]);
  assertEquals(found.steps[0]?.targets[0]?.lookAlikes, ["r8", "r9"]);
  assertStrictEquals(resolved(found, newsOf(rows(...added), added)), found);
  const [, kept] = added;
  const later = resolved(found, newsOf(rows(), kept === undefined ? [] : [kept]));
  assertEquals([later.state, later.steps[0]?.targets[0]?.lookAlikes], ["applied", undefined]);
});

Deno.test("resolveEntry() takes the one category of the asked name and group for the new one", () => {
  const after = { name: "Books", category_group_id: "g" };
  const entry = anEntry("createCategory", [aTarget({ id: "new 1", before: null, after })]);
  const state = (...names: readonly string[]): string => {
    const all = names.map((name, at) => ({ id: `c${at}`, name, category_group_id: "g" }));
    const elsewhere = { id: "c9", name: "Books", category_group_id: "other" };
    const allCategories = (): readonly CurrentRecord[] => [...all, elsewhere];
    return resolved(entry, { allCategories, added: null, askedAt: 60_000 }).state;
  };
  assertEquals([state("books "), state(), state("Books", "books")], [
    "applied",
    "uncertain",
    "uncertain",
  ]);
});

Deno.test("resolveEntry() does not take a row for ours that differs in a field", () => {
  const added = [{ id: "r9", ...created, memo: "other" }];
  const found = resolved(creation, newsOf(rows(...added), added));
  assertEquals([found.state, outcomes(found)], ["uncertain", ["unknown"]]);
});

Deno.test("resolveEntry() can't tell created rows on a first read", () => {
  const row = { id: "r9", ...created };
  assertStrictEquals(resolved(creation, { ...newsOf(rows(row)), added: null }), creation);
});

Deno.test("resolveEntry() does not take a row for ours that may have come before the change", () => {
  const row = { id: "r9", ...created };
  const news = newsOf(rows(row), [row], { from: 6 });
  assertStrictEquals(resolved(creation, news), creation);
  const unread = { ...creation, absentAsOf: null };
  assertStrictEquals(resolved(unread, newsOf(rows(row), [row])), unread);
});

Deno.test("resolveEntry() still finds a created row when a first read has not shown it", () => {
  const row = { id: "r9", ...created };
  const later = resolved(creation, newsOf(rows()));
  assertEquals([later.state, later.absentAsOf], ["uncertain", 8]);
  assertEquals(resolved(later, newsOf(rows(row), [row], { from: 8 })).state, "applied");
});

for (const state of ["intended", "uncertain"] as const) {
  Deno.test(`resolveEntry() takes what is ${state} for not done only when it can't come late`, () => {
    const entry = { ...anEntry("updateTransactions", [aTarget()]), state };
    const as = (flag: string | null, askedAt: number): string =>
      resolved(entry, newsOf(rows({ id: "t1", flag_color: flag }), [], { askedAt })).state;
    assertEquals([as(null, 59_999), as("red", 1), as(null, 60_000)], [state, "applied", "failed"]);
  });
}

Deno.test("resolveEntry() takes no part for done while all may still be put back", () => {
  const [step] = anEntry("updateTransactions", [aTarget()]).steps;
  const steps = step === undefined ? [] : [step, step];
  const entry = { ...anEntry("updateTransactions", []), steps };
  const at = (askedAt: number): string =>
    resolved(entry, newsOf(rows({ id: "t1", flag_color: "red" }), [], { askedAt })).state;
  assertEquals([at(59_999), at(60_000)], ["uncertain", "applied"]);
});

Deno.test("resolveEntry() takes a deletion for done when the row is gone", () => {
  const entry = anEntry("deleteTransaction", [aTarget({ after: null })]);
  assertEquals(resolved(entry, newsOf(rows())).state, "applied");
  const there = rows({ id: "t1", flag_color: null });
  assertEquals(resolved(entry, newsOf(there)).state, "failed");
});

Deno.test("resolveEntry() judges what a category has by a read of its month", () => {
  const target = aTarget({ id: "c", before: { budgeted: 1 }, after: { budgeted: 2 } });
  const plain = anEntry("updateMonthCategory", [target]);
  const [step] = plain.steps;
  const entry = { ...plain, steps: step === undefined ? [] : [{ ...step, month: "2026-03-01" }] };
  const read = (month: string, budgeted: number): PlanNews => {
    const category = { id: "c", budgeted };
    return { month: { month, categories: rows(category) }, added: null, askedAt: 60_000 };
  };
  assertEquals(resolved(entry, read("2026-03-01", 2)).state, "applied");
  assertEquals(resolved(entry, read("2026-03-01", 1)).state, "failed");
  assertStrictEquals(resolved(entry, read("2026-04-01", 2)), entry);
  assertStrictEquals(resolved(entry, newsOf(rows())), entry);
});

Deno.test("resolveEntry() judges a category by a read of the categories", () => {
  const before = { goal_type: "NEED", goal_target: 5 };
  const target = aTarget({ id: "c", before, after: { goal_type: "NEED", goal_target: 7 } });
  const entry = anEntry("updateCategory", [target]);
  const read = (goal_target: number): PlanNews => {
    const category = { id: "c", goal_type: "NEED", goal_target };
    return { categories: rows(category), added: null, askedAt: 60_000 };
  };
  assertEquals(resolved(entry, read(7)).state, "applied");
  assertEquals(resolved(entry, read(5)).state, "failed");
  assertStrictEquals(resolved(entry, read(6)), entry);
});

Deno.test("resolveEntry() leaves what is known as it is", () => {
  const entry = anEntry("updateTransactions", [aTarget({ outcome: "done" })]);
  assertStrictEquals(resolved(entry, newsOf(rows())), entry);
});

for (
  const [what, amounts, outcome] of [
    ["the asked lines", [-1, -2], "done"],
    ["no lines", [], "not_done"],
    ["other lines", [-3], "unknown"],
  ] as const
) {
  Deno.test(`resolveEntry() judges a split by its lines: ${what}`, () => {
    const lines = [-1, -2].map((amount) => ({ amount, category_id: "c", memo: null }));
    const asked = { before: { category_id: null }, after: { category_id: null }, lines };
    const subtransactions = amounts.map((amount) => ({ amount, category_id: "c", memo: "" }));
    const row = { id: "t1", category_id: null, subtransactions };
    const news = newsOf(new Map([["t1", row]]));
    const found = resolved(anEntry("updateTransactions", [aTarget(asked)]), news);
    assertEquals(outcomes(found), [outcome]);
  });
}

Deno.test("resolveEntry() tells a later step the id of what was created, and leaves other ids", () => {
  const marks = [aTarget({ id: "new 1" }), aTarget({ id: "t2" })];
  const entry = {
    ...creation,
    steps: [...creation.steps, {
      operation: "updateTransactions" as const,
      month: null,
      targets: marks,
    }],
  };
  const row = { id: "r9", ...created };
  const [, later] = resolved(entry, newsOf(rows(row), [row])).steps;
  assertEquals(later?.targets.map(({ id }) => id), ["r9", "t2"]);
});

function withSteps(kind: string, ...steps: readonly JournalStep[]): JournalEntry {
  return { ...creation, kind, steps };
}

const update = (...targets: readonly JournalTarget[]): JournalStep => ({
  operation: "updateTransactions",
  month: null,
  targets,
});

/** An undo that enters a row again and then marks it, and marks another one with it. */
function anUndo(mark: Partial<JournalTarget> = {}): JournalEntry {
  const again = aTarget({ id: "t1", before: null, after: created, recreates: "t1" });
  return withSteps(
    "delete_transactions",
    { operation: "createTransaction", month: null, targets: [again] },
    update(aTarget({ id: "t1", ...mark }), aTarget({ id: "t2" })),
  );
}

Deno.test("resolveEntry() knows that nothing was done to a row that was not created", () => {
  const found = resolveEntry(anUndo(), newsOf(rows()));
  assertEquals(outcomes(found), ["not_done", "not_done", "unknown"]);
});

Deno.test("resolveEntry() leaves open what was done to a row that may still come", () => {
  const found = resolveEntry(anUndo(), newsOf(rows(), [], { askedAt: 1 }));
  assertEquals(outcomes(found), ["unknown", "unknown", "unknown"]);
});

Deno.test("resolveEntry() keeps what is known of a row that was not created", () => {
  const found = resolveEntry(anUndo({ outcome: "done" }), newsOf(rows()));
  assertEquals(outcomes(found), ["not_done", "done", "unknown"]);
});

Deno.test("resolveEntry() takes no row for missing that was but left as it was", () => {
  const entry = withSteps(
    "flag_transactions",
    update(aTarget()),
    update(aTarget({ before: { memo: "a" }, after: { memo: "b" } })),
  );
  const found = resolved(entry, newsOf(rows({ id: "t1", flag_color: null, memo: "c" })));
  assertEquals(outcomes(found), ["not_done", "unknown"]);
});

Deno.test("resolveEntry() gives the same entry where nothing can be told of several steps", () => {
  const entry = withSteps("flag_transactions", update(aTarget()), update(aTarget()));
  const news = newsOf(rows({ id: "t1", flag_color: "green" }));
  assertStrictEquals(resolved(entry, news), entry);
});

Deno.test("resolveEntry() resolves one step where nothing can be told of another", () => {
  const entry = withSteps("flag_transactions", update(aTarget()), update(aTarget({ id: "t2" })));
  const found = resolved(entry, newsOf(rows({ id: "t2", flag_color: "red" })));
  assertEquals([found.state, outcomes(found)], ["uncertain", ["unknown", "done"]]);
});

Deno.test("resolveEntry() resolves what is open of a step beside what is known of it", () => {
  const entry = withSteps(
    "flag_transactions",
    update(aTarget({ outcome: "done" }), aTarget({ id: "t2" })),
  );
  const found = resolved(
    entry,
    newsOf(rows({ id: "t1", flag_color: null }, { id: "t2", flag_color: "red" })),
  );
  assertEquals([found.state, outcomes(found)], ["applied", ["done", "done"]]);
});

Deno.test("resolveEntry() looks no more for what was found, though another like it has come", () => {
  const known = aTarget({ id: "r8", before: null, after: created, outcome: "done" });
  const entry = withSteps(
    "reconcile_account",
    { operation: "createTransaction", month: null, targets: [known] },
    update(aTarget()),
  );
  const row = { id: "r9", ...created };
  const news = newsOf(rows(row, { id: "t1", flag_color: "red" }), [row]);
  const found = resolved(entry, news);
  assertEquals([found.state, found.steps[0]?.targets[0]?.id], ["applied", "r8"]);
});

Deno.test("resolveEntry() goes on from where it looked while one of several is like what has come", () => {
  const other = aTarget({ id: "new 2", before: null, after: { ...created, amount: -6 } });
  const entry = anEntry("createTransaction", [...creation.steps[0]?.targets ?? [], other]);
  const found = resolved(entry, newsOf(rows(), [{ id: "r9", ...created, memo: "other" } as never]));
  assertEquals(found.steps[0]?.targets.map(({ lookAlikes }) => lookAlikes), [["r9"], undefined]);
  assertEquals(found.absentAsOf, 7);
});

Deno.test("resolveEntry() leaves an intent one where it but notes what looks like it", () => {
  const added = [{ id: "r8", ...created }, { id: "r9", ...created }];
  const found = resolved({ ...creation, state: "intended" }, newsOf(rows(...added), added));
  assertEquals([found.state, found.steps[0]?.targets[0]?.lookAlikes?.length], ["intended", 2]);
});
