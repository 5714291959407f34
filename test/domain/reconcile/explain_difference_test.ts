import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  type AccountTransactions,
  explainDifference,
  type Explanation,
  reconcile,
} from "../../../domain/reconcile/reconcile.ts";
import { sumOf } from "../../../domain/base/money.ts";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import { anId, aTransaction } from "../../_builders.ts";
import { runs } from "../../_runs.ts";

type Row = TransactionRecord;

const someCents = fc.integer({ min: -40_000, max: 40_000 }).filter((cents) => cents !== 0);
const someDay = fc.integer({ min: 1, max: 28 });

const someRows = (maxLength: number): fc.Arbitrary<AccountTransactions> => {
  const states = ["uncleared", "cleared", "reconciled"] as const;
  const drafts = fc.array(fc.tuple(someCents, someDay), { maxLength });
  return fc.tuple(drafts, drafts, drafts).map((lists) => {
    let number = 0;
    const [uncleared = [], cleared = [], reconciled = []] = lists.map((list, at) =>
      list.map(([cents, day]) => {
        const date = `2024-03-${String(day).padStart(2, "0")}`;
        const fields = { amount: cents * 10, date, cleared: states[at] ?? "uncleared" };
        return aTransaction({ id: anId(++number), ...fields });
      })
    );
    return { uncleared, cleared, reconciled };
  });
};

/** Change in the cleared balance if the user corrects the mistake that an explanation describes. */
function correction({ kind, transactions: rows }: Explanation, difference: number): number {
  const sum = sumOf(rows.map(({ amount }) => amount));
  const [row] = rows;
  switch (kind) {
    case "uncleared":
      return sum;
    case "wrongly_cleared":
      return -sum;
    case "mixed":
      return sumOf(rows.map(({ cleared, amount }) => cleared === "uncleared" ? amount : -amount));
    case "duplicate":
      return -(row?.amount ?? 0);
    case "sign_slip":
      return -2 * (row?.amount ?? 0);
    case "swapped_digits": {
      const cents = (amount: number): string => [...String(Math.abs(amount / 10))].sort().join("");
      const meant = (row?.amount ?? 0) + difference;
      const digits = (amount: number): string => cents(amount).replaceAll("0", "");
      return digits(row?.amount ?? 0) === digits(meant) ? difference : NaN;
    }
  }
}

/** Differences caused by some of the transactions, or random differences. */
const someDifference = (rows: AccountTransactions): fc.Arbitrary<number> =>
  fc.oneof(
    fc.subarray(rows.uncleared.slice(0, 4)).map((set) => sumOf(set.map(amountOf))),
    fc.subarray(rows.cleared.slice(0, 4)).map((set) => -sumOf(set.map(amountOf))),
    fc.integer({ min: -900, max: 900 }).map((count) => count * 90),
  );

const amountOf = ({ amount }: Row): number => amount;
const idsOf = (rows: readonly Row[]): string => rows.map(({ id }) => id).toSorted().join(" ");

Deno.test("explainDifference() returns only explanations that account for the whole difference", () => {
  const cases = someRows(14).chain((rows) => fc.tuple(fc.constant(rows), someDifference(rows)));
  fc.assert(
    fc.property(cases, ([rows, difference]) => {
      const found = explainDifference(rows, { difference, decimals: 2 });
      assert(found.length <= 5);
      for (const one of found) assertEquals(correction(one, difference), difference);
      const named = found.map(({ kind, transactions: rows }) => `${kind} ${idsOf(rows)}`);
      assertEquals(new Set(named).size, named.length);
    }),
    runs(300),
  );
});

const planted = (id: number, amount: number, change: Partial<Row> = {}): Row =>
  aTransaction({ id: anId(id), amount, ...change as Record<string, never> });
const none: AccountTransactions = { uncleared: [], cleared: [], reconciled: [] };
const described = (
  rows: Partial<AccountTransactions>,
  difference: number,
): readonly string[] =>
  explainDifference({ ...none, ...rows }, { difference, decimals: 2 })
    .map(({ kind, transactions: rows, amount }) =>
      `${kind} ${rows.map(({ id }) => parseInt(id, 16)).join("+")} ${amount}`
    );

Deno.test("explainDifference() orders explanations by kind", () => {
  const cleared = [
    planted(1, 9_000),
    planted(2, 9_000, { date: "2024-03-03" }),
    planted(3, 4_500),
    planted(4, 9_000, { date: "2024-05-03" }),
  ];
  const uncleared = [planted(5, -9_000)];
  assertEquals(described({ uncleared, cleared }, -9_000), [
    "uncleared 5 -9000",
    "duplicate 2+1 9000",
    "sign_slip 3 4500",
    "wrongly_cleared 4 9000",
  ]);
});

Deno.test("explainDifference() finds pairs of a cleared and an uncleared transaction", () => {
  const cleared = [planted(1, 1_000)];
  assertEquals(described({ uncleared: [planted(2, 3_510)], cleared }, 2_510), ["mixed 2+1 2510"]);
});

/** Three transactions and additional copies of the third; each copy adds another set of three. */
const threes = (count: number): readonly Row[] => [
  planted(1, 1_000),
  planted(2, 2_500),
  ...Array.from({ length: count }, (_, at) => planted(at + 3, 4_170)),
];

Deno.test("explainDifference() returns no sets of three if there are more than three such sets", () => {
  assertEquals([1, 2, 3, 4].map((count) => described({ uncleared: threes(count) }, 7_670).length), [
    ...[1, 2, 3, 0],
  ]);
});

Deno.test("explainDifference() adds sets of four only if there are few sets of three", () => {
  const four = [110, 220, 440, 6_900].map((amount, at) => planted(at + 10, amount));
  const sizes = (count: number): readonly number[] =>
    described({ uncleared: [...threes(count), ...four] }, 7_670)
      .map((words) => words.split("+").length);
  assertEquals(sizes(2), [3, 3, 4]);
  assertEquals(sizes(3), [3, 3, 3]);
});

/**
 * An amount as entered and as intended, the number of decimals, and whether the entry swapped two
 * adjacent digits.
 */
const SWAPS: readonly (readonly [entered: number, meant: number, decimals: number, is: boolean])[] =
  [
    [-54_000, -45_000, 2, true],
    [12_340, 13_240, 2, true],
    [-12_340, -12_430, 2, true],
    [1_050, 150, 2, true],
    [12_340, 12_304, 3, true],
    [12_340, 12_304, 2, false],
    [21_500, 12_500, 2, true],
    [21_500, 12_500, 0, false],
    [-54_000, -63_000, 2, false],
    [-123_000, -321_000, 2, false],
    [-54_000, 45_000, 2, false],
    [-1_212_000, -2_121_000, 2, false],
  ];
Deno.test("explainDifference() finds two swapped digits", () => {
  for (const [entered, meant, decimals, isSwapped] of SWAPS) {
    const search = { difference: meant - entered, decimals };
    const found = explainDifference({ ...none, cleared: [planted(1, entered)] }, search);
    const kinds = found.map(({ kind }) => kind);
    assertEquals(kinds.includes("swapped_digits"), isSwapped, `${entered} ${meant} ${decimals}`);
  }
});

Deno.test("explainDifference() reports equal transactions up to five days apart as duplicates", () => {
  const kind = (days: number): string | undefined =>
    described({
      cleared: [planted(1, -500, { date: "2024-03-01" })],
      reconciled: [planted(2, -500, { date: `2024-03-0${1 + days}` })],
    }, 500)[0];
  assertEquals([0, 5, 6].map(kind), [
    "duplicate 1+2 -500",
    "duplicate 1+2 -500",
    "wrongly_cleared 1 -500",
  ]);
});

Deno.test("reconcile() treats an unknown status as uncleared, and transactions to clear as cleared", () => {
  const statement = { accountId: "checking", bankBalance: 500, decimals: 2 };
  const rows = [planted(1, 500, { cleared: "pending" }), planted(2, 500, { cleared: "uncleared" })];
  const open = reconcile(rows, { ...statement, clearIds: new Set() });
  assertEquals([open.clearedBalance, open.explanations.length], [0, 2]);
  const settled = reconcile(rows, { ...statement, clearIds: new Set([anId(2)]) });
  assertEquals([settled.clearing, settled.difference, settled.toMark.length], [500, 0, 1]);
});
