import { assertEquals } from "@std/assert";
import type { JournalEntry } from "../../../changes/journal.ts";
import {
  type OutcomeSource,
  resolveOutcome,
} from "../../../changes/resolve_before_undo.ts";
import type { CreationSearch } from "../../../changes/resolve_journal.ts";
import { anEntry, aStep, aTarget, unknownStep } from "../_journal_entry.ts";

/** What is asked for, in order, and the search for what was created. */
async function asked(entry: JournalEntry, withoutReads: readonly string[] = []): Promise<{
  readonly asked: readonly string[];
  readonly search: CreationSearch | undefined;
}> {
  const asked: string[] = [];
  const found: CreationSearch[] = [];
  const noting = (name: string) => (args: unknown): Promise<never> => {
    asked.push(`${name} ${JSON.stringify(args)}`);
    return Promise.resolve({ live: [{ id: "r" }] } as never);
  };
  const names = [
    ...["getTransactions", "getCategories", "getPayees", "getPlanMonth"],
    "getScheduledTransactions",
  ].filter((name) => !withoutReads.includes(name));
  const source = {
    fresh: Object.fromEntries(names.map((name) => [name, noting(name)])),
    uncached: { getTransactions: noting("uncached") },
    journalResolved: () => {
      asked.push("resolved");
      return Promise.resolve();
    },
    resolveCreations: (search: CreationSearch) => {
      found.push(search);
      return Promise.resolve();
    },
  } as unknown as OutcomeSource;
  await resolveOutcome(entry, source);
  const [search] = found;
  if (search !== undefined) await search.movedSince(7);
  return { asked, search };
}

const plan = '{"planId":"p"}';
const searching = 'uncached {"planId":"p","knowledge":7}';
const kinds: readonly (readonly [JournalEntry["steps"][number]["operation"], read: string])[] = [
  ["updateTransactions", `getTransactions ${plan}`],
  ["updateCategory", `getCategories ${plan}`],
  ["updateCategoryGroup", `getCategories ${plan}`],
  ["updatePayee", `getPayees ${plan}`],
  ["updateScheduledTransaction", `getScheduledTransactions ${plan}`],
];

for (const [operation, read] of kinds) {
  Deno.test(`before ${operation}() is undone just its records are read, then resolved`, async () => {
    const entry = anEntry({ steps: [aStep(operation, [aTarget()])] });
    assertEquals((await asked(entry)).asked, [read, "resolved", searching]);
  });
}

Deno.test("before amounts of months are undone each month is read once", async () => {
  const march = aStep("updateMonthCategory", [aTarget()]);
  const entry = anEntry({ steps: [march, march, { ...march, month: "2026-04-01" }] });
  assertEquals((await asked(entry)).asked, [
    'getPlanMonth {"planId":"p","month":"2026-03-01"}',
    'getPlanMonth {"planId":"p","month":"2026-04-01"}',
    "resolved",
    searching,
  ]);
});

Deno.test("a profile that reads no payees or schedules resolves what it can", async () => {
  const without = ["getPayees", "getScheduledTransactions"];
  for (const operation of ["updatePayee", "updateScheduledTransaction"] as const) {
    const entry = anEntry({ steps: [aStep(operation, [aTarget()])] });
    assertEquals((await asked(entry, without)).asked, ["resolved", searching]);
  }
});

Deno.test("nothing is read for an operation that is not known", async () => {
  assertEquals((await asked(anEntry({ steps: [unknownStep] }))).asked, ["resolved", searching]);
});

Deno.test("only what this change was to create is looked for, up to where it began", async () => {
  const { search } = await asked(anEntry());
  assertEquals(search?.planId, "p");
  assertEquals(["o1", "o2"].map((operationId) => search?.isWanted(anEntry({ operationId }))), [
    true,
    false,
  ]);
  assertEquals(await search?.movedSince(7), { rows: [{ id: "r" } as never], to: 7 });
});
