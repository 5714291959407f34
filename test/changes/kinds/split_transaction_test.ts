import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { type AskedLine, splitDraft } from "../../../changes/kinds/split_transaction.ts";
import { sumOf } from "../../../domain/base/money.ts";
import { aCategory, aGroup, anAccount, anId, aTransaction } from "../../_builders.ts";

const CATEGORY = anId(2);
const plan = {
  planId: "p",
  accounts: { live: [anAccount({ id: "checking" })] },
  categories: {
    groups: [aGroup({ categories: [aCategory({ id: CATEGORY })] })],
    live: [],
    deletedIds: new Set<string>(),
  },
  readCategories: (): Promise<{ live: [] }> => Promise.resolve({ live: [] }),
  utcToday: "2024-03-15",
  format: { symbol: "BD", isSymbolFirst: true, decimals: 3 },
};

function draftFor(amount: number, lines: readonly AskedLine[]): ReturnType<typeof splitDraft> {
  const rows = { live: [aTransaction({ id: anId(1), amount })], deletedIds: new Set<string>() };
  return splitDraft({ transaction_id: anId(1), lines }, { ...plan, transactions: rows });
}

const amounts = fc.array(
  fc.integer({ min: -1e12, max: 1e12 }).filter((amount) => amount !== 0),
  { minLength: 2, maxLength: 50 },
);

function linesOf(list: readonly number[]): readonly AskedLine[] {
  return list.map((amount) => ({ amount, category_id: CATEGORY }));
}

Deno.test("splitDraft() sends lines that add up to the row to the milliunit", () => {
  fc.assert(fc.property(amounts, (list) => {
    const { draft } = draftFor(sumOf(list), linesOf(list));
    const [row] = draft?.steps[0]?.operation === "updateTransactions"
      ? draft.steps[0].args.transactions
      : [];
    assertEquals(sumOf((row?.subtransactions ?? []).map(({ amount }) => amount)), sumOf(list));
  }));
});

Deno.test("splitDraft() refuses lines that are off by a single milliunit", () => {
  fc.assert(fc.property(amounts, (list) => {
    assertThrows(() => draftFor(sumOf(list) + 1, linesOf(list)));
  }));
});

Deno.test("splitDraft() says why the change can't be taken back", () => {
  const { draft } = draftFor(-3, linesOf([-1, -2]));
  assertEquals([draft?.irreversible?.startsWith("YNAB's API can neither"), draft?.undoRequests], [
    true,
    0,
  ]);
});
