import { type Random, randomFrom } from "../../../demo/model/random.ts";
import { addDays } from "../../../domain/base/day.ts";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import { paidOn } from "./_payments.ts";

/** How a shop is visited. */
export interface Visits {
  /** Fewest and most days from one visit to the next, each as likely. */
  readonly between: readonly [fewest: number, most: number];
  /** Spread of the amounts about 60, as a share. */
  readonly spread: number;
}

const DAYS_OF_HISTORY = 1_095;
const TYPICAL = 60_000;

/** Gives three years of visits up to a day; the same seed gives the same ones. */
export function evenVisits(
  { between: [fewest, most], spread }: Visits,
  { today, seed }: { readonly today: string; readonly seed: number },
): TransactionRecord[] {
  const draws = randomFrom(`visits/${fewest}-${most}/${spread}/${seed}`);
  const days: string[] = [];
  let day = draws.integer(0, most);
  for (; day <= DAYS_OF_HISTORY; day += draws.integer(fewest, most)) {
    days.push(addDays(today, day - DAYS_OF_HISTORY));
  }
  return paidOn(days, { payee_name: "Fuel & Go", payee_id: "fuel", category_id: "car" })
    .map((row) => ({ ...row, amount: -about(TYPICAL, spread, draws) }));
}

/** An amount drawn from a log-normal distribution, in whole cents. */
export function about(typical: number, spread: number, draws: Random): number {
  return Math.round(typical * Math.exp(spread * normal(draws)) / 10) * 10;
}

/** Box and Muller's transform. */
function normal(draws: Random): number {
  const radius = Math.sqrt(-2 * Math.log(1 - draws.fraction()));
  return radius * Math.cos(2 * Math.PI * draws.fraction());
}
