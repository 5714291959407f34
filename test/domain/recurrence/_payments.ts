import { addDays } from "../../../domain/base/day.ts";
import { addMonths } from "../../../domain/base/month.ts";
import type { TransactionRecord } from "../../../domain/base/plan_records.ts";
import { aTransaction } from "../../_builders.ts";

/** The day on which the tests look at their rows; a Monday. */
export const TODAY = "2026-06-15";

/** Makes one payment of 9.99 to "Moonreel" per day, each with a category. */
export function paidOn(
  days: readonly string[],
  change: Partial<TransactionRecord> = {},
): TransactionRecord[] {
  return days.map((date, at) => ({
    ...aTransaction(),
    id: `${change.payee_name ?? "Moonreel"}/${change.amount ?? 0}/${date}/${at}`,
    date,
    amount: -9_990,
    payee_name: "Moonreel",
    payee_id: "moonreel",
    category_id: "streaming",
    ...change,
  }));
}

/** Gives a day of each of the last months, the oldest first; the newest in June 2026. */
export function monthly(count: number, dayOfMonth: number): string[] {
  const newest = addMonths(TODAY, 0, dayOfMonth);
  return Array.from(
    { length: count },
    (_, at) => addMonths(newest, at - count + 1, dayOfMonth),
  );
}

/** Gives days so many days apart, the oldest first. */
export function everyDays(count: number, days: number, newest: string): string[] {
  return Array.from({ length: count }, (_, at) => addDays(newest, (at - count + 1) * days));
}

/** Moves Saturdays and Sundays to Monday, as banks do. */
export function onWorkdays(days: readonly string[]): string[] {
  return days.map((day) => {
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    return addDays(day, weekday === 6 ? 2 : weekday === 0 ? 1 : 0);
  });
}
