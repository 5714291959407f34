import { daysBetween } from "../base/day.ts";
import { addMonths } from "../base/month.ts";
import type { CashPaths } from "../forecast/forecast.ts";
import { mostFailing, riskOf } from "../forecast/resample.ts";

/** How long the money must last after the last payment. */
export const MONTHS_AFTER = 3;

/** Equal payments, the first on a day, each a month after the one before. */
export interface PlannedPayments {
  readonly date: string;
  readonly times: number;
}

export interface CashOptions {
  /** `YYYY-MM-DD`. */
  readonly today: string;
  /** Least balance of every evening, in milliunits. */
  readonly limit: number;
}

/** The last day that counts. */
export function lastDayOf({ date, times }: PlannedPayments): string {
  return addMonths(date, times - 1 + MONTHS_AFTER, Number(date.slice(8)));
}

/**
 * Returns what each path leaves for one payment, ascending, in milliunits: the largest amount with
 * which no evening from the first payment to the last day ends below the limit.
 */
export function roomsOf(
  { paths }: Pick<CashPaths, "paths">,
  payments: PlannedPayments,
  options: CashOptions,
): Float64Array {
  const { today, limit } = options;
  const days = paymentDays(payments, today);
  const [first = 0] = days;
  const last = daysBetween(today, lastDayOf(payments));
  return Float64Array.from(paths, (path) => {
    let room = Infinity;
    let paid = days.length;
    for (let day = last; day >= first; day--) {
      while (day < (days[paid - 1] ?? 0)) paid -= 1;
      room = Math.min(room, ((path[day] ?? 0) - limit) / paid);
    }
    return room;
  }).sort();
}

/** The days of the payments, counted from today. */
export function paymentDays({ date, times }: PlannedPayments, today: string): readonly number[] {
  return Array.from({ length: times }, (_, at) => daysBetween(today, addMonths(date, at)));
}

/** The risk that a payment of this amount makes an evening end below the limit. */
export function riskWith(amount: number, rooms: Float64Array): number {
  const enough = rooms.findIndex((room) => room >= amount);
  return riskOf(enough < 0 ? rooms.length : enough, rooms.length);
}

/** The largest amount whose risk is at most one in ten; below zero if none is. */
export function safeAmount(rooms: Float64Array): number {
  return rooms[mostFailing(rooms.length)] ?? 0;
}
