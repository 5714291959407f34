import { addDays, daysBetween } from "../base/day.ts";
import { lastOfMonth } from "../base/month.ts";

/** Money that is expected to move on a day, in milliunits, signed. */
export interface ExpectedFlow {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly amount: number;
}

/** One month of the walk; the first one begins today. Amounts in milliunits. */
export interface MonthPath {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly start: number;
  /** At least zero. */
  readonly in: number;
  /** At most zero. */
  readonly out: number;
  readonly end: number;
  /** The lowest balance that a day of the month ends with, and the first such day. */
  readonly lowest: number;
  readonly lowest_date: string;
}

/** The walk from today to the last day of a month. */
export interface BalancePath {
  readonly months: readonly MonthPath[];
  /** The balance at the end of each day, today first. */
  readonly evenings: readonly number[];
  /** The first day that ends below zero. */
  readonly first_shortfall: { readonly date: string; readonly balance: number } | null;
}

/**
 * Walks day by day. Money that comes and goes on one day is set off against each
 * other before the day's balance is looked at.
 */
export function balancePath(
  start: number,
  flows: readonly ExpectedFlow[],
  { today, until }: { readonly today: string; readonly until: string },
): BalancePath {
  const length = daysBetween(today, until) + 1;
  const ins = new Array<number>(length).fill(0);
  const outs = new Array<number>(length).fill(0);
  for (const { date, amount } of flows) {
    const at = daysBetween(today, date);
    const side = amount > 0 ? ins : outs;
    if (at >= 0 && at < length) side[at] = (side[at] as number) + amount;
  }
  const evenings: number[] = [];
  for (let at = 0; at < length; at++) {
    evenings.push((evenings[at - 1] ?? start) + (ins[at] as number) + (outs[at] as number));
  }
  const short = evenings.findIndex((balance) => balance < 0);
  return {
    months: monthsOf({ start, today, ins, outs, evenings }),
    evenings,
    first_shortfall: short < 0
      ? null
      : { date: addDays(today, short), balance: evenings[short] ?? 0 },
  };
}

interface Days {
  readonly start: number;
  readonly today: string;
  readonly ins: readonly number[];
  readonly outs: readonly number[];
  readonly evenings: readonly number[];
}

function monthsOf({ start, today, ins, outs, evenings }: Days): readonly MonthPath[] {
  const months: MonthPath[] = [];
  let first = 0;
  while (first < evenings.length) {
    const day = addDays(today, first);
    const next = first + daysBetween(day, lastOfMonth(day)) + 1;
    const inMonth = evenings.slice(first, next);
    const lowest = Math.min(...inMonth);
    months.push({
      month: day.slice(0, 7),
      start: evenings[first - 1] ?? start,
      in: sum(ins, first, next),
      out: sum(outs, first, next),
      end: inMonth.at(-1) ?? start,
      lowest,
      lowest_date: addDays(day, inMonth.indexOf(lowest)),
    });
    first = next;
  }
  return months;
}

function sum(amounts: readonly number[], from: number, to: number): number {
  return amounts.slice(from, to).reduce((total, amount) => total + amount, 0);
}
