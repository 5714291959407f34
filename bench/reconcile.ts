// deno-lint-ignore-file no-console
/**
 * How long it takes to explain a difference between an account and its bank, on one
 * core. The hardest cases are those in which nothing is found.
 *
 * Usage: deno run bench/reconcile.ts
 *
 * @module
 */

import { dayAt, dayNumber } from "../domain/calendar/day.ts";
import {
  type AccountTransactions,
  explainDifference,
} from "../domain/reconcile/explain_difference.ts";
import type { TransactionRecord } from "../domain/plan/plan_records.ts";
import { seededRandom } from "../domain/statistics/seeded_random.ts";

const RUNS = 21;
const MOST_MS = 50;
const FIRST_DAY = dayNumber("2026-01-01");

interface Case {
  readonly what: string;
  readonly uncleared: number;
  readonly cleared: number;
  /** Amounts are multiples of this many milliunits: larger ones make more sets. */
  readonly grain: number;
  readonly difference: number;
}

const cases: readonly Case[] = [
  { what: "200 uncleared, chance sets", uncleared: 200, cleared: 0, grain: 10, difference: 4_210 },
  { what: "200 uncleared, no set", uncleared: 200, cleared: 0, grain: 20, difference: 4_210 },
  { what: "200 + 200, no set", uncleared: 200, cleared: 200, grain: 20, difference: 4_210 },
  { what: "200 of few amounts", uncleared: 200, cleared: 0, grain: 5_000, difference: 5_000 },
  { what: "200 + 5,000, pairs only", uncleared: 200, cleared: 5_000, grain: 20, difference: 4_210 },
];

function rowsFor({ uncleared, cleared, grain }: Case): AccountTransactions<TransactionRecord> {
  const random = seededRandom(7);
  const rows = (count: number, state: string): readonly TransactionRecord[] =>
    Array.from({ length: count }, (_, at) => ({
      id: `${state} ${at}`,
      date: dayAt(FIRST_DAY + Math.floor(random() * 300)),
      amount: (Math.floor(random() * 200_000 / grain) - Math.floor(150_000 / grain)) * grain,
      cleared: state,
      approved: true,
      account_id: "a",
      account_name: "Checking",
      subtransactions: [],
      deleted: false,
    }));
  return {
    uncleared: rows(uncleared, "uncleared"),
    cleared: rows(cleared, "cleared"),
    reconciled: [],
  };
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

for (const one of cases) {
  const rows = rowsFor(one);
  const times = Array.from({ length: RUNS }, () => {
    const begin = performance.now();
    explainDifference(rows, { difference: one.difference, decimals: 2 });
    return performance.now() - begin;
  });
  const found = explainDifference(rows, { difference: one.difference, decimals: 2 });
  const median = medianOf(times);
  const verdict = median <= MOST_MS ? "" : `  over ${MOST_MS} ms`;
  console.log(
    `${one.what.padEnd(30)} median ${median.toFixed(1).padStart(6)} ms  ` +
      `worst ${Math.max(...times).toFixed(1).padStart(6)} ms  ${found.length} found${verdict}`,
  );
}
