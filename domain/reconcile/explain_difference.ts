/**
 * Explains a difference between the bank and the cleared rows by the fewest rows
 * that would make it.
 *
 * @module
 */

import { duplicates, signSlips, type SlipSearch, swappedDigits } from "./entry_slips.ts";
import { sumOf } from "../money/money.ts";
import type { Explanation } from "./explanation.ts";
import type { TransactionRecord } from "../plan/plan_records.ts";
import { foursMaking, pairsMaking, type Places, triplesMaking } from "./sets_of_sum.ts";

/** Counted rows of one account; matched pairs count once. */
export interface AccountRows<Row extends TransactionRecord> {
  readonly uncleared: readonly Row[];
  /** Cleared and not reconciled yet. */
  readonly cleared: readonly Row[];
  readonly reconciled: readonly Row[];
}

/** Explanations that are told. */
const MOST_EXPLANATIONS = 5;
/** More sets of three, or of four, than this are chance rather than explanation. */
const MOST_LARGE_SETS = 3;
/** Among more rows than this, chance alone makes more sets than that. */
const MOST_ROWS_FOR_LARGE_SETS = 200;

/**
 * Explains a difference. The kinds, and what makes the difference:
 *
 * - `uncleared`: rows that the bank has; their sum.
 * - `wrongly_cleared`: rows that the bank lacks; minus their sum.
 * - `mixed`: an uncleared row that the bank has and a cleared one that it lacks; the
 *   first minus the second, which is also the `amount`.
 * - `duplicate`: a cleared row that another repeats; minus its amount.
 * - `sign_slip`: a cleared row with the sign turned; minus twice its amount.
 * - `swapped_digits`: a cleared row with two neighbouring digits swapped.
 *
 * `amount` is otherwise the sum of the rows, of a duplicate one row's. The order is:
 * fewest rows that have to be put right, then kinds as in
 * {@linkcode EXPLANATION_KINDS}, then the newest rows. Three rows are named only when
 * at most three such sets exist, four only when at most three sets of either size do.
 *
 * @param rows The account's rows.
 * @param search The difference, and the currency's decimals.
 * @returns At most five; none for a difference of zero.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const rows = { uncleared: [], cleared: [], reconciled: [] };
 * assertEquals(explainDifference(rows, { difference: 500, decimals: 2 }), []);
 * ```
 */
export function explainDifference<Row extends TransactionRecord>(
  rows: AccountRows<Row>,
  search: SlipSearch,
): readonly Explanation<Row>[] {
  if (search.difference === 0) return [];
  const uncleared = rows.uncleared.toSorted(newestFirst);
  const cleared = rows.cleared.toSorted(newestFirst);
  const sorted = { ...rows, uncleared, cleared };
  const fewest = [...singles(sorted, search), ...pairs(sorted, search.difference)];
  const told = fewest.length >= MOST_EXPLANATIONS
    ? fewest
    : [...fewest, ...largeSets(sorted, search.difference)];
  return told.slice(0, MOST_EXPLANATIONS);
}

function singles<Row extends TransactionRecord>(
  { uncleared, cleared, reconciled }: AccountRows<Row>,
  search: SlipSearch,
): readonly Explanation<Row>[] {
  const { difference } = search;
  const twice = duplicates(cleared, [...cleared, ...reconciled], search);
  const named = new Set(twice.flatMap(({ rows }) => rows));
  return [
    ...uncleared.filter(({ amount }) => amount === difference).map((row) => missed([row])),
    ...twice,
    ...signSlips(cleared, search),
    ...swappedDigits(cleared, search),
    ...cleared.filter((row) => row.amount === -difference && !named.has(row))
      .map((row) => surplus([row])),
  ];
}

function pairs<Row extends TransactionRecord>(
  { uncleared, cleared }: AccountRows<Row>,
  difference: number,
): readonly Explanation<Row>[] {
  const most = MOST_EXPLANATIONS;
  const both = [...uncleared, ...cleared].sort(newestFirst);
  const isUncleared = new Set(uncleared);
  const mixed = pairsMaking(both.map((row) => isUncleared.has(row) ? row.amount : -row.amount), {
    target: difference,
    most,
    sideOf: (place) => isUncleared.has(both[place] as Row),
  });
  return [
    ...setsOf(uncleared, pairsMaking(amountsOf(uncleared), { target: difference, most }))
      .map(missed),
    ...setsOf(cleared, pairsMaking(amountsOf(cleared), { target: -difference, most }))
      .map(surplus),
    ...setsOf(both, mixed).map((rows) => ({
      kind: "mixed" as const,
      rows: rows.toSorted((a, b) => Number(isUncleared.has(b)) - Number(isUncleared.has(a))),
      amount: difference,
    })),
  ];
}

function largeSets<Row extends TransactionRecord>(
  { uncleared, cleared }: AccountRows<Row>,
  difference: number,
): readonly Explanation<Row>[] {
  if (Math.max(uncleared.length, cleared.length) > MOST_ROWS_FOR_LARGE_SETS) return [];
  const most = MOST_LARGE_SETS + 1;
  const ofUncleared = { target: difference, most };
  const ofCleared = { target: -difference, most };
  const triples = [
    ...setsOf(uncleared, triplesMaking(amountsOf(uncleared), ofUncleared)).map(missed),
    ...setsOf(cleared, triplesMaking(amountsOf(cleared), ofCleared)).map(surplus),
  ];
  if (triples.length > MOST_LARGE_SETS) return [];
  const missedFours = foursMaking(amountsOf(uncleared), ofUncleared);
  const surplusFours = foursMaking(amountsOf(cleared), ofCleared);
  if (missedFours === null || surplusFours === null) return triples;
  const fours = [
    ...setsOf(uncleared, missedFours).map(missed),
    ...setsOf(cleared, surplusFours).map(surplus),
  ];
  return triples.length + fours.length > MOST_LARGE_SETS ? triples : [...triples, ...fours];
}

function missed<Row extends TransactionRecord>(rows: readonly Row[]): Explanation<Row> {
  return { kind: "uncleared", rows, amount: sumOf(amountsOf(rows)) };
}

function surplus<Row extends TransactionRecord>(rows: readonly Row[]): Explanation<Row> {
  return { kind: "wrongly_cleared", rows, amount: sumOf(amountsOf(rows)) };
}

function setsOf<Row>(rows: readonly Row[], sets: readonly Places[]): readonly (readonly Row[])[] {
  return sets.map((places) => places.flatMap((at) => rows[at] ?? []));
}

function amountsOf(rows: readonly TransactionRecord[]): readonly number[] {
  return rows.map(({ amount }) => amount);
}

function newestFirst(a: TransactionRecord, b: TransactionRecord): number {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1;
  return a.id < b.id ? -1 : 1;
}
