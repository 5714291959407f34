import { assertEquals, assertRejects } from "@std/assert";
import type { Fields, WriteId } from "../../../changes/change.ts";
import type { JournalEntry, JournalTarget } from "../../../changes/journal.ts";
import { proposeUndo, type UndoRequest } from "../../../changes/propose_undo.ts";
import { UNDO_WRITES } from "../../../changes/revert.ts";
import { ToolError } from "../../../domain/base/tool_error.ts";
import { anEntry, aStep, aTarget, unknownStep } from "../_journal_entry.ts";

function requestOf(
  entries: readonly JournalEntry[],
  rows: readonly Fields[],
  change: Partial<UndoRequest> = {},
): UndoRequest {
  const answering = (answer: unknown) => () => Promise.resolve(answer);
  const reads = {
    getAccounts: answering({ live: [{ id: "open", closed: false }, { id: "shut", closed: true }] }),
    getCategories: answering({ live: [{ id: "food" }], groups: [] }),
    getTransactions: answering({ live: rows, deletedIds: new Set() }),
    getPlanMonth: answering({ month: "2026-03-01", categories: rows }),
  } as never;
  return {
    planId: "p",
    journal: {
      read: () => Promise.resolve({ entries, unreadable: [] }),
      isDurable: () => Promise.resolve(true),
    },
    undoWrites: UNDO_WRITES.complete,
    operationId: "o1",
    only: undefined,
    utcToday: "2026-03-15",
    fresh: reads,
    format: () => ({ symbol: "$", isSymbolFirst: true, decimals: 2 }),
    freeRequests: () => Promise.resolve(10),
    ...change,
  };
}

interface Fates {
  readonly reverted: readonly string[];
  readonly skipped: readonly (readonly [id: string, reason: string])[];
  readonly words: string;
}

async function fatesOf(...asked: Parameters<typeof requestOf>): Promise<Fates> {
  const { draft, stop } = await proposeUndo(requestOf(...asked));
  const { left_alone: skipped = [] } = (draft ?? stop)?.extra as {
    readonly left_alone?: readonly { readonly id: string; readonly reason: string }[];
  };
  return {
    reverted: (draft?.steps ?? []).flatMap(({ targets }) => targets.map(({ id }) => id)),
    skipped: skipped.map(({ id, reason }) => [id, reason]),
    words: draft?.summary ?? stop?.message ?? "",
  };
}

const changeOf = (
  operation: WriteId,
  ...targets: readonly Partial<JournalTarget>[]
): JournalEntry => anEntry({ steps: [aStep(operation, targets.map(aTarget))] });
const row = (fields: Fields = {}): Fields => ({ id: "t1", flag_color: "red", ...fields });
const entered = { before: null, after: { account_id: "open", date: "2026-03-02", amount: -5 } };
const deleted = { before: { account_id: "open", amount: -5, category_id: "food" }, after: null };
const follower = { id: "t2", isFollower: true } as const;

const since = (fields: Fields = {}): Fields[] => [
  row({ ...entered.after, flag_color: null, ...fields }),
];
const uncolored = [row({ flag_color: null })];
const live = { subtransactions: [{ deleted: false }] as never };
const unknown = { outcome: "unknown" } as const;
const LATE = "it hasn't changed yet, but the change may still arrive: call again in a minute";
const to = (before: Fields, after: Fields): Partial<JournalTarget> => ({ before, after });

type Fate = readonly [
  what: string,
  target: Partial<JournalTarget>,
  now: readonly Fields[],
  fate: string,
];

/**
 * What undo does with a record, by operation: "" if undone, "before" if it has its old values, or a
 * reason.
 */
const fates: Partial<Readonly<Record<WriteId, readonly Fate[]>>> = {
  updateTransactions: [
    ["an update still in effect", {}, [row()], ""],
    ["an update of a deleted record", {}, [], "it no longer exists"],
    ["an update that was reverted by hand", {}, uncolored, "before"],
    ["an update that may still arrive", unknown, uncolored, LATE],
    ["an update that changed later", {}, [row({ flag_color: "blue" })], "flag changed later"],
    [
      "an approval of a record that wasn't read",
      to({}, { approved: true }),
      [row({ approved: true })],
      "it may already have been approved",
    ],
    [
      "an approval of a record reconciled since",
      to({ approved: false }, { approved: true }),
      [row({ approved: true, cleared: "reconciled" })],
      "it is reconciled",
    ],
    [
      "a category that has been deleted",
      to({ category_id: "old" }, { category_id: "food" }),
      [row({ category_id: "food" })],
      "its former category has been deleted",
    ],
    [
      "a payee that was only renamed",
      to({ payee_id: "a", payee_name: "A" }, { payee_id: "b", payee_name: "B" }),
      [row({ payee_id: "b", payee_name: "C" })],
      "",
    ],
  ],
  updateTransaction: [
    [
      "the amount of a record split since",
      to({ amount: -1 }, { amount: -2 }),
      [row({ amount: -2, ...live })],
      "it was split later, and YNAB can't change the date, amount or account of a split transaction",
    ],
    [
      "a date that has become over 5 years ago",
      to({ date: "2021-03-14" }, { date: "2026-03-02" }),
      [row({ date: "2026-03-02" })],
      "its date is over 5 years ago, which YNAB doesn't accept",
    ],
  ],
  createTransaction: [
    ["a created record", entered, since(), ""],
    ["a flagged creation", entered, since({ flag_color: "red" }), "flag changed later"],
    ["a split creation", entered, since(live), "split lines changed later"],
    [
      "a creation also imported from the bank",
      entered,
      since({ matched_transaction_id: "m" }),
      "it is matched with an imported transaction",
    ],
    ["a reconciled creation", entered, since({ cleared: "reconciled" }), "it is reconciled"],
    ["a created record deleted since", entered, [], "before"],
    [
      "a creation whose outcome is unknown",
      { ...entered, ...unknown },
      [],
      "it may have been created: look for it before retrying",
    ],
  ],
  deleteTransaction: [
    ["a deleted record", deleted, [], ""],
    ["a deleted record that exists again", deleted, [row()], "before"],
    ["a deletion that may still arrive", { ...deleted, ...unknown }, [row()], LATE],
    [
      "a deleted record that YNAB wouldn't accept",
      { ...deleted, noWayBack: "it is over 5 years old" },
      [],
      "it is over 5 years old",
    ],
    [
      "a deleted record of a closed account",
      { ...deleted, before: { account_id: "shut" } },
      [],
      "its account is closed or deleted: reopen it in the YNAB app first",
    ],
    [
      "a deleted split with a deleted category",
      { ...deleted, before: { account_id: "open" }, lines: [{ amount: -5, category_id: "old" }] },
      [],
      "its former category has been deleted",
    ],
  ],
};
for (const [operation, rows] of Object.entries(fates) as readonly [WriteId, readonly Fate[]][]) {
  for (const [what, target, now, fate] of rows) {
    const words = fate === "" ? "reverts" : fate === "before" ? "needs nothing for" : "skips";
    Deno.test(`undo ${words} ${what}`, async () => {
      const { reverted, skipped } = await fatesOf([changeOf(operation, target)], now);
      const isSkipped = fate !== "" && fate !== "before";
      assertEquals([reverted.length > 0, skipped], [fate === "", isSkipped ? [["t1", fate]] : []]);
    });
  }
}

const undoOf = (...steps: JournalEntry["steps"]): JournalEntry =>
  anEntry({ operationId: "o2", undoes: "o1", isPart: true, steps });
const again = (change: Partial<JournalTarget> = {}): JournalTarget =>
  aTarget({ id: "new", recreates: "t1", before: null, after: { amount: -5 }, ...change });
const marks = (outcome: JournalTarget["outcome"]): JournalTarget =>
  aTarget({ id: "new", before: { cleared: "uncleared" }, after: { cleared: "cleared" }, outcome });
const asCreated = { id: "new", cleared: "uncleared", flag_color: null };

const creating = (change: Partial<JournalTarget> = {}): JournalEntry["steps"][number] =>
  aStep("createTransaction", [again(change)]);
const marking = (outcome: JournalTarget["outcome"]): JournalEntry["steps"][number] =>
  aStep("updateTransactions", [marks(outcome)]);

/** Steps of an earlier undo of a deletion, and what a repeated undo reverts and skips. */
const continued: readonly (readonly [
  what: string,
  steps: JournalEntry["steps"],
  now: readonly Fields[],
  reverted: readonly string[],
  skipped?: string,
])[] = [
  ["nothing for a re-created record", [creating()], [asCreated], []],
  ["nothing for a record deleted again since", [creating()], [], []],
  [
    "nothing for a record that may have been re-created",
    [creating({ id: "t1", ...unknown })],
    [],
    [],
    "it may have been entered again: look for it before retrying",
  ],
  ["a record that wasn't created", [creating({ id: "t1", outcome: "not_done" })], [], ["t1"]],
  ["missing fields", [creating(), marking("not_done")], [asCreated], ["new"]],
  [
    "no fields the user changed since",
    [creating(), marking("unknown")],
    [{ ...asCreated, flag_color: "red" }],
    [],
  ],
];
for (const [what, steps, now, reverted, reason] of continued) {
  Deno.test(`a repeated undo reverts ${what}`, async () => {
    const found = await fatesOf([undoOf(...steps), changeOf("deleteTransaction", deleted)], now);
    assertEquals([found.reverted, found.skipped], [
      reverted,
      reason === undefined ? [] : [["t1", reason]],
    ]);
  });
}

Deno.test("a repeated undo restores the missing fields of a record that is now over 5 years old", async () => {
  const old = { ...deleted, before: { ...deleted.before, date: "2021-03-14" } };
  const undo = undoOf(creating(), marking("not_done"));
  const found = await fatesOf([undo, changeOf("deleteTransaction", old)], [asCreated]);
  assertEquals(found, { ...found, reverted: ["new"], skipped: [] });
});

Deno.test("undo finds a re-created record of an older change by its new id", async () => {
  const deletion = anEntry({
    operationId: "o3",
    steps: [aStep("deleteTransaction", [aTarget(deleted)])],
  });
  const undo = anEntry({
    operationId: "o4",
    undoes: "o3",
    steps: [aStep("createTransaction", [again()])],
  });
  const found = await fatesOf([undo, deletion, changeOf("updateTransactions", {})], [
    row({ id: "new" }),
  ]);
  assertEquals(found.reverted, ["new"]);
});

Deno.test("undo reverts both sides of a transfer or neither", async () => {
  const moved = { before: { date: "2026-03-01" }, after: { date: "2026-03-02" } };
  const edit = changeOf("updateTransaction", moved, { ...moved, ...follower });
  const side = (id: string, date: string): Fields => ({ id, date });
  const both = await fatesOf([edit], [side("t1", "2026-03-02"), side("t2", "2026-03-02")]);
  assertEquals(both.reverted, ["t1", "t2"]);
  const one = await fatesOf([edit], [side("t1", "2026-03-02"), side("t2", "2026-03-09")]);
  assertEquals([one.reverted, one.skipped], [[], [
    ["t1", "it can only be undone together with another part, which can't be undone now"],
    ["t2", "date changed later"],
  ]]);
});

Deno.test("undo of a creation also undoes later steps of the same change", async () => {
  const entry = anEntry({
    steps: [
      aStep("createTransaction", [aTarget(entered)]),
      aStep("updateTransactions", [
        aTarget({ before: { cleared: "uncleared" }, after: { cleared: "cleared" } }),
      ]),
    ],
  });
  const now = { id: "t1", ...entered.after, flag_color: null };
  assertEquals((await fatesOf([entry], [{ ...now, cleared: "cleared" }])).reverted, ["t1"]);
  assertEquals((await fatesOf([entry], [{ ...now, cleared: "uncleared" }])).skipped, [
    ["t1", "cleared changed later"],
  ]);
});

Deno.test("undo reports how many records it reverts and why it skips others", async () => {
  const ids = ["t1", "t2", "t3", "t4", "t5", "t6"];
  const entry = changeOf("updateTransactions", ...ids.map((id) => ({ id })));
  const now = [
    row(),
    row({ id: "t2", flag_color: "blue" }),
    row({ id: "t3", flag_color: "green" }),
  ];
  assertEquals(
    (await fatesOf([entry], [...now, row({ id: "t4", flag_color: null })])).words,
    'Undo "A change": 1 of 6 transactions; 2 stay, they were changed later; 2 stay, they no longer exist; ' +
      "1 already reverted",
  );
  assertEquals(
    (await fatesOf([entry], ids.map((id) => row({ id })), { only: ["t1"] })).words,
    'Undo "A change": 1 of 6 transactions; 5 not selected',
  );
});

Deno.test("an impossible undo is rejected, and the error names the latest change that can be undone", async () => {
  const old = anEntry({ operationId: "old" });
  const why = async (entry: JournalEntry, change: Partial<UndoRequest> = {}): Promise<unknown> => {
    const { stop } = await proposeUndo(requestOf([entry, old], [row()], change));
    return stop?.message;
  };
  const reduced = { undoWrites: UNDO_WRITES.reduced };
  const other = ". To undo another change, pass one of the operation_ids in earlier";
  assertEquals(await why(anEntry({ steps: [unknownStep] })), `"A change" can't be undone${other}`);
  assertEquals(
    await why(changeOf("updateTransaction", {}), reduced),
    `"A change" can't be undone in this profile${other}`,
  );
  const done = anEntry({ state: "undone" });
  assertEquals(await why(done), `"A change" was already undone${other}`);
  await assertRejects(() => proposeUndo(requestOf([done], [])), ToolError, "no earlier change");
});

Deno.test("undo of an interrupted move is rejected until its second request can no longer arrive", async () => {
  const amounts = ["a", "b"].map((id) =>
    aTarget({ id, before: { budgeted: 5 }, after: { budgeted: 9 }, outcome: "unknown" })
  );
  const steps = amounts.map((one) => aStep("updateMonthCategory", [one]));
  const now = [row({ id: "a", name: "a", budgeted: 9 }), row({ id: "b", name: "b", budgeted: 5 })];
  const soon = await fatesOf([anEntry({ state: "intended", steps })], now);
  assertEquals([soon.reverted, soon.skipped], [[], [
    ["b", "it hasn't changed yet, but the change may still arrive: call again in a minute"],
    ["a", "it can only be undone together with another part, which can't be undone now"],
  ]]);
  const resolved = amounts.map((one, at) =>
    aStep("updateMonthCategory", [{ ...one, outcome: at === 0 ? "done" : "not_done" }])
  );
  const later = await fatesOf([anEntry({ state: "partly", steps: resolved })], now);
  assertEquals([later.reverted, later.skipped], [["a"], []]);
});

Deno.test("undo is rejected for half of a pair, or if it needs more requests than are left", async () => {
  const amounts = ["a", "b"].map((id) =>
    aTarget({ id, before: { budgeted: 5 }, after: { budgeted: 9 } })
  );
  const entry = anEntry({ steps: amounts.map((one) => aStep("updateMonthCategory", [one])) });
  const now = ["a", "b"].map((id) => ({ id, name: id, budgeted: 9, balance: 0 }));
  const refused = (change: Partial<UndoRequest>, words: string): Promise<unknown> =>
    assertRejects(() => proposeUndo(requestOf([entry], now, change)), ToolError, words);
  await refused({ only: ["a"] }, "can only be undone as a whole");
  await refused({ only: ["x"] }, "");
  await refused(
    { freeRequests: () => Promise.resolve(1) },
    "needs more requests (2) than are left this hour (1)",
  );
});
