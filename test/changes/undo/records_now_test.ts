import { assertEquals } from "@std/assert";
import type { Target } from "../../../changes/change.ts";
import type { RecordKind } from "../../../changes/kind.ts";
import { undoReadTargets } from "../../../changes/undo/records_now.ts";
import { aTarget } from "../_journal_entry.ts";

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
