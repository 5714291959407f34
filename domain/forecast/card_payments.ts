import { dayAt, dayNumber } from "../base/day.ts";
import { meanOf } from "../base/statistics.ts";
import type { AccountRecord } from "../base/plan_records.ts";
import {
  COMPARED,
  type DuePayment,
  expectedAmounts,
  type PredictedAmounts,
} from "../recurrence/expected_amounts.ts";
import type { Rhythm } from "../recurrence/payment_rhythm.ts";
import { countedTransactions, type Transactions } from "../transactions/transaction_chunks.ts";

export interface PredictionOptions {
  readonly rhythm: Rhythm;
  /** Days since 1970-01-01. */
  readonly today: number;
  readonly card: CardHistory | null;
}

/** Minimum number of payments; fewer payments could match a card's debt by chance. */
const MIN_COMPARED = 3;

/**
 * Predicts the amounts of a recurring payment. A card counts as paid in full each month if the
 * statement balance predicts its payments better than earlier payments do.
 */
export function predictedAmounts(
  payments: readonly DuePayment[],
  options: PredictionOptions,
): PredictedAmounts {
  const { card } = options;
  let best: PredictedAmounts = expectedAmounts(payments);
  if (card === null) return best;
  for (const statementDay of STATEMENT_DAYS) {
    const full = fullPayments(payments, statementDay, { ...options, card });
    if (errorOf(full, payments) < errorOf(best, payments)) best = full;
  }
  return best;
}

function fullPayments(
  payments: readonly DuePayment[],
  statementDay: StatementDay,
  { card, rhythm, today }: PredictionOptions & { readonly card: CardHistory },
): PredictedAmounts {
  const usualBefore = (at: number): number =>
    meanOf(payments.slice(Math.max(0, at - COMPARED), at).map(({ amount }) => amount));
  // The balance on a statement day is the latest known balance plus the usual spending until then.
  const predicted = (
    dueDays: readonly number[],
    from: number,
    usual: number,
  ): readonly number[] => {
    const due: DuePayment[] = [];
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
      // Predict a past payment using only what was known before the month in which it was due.
      const eve = dueDay - Number(dayAt(dueDay).slice(8));
      return at === 0 ? null : predicted([dueDay], eve, usualBefore(at))[0] ?? null;
    }),
    on: (dueDays) => predicted(dueDays, today, usualBefore(payments.length)),
  };
}

function errorOf({ before }: PredictedAmounts, payments: readonly DuePayment[]): number {
  const errors = payments.flatMap(({ amount }, at) => {
    const expected = before[at] ?? null;
    return expected === null ? [] : [Math.abs(amount - expected)];
  }).slice(-COMPARED);
  if (errors.length < MIN_COMPARED) return Infinity;
  return meanOf(errors);
}

export interface CardHistory {
  /** Returns the card's balance in milliunits at the end of `day` (in days since 1970-01-01). */
  balanceOn(day: number): number;
}

type StatementDay = (dueDay: number) => number;

/** Banks' usual statement days for cards paid in full, calculated from the due date. */
const STATEMENT_DAYS: readonly StatementDay[] = [
  // The last day of the month before the one in which the payment is due.
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
    // The card's balance before each transaction, latest transaction first.
    let left = balance;
    const before = (byAccount.get(id) ?? [])
      .map(({ date, amount }) => ({ day: dayNumber(date), balance: left -= amount }));
    const balanceOn = (day: number): number =>
      before.findLast((one) => one.day > day)?.balance ?? balance;
    return [id, { balanceOn }];
  }));
}
