import { assertEquals } from "@std/assert";
import type { Fields } from "../../../changes/change.ts";
import type { JournalEntry, JournalTarget } from "../../../changes/journal.ts";
import {
  type SortedTargets,
  sortTargets,
  type UndoState,
} from "../../../changes/undo_sorting.ts";
import { anEntry, aStep, aTarget } from "../_journal_entry.ts";

type State = Partial<Omit<UndoState, "current">> & {
  /** The records that are there. */
  readonly now: Readonly<Record<string, Fields>>;
};

function sorted(entry: JournalEntry, { now, ...state }: State): SortedTargets {
  return sortTargets({
    entry,
    current: (_, { id }) => {
      assertEquals(typeof id, "string");
      return now[id] ?? null;
    },
    isLive: () => true,
    isUndone: () => false,
    mayBeBack: () => false,
    halfBackAs: () => null,
    only: null,
    ...state,
  });
}

/** What goes back, what stays and why, and how many need nothing. */
function fates(entry: JournalEntry, state: State): readonly unknown[] {
  const { reverted, leftAlone, asBefore } = sorted(entry, state);
  return [
    reverted.map(({ target }) => target.id),
    leftAlone.map(({ id, reason }) => [id, reason]),
    asBefore,
  ];
}

const deleted = (change: Partial<JournalTarget> = {}): JournalTarget =>
  aTarget({ before: { amount: -5, category_id: "food" }, after: null, ...change });
const deletion = (...targets: readonly JournalTarget[]): JournalEntry =>
  anEntry({ kind: "delete_transactions", steps: [aStep("deleteTransaction", targets)] });

Deno.test("a deleted transaction that is gone goes back", () => {
  assertEquals(fates(deletion(deleted()), { now: {} }), [["t1"], [], 0]);
});

Deno.test("a deleted transaction that is there needs nothing", () => {
  assertEquals(fates(deletion(deleted()), { now: { t1: { amount: -5 } } }), [[], [], 1]);
});

Deno.test("a transaction that may yet be deleted is waited for while it is there", () => {
  const why = "it is as before, but the change may still come: call again in a minute";
  const entry = deletion(deleted({ outcome: "unknown" }));
  assertEquals(fates(entry, { now: { t1: { amount: -5 } } }), [[], [["t1", why]], 0]);
});

Deno.test("an edit that may yet come is waited for while the record is as before", () => {
  const why = "it is as before, but the change may still come: call again in a minute";
  const flagged = anEntry({
    steps: [aStep("updateTransactions", [aTarget({ outcome: "unknown" })])],
  });
  assertEquals(fates(flagged, { now: { t1: { flag_color: "" } } }), [[], [["t1", why]], 0]);
});

const stays: readonly (readonly [
  what: string,
  target: Partial<JournalTarget>,
  state: Partial<State>,
  reason: string,
])[] = [
  [
    "an earlier undo may have entered again",
    {},
    { mayBeBack: ({ id }) => id === "t1" },
    "it is not known whether it was entered again: look for it before repeating it",
  ],
  ["nobody can enter again", { noWayBack: "its account is closed" }, {}, "its account is closed"],
  [
    "had a category that is gone",
    {},
    { isLive: (field, id) => !(field === "category_id" && id === "food") },
    "its former category has been deleted",
  ],
  [
    "had a category in a line that is gone",
    { before: { amount: -5 }, lines: [{ category_id: "fun" }, { category_id: "food" }] },
    { isLive: (field, id) => !(field === "category_id" && id === "food") },
    "its former category has been deleted",
  ],
];
for (const [what, target, state, reason] of stays) {
  Deno.test(`a deleted transaction stays that ${what}`, () => {
    const entry = deletion(deleted(target), deleted({ id: "t2", before: { amount: -1 } }));
    assertEquals(fates(entry, { now: {}, ...state }), [["t2"], [["t1", reason]], 0]);
  });
}

Deno.test("only text names a record that may be gone", () => {
  const asked: unknown[] = [];
  const isLive = (field: string, id: string): boolean => asked.push([field, id]) > 0;
  sorted(
    deletion(deleted({ before: { amount: -5, approved: true, memo: "x", flag_color: null } })),
    {
      now: {},
      isLive,
    },
  );
  assertEquals(asked, [["memo", "x"]]);
});

const side = (id: string, change: Partial<JournalTarget> = {}): JournalTarget =>
  aTarget({ id, before: { date: "2026-03-01" }, after: { date: "2026-03-02" }, ...change });
const follower = (id: string, change: Partial<JournalTarget> = {}): JournalTarget =>
  side(id, { isFollower: true, ...change });
const moved = { date: "2026-03-02" };
const movedAgain = { date: "2026-03-09" };
const edit = (...targets: readonly JournalTarget[]): JournalEntry =>
  anEntry({ kind: "edit_transaction", steps: [aStep("updateTransaction", targets)] });
const together = "it belongs to another part that has changed since";

Deno.test("both sides of a transfer go back", () => {
  const now = { one: moved, other: moved };
  assertEquals(fates(edit(side("one"), follower("other")), { now }), [["one", "other"], [], 0]);
});

for (const [changed, stays] of [["one", "other"], ["other", "one"]] as const) {
  Deno.test(`a side of a transfer stays where the other has changed since: ${changed}`, () => {
    const now = { one: moved, other: moved, [changed]: movedAgain };
    const [reverted, left, asBefore] = fates(edit(side("one"), follower("other")), { now });
    assertEquals(reverted, []);
    assertEquals(
      new Map(left as [string, string][]),
      new Map([[changed, "date changed since"], [stays, together]]),
    );
    assertEquals(asBefore, 0);
  });
}

Deno.test("what has changed in one transfer keeps no other transfer, and nothing before it", () => {
  const entry = edit(side("a"), side("b"), follower("c"), side("d"), follower("e"));
  const now = { a: moved, b: moved, c: movedAgain, d: moved, e: moved };
  const [reverted, left] = fates(entry, { now });
  assertEquals(reverted, ["a", "d", "e"]);
  assertEquals(left, [["b", together], ["c", "date changed since"]]);
});

Deno.test("a side that is as before already keeps the other from nothing", () => {
  const now = { one: { date: "2026-03-01" }, other: moved };
  assertEquals(fates(edit(side("one"), follower("other")), { now }), [["other"], [], 1]);
});

Deno.test("naming one side of a transfer asks for both, and for nothing else", () => {
  const entry = edit(side("a"), follower("b"), side("c"));
  const now = { a: moved, b: moved, c: moved };
  const { reverted, unasked, unaskedCount } = sorted(entry, { now, only: new Set(["b"]) });
  assertEquals(reverted.map(({ target }) => target.id), ["a", "b"]);
  assertEquals(unasked.map(({ target }) => target.id), ["c"]);
  assertEquals(unaskedCount, 1);
});

Deno.test("what is not asked for is counted, and its reasons to stay are not told", () => {
  const entry = edit(side("a"), side("b"), side("c"), follower("d"));
  const now = { a: moved, b: movedAgain, c: movedAgain, d: moved };
  const { leftAlone, reasons, unasked, unaskedCount } = sorted(entry, {
    now,
    only: new Set(["a"]),
  });
  assertEquals([leftAlone, reasons, unasked, unaskedCount], [[], [], [], 3]);
});

/** A transfer of which the second request has cleared the side that YNAB made. */
function transfer(cleared: Partial<JournalTarget> = {}): JournalEntry {
  return anEntry({
    kind: "create_transfer",
    steps: [
      aStep("createTransaction", [
        aTarget({ id: "from", before: null, after: { amount: -5, cleared: "cleared" } }),
        aTarget({ id: "to", before: null, after: { amount: 5 }, isFollower: true }),
      ]),
      aStep("updateTransactions", [
        aTarget({
          id: "to",
          before: { cleared: "uncleared" },
          after: { cleared: "cleared" },
          ...cleared,
        }),
      ]),
    ],
  });
}

Deno.test("a record that was created and then marked goes back once, with its mark", () => {
  const now = { from: { amount: -5, cleared: "cleared" }, to: { amount: 5, cleared: "cleared" } };
  assertEquals(fates(transfer(), { now }), [["from", "to"], [], 0]);
  const { reverted } = sorted(transfer(), { now });
  assertEquals(reverted.map(({ target }) => target.after), [
    { amount: -5, cleared: "cleared" },
    { amount: 5, cleared: "cleared" },
  ]);
});

Deno.test("a record stays whose mark somebody has taken away since", () => {
  const now = { from: { amount: -5, cleared: "cleared" }, to: { amount: 5, cleared: "uncleared" } };
  assertEquals(fates(transfer(), { now }), [[], [["from", together], [
    "to",
    "cleared changed since",
  ]], 0]);
});

Deno.test("a mark that was not set is not looked for", () => {
  const now = { from: { amount: -5, cleared: "cleared" }, to: { amount: 5, cleared: "uncleared" } };
  for (const outcome of ["not_done", "unknown"] as const) {
    assertEquals(fates(transfer({ outcome }), { now }), [["from", "to"], [], 0]);
  }
});

Deno.test("of two records that were created each has its own mark", () => {
  const created = (id: string): JournalTarget =>
    aTarget({ id, before: null, after: { amount: -5 } });
  const marked = (id: string, flag: string): JournalTarget =>
    aTarget({ id, before: { flag_color: null }, after: { flag_color: flag } });
  const entry = anEntry({
    kind: "create_transfer",
    steps: [
      aStep("createTransaction", [created("a"), created("b"), created("c")]),
      aStep("updateTransactions", [marked("a", "red"), marked("b", "blue"), marked("d", "green")]),
    ],
  });
  const { reverted } = sorted(entry, {
    now: {
      a: { amount: -5, flag_color: "red" },
      b: { amount: -5, flag_color: "blue" },
      c: { amount: -5 },
      d: { flag_color: "green", amount: 1 },
    },
  });
  assertEquals(reverted.map(({ target: { id, after } }) => [id, after?.["flag_color"]]), [
    ["a", "red"],
    ["b", "blue"],
    ["c", undefined],
    ["d", "green"],
  ]);
});

const half = deletion(deleted({ id: "from" }), deleted({ id: "to", isFollower: true }));
const halfBack: Partial<State> = {
  isUndone: (_, { id }) => id === "to" || id === "from",
  halfBackAs: ({ id }) => id === "to" ? "new" : null,
};

Deno.test("a side that is back without its marks is given them under the id that it has now", () => {
  const now = { new: { amount: 5, cleared: "uncleared", flag_color: null } };
  const { reverted, asBefore } = sorted(half, { now, ...halfBack });
  assertEquals(reverted.map(({ target, restoredId }) => [target.id, restoredId]), [["to", "new"]]);
  assertEquals(asBefore, 1);
});

for (
  const [what, now] of [
    ["has been cleared", { new: { amount: 5, cleared: "cleared", flag_color: null } }],
    ["has been flagged", { new: { amount: 5, cleared: "uncleared", flag_color: "red" } }],
    ["is gone", {}],
  ] as const
) {
  Deno.test(`a side that is back without its marks stays as it is once it ${what}`, () => {
    assertEquals(fates(half, { now: now as State["now"], ...halfBack }), [[], [], 2]);
  });
}

Deno.test("what was never put back is not taken for half of it", () => {
  const now = { new: { cleared: "uncleared", flag_color: null } };
  const { reverted } = sorted(half, { now, ...halfBack, isUndone: () => false });
  assertEquals(reverted.map(({ restoredId }) => restoredId), [null, null]);
});

Deno.test("what is given no marks is never back by half", () => {
  const now = { new: { flag_color: null } };
  const entry = anEntry({ steps: [aStep("updateTransactions", [aTarget({ id: "to" })])] });
  assertEquals(fates(entry, { now, ...halfBack }), [[], [], 1]);
});

Deno.test("of a record that nobody had read each field is named", () => {
  const entry = anEntry({
    steps: [
      aStep("updateTransactions", [
        aTarget({ before: {}, after: { approved: true, flag_color: "red" } }),
      ]),
    ],
  });
  assertEquals(fates(entry, { now: { t1: { approved: true, flag_color: "red" } } }), [
    [],
    [["t1", "it is unknown whether it was approved, flag before"]],
    0,
  ]);
});
