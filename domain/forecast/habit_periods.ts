import type { Contract } from "../recurrence/contracts.ts";
import { dueDay, slackDays } from "../recurrence/payment_rhythm.ts";
import type { CashFlow } from "./cash_flows.ts";
import type { ForeseenAmounts } from "./foreseen_amounts.ts";

/** One period of a habit: the payment that came, or none. Amounts in milliunits. */
export interface HabitPeriod {
  /** When it was due, in days since 1970-01-01. */
  readonly dueDay: number;
  /** What was to be expected; `null` while too little was known. */
  readonly expected: number | null;
  readonly flow: CashFlow | null;
}

/** Payments of a habit in their rhythm. */
export type HabitContract = Contract<CashFlow>;

/** A new habit shows only with its third payment. */
const UNRECOGNISED = 3;

/** Lists the periods of the payments, and those between them in which nothing came. */
export function periodsOf(
  { fit, payments }: HabitContract,
  expected: readonly (number | null)[],
  firstDay: number,
): readonly HabitPeriod[] {
  const { due } = fit;
  const periods: HabitPeriod[] = [];
  // A habit that begins well after everything else was new then: nobody expected it.
  const isNew = (payments[0]?.day ?? 0) - firstDay > due.rhythm.length + slackDays(due.rhythm);
  for (const [at, flow] of payments.entries()) {
    const number = fit.numbers[at] ?? 0;
    for (let missed = (fit.numbers[at - 1] ?? number) + 1; missed < number; missed++) {
      periods.push({ dueDay: dueDay(due, missed), expected: expected[at] ?? null, flow: null });
    }
    const guess = isNew && at < UNRECOGNISED ? 0 : expected[at] ?? null;
    periods.push({ dueDay: dueDay(due, number), expected: guess, flow });
  }
  return periods;
}

/**
 * Lists the period in which a habit turned out to have ended, and the one after it, in
 * which nothing is expected any more.
 */
export function lastPeriods(
  { fit }: HabitContract,
  foreseen: ForeseenAmounts,
): readonly HabitPeriod[] {
  const number = (fit.numbers.at(-1) ?? 0) + 1;
  const due = dueDay(fit.due, number);
  return [
    { dueDay: due, expected: foreseen.on([due])[0] ?? null, flow: null },
    { dueDay: dueDay(fit.due, number + 1), expected: 0, flow: null },
  ];
}
