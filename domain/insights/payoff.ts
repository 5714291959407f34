import { addMonths } from "../base/month.ts";
import { roundedQuotient, sumOf } from "../base/money.ts";

export interface Debt {
  readonly account_id: string;
  readonly name: string;
  readonly debt: number;
  /** Yearly interest rates in thousandths of a percent, each with the first day it applies. */
  readonly rates: readonly Dated[];
  /** Monthly payments excluding escrow, each with the first day on which it applies. */
  readonly minimums: readonly Dated[];
}

/** A value that applies from a given day on. */
export interface Dated {
  readonly from: string;
  readonly value: number;
}

/**
 * `minimums` pays only the minimums; the other strategies also pay `extra` and the amounts that
 * used to go to the minimums of debts that are now paid off.
 */
export const STRATEGIES = ["minimums", "avalanche", "snowball"] as const;

type Strategy = (typeof STRATEGIES)[number];

export interface PayoffPlan {
  readonly name: Strategy;
  readonly months: number | null;
  readonly free_month: string | null;
  /** Total interest in milliunits; `null` if the debts are never paid off. */
  readonly interest: number | null;
  readonly order: readonly { readonly name: string; readonly month: string }[];
  readonly first: readonly number[];
}

export interface PayoffOptions {
  readonly extra: number;
  /** Month of the first payment, `YYYY-MM-01`. */
  readonly start: string;
  readonly decimals: number;
}

/** Divisor that converts a yearly rate in thousandths of a percent into a monthly fraction. */
const RATE_PER_MONTH = 12 * 100 * 1000;

/** Maximum length of a payoff, in months. A debt that lasts longer counts as never paid off. */
const MAX_MONTHS = 1200;

/** Maximum debt, in milliunits; larger amounts aren't exact, and count as never paid off. */
const MAX_DEBT = 1e15;

/**
 * Simulates paying off debts. Each month, adds interest at a twelfth of the yearly rate (rounded
 * half up) and pays the minimums. Any money left over after the minimums goes toward one debt at a
 * time. The avalanche strategy starts with the highest rate (in a tie, the smallest debt). The
 * snowball strategy starts with the smallest debt (in a tie, the highest rate).
 */
export function payoffPlan(
  debts: readonly Debt[],
  name: Strategy,
  { extra, start, decimals }: PayoffOptions,
): PayoffPlan {
  const coin = 10 ** (3 - decimals);
  const left = debts.map(({ debt }) => debt);
  const order: { readonly name: string; readonly month: string }[] = [];
  let first: readonly number[] = debts.map(() => 0);
  let interest = 0;
  for (let count = 1; count <= MAX_MONTHS; count++) {
    const month = addMonths(start, count - 1, 1);
    const paid = debts.map(() => 0);
    const pay = (at: number, most: number): number => {
      const amount = Math.min(most, left[at] ?? 0);
      left[at] = (left[at] ?? 0) - amount;
      paid[at] = (paid[at] ?? 0) + amount;
      return amount;
    };
    const open = debts.flatMap((_, at) => (left[at] ?? 0) > 0 ? [at] : []);
    const rates = debts.map((debt) => valueAt(debt.rates, month));
    for (const at of open) {
      const share = (left[at] ?? 0) * (rates[at] ?? 0);
      const owed = roundedQuotient(share, RATE_PER_MONTH * coin) * coin;
      left[at] = (left[at] ?? 0) + owed;
      interest += owed;
    }
    const minimums = debts.map((debt) => valueAt(debt.minimums, month));
    let budget = name === "minimums" ? 0 : extra + sumOf(minimums);
    for (const at of open) budget -= pay(at, minimums[at] ?? 0);
    if (name !== "minimums") {
      const byRate = (a: number, b: number): number => (rates[b] ?? 0) - (rates[a] ?? 0);
      const bySize = (a: number, b: number): number => (left[a] ?? 0) - (left[b] ?? 0);
      const inOrder = open.toSorted((a, b) =>
        name === "avalanche" ? byRate(a, b) || bySize(a, b) : bySize(a, b) || byRate(a, b)
      );
      for (const at of inOrder) budget -= pay(at, budget);
    }
    for (const at of open) {
      if (left[at] === 0) order.push({ name: debts[at]?.name ?? "", month: month.slice(0, 7) });
    }
    if (count === 1) first = paid;
    if (left.every((amount) => amount === 0)) {
      return { name, months: count, free_month: month.slice(0, 7), interest, order, first };
    }
    const isEndless = (amount: number, at: number): boolean =>
      amount > MAX_DEBT && amount > (debts[at]?.debt ?? 0);
    if (left.every((amount, at) => amount === 0 || isEndless(amount, at))) break;
  }
  return { name, months: null, free_month: null, interest: null, order, first };
}

export function leastExtra(debts: readonly Debt[], options: PayoffOptions): number {
  const coin = 10 ** (3 - options.decimals);
  const isEnough = (coins: number): boolean =>
    payoffPlan(debts, "avalanche", { ...options, extra: coins * coin }).months !== null;
  let high = 1;
  while (!isEnough(high)) high *= 2;
  let low = Math.floor(high / 2);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isEnough(middle)) high = middle;
    else low = middle;
  }
  return high * coin;
}

/** Returns the value that applies at the beginning of a month, or the first if none applies yet. */
export function valueAt(values: readonly Dated[], month: string): number {
  return (values.findLast(({ from }) => from <= month) ?? values[0])?.value ?? 0;
}
