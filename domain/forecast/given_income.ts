import type { ExpectedFlow } from "./balance_path.ts";
import { addMonths, firstOfMonth, lastOfMonth } from "../base/month.ts";
import { spreadAmount } from "../base/money.ts";

/** What is known of when income comes. */
export interface IncomeHistory {
  /** The next payday, `YYYY-MM-DD`; `null` when none is known. */
  readonly nextPayday: string | null;
  /** Milliunits of income that came this month. */
  readonly receivedThisMonth: number;
}

/** The days to place money in, `YYYY-MM-DD`. */
export interface DaysAhead {
  readonly today: string;
  /** Last day of the last month. */
  readonly until: string;
  /** Smallest sum in milliunits that a day gets, 10 for cents; 1 unless given. */
  readonly step?: number;
}

/**
 * Gives a month's income on the payday of each month, from the next payday on; this
 * month only what has not come yet. Without a payday it comes a little every day
 * from tomorrow on.
 */
export function givenIncome(
  monthlyIncome: number,
  { nextPayday, receivedThisMonth }: IncomeHistory,
  span: DaysAhead,
): readonly ExpectedFlow[] {
  if (nextPayday === null) return evenly(monthlyIncome, span);
  const day = Number(nextPayday.slice(8));
  const flows: ExpectedFlow[] = [];
  for (let date = nextPayday; date <= span.until; date = addMonths(date, 1, day)) {
    const isThisMonth = firstOfMonth(date) === firstOfMonth(span.today);
    const received = isThisMonth ? receivedThisMonth : 0;
    flows.push({ date, amount: Math.max(0, monthlyIncome - received) });
  }
  return flows;
}

/**
 * Spreads a monthly amount over the days from tomorrow on: today's share has been
 * spent, or come in, already.
 */
export function evenly(
  monthly: number,
  { today, until, step = 1 }: DaysAhead,
): readonly ExpectedFlow[] {
  if (monthly === 0) return [];
  const unit = monthly % step === 0 ? step : 1;
  const flows: ExpectedFlow[] = [];
  for (let first = firstOfMonth(today); first <= until; first = addMonths(first, 1)) {
    const days = Number(lastOfMonth(first).slice(8));
    const from = first < today || first === today ? Number(today.slice(8)) + 1 : 1;
    for (const [at, amount] of spreadAmount(monthly / unit, days, from).entries()) {
      flows.push({ date: addMonths(first, 0, from + at), amount: amount * unit });
    }
  }
  return flows;
}
