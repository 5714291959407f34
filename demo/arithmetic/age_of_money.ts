import { daysBetween } from "../_calendar.ts";
import type { CashFlow } from "./month_tally.ts";

const OUTFLOWS_COUNTED = 10;

/** Money of one day that is not spent yet, in milliunits. */
export interface MoneyBucket {
  readonly date: string;
  readonly left: number;
}

/** Where a plan's money stands at the end of a month. */
export interface MoneyAge {
  /** Oldest first. */
  readonly buckets: readonly MoneyBucket[];
  /** Ages of the last outflows in days, oldest first, at most ten. */
  readonly ages: readonly number[];
}

/** Where a plan starts. */
export const noMoney: MoneyAge = { buckets: [], ages: [] };

/** Carries the age of money through one month's flows, which must come in date order. */
export function ageMoney(before: MoneyAge, flows: readonly CashFlow[]): MoneyAge {
  const buckets = [...before.buckets];
  const ages = [...before.ages];
  let head = 0;
  for (const { date, amount } of flows) {
    if (amount > 0) {
      buckets.push({ date, left: amount });
      continue;
    }
    let wanted = -amount;
    let weighted = 0;
    for (let oldest = buckets[head]; wanted > 0 && oldest !== undefined; oldest = buckets[head]) {
      const taken = Math.min(wanted, oldest.left);
      weighted += taken * daysBetween(oldest.date, date);
      wanted -= taken;
      if (taken === oldest.left) head++;
      else buckets[head] = { date: oldest.date, left: oldest.left - taken };
    }
    ages.push(weighted / -amount);
  }
  return { buckets: buckets.slice(head), ages: ages.slice(-OUTFLOWS_COUNTED) };
}

/** Gives the age that a month shows. */
export function shownAge({ ages }: MoneyAge): number | null {
  if (ages.length < OUTFLOWS_COUNTED) return null;
  return Math.round(ages.reduce((sum, age) => sum + age, 0) / ages.length);
}
