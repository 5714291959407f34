import { type CardHistory, fullPayments, STATEMENT_DAYS, type StatementDay } from "./card_debt.ts";
import { dayAt } from "../base/day.ts";
import { expectedAmounts } from "./expected_amount.ts";
import type { Rhythm } from "../recurrence/payment_rhythm.ts";

/** A payment of a habit; `dueDay` counts from 1970-01-01, `amount` is in milliunits. */
export interface HabitPayment {
  readonly dueDay: number;
  readonly amount: number;
}

/** What was foreseen, and what is. */
export interface ForeseenAmounts {
  /** Whether a debt is paid: then one payment says nothing about the next. */
  readonly isOwed: boolean;
  /** What was to be expected of each payment; `null` for the first. */
  readonly before: readonly (number | null)[];
  /** Foresees payments on these days, ascending. */
  on(dueDays: readonly number[]): readonly number[];
}

/** What payments are foreseen with. */
export interface ForesightOptions {
  readonly rhythm: Rhythm;
  /** Days since 1970-01-01. */
  readonly today: number;
  /** Balances of the card that is paid; `null` for anything else. */
  readonly card: CardHistory | null;
}

/** How many past payments are judged. */
const JUDGED = 12;

/** Fewer cannot tell paying in full from chance. */
const FEWEST_JUDGED = 3;

/**
 * Foresees the payments of a habit. A card is taken to be paid in full where its
 * debt on some statement day has foretold its payments better than they themselves.
 */
export function foreseenAmounts(
  payments: readonly HabitPayment[],
  options: ForesightOptions,
): ForeseenAmounts {
  const { rhythm, card } = options;
  const isMonthly = rhythm.unit === "months" && rhythm.every === 1;
  const own = expectedAmounts(payments.map(({ amount }) => amount), isMonthly);
  let best: ForeseenAmounts = {
    isOwed: false,
    before: own.before,
    on: (dueDays) => own.next(dueDays.length),
  };
  if (card === null) return best;
  for (const statementDay of STATEMENT_DAYS) {
    const full = inFull(payments, { ...options, card, statementDay });
    if (errorOf(full, payments) < errorOf(best, payments)) best = full;
  }
  return best;
}

interface FullPayment extends ForesightOptions {
  readonly card: CardHistory;
  readonly statementDay: StatementDay;
}

function inFull(
  payments: readonly HabitPayment[],
  { card, statementDay, rhythm, today }: FullPayment,
): ForeseenAmounts {
  const usualBefore = (at: number): number => {
    const last = payments.slice(Math.max(0, at - JUDGED), at);
    return last.reduce((sum, { amount }) => sum + amount, 0) / Math.max(1, last.length);
  };
  const periodDays = rhythm.length;
  return {
    isOwed: true,
    before: payments.map(({ dueDay }, at) => {
      // As it could be foreseen when the month began.
      const eve = dueDay - Number(dayAt(dueDay).slice(8));
      const ahead = { dueDays: [dueDay], today: eve, usual: usualBefore(at), periodDays };
      return at === 0 ? null : fullPayments(card, statementDay, ahead)[0] ?? null;
    }),
    on: (dueDays) =>
      fullPayments(card, statementDay, {
        dueDays,
        today,
        usual: usualBefore(payments.length),
        periodDays,
      }),
  };
}

function errorOf({ before }: ForeseenAmounts, payments: readonly HabitPayment[]): number {
  const errors = payments.flatMap(({ amount }, at) => {
    const expected = before[at] ?? null;
    return expected === null ? [] : [Math.abs(amount - expected)];
  }).slice(-JUDGED);
  if (errors.length < FEWEST_JUDGED) return Infinity;
  return errors.reduce((sum, error) => sum + error, 0) / errors.length;
}
