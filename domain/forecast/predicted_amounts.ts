import { dayAt, dayNumber } from "../base/day.ts";
import { meanOf } from "../base/statistics.ts";
import type { AccountRecord } from "../base/plan_records.ts";
import type { Rhythm } from "../recurrence/payment_rhythm.ts";
import { isSamePrice } from "../recurrence/recurrence.ts";
import { countedTransactions, type Transactions } from "../transactions/transaction_chunks.ts";

/** One payment in a habit. `dueDay` is in days since 1970-01-01, and `amount` is in milliunits. */
export interface HabitPayment {
  readonly dueDay: number;
  readonly amount: number;
}

export interface PredictedAmounts {
  /** Whether the payments pay off a debt; if so, one payment doesn't predict the next. */
  readonly isOwed: boolean;
  /** The amount that was expected before each past payment; `null` for the first payment. */
  readonly before: readonly (number | null)[];
  on(dueDays: readonly number[]): readonly number[];
}

export interface PredictionOptions {
  readonly rhythm: Rhythm;
  /** Days since 1970-01-01. */
  readonly today: number;
  readonly card: CardHistory | null;
}

const COMPARED = 12;

/**
 * Minimum number of payments; with fewer, payments that match a card's debt could be a coincidence.
 */
const MIN_COMPARED = 3;

/**
 * Predicts a habit's payments. A card counts as paid in full if the debt on a statement day
 * predicts the payments better than earlier payments do.
 */
export function predictedAmounts(
  payments: readonly HabitPayment[],
  options: PredictionOptions,
): PredictedAmounts {
  const { rhythm, card } = options;
  const isMonthly = rhythm.unit === "months" && rhythm.every === 1;
  let best = expectedAmounts(payments.map(({ amount }) => amount), isMonthly);
  if (card === null) return best;
  for (const statementDay of STATEMENT_DAYS) {
    const full = fullPayments(payments, statementDay, { ...options, card });
    if (errorOf(full, payments) < errorOf(best, payments)) best = full;
  }
  return best;
}

function fullPayments(
  payments: readonly HabitPayment[],
  statementDay: StatementDay,
  { card, rhythm, today }: PredictionOptions & { readonly card: CardHistory },
): PredictedAmounts {
  const usualBefore = (at: number): number =>
    meanOf(payments.slice(Math.max(0, at - COMPARED), at).map(({ amount }) => amount));
  // The balance on each statement day is the balance so far plus the usual spending until then.
  const predicted = (
    dueDays: readonly number[],
    from: number,
    usual: number,
  ): readonly number[] => {
    const due: HabitPayment[] = [];
    for (const dueDay of dueDays) {
      const day = Math.min(statementDay(dueDay), dueDay);
      const known = card.balanceOn(Math.min(day, from));
      const toCome = day > from ? usual * (day - from) / rhythm.length : 0;
      const paid = due.filter((one) => one.dueDay <= day || day <= from)
        .reduce((sum, { amount }) => sum + amount, 0);
      due.push({ dueDay, amount: Math.min(0, Math.round(known + toCome - paid)) + 0 });
    }
    return due.map(({ amount }) => amount);
  };
  return {
    isOwed: true,
    before: payments.map(({ dueDay }, at) => {
      // Use only what was known at the start of the month.
      const eve = dueDay - Number(dayAt(dueDay).slice(8));
      return at === 0 ? null : predicted([dueDay], eve, usualBefore(at))[0] ?? null;
    }),
    on: (dueDays) => predicted(dueDays, today, usualBefore(payments.length)),
  };
}

function errorOf({ before }: PredictedAmounts, payments: readonly HabitPayment[]): number {
  const errors = payments.flatMap(({ amount }, at) => {
    const expected = before[at] ?? null;
    return expected === null ? [] : [Math.abs(amount - expected)];
  }).slice(-COMPARED);
  if (errors.length < MIN_COMPARED) return Infinity;
  return meanOf(errors);
}

type Guess = (amounts: readonly number[], at: number) => number | null;

/** Maximum factor between two prices; a larger one indicates an outlier. */
const MAX_STEP = 1.5;

const PAYMENTS_IN_A_YEAR = 12;

/**
 * Predicts with the rule that has had the smallest error so far, preferring simpler rules: the
 * current price, the mean of the last three payments, the mean of the last twelve, or the amount a
 * year earlier for monthly payments.
 */
export function expectedAmounts(amounts: readonly number[], isMonthly: boolean): PredictedAmounts {
  const guesses: readonly Guess[] = [
    priceInForce,
    meanOfLast(3),
    meanOfLast(PAYMENTS_IN_A_YEAR),
    ...(isMonthly ? [yearBefore] : []),
  ];
  let best: Guess = priceInForce;
  let least = Infinity;
  for (const guess of guesses) {
    const error = meanError(guess, amounts);
    if (error < least) [best, least] = [guess, error];
  }
  const expect = (known: readonly number[], at: number): number | null => {
    const guess = best(known, at) ?? priceInForce(known, at);
    return guess === null ? null : Math.round(guess) + 0;
  };
  return {
    isOwed: false,
    before: amounts.map((_, at) => expect(amounts, at)),
    on: (dueDays) => {
      // Each prediction may depend on earlier predictions.
      const known = [...amounts];
      for (const _ of dueDays) known.push(expect(known, known.length) ?? 0);
      return known.slice(amounts.length);
    },
  };
}

function priceInForce(amounts: readonly number[], at: number): number | null {
  const last = amounts[at - 1];
  const before = amounts[at - 2];
  if (last === undefined) return null;
  if (before === undefined || factorBetween(last, before) <= MAX_STEP) return last;
  const earlier = amounts[at - 3] ?? before;
  return isSamePrice(before, earlier) ? before : last;
}

function meanOfLast(count: number): Guess {
  return (amounts, at) => {
    const last = amounts.slice(Math.max(0, at - count), at);
    return last.length < Math.min(count, 3) ? null : meanOf(last);
  };
}

function yearBefore(amounts: readonly number[], at: number): number | null {
  return amounts[at - PAYMENTS_IN_A_YEAR] ?? null;
}

function meanError(guess: Guess, amounts: readonly number[]): number {
  let sum = 0;
  let count = 0;
  for (let at = Math.max(1, amounts.length - COMPARED); at < amounts.length; at++) {
    const guessed = guess(amounts, at);
    if (guessed === null) continue;
    sum += Math.abs(guessed - (amounts[at] ?? 0));
    count += 1;
  }
  return count === 0 || count < Math.min(3, amounts.length - 1) ? Infinity : sum / count;
}

function factorBetween(one: number, other: number): number {
  const [low, high] = [Math.abs(one), Math.abs(other)].sort((a, b) => a - b) as [number, number];
  return low === 0 ? Infinity : high / low;
}

export interface CardHistory {
  /** Returns the balance, in milliunits, at the end of the given day (days since 1970-01-01). */
  balanceOn(day: number): number;
}

type StatementDay = (dueDay: number) => number;

/** Banks' usual statement days for cards paid in full, calculated from the due day. */
const STATEMENT_DAYS: readonly StatementDay[] = [
  // The last day of the previous month.
  (due) => due - Number(dayAt(due).slice(8)),
  (due) => due - 1,
  (due) => due - 14,
  (due) => due - 25,
];

export function cardHistories(
  cards: readonly Pick<AccountRecord, "id" | "balance">[],
  transactions: Transactions,
  since: string,
): ReadonlyMap<string, CardHistory> {
  const counted = cards.length === 0 ? [] : countedTransactions(transactions);
  const byAccount = Map.groupBy(
    counted.filter(({ date }) => date > since),
    ({ account_id: id }) => id,
  );
  return new Map(cards.map(({ id, balance }) => {
    // The balance before each transaction, latest transaction first.
    let left = balance;
    const before = (byAccount.get(id) ?? [])
      .map(({ date, amount }) => ({ day: dayNumber(date), balance: left -= amount }));
    const balanceOn = (day: number): number =>
      before.findLast((one) => one.day > day)?.balance ?? balance;
    return [id, { balanceOn }];
  }));
}
