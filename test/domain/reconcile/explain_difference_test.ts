import { assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  type AccountTransactions,
  explainDifference,
  type Explanation,
  reconcile,
} from "../../../domain/reconcile/reconcile.ts";
import { setsMaking } from "../../../domain/reconcile/sets_of_sum.ts";
import { sumOf } from "../../../domain/base/money.ts";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import { anId, aTransaction } from "../../_builders.ts";
import { runs } from "../../_runs.ts";

type Row = TransactionRecord;
type Kind = Explanation["kind"];

/**
 * An account's transactions, newest first, each on a different day. If the amounts are small, many
 * sets of transactions add up to the same difference.
 */
const someRows: fc.Arbitrary<readonly Row[]> = fc.tuple(
  fc.constantFrom(1, 4, 9, 60, 1_200),
  fc.uniqueArray(fc.integer({ min: 1, max: 31 }), { maxLength: 12, size: "max" }),
  fc.subarray(["uncleared", "cleared", "reconciled"], { minLength: 1 }),
).chain(([most, days, states]) =>
  fc.tuple(
    ...days.toSorted((a, b) => b - a).map((day, at) =>
      fc.tuple(fc.integer({ min: -most, max: most }), fc.constantFrom(...states))
        .map(([cents, cleared]) => {
          const date = `2024-03-${String(day).padStart(2, "0")}`;
          return aTransaction({ id: anId(at), date, amount: cents * 10, cleared });
        })
    ),
  )
);

/** Generates differences, many of which can be explained by an account's rows. */
const someDifference = (rows: readonly Row[]): fc.Arbitrary<number> => {
  const swaps = rows.flatMap(({ amount }) =>
    swapsOf(amount, 2).filter((by) => by !== 0).flatMap((by) => [
      by,
      // Combine the digit swap with a second mistake: a wrong sign or another swap.
      -2 * amount - by,
      ...swapsOf(amount + by, 2).map((more) => by + more),
    ])
  );
  return fc.oneof(
    fc.subarray([...rows], { maxLength: Math.min(4, rows.length) }).map(changeBySet),
    fc.constantFrom(0, ...[1, 2].flatMap((size) => setsOf(rows, size)).map(changeBySet)),
    fc.constantFrom(0, ...rows.map(({ amount }) => -2 * amount)),
    fc.constantFrom(0, ...swaps),
  );
};

/**
 * Returns the change in the cleared balance if an uncleared row becomes cleared or a cleared row
 * becomes uncleared.
 */
function changeBy({ cleared, amount }: Row): number {
  return cleared === "uncleared" ? amount : -amount;
}

function changeBySet(rows: readonly Row[]): number {
  return sumOf(rows.map(changeBy));
}

/** Returns how much the amount changes with each swap of two adjacent digits. */
function swapsOf(amount: number, decimals: number): readonly number[] {
  const unit = 10 ** (3 - decimals);
  if (amount % unit !== 0) return [];
  const digits = [...String(Math.abs(amount) / unit).padStart(9, "0")];
  return digits.slice(1).map((digit, at) => {
    const swapped = digits.with(at, digit).with(at + 1, digits[at] ?? "").join("");
    return Math.sign(amount) * Number(swapped) * unit - amount;
  });
}

function daysApart(one: Row, other: Row): number {
  return Math.abs(Date.parse(one.date) - Date.parse(other.date)) / 86_400_000;
}

/**
 * Returns pairs of likely duplicates that explain the difference. Each pair has a cleared row and
 * the nearest cleared or reconciled row of the same amount, at most five days earlier or later.
 */
function duplicatesIn(rows: readonly Row[], difference: number): readonly (readonly Row[])[] {
  const states = ["cleared", "reconciled"];
  const counted = states.flatMap((state) => rows.filter(({ cleared }) => cleared === state));
  const found = new Map<string, readonly Row[]>();
  for (const row of counted.filter((one) => one.cleared === "cleared")) {
    const [twin] = counted
      .filter((one) => one !== row && one.amount === row.amount && daysApart(one, row) <= 5)
      .toSorted((a, b) => daysApart(a, row) - daysApart(b, row));
    const pair = [row, ...twin === undefined ? [] : [twin]];
    const key = pair.map(({ id }) => id).toSorted().join();
    if (pair.length === 2 && -row.amount === difference && !found.has(key)) found.set(key, pair);
  }
  return [...found.values()];
}

/**
 * Returns all sets of the given size, sorted in descending order by the date of their oldest row.
 */
function setsOf(rows: readonly Row[], size: number): readonly (readonly Row[])[] {
  if (size === 0) return [[]];
  return rows.flatMap((row, at) =>
    setsOf(rows.slice(0, at), size - 1).map((newer) => [...newer, row])
  );
}

/**
 * Finds explanations by brute force. `first` lists the explanations that should come first, in
 * order. Each explanation in `large` has three or four rows.
 */
function bruteForce(
  rows: readonly Row[],
  difference: number,
  decimals: number,
): Readonly<Record<"first" | "large", readonly string[]>> {
  const makesUp = (set: readonly Row[]): boolean => changeBySet(set) === difference;
  const explains = (set: readonly Row[]): boolean =>
    makesUp(set) && ![1, 2, 3].filter((size) => size < set.length)
      .some((size) => setsOf(set, size).some(makesUp));
  const ofState = (state: string): readonly Row[] => rows.filter((one) => one.cleared === state);
  const sets = (kind: Kind, of: readonly Row[], size: number): readonly string[] =>
    setsOf(of, size).filter(explains).map((set) => named(kind, set));
  const [uncleared, cleared] = [ofState("uncleared"), ofState("cleared")];
  const twice = duplicatesIn(rows, difference);
  const mixed = setsOf([...uncleared, ...cleared].toSorted((a, b) => a.date < b.date ? 1 : -1), 2)
    .filter((set) => new Set(set.map((one) => one.cleared)).size === 2 && explains(set));
  const first = [
    ...sets("uncleared", uncleared, 1),
    ...twice.map((pair) => named("duplicate", pair, pair[0]?.amount)),
    ...cleared.filter(({ amount }) => -2 * amount === difference)
      .map((one) => named("sign_slip", [one])),
    ...cleared.filter(({ amount }) => swapsOf(amount, decimals).includes(difference))
      .map((one) => named("swapped_digits", [one])),
    ...sets("wrongly_cleared", cleared.filter((one) => !twice.flat().includes(one)), 1),
    ...sets("uncleared", uncleared, 2),
    ...sets("wrongly_cleared", cleared, 2),
    ...mixed.map((set) =>
      named("mixed", uncleared.includes(set[0]!) ? set : set.toReversed(), difference)
    ),
  ];
  const [threes = [], fours = []] = [3, 4].map((size) => [
    ...sets("uncleared", uncleared, size),
    ...sets("wrongly_cleared", cleared, size),
  ]);
  const large = [threes, [...threes, ...fours]].filter(({ length }) => length <= 3).at(-1) ?? [];
  return { first, large: threes.length > 3 ? [] : large };
}

function named(
  kind: Kind,
  rows: readonly Row[],
  amount = sumOf(rows.map((one) => one.amount)),
): string {
  return `${kind} ${rows.map(({ id }) => parseInt(id, 16)).join("+")} ${amount}`;
}

function byState(rows: readonly Row[]): AccountTransactions {
  const having = (state: string): readonly Row[] => rows.filter((one) => one.cleared === state);
  return {
    uncleared: having("uncleared").toReversed(),
    cleared: having("cleared").toReversed(),
    reconciled: having("reconciled"),
  };
}

Deno.test("explainDifference() agrees with a brute-force search", () => {
  const cases = someRows.chain((rows) => fc.tuple(fc.constant(rows), someDifference(rows)));
  fc.assert(
    fc.property(cases, fc.constantFrom(1, 2, 2, 3), ([rows, difference], decimals) => {
      fc.pre(difference !== 0);
      const found = explainDifference(byState(rows), { difference, decimals })
        .map(({ kind, transactions, amount }) => named(kind, transactions, amount));
      const { first, large } = bruteForce(rows, difference, decimals);
      const count = Math.min(5, first.length);
      assertEquals(found.slice(0, count), first.slice(0, count));
      const rest = found.slice(count);
      assertEquals(rest.length, Math.min(5 - count, large.length));
      assertEquals(rest.filter((one) => !large.includes(one)), []);
      assertEquals(new Set(rest).size, rest.length);
    }),
    runs(800),
  );
});

/** `count` + 2 transactions. The first two plus any one of the others make up the difference. */
const threes = (count: number): readonly Row[] =>
  [1_000, 2_500, ...Array.from({ length: count }, () => 4_170)]
    .map((amount, at) => aTransaction({ id: anId(at), amount }));

const sizesIn = (uncleared: readonly Row[]): readonly number[] => {
  const rows = { uncleared, cleared: [], reconciled: [] };
  return explainDifference(rows, { difference: 7_670, decimals: 2 })
    .map(({ transactions }) => transactions.length);
};

Deno.test("explainDifference() omits three-transaction sets if it would find more than three such sets", () => {
  assertEquals([1, 2, 3, 4].map((count) => sizesIn(threes(count)).length), [1, 2, 3, 0]);
});

Deno.test("explainDifference() omits four-transaction sets if there would be more than three sets, counting three- and four-transaction sets together", () => {
  const four = [110, 220, 440, 6_900]
    .map((amount, at) => aTransaction({ id: anId(at + 10), amount }));
  assertEquals(sizesIn([...threes(2), ...four]), [3, 3, 4]);
  assertEquals(sizesIn([...threes(3), ...four]), [3, 3, 3]);
});

Deno.test("setsMaking() returns null for too many candidates", () => {
  const numbers = Array.from({ length: 120 }, (_, at) => [5, -5, 7, 2][at % 4] ?? 0);
  assertEquals(setsMaking(4, numbers, { target: 9, most: 1_000_000 }), null);
});

Deno.test("setsMaking() returns at most the given number of sets", () => {
  assertEquals(setsMaking(3, [1, 2, 4, 4, 4], { target: 7, most: 2 }), [[0, 1, 2], [0, 1, 3]]);
});

Deno.test("reconcile() treats an unknown status as uncleared, and transactions in clearIds as cleared", () => {
  const statement = { accountId: "checking", bankBalance: 500, decimals: 2 };
  const rows = ["pending", "uncleared"]
    .map((cleared, at) => aTransaction({ id: anId(at + 1), amount: 500, cleared }));
  const open = reconcile(rows, { ...statement, clearIds: new Set() });
  assertEquals([open.clearedBalance, open.explanations.length], [0, 2]);
  const settled = reconcile(rows, { ...statement, clearIds: new Set([anId(2)]) });
  assertEquals([settled.clearing, settled.difference, settled.toMark.length], [500, 0, 1]);
});
