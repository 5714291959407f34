import { daysBetween, isDay } from "../../domain/base/day.ts";
import type { DateFormat } from "./_csv_format.ts";
import type { Booking, Ledger } from "./_ledger.ts";

export function hasParts({ bookings }: Ledger): boolean {
  return new Set(bookings.map(({ account }) => account)).size > 1;
}

/** Whether the dates could also be read with day, month and year in a different order. */
export function openDateOrder(
  dated: readonly Booking[],
  { order, shortYear }: DateFormat,
  today: string,
): readonly "date_order"[] {
  if (order === "name" || order === "ymd") return [];
  const days = dated.map(({ date }) => date);
  const rivals = [
    swapped,
    ...(shortYear ? [(day: string) => yearFirst(order === "mdy" ? swapped(day) : day)] : []),
  ];
  return rivals.some((rival) => isAsLikely(days, days.map(rival), today)) ? ["date_order"] : [];
}

/** Swaps the day and month of a date. */
function swapped(day: string): string {
  const [year, month, date] = day.split("-");
  return `${year}-${date}-${month}`;
}

/**
 * Reads a date such as `03.11.26` (November 3, 2026) as year, month and day (November 26, 2003).
 */
function yearFirst(day: string): string {
  const [year = "", month, date] = day.split("-");
  return `20${date}-${month}-${year.slice(2)}`;
}

function isAsLikely(
  right: readonly string[],
  rival: readonly string[],
  today: string,
): boolean {
  if (rival.some((day) => !isDay(day) || day > today)) return false;
  const span = (days: readonly string[]): number => {
    const sorted = days.toSorted();
    return daysBetween(sorted[0] ?? "", sorted.at(-1) ?? "");
  };
  if (isInOrder(right) && !isInOrder(rival)) return false;
  return !(span(right) <= 40 && span(rival) >= 120);
}

function isInOrder(days: readonly string[]): boolean {
  const pairs = days.slice(1).map((day, at) => [days[at] ?? "", day] as const);
  return pairs.every(([one, other]) => one <= other) ||
    pairs.every(([one, other]) => one >= other);
}

/** Whether the transactions leave open which sign the bank uses for card charges. */
export function isCardSignOpen(booked: readonly Booking[], isCard: boolean | null): boolean {
  if (isCard === false) return false;
  const moving = booked.filter(({ units }) => units !== 0);
  const out = moving.filter(({ units }) => units < 0).length;
  const most = Math.max(out, moving.length - out);
  return isCard === null || moving.length < 4 || most < moving.length * 0.7;
}
