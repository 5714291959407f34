import { assertEquals } from "@std/assert";
import type { FieldValue, Target, WriteId } from "../../../changes/change.ts";
import type { JournalEntry } from "../../../changes/journal.ts";
import type { RecordKind } from "../../../changes/evidence.ts";
import {
  type NeededReads,
  neededReads,
  type RecordsNow,
  recordsNow,
  type RecordSource,
  undoReadTargets,
  undoWords,
} from "../../../changes/records_now.ts";
import { anEntry, aStep, aTarget } from "../_journal_entry.ts";

interface Read {
  readonly asked: readonly unknown[];
  readonly found: ReadonlyMap<string, unknown> | null;
}

/** Looks at what an undo of such records has come to; each read has a record of its own. */
async function readAgain(
  kinds: readonly RecordKind[],
  { months = [], targets = [] }: {
    readonly months?: readonly string[];
    readonly targets?: readonly Target[];
  } = {},
): Promise<Read> {
  const asked: unknown[] = [];
  const answering = (name: string, answer: unknown) => (args: unknown): Promise<never> => {
    asked.push([name, args]);
    return Promise.resolve(answer as never);
  };
  const read = undoReadTargets({ records: new Set(kinds), months }, {
    planId: "p",
    fresh: {
      getScheduledTransactions: answering("schedules", { live: [{ id: "s", amount: -5 }] }),
      getPlanMonth: answering("month", { categories: [{ id: "m", budgeted: 7 }] }),
      getPayees: answering("payees", { live: [{ id: "a", name: "Shop" }] }),
      getCategories: answering("categories", {
        live: [{ id: "c", name: "Rent" }],
        groups: [{ id: "g", name: "Living" }],
      }),
    } as never,
  } as never);
  return { asked, found: read === undefined ? null : await read(targets) as never };
}

const reads: readonly (readonly [
  kind: RecordKind,
  read: readonly unknown[],
  id: string,
  name: string,
])[] = [
  ["payees", ["payees", { planId: "p" }], "a", "Shop"],
  ["groups", ["categories", { planId: "p" }], "g", "Living"],
  ["categories", ["categories", { planId: "p" }], "c", "Rent"],
];
for (const [kind, read, id, name] of reads) {
  Deno.test(`after an undo about ${kind} just these are read again, of the plan`, async () => {
    const { asked, found } = await readAgain([kind]);
    assertEquals(asked, [read]);
    assertEquals([...found?.keys() ?? []], [id]);
    assertEquals((found?.get(id) as { readonly name?: string }).name, name);
  });
}

Deno.test("after an undo about a month its categories are read again", async () => {
  const { asked, found } = await readAgain(["months"], { months: ["2026-03-01"] });
  assertEquals(asked, [["month", { planId: "p", month: "2026-03-01" }]]);
  assertEquals([...found?.keys() ?? []], ["m"]);
});

Deno.test("after an undo about schedules one that stays is told, and one that is gone as gone", async () => {
  const targets = [aTarget({ id: "s" }), aTarget({ id: "gone" })];
  const { asked, found } = await readAgain(["schedules"], { targets });
  assertEquals(asked, [["schedules", { planId: "p" }]]);
  assertEquals([...found ?? []], [["s", { id: "s", amount: -5 }], ["gone", null]]);
});

Deno.test("after an undo about transactions nothing is read: the next read of them tells", async () => {
  assertEquals(await readAgain(["transactions"]), { asked: [], found: null });
  assertEquals(await readAgain(["transactions", "payees"]), { asked: [], found: null });
});

Deno.test("what a change needs read is what its steps are about, and categories to name", () => {
  const needed = (entry: JournalEntry): readonly unknown[] => {
    const { records, months } = neededReads(entry);
    return [[...records], months];
  };
  const flagged = anEntry();
  assertEquals(needed(flagged), [["transactions"], []]);
  const categorized = aTarget({ before: { category_id: null }, after: { category_id: "c" } });
  const marked = aStep("updateTransactions", [categorized]);
  assertEquals(needed(anEntry({ steps: [marked] })), [["transactions", "categories"], []]);
  const created = aStep("createTransaction", [aTarget({ before: null })]);
  assertEquals(needed(anEntry({ kind: "reconcile_account", steps: [created, marked] })), [
    ["transactions", "categories"],
    [],
  ]);
  const march = aStep("updateMonthCategory", [aTarget()]);
  const april = { ...march, month: "2026-04-01" };
  assertEquals(needed(anEntry({ steps: [march, march, april] })), [
    ["months"],
    ["2026-03-01", "2026-04-01"],
  ]);
});

/** A plan that tells what was read of it. */
function aPlan(): { readonly asked: string[]; readonly source: RecordSource } {
  const asked: string[] = [];
  const answering = (name: string, answer: unknown) => (args: { readonly month?: string }) => {
    asked.push([name, JSON.stringify(args)].join(" "));
    return Promise.resolve(answer);
  };
  const inGroup = { category_group_id: "g", hidden: false, deleted: false };
  const rent = { id: "c", name: "Rent", ...inGroup };
  const fresh = {
    getTransactions: answering("transactions", {
      live: [{
        id: "t",
        amount: -5,
        flag_color: null,
        subtransactions: [{ id: "l", deleted: false }, { id: "m", deleted: true }],
      }, { id: "plain", amount: -6, subtransactions: [{ id: "n", deleted: true }] }],
    }),
    getCategories: answering("categories", {
      live: [rent, { id: "none", name: "Uncategorized" }],
      groups: [{ id: "g", name: "Living", hidden: false, deleted: false, categories: [rent] }],
    }),
    getPayees: answering("payees", { live: [{ id: "a", name: "Shop" }] }),
    getScheduledTransactions: answering("schedules", { live: [{ id: "s", amount: -7 }] }),
    getPlanMonth: (args: { readonly month: string }) => {
      const budgeted = Number(args.month.slice(5, 7));
      const old = { id: "old", name: "Old", budgeted };
      const categories = [{ id: "c", name: "Rent", budgeted }, old];
      return answering("month", { month: args.month, categories })(args);
    },
  };
  return { asked, source: { planId: "p", fresh: fresh as never } };
}

const nothing: NeededReads = { records: new Set(), months: [] };

async function nowOf(
  operation: WriteId,
  id: string,
  needed: Partial<NeededReads>,
): Promise<unknown> {
  const step = aStep(operation, [aTarget({ id })]);
  const { current } = await recordsNow({ ...nothing, ...needed }, aPlan().source);
  return current(step, aTarget({ id }));
}

const records: readonly (readonly [RecordKind, WriteId, id: string, now: unknown])[] = [
  ["transactions", "updateTransactions", "t", { id: "t", amount: -5, flag_color: null, lines: 1 }],
  ["transactions", "updateTransactions", "plain", { id: "plain", amount: -6, lines: null }],
  ["groups", "updateCategoryGroup", "g", {
    ...{ id: "g", name: "Living", hidden: false, deleted: false },
    lines: null,
  }],
  ["payees", "updatePayee", "a", { id: "a", name: "Shop", lines: null }],
  ["schedules", "updateScheduledTransaction", "s", { id: "s", amount: -7, lines: null }],
  ["categories", "updateCategory", "none", { id: "none", name: "Uncategorized", lines: null }],
];
for (const [kind, operation, id, now] of records) {
  Deno.test(`before an undo about ${kind} ${id} is found as it is, and another as gone`, async () => {
    assertEquals(await nowOf(operation, id, { records: new Set([kind]) }), now);
    assertEquals(await nowOf(operation, "gone", { records: new Set([kind]) }), null);
  });
}

Deno.test("before an undo about a month its own amounts are found, of that month", async () => {
  const months = ["2026-02-01", "2026-03-01", "2026-04-01"];
  assertEquals(await nowOf("updateMonthCategory", "c", { records: new Set(["months"]), months }), {
    id: "c",
    name: "Rent",
    budgeted: 3,
    lines: null,
  });
});

Deno.test("before an undo only what is needed is read, of the plan", async () => {
  const asked = async (needed: Partial<NeededReads>): Promise<readonly string[]> => {
    const { asked, source } = aPlan();
    await recordsNow({ ...nothing, ...needed }, source);
    return asked;
  };
  const of = (name: string): string => `${name} {"planId":"p"}`;
  assertEquals(await asked({}), []);
  assertEquals(await asked({ records: new Set(["transactions"]) }), [of("transactions")]);
  assertEquals(await asked({ records: new Set(["payees"]) }), [of("payees")]);
  assertEquals(await asked({ records: new Set(["schedules"]) }), [of("schedules")]);
  assertEquals(await asked({ records: new Set(["categories"]) }), [of("categories")]);
  assertEquals(await asked({ records: new Set(["groups"]) }), [of("categories")]);
  assertEquals(await asked({ months: ["2026-03-01"] }), [
    'month {"planId":"p","month":"2026-03-01"}',
  ]);
});

async function read(...kinds: readonly RecordKind[]): Promise<RecordsNow> {
  const needed = { records: new Set(kinds), months: ["2026-03-01"] };
  return await recordsNow(needed, aPlan().source);
}

Deno.test("a category or group that a field names is live while it is among them", async () => {
  const { isLive } = await read("categories");
  const lives = (field: string, ...ids: readonly string[]): readonly boolean[] =>
    ids.map((id) => isLive(field, id));
  assertEquals(lives("category_id", "c", "g", "gone"), [true, false, false]);
  assertEquals(lives("category_group_id", "c", "g", "gone"), [false, true, false]);
  assertEquals(lives("payee_id", "gone"), [true]);
  assertEquals((await read("transactions")).isLive("category_id", "gone"), true);
});

Deno.test("records have the names that were read, and else their ids", async () => {
  const named = (now: RecordsNow): readonly unknown[] =>
    ["c", "g", "old", "none", "gone"].map(now.nameOf);
  assertEquals(named(await read("categories")), ["Rent", "Living", "Old", null, "gone"]);
  assertEquals(named(await read("months")), ["Rent", "g", "Old", "none", "gone"]);
});

Deno.test("schedules are known where they were read", async () => {
  assertEquals((await read("schedules")).schedules, [{ id: "s", amount: -7 } as never]);
  assertEquals((await read("payees")).schedules, []);
});

Deno.test("people read names for ids, and currency units for amounts", async () => {
  const words = undoWords(await read("categories"));
  const told: readonly (readonly [string, FieldValue])[] = [
    ["category_id", "c"],
    ["category_group_id", "g"],
    ["category_id", null],
    ["payee_id", "c"],
    ["budgeted", 1_500],
    ["amount", -20],
    ["goal_target", 250_000],
    ["goal_day", 15],
    ["amount", null],
  ];
  assertEquals(told.map(([field, value]) => words(field, value)), [
    ...["Rent", "Living", null, "c"],
    ...[1.5, -0.02, 250, 15, null],
  ]);
});
