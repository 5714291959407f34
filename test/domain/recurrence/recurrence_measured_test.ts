import { assert } from "@std/assert";
import { daysBetween } from "../../../domain/base/day.ts";
import { addMonths } from "../../../domain/base/month.ts";
import type { Cadence } from "../../../domain/recurrence/payment_rhythm.ts";
import { recurringSeries } from "../../../domain/recurrence/recurrence.ts";
import { times } from "../../_runs.ts";
import { generatedHousehold } from "../forecast/_generated_household.ts";

/**
 * The bills of a generated household, by payee. All its other payees are shops or sources of
 * income.
 */
const BILLS: Readonly<Record<string, readonly [cadence: Cadence, days: number]>> = {
  "Landlord": ["monthly", 31],
  "City Power": ["monthly", 31],
  "Fiber Net": ["monthly", 31],
  "Phone Co": ["monthly", 31],
  "Gym": ["monthly", 31],
  "Daycare": ["monthly", 31],
  "Streambox": ["monthly", 31],
  "Water Board": ["quarterly", 92],
  "Car Insurance": ["half-yearly", 184],
  "Home Insurance": ["yearly", 366],
};

interface Score {
  readonly found: number;
  readonly missed: number;
  readonly wrong: number;
}

/** Scores the outflows. A bill counts if it was paid three times and hasn't ended. */
function scoreOf(seed: number, lookbackMonths: number): Score {
  const { until: today, rowsUntil } = generatedHousehold(seed);
  const rows = rowsUntil(today);
  const since = addMonths(today, -lookbackMonths);
  const due = Object.entries(BILLS).filter(([payee, [, days]]) => {
    const paid = rows.filter(({ payee_name, date }) => payee_name === payee && date >= since);
    return paid.length >= 3 && daysBetween(paid.at(-1)?.date ?? "", today) <= days + 7;
  });
  const series = recurringSeries(rows, { today, lookbackMonths })
    .filter(({ direction }) => direction === "out");
  const isFound = (payee: string, [cadence]: readonly [Cadence, number]): boolean =>
    series.some(({ payee: name, due: { rhythm } }) => name === payee && rhythm.cadence === cadence);
  const found = due.filter(([payee, bill]) => isFound(payee, bill)).length;
  const known = series.filter(({ payee }) => Object.hasOwn(BILLS, payee)).length;
  return { found, missed: due.length - found, wrong: series.length - known };
}

for (const lookbackMonths of [13, 36]) {
  Deno.test(`recurringSeries() finds generated bills within ${lookbackMonths} months`, () => {
    const scores = Array.from({ length: times(12) }, (_, at) => scoreOf(at + 1, lookbackMonths));
    const sum = (of: (score: Score) => number): number =>
      scores.reduce((total, score) => total + of(score), 0);
    const found = sum((score) => score.found);
    assert(found / (found + sum((score) => score.wrong)) >= 0.95, JSON.stringify(scores));
    assert(found / (found + sum((score) => score.missed)) >= 0.95, JSON.stringify(scores));
  });
}
