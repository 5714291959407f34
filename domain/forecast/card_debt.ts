import { dayAt } from "../base/day.ts";
import type { AccountRecord, TransactionRecord } from "../base/plan_records.ts";
import { dayCountsOf } from "../transactions/chunk_facts.ts";
import { matchedPairs } from "../transactions/matched_pairs.ts";
import { chunksOf, type Transactions } from "../transactions/transaction_chunks.ts";

/** The balance of a card over time. */
export interface CardHistory {
  /** Balance in milliunits on the evening of a day, counted from 1970-01-01. */
  balanceOn(day: number): number;
}

/** What is known when a card's payments are foreseen. */
export interface CardPaymentsAhead {
  /** Days on which payments are due, ascending. */
  readonly dueDays: readonly number[];
  /** Today, or any day from which to look ahead. */
  readonly today: number;
  /** Milliunits, below zero, that a usual payment comes to. */
  readonly usual: number;
  /** Mean days between payments. */
  readonly periodDays: number;
}

/** Finds the day whose balance is paid on a due day. */
export type StatementDay = (dueDay: number) => number;

/** Ways in which a card is paid in full: the banks differ. */
export const STATEMENT_DAYS: readonly StatementDay[] = [
  // The month before, as a statement of the calendar month.
  (due) => due - Number(dayAt(due).slice(8)),
  (due) => due - 1,
  (due) => due - 14,
  (due) => due - 25,
];

/** Rebuilds the balances of cards from today's and their transactions. */
export function cardHistories(
  cards: readonly Pick<AccountRecord, "id" | "balance">[],
  transactions: Transactions<TransactionRecord>,
  sinceDay: number,
): ReadonlyMap<string, CardHistory> {
  if (cards.length === 0) return new Map();
  const moved = new Map(cards.map(({ id }) => [id, new Map<number, number>()]));
  const { leftOut } = matchedPairs(transactions);
  for (const [number, chunk] of chunksOf(transactions).entries()) {
    const days = dayCountsOf(chunk);
    if ((days[0] ?? 0) <= sinceDay) continue;
    const without = leftOut.get(number);
    const accounts = chunk.column("account_id");
    const ofAccounts = accounts.all.map((id) => moved.get(id as string));
    for (let place = 0; place < chunk.count; place++) {
      const day = days[place] as number;
      // The newest come first.
      if (day <= sinceDay) break;
      const ofCard = ofAccounts[accounts.places[place] as number];
      if (ofCard === undefined || without?.has(place) === true) continue;
      ofCard.set(day, (ofCard.get(day) ?? 0) + chunk.amountAt(place));
    }
  }
  return new Map(cards.map(({ id, balance }) => [id, historyOf(balance, moved.get(id) ?? [])]));
}

function historyOf(
  today: number,
  moved: Iterable<readonly [day: number, amount: number]>,
): CardHistory {
  let balance = today;
  // The evening before each day on which something moved, the latest first.
  const before = [...moved].sort(([one], [other]) => other - one)
    .map(([day, amount]) => ({ day, balance: balance -= amount }));
  return {
    balanceOn(day): number {
      let low = 0;
      let high = before.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((before[middle]?.day ?? 0) > day) low = middle + 1;
        else high = middle;
      }
      return before[low - 1]?.balance ?? today;
    },
  };
}

/**
 * Foresees the payments of a card that is paid in full: the balance of each
 * statement day, as far as it is known, then what is usually spent.
 */
export function fullPayments(
  history: CardHistory,
  statementDay: StatementDay,
  { dueDays, today, usual, periodDays }: CardPaymentsAhead,
): readonly number[] {
  const payments: { readonly day: number; readonly amount: number }[] = [];
  for (const due of dueDays) {
    const day = Math.min(statementDay(due), due);
    const known = history.balanceOn(Math.min(day, today));
    const toCome = day > today ? usual * (day - today) / periodDays : 0;
    const paid = payments.filter((one) => one.day <= day || day <= today)
      .reduce((sum, { amount }) => sum + amount, 0);
    payments.push({ day: due, amount: Math.min(0, Math.round(known + toCome - paid)) + 0 });
  }
  return payments.map(({ amount }) => amount);
}
