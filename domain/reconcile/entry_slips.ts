import { dayNumber } from "../base/day.ts";
import type { Explanation } from "./explanation.ts";
import { MOST_POSTING_DAYS, type TransactionRecord } from "../base/plan_records.ts";

/** What is looked for. */
export interface SlipSearch {
  /** Bank balance minus cleared balance, in milliunits; not zero. */
  readonly difference: number;
  /** Decimals that the plan's currency has, 0 to 3. */
  readonly decimals: number;
}

/**
 * Finds transactions that were entered twice: one of two equal transactions, a few days apart, that
 * the bank lacks. Each transaction is told with the nearest one like it.
 */
export function duplicates<Transaction extends TransactionRecord>(
  cleared: readonly Transaction[],
  others: readonly Transaction[],
  { difference }: SlipSearch,
): readonly Explanation<Transaction>[] {
  const surplus = cleared.filter(({ amount }) => amount === -difference);
  const twins = others.filter(({ amount }) => amount === -difference);
  const told = new Set<string>();
  return surplus.flatMap((transaction) => {
    const twin = nearest(transaction, twins);
    if (twin === null) return [];
    const pair = [transaction.id, twin.id].sort().join(" ");
    if (told.has(pair)) return [];
    told.add(pair);
    return [{
      kind: "duplicate" as const,
      transactions: [transaction, twin],
      amount: transaction.amount,
    }];
  });
}

/**
 * Finds transactions in which two neighbouring digits were swapped. Such a slip is always a
 * multiple of nine of the currency's smallest unit.
 */
export function swappedDigits<Transaction extends TransactionRecord>(
  cleared: readonly Transaction[],
  { difference, decimals }: SlipSearch,
): readonly Explanation<Transaction>[] {
  if (difference % 9 !== 0) return [];
  return cleared
    .filter(({ amount }) => isSwapped(amount, amount + difference, 10 ** (3 - decimals)))
    .map((transaction) => ({
      kind: "swapped_digits",
      transactions: [transaction],
      amount: transaction.amount,
    }));
}

/**
 * Finds transactions whose sign was turned: putting it right moves the balance by twice
 * their amount.
 */
export function signSlips<Transaction extends TransactionRecord>(
  cleared: readonly Transaction[],
  { difference }: SlipSearch,
): readonly Explanation<Transaction>[] {
  return cleared
    .filter(({ amount }) => -2 * amount === difference)
    .map((transaction) => ({
      kind: "sign_slip",
      transactions: [transaction],
      amount: transaction.amount,
    }));
}

function nearest<Transaction extends TransactionRecord>(
  transaction: Transaction,
  twins: readonly Transaction[],
): Transaction | null {
  let best: Transaction | null = null;
  let bestDays = MOST_POSTING_DAYS + 1;
  const day = dayNumber(transaction.date);
  for (const twin of twins) {
    if (twin.id === transaction.id) continue;
    const days = Math.abs(dayNumber(twin.date) - day);
    if (days < bestDays) [best, bestDays] = [twin, days];
  }
  return best;
}

function isSwapped(entered: number, meant: number, unit: number): boolean {
  if (Math.sign(entered) !== Math.sign(meant)) return false;
  if (entered % unit !== 0 || meant % unit !== 0) return false;
  const wrong = String(Math.abs(entered) / unit);
  const right = String(Math.abs(meant) / unit);
  const length = Math.max(wrong.length, right.length);
  const [from, to] = [wrong.padStart(length, "0"), right.padStart(length, "0")];
  const first = [...from].findIndex((digit, at) => digit !== to[at]);
  return first >= 0 && from[first] === to[first + 1] && from[first + 1] === to[first] &&
    from.slice(first + 2) === to.slice(first + 2);
}
