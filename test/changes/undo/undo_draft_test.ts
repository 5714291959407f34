import { assertEquals, assertThrows } from "@std/assert";
import type { Fields } from "../../../changes/change.ts";
import type { JournalEntry, JournalTarget } from "../../../changes/journal.ts";
import { undoDraft, type UndoPlan, undoRefused } from "../../../changes/undo_draft.ts";
import type { LeftAlone } from "../../../changes/undo_sorting.ts";
import { ToolError } from "../../../domain/base/tool_error.ts";
import { anEntry, aStep, aTarget } from "../_journal_entry.ts";
import { UNKNOWN_MONEY_FORMAT } from "../../../domain/base/money_format.ts";

/** What would be sent, and what would be left alone. */
interface Way {
  readonly sent: readonly unknown[];
  readonly leftAlone: readonly Pick<LeftAlone, "id" | "reason">[];
  readonly message: string | null;
  readonly summary: string | null;
}

const dollars = { symbol: "$", isSymbolFirst: true, decimals: 2 };

/** What matters to none but the tests that name it. */
const plain = {
  isLive: (): boolean => true,
  isUndone: (): boolean => false,
  mayBeBack: (): boolean => false,
  halfBackAs: (): string | null => null,
  schedules: [],
  words: (_: string, value: Fields[string]): Fields[string] => value,
  only: null,
  earlier: [],
  source: { planId: "p", fresh: {} as never, format: () => UNKNOWN_MONEY_FORMAT },
};

type Plan = UndoPlan;

function proposed(plan: Plan): ReturnType<typeof undoDraft> {
  return undoDraft(plan);
}

/** Takes an entry back where the records are as told; one that is not told is gone. */
function takenBack(
  entry: JournalEntry,
  now: Readonly<Record<string, Fields>>,
  plan: Partial<Plan> = {},
): Way {
  const current: Plan["current"] = (_, { id }) => now[id] ?? null;
  const { draft, stop } = proposed({ ...plain, entry, current, ...plan });
  const extra = (draft ?? stop).extra as { readonly left_alone: readonly LeftAlone[] };
  return {
    sent: (draft?.steps ?? []).map(({ operation, args }) => [operation, args]),
    leftAlone: extra.left_alone.map(({ id, reason }) => ({ id, reason })),
    message: stop?.message ?? null,
    summary: draft?.summary ?? null,
  };
}

function rows(...targets: readonly JournalTarget[]): JournalEntry {
  return anEntry({ steps: [aStep("updateTransactions", targets)] });
}

const patch = (...transactions: readonly unknown[]): unknown => [
  "updateTransactions",
  { planId: "p", transactions },
];
const assign = (categoryId: string, budgeted: number): unknown => [
  "updateMonthCategory",
  { planId: "p", month: "2026-03-01", categoryId, category: { budgeted } },
];
const remove = (transactionId: string): unknown => [
  "deleteTransaction",
  { planId: "p", transactionId },
];

Deno.test("undoDraft() puts all rows back in one request", () => {
  const entry = rows(aTarget(), aTarget({ id: "t2", before: { flag_color: "blue" } }));
  const { sent, leftAlone } = takenBack(entry, {
    t1: { flag_color: "red" },
    t2: { flag_color: "red" },
  });
  assertEquals(sent, [patch({ id: "t1", flag_color: null }, { id: "t2", flag_color: "blue" })]);
  assertEquals(leftAlone, []);
});

const approved = aTarget({ before: { approved: false }, after: { approved: true } });
const renamed = aTarget({
  before: { name: "Fun", category_group_id: "g" },
  after: { name: "Joy", category_group_id: "h" },
});
const reasons: readonly (readonly [
  what: string,
  target: JournalTarget,
  now: Fields | null,
  reason: string,
])[] = [
  ["a row that is gone", aTarget(), null, "it is gone"],
  ["another flag", aTarget(), { flag_color: "green" }, "flag changed since"],
  [
    "another category",
    aTarget({ before: { category_id: "a" }, after: { category_id: "b" } }),
    { category_id: "c" },
    "category changed since",
  ],
  [
    "another name and group",
    renamed,
    { name: "Other", category_group_id: "i" },
    "name, group changed since",
  ],
  ["one of two fields", renamed, { name: "Joy", category_group_id: "g" }, "group changed since"],
  ["a reconciled row", approved, { approved: true, cleared: "reconciled" }, "it is reconciled"],
  [
    "a row that nobody had read",
    aTarget({ before: {}, after: { approved: true } }),
    { approved: true, cleared: "cleared" },
    "it is unknown whether it was approved before",
  ],
];

for (const [what, target, now, reason] of reasons) {
  Deno.test(`undoDraft() leaves ${what} alone, with the reason`, () => {
    const other = aTarget({ id: "t2" });
    const { sent, leftAlone } = takenBack(rows(target, other), {
      ...(now === null ? {} : { t1: now }),
      t2: { flag_color: "red" },
    });
    assertEquals(sent, [patch({ id: "t2", flag_color: null })]);
    assertEquals(leftAlone, [{ id: "t1", reason }]);
  });
}

Deno.test("undoDraft() passes over what is as it was before", () => {
  const entry = rows(aTarget(), aTarget({ id: "t2" }));
  const { sent, leftAlone } = takenBack(entry, {
    t1: { flag_color: "" },
    t2: { flag_color: "red" },
  });
  assertEquals(sent, [patch({ id: "t2", flag_color: null })]);
  assertEquals(leftAlone, []);
});

Deno.test("undoDraft() says that nothing is left when all is as it was before", () => {
  const { message, leftAlone } = takenBack(rows(aTarget()), { t1: { flag_color: null } });
  assertEquals(message, 'Nothing left to undo of "A change"');
  assertEquals(leftAlone, []);
});

Deno.test("undoDraft() stops when everything is left alone", () => {
  const { message, leftAlone } = takenBack(rows(aTarget()), { t1: { flag_color: "green" } });
  assertEquals(
    message,
    '"A change" stays as it is: left_alone gives the reason for each record',
  );
  assertEquals(leftAlone, [{ id: "t1", reason: "flag changed since" }]);
});

Deno.test("undoDraft() passes over what was never applied", () => {
  const entry = rows(aTarget({ outcome: "not_done" }), aTarget({ id: "t2" }));
  const { sent, leftAlone } = takenBack(entry, {
    t1: { flag_color: "red" },
    t2: { flag_color: "red" },
  });
  assertEquals(sent, [patch({ id: "t2", flag_color: null })]);
  assertEquals(leftAlone, []);
});

Deno.test("undoDraft() takes back what may have been applied where it stands as asked", () => {
  const entry = rows(aTarget({ outcome: "unknown" }));
  assertEquals(takenBack(entry, { t1: { flag_color: "red" } }).sent, [
    patch({ id: "t1", flag_color: null }),
  ]);
});

const moved = (outcome: "done" | "not_done" = "done"): JournalEntry =>
  anEntry({
    kind: "move_money",
    steps: [
      aStep("updateMonthCategory", [
        aTarget({ id: "from", before: { budgeted: 50 }, after: { budgeted: 20 } }),
      ]),
      aStep("updateMonthCategory", [
        aTarget({ id: "to", before: { budgeted: 0 }, after: { budgeted: 30 }, outcome }),
      ]),
    ],
  });

Deno.test("undoDraft() moves both amounts back", () => {
  const { sent } = takenBack(moved(), { from: { budgeted: 20 }, to: { budgeted: 30 } });
  assertEquals(sent, [assign("from", 50), assign("to", 0)]);
});

for (const side of ["from", "to"]) {
  Deno.test(`undoDraft() moves nothing back when ${side} has another amount now`, () => {
    const now = { from: { budgeted: 20 }, to: { budgeted: 30 }, [side]: { budgeted: 7 } };
    const { sent, leftAlone } = takenBack(moved(), now);
    assertEquals(sent, []);
    assertEquals(leftAlone, [
      { id: side, reason: "assigned changed since" },
      {
        id: side === "from" ? "to" : "from",
        reason: "it belongs to another part that has changed since",
      },
    ]);
  });
}

Deno.test("undoDraft() takes back the side of a move that was taken", () => {
  const { sent } = takenBack(moved("not_done"), { from: { budgeted: 20 }, to: { budgeted: 9 } });
  assertEquals(sent, [assign("from", 50)]);
});

const created = (
  id: string,
  { after, outcome = "done" }: Partial<JournalTarget> = {},
): JournalTarget =>
  aTarget({ id, before: null, after: { amount: -5, cleared: "cleared", ...after }, outcome });
const creation = (...targets: readonly JournalTarget[]): JournalEntry =>
  anEntry({ kind: "create_transactions", steps: [aStep("createTransaction", targets)] });
const asCreated = { amount: -5, cleared: "cleared", matched_transaction_id: null };

Deno.test("undoDraft() deletes created rows one by one", () => {
  const { sent } = takenBack(creation(created("a"), created("b")), { a: asCreated, b: asCreated });
  assertEquals(sent, [remove("a"), remove("b")]);
});

for (
  const [what, edit, reason] of [
    ["flagged", { flag_color: "red" }, "flag changed since"],
    ["split", { lines: 2 }, "split lines changed since"],
  ] as const
) {
  Deno.test(`undoDraft() leaves a created row alone that somebody has ${what}`, () => {
    const entry = creation(created("a"), created("b"));
    const { sent, leftAlone } = takenBack(entry, { a: { ...asCreated, ...edit }, b: asCreated });
    assertEquals(sent, [remove("b")]);
    assertEquals(leftAlone, [{ id: "a", reason }]);
  });
}

const edits: readonly (readonly [what: string, now: Fields, reason: string])[] = [
  ["edited", { ...asCreated, amount: -6 }, "amount changed since"],
  ["matched", { ...asCreated, matched_transaction_id: "m" }, "it is matched with a bank row"],
  ["reconciled", { ...asCreated, cleared: "reconciled" }, "cleared changed since"],
];

for (const [what, now, reason] of edits) {
  Deno.test(`undoDraft() leaves a created row alone that is ${what}`, () => {
    const entry = creation(created("a"), created("b"));
    const { sent, leftAlone } = takenBack(entry, { a: now, b: asCreated });
    assertEquals(sent, [remove("b")]);
    assertEquals(leftAlone, [{ id: "a", reason }]);
  });
}

Deno.test("undoDraft() leaves a created row alone that is reconciled, whatever was asked", () => {
  const entry = creation(aTarget({ id: "a", before: null, after: { amount: -5 } }));
  const { sent, leftAlone } = takenBack(entry, { a: { ...asCreated, cleared: "reconciled" } });
  assertEquals([sent, leftAlone], [[], [{ id: "a", reason: "it is reconciled" }]]);
});

Deno.test("undoDraft() deletes a correction that was created reconciled", () => {
  const correction = created("a", { after: { cleared: "reconciled" } });
  const { sent } = takenBack(creation(correction), { a: { ...asCreated, cleared: "reconciled" } });
  assertEquals(sent, [remove("a")]);
});

Deno.test("undoDraft() continues where created rows are gone already", () => {
  const { sent, leftAlone } = takenBack(creation(created("a"), created("b")), { b: asCreated });
  assertEquals([sent, leftAlone], [[remove("b")], []]);
});

Deno.test("undoDraft() takes marks back before it deletes the correction", () => {
  const marked = aTarget({
    id: "t",
    before: { cleared: "cleared", approved: false },
    after: { cleared: "reconciled", approved: true },
  });
  const entry = anEntry({
    kind: "reconcile_account",
    steps: [
      aStep("updateTransactions", [marked]),
      aStep("createTransaction", [created("a")]),
    ],
  });
  const now = { t: { cleared: "reconciled", approved: true }, a: asCreated };
  assertEquals(takenBack(entry, now).sent, [
    patch({ id: "t", cleared: "cleared", approved: false }),
    remove("a"),
  ]);
});

Deno.test("undoDraft() takes a target back by what restores it", () => {
  const target = aTarget({
    id: "c",
    before: { goal_type: null },
    after: { goal_target: 5 },
    restore: { goal_target: null },
  });
  const entry = anEntry({
    kind: "set_category_target",
    steps: [aStep("updateCategory", [target])],
  });
  const { sent } = takenBack(entry, { c: { goal_type: "NEED", goal_target: 5 } });
  assertEquals(sent, [
    ["updateCategory", { planId: "p", categoryId: "c", category: { goal_target: null } }],
  ]);
});

Deno.test("undoDraft() does not ask for the day beside a due date", () => {
  const dated = { goal_type: "TBD", goal_target: 9, goal_target_date: "2028-01-01" };
  const target = aTarget({
    id: "c",
    before: { ...dated, goal_day: null },
    after: { goal_target: 5, goal_target_date: "2027-12-31" },
    restore: { goal_target: 9, goal_target_date: "2028-01-01" },
  });
  const { draft } = proposed({
    ...plain,
    entry: anEntry({
      kind: "set_category_target",
      steps: [aStep("updateCategory", [target])],
    }),
    current: () => ({ goal_target: 5, goal_target_date: "2027-12-31" }),
  });
  assertEquals(draft?.steps[0]?.targets[0]?.after, dated);
});

const categorized = (id: string, category: string): JournalTarget =>
  aTarget({ id, before: { category_id: category }, after: { category_id: "new" } });

Deno.test("undoDraft() leaves a row alone whose former category has been deleted", () => {
  const entry = rows(categorized("t1", "gone"), categorized("t2", "there"));
  const now = { t1: { category_id: "new" }, t2: { category_id: "new" } };
  const { sent, leftAlone, summary } = takenBack(entry, now, { isLive: (_, id) => id !== "gone" });
  assertEquals(sent, [patch({ id: "t2", category_id: "there" })]);
  assertEquals(leftAlone, [{ id: "t1", reason: "its former category has been deleted" }]);
  assertEquals(
    summary,
    'Undo "A change": 1 of 2 transactions; 1 stays, its former category has been deleted',
  );
});

Deno.test("undoDraft() leaves a category alone whose former group has been deleted", () => {
  const entry = anEntry({ kind: "update_category", steps: [aStep("updateCategory", [renamed])] });
  const now = { t1: { name: "Joy", category_group_id: "h" } };
  const { sent, leftAlone } = takenBack(entry, now, { isLive: (_, id) => id !== "g" });
  assertEquals(sent, []);
  assertEquals(leftAlone, [{ id: "t1", reason: "its former group has been deleted" }]);
});

const three = rows(aTarget(), aTarget({ id: "t2" }), aTarget({ id: "t3" }));
const threeRed = {
  t1: { flag_color: "red" },
  t2: { flag_color: "red" },
  t3: { flag_color: "red" },
};
const notRed = { flag_color: "green" };

for (
  const [now, summary] of [
    [threeRed, 'Undo "A change"'],
    [
      { ...threeRed, t2: notRed, t3: notRed },
      'Undo "A change": 1 of 3 transactions; 2 stay, they were changed since',
    ],
    [
      { ...threeRed, t2: notRed, t3: { flag_color: "" } },
      'Undo "A change": 1 of 3 transactions; 1 stays, it was changed since; 1 is as before already',
    ],
    [{ t1: threeRed.t1 }, 'Undo "A change": 1 of 3 transactions; 2 stay, they are gone'],
  ] as const
) {
  Deno.test(`undoDraft() says before the yes: ${summary}`, () => {
    assertEquals(takenBack(three, now).summary, summary);
  });
}

Deno.test("undoDraft() undoes only what is asked for, and leaves the change in effect", () => {
  const plan = { ...plain, entry: three, current: (): Fields => ({ flag_color: "red" }) };
  const part = proposed({ ...plan, only: new Set(["t2"]) }).draft;
  assertEquals(part?.steps.flatMap(({ targets }) => targets.map(({ id }) => id)), ["t2"]);
  assertEquals([part?.undo, part?.extra], [{ isPart: true }, { left_alone: [] }]);
  assertEquals(part?.summary, 'Undo "A change": 1 of 3 transactions; 2 stay, not asked for');
  const rest = proposed({ ...plan, isUndone: (_, { id }) => id === "t2" }).draft;
  assertEquals(rest?.steps.flatMap(({ targets }) => targets.map(({ id }) => id)), ["t1", "t3"]);
  assertEquals(rest?.undo, { isPart: false });
});

Deno.test("undoDraft() counts the records of the change, and nothing else", () => {
  const current = (_: unknown, { id }: JournalTarget): Fields =>
    id === "t3" ? notRed : { flag_color: "red" };
  const part = proposed({ ...plain, entry: three, current, only: new Set(["t2"]) }).draft;
  assertEquals(part?.summary, 'Undo "A change": 1 of 3 transactions; 2 stay, not asked for');
  const unknown = aTarget({
    id: "new 3",
    before: null,
    outcome: "unknown",
    lookAlikes: ["r8", "r9"],
  });
  const created = anEntry({
    kind: "create_transactions",
    steps: [aStep("createTransaction", [aTarget({ before: null }), unknown])],
  });
  const { summary, leftAlone } = takenBack(created, { t1: { flag_color: "red" } });
  assertEquals(
    summary,
    'Undo "A change": 1 of 2 transactions; 1 stays, it is not known whether it was created: ' +
      "look for it before repeating it",
  );
  assertEquals(leftAlone.map(({ id }) => id), ["new 3", "r8", "r9"]);
});

Deno.test("undoDraft() takes a change for undone only when all of it was asked for", () => {
  const now: Readonly<Record<string, Fields>> = { t1: { flag_color: "" }, t2: notRed, t3: notRed };
  const plan: Plan = { ...plain, entry: three, current: (_, { id }) => now[id] ?? null };
  const all = { ...plan, current: (): Fields => ({ flag_color: "" }) };
  assertEquals(
    [{ ...plan, only: new Set(["t1"]) }, plan, all].map((one) =>
      proposed(one).stop?.alreadyReverted
    ),
    [false, false, true],
  );
});

Deno.test("undoDraft() leaves a change in effect of which part may still come", () => {
  const [step] = three.steps;
  const targets =
    step?.targets.map((target) =>
      target.id === "t3" ? { ...target, outcome: "unknown" } as const : target
    ) ?? [];
  const entry: JournalEntry = {
    ...three,
    state: "uncertain",
    steps: step === undefined ? [] : [{ ...step, targets }],
  };
  const now: Readonly<Record<string, Fields>> = { ...threeRed, t3: targets[2]?.before ?? {} };
  const plan: Plan = { ...plain, entry, current: (_, { id }) => now[id] ?? null };
  assertEquals(proposed(plan).draft?.undo, { isPart: true });
  const rest = { ...plan, isUndone: (_: unknown, { id }: { readonly id: string }) => id === "t3" };
  assertEquals(proposed(rest).draft?.undo, { isPart: false });
  // What somebody has changed since, or deleted, is no longer waited for.
  const since = (t3: Fields | null): Plan => ({
    ...plan,
    current: (_, { id }) => id === "t3" ? t3 : now[id] ?? null,
  });
  assertEquals(proposed(since({ flag_color: "green" })).draft?.undo, { isPart: false });
  assertEquals(proposed(since(null)).draft?.undo, { isPart: false });
});

Deno.test("undoDraft() says when what is asked for needs nothing", () => {
  const { message } = takenBack(three, { ...threeRed, t2: { flag_color: null } }, {
    only: new Set(["t2"]),
  });
  assertEquals(message, 'What only names is as it was before "A change" already');
});

for (const isWhole of [undefined, true]) {
  Deno.test(`undoDraft() refuses one side of a move that says it is whole: ${isWhole}`, () => {
    const entry = isWhole === undefined
      ? moved()
      : { ...moved(), kind: "set_category_budget", isWhole } as const;
    const now = { from: { budgeted: 20 }, to: { budgeted: 30 } };
    const error = assertThrows(
      () => takenBack(entry, now, { only: new Set(["to"]) }),
      ToolError,
      '"A change" can only be undone as a whole, as its parts belong together: leave only out',
    );
    assertEquals(error.code, "invalid_input");
    const both = takenBack(entry, now, { only: new Set(["from", "to"]) });
    assertEquals(both.sent, [assign("from", 50), assign("to", 0)]);
  });
}

Deno.test("undoDraft() puts more rows back than one request can carry in several", () => {
  const many = Array.from({ length: 708 }, (_, at) => aTarget({ id: `t${at}` }));
  const now = Object.fromEntries(many.map(({ id }) => [id, { flag_color: "red" }]));
  const { draft } = proposed({
    ...plain,
    entry: rows(...many),
    current: (_, { id }) => now[id] ?? null,
  });
  const parts = draft?.steps.map(({ targets }) => targets.map(({ id }) => id)) ?? [];
  assertEquals(parts.map((part) => part.length), [500, 208]);
  assertEquals(parts.flat(), many.map(({ id }) => id));
  assertEquals(draft?.warnings, ["undoing it costs 2 requests"]);
});

Deno.test("undoDraft() says that what is named of a whole needs nothing", () => {
  const now = { from: { budgeted: 20 }, to: { budgeted: 0 } };
  const { sent, message } = takenBack(moved(), now, { only: new Set(["to"]) });
  assertEquals(sent, []);
  assertEquals(message, 'What only names is as it was before "A change" already');
});

Deno.test("undoDraft() says of a change that is open that its outcome is not known", () => {
  const entry = { ...rows(aTarget({ outcome: "unknown" })), state: "uncertain" } as const;
  const plan = { ...plain, entry, current: (): Fields => ({ flag_color: null }) };
  const { stop } = proposed(plan);
  assertEquals(
    stop?.message,
    'It is not known yet what of "A change" was applied: left_alone tells of each record',
  );
  assertEquals([stop?.status, stop?.alreadyReverted], ["nothing_to_do", false]);
});

Deno.test("undoDraft() keeps an open change in effect of which nothing is left to undo", () => {
  const entry = { ...rows(aTarget()), state: "uncertain" } as const;
  const { stop } = proposed({ ...plain, entry, current: () => ({ flag_color: null }) });
  assertEquals([stop?.message, stop?.alreadyReverted], [
    'Nothing left to undo of "A change"',
    false,
  ]);
});

const earlier = [{ operation_id: "old", at: "2026-03-01T08:00:00Z", summary: "Another" }];

Deno.test("undoDraft() names other changes where nothing of this one is left", () => {
  const { stop } = proposed({
    ...plain,
    entry: three,
    current: () => ({ flag_color: null }),
    earlier,
  });
  assertEquals(
    stop?.message,
    'Nothing left to undo of "A change". To undo another change, name its operation_id: earlier ' +
      "lists them",
  );
  assertEquals(stop?.extra, { left_alone: [], earlier });
});

Deno.test("undoRefused() says why, and names the changes that can be undone", () => {
  const refused = { entry: { summary: "A change" }, why: "can't be undone" };
  assertEquals(undoRefused({ ...refused, earlier }), {
    status: "nothing_to_do",
    message:
      '"A change" can\'t be undone. To undo another change, name its operation_id: earlier lists ' +
      "them",
    extra: { left_alone: [], earlier },
  });
  const error = assertThrows(() => undoRefused({ ...refused, earlier: [] }), ToolError);
  assertEquals(
    [error.code, error.message],
    ["invalid_input", '"A change" can\'t be undone: there is no earlier change to undo'],
  );
});

Deno.test("undoDraft() waits for a creation that may still come, and for nothing else", () => {
  const entry = (outcome: JournalTarget["outcome"]): JournalEntry =>
    anEntry({
      kind: "reconcile_account",
      steps: [
        aStep("updateTransactions", [aTarget()]),
        aStep("createTransaction", [created("a", { outcome })]),
      ],
    });
  const isPart = (outcome: JournalTarget["outcome"], now: Fields | null): boolean | undefined =>
    proposed({
      ...plain,
      entry: entry(outcome),
      current: (_, { id }) => id === "a" ? now : { flag_color: "red" },
    }).draft?.undo?.isPart;
  assertEquals(isPart("unknown", null), true);
  assertEquals(isPart("unknown", asCreated), false);
  assertEquals(isPart("done", null), false);
  assertEquals(isPart("not_done", null), false);
});

Deno.test("undoDraft() is done in the past tense of what it proposes", () => {
  const { draft } = proposed({ ...plain, entry: three, current: () => ({ flag_color: "red" }) });
  assertEquals([draft?.summary, draft?.done], ['Undo "A change"', 'Undid "A change"']);
  assertEquals([draft?.irreversible, draft?.undoRequests], [null, 0]);
});

Deno.test("undoDraft() warns of what each way back brings, and of none that is not taken", () => {
  const marked = aTarget({ before: { cleared: "cleared" }, after: { cleared: "reconciled" } });
  const reconciled = (...more: readonly JournalTarget[]): JournalEntry =>
    anEntry({
      kind: "reconcile_account",
      steps: [
        aStep("updateTransactions", [marked]),
        ...more.map((one) => aStep("createTransaction", [one])),
      ],
    });
  const warnings = (entry: JournalEntry): readonly string[] | undefined =>
    proposed({
      ...plain,
      entry,
      current: (_, { id }) => id === "a" ? asCreated : { cleared: "reconciled" },
      warnings: ["one more"],
    }).draft?.warnings;
  assertEquals(warnings(reconciled()), ["one more", "undoing it costs 1 request"]);
  assertEquals(warnings(reconciled(created("a"))), [
    "one more",
    "undoing it costs 2 requests",
    "payees that came with the transactions stay in the list of payees",
  ]);
});

Deno.test("undoDraft() tells afterwards what the categories have that it touched", async () => {
  const entry = rows(categorized("t1", "there"), categorized("t2", "there"));
  const category = { id: "there", name: "Fun", category_group_id: "g", hidden: false };
  const asked: unknown[] = [];
  const fresh = {
    getCategories: (args: unknown) => {
      asked.push(args);
      return Promise.resolve({ live: [{ ...category, balance: 4_000, deleted: false }] });
    },
  };
  const { draft } = proposed({
    ...plain,
    entry,
    current: () => ({ category_id: "new" }),
    source: { planId: "p", fresh: fresh as never, format: () => dollars },
  });
  assertEquals(asked, []);
  assertEquals(await draft?.afterwards?.(), "Available now: Fun $4.00.");
  assertEquals(asked, [{ planId: "p" }]);
});
