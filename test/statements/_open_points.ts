import type { ReadAs } from "../../domain/statements/statement.ts";
import type { CsvFormat, DateFormat } from "./_csv_format.ts";
import type { Balances, Booking, Ledger } from "./_ledger.ts";

const DAY = 86_400_000;

/**
 * Returns what a careful person couldn't determine from the file alone. Tests use this to check
 * whether a question was necessary, not to check the reading itself.
 */
export function openPoints(
  { shown, format, ledger, balances, isCard }: {
    /** In file order. */
    readonly shown: readonly Booking[];
    readonly format: CsvFormat;
    readonly ledger: Ledger;
    readonly balances: Balances;
    readonly isCard: boolean | null;
  },
): readonly (keyof ReadAs)[] {
  const booked = shown.filter(({ state }) => state === "booked");
  const linked = booked.filter((booking) => booking.units !== 0 && balances.before.has(booking));
  const isProven = (format.balance === "after" || format.balance === "before") &&
    linked.length > 3 && new Set(shown.map(({ date }) => date)).size > 1;
  const open: (keyof ReadAs)[] = [];
  const dated = shown.filter(({ state }) => state !== "pending" || !format.pendingInDate);
  open.push(...openDateOrder(dated, format.date, ledger.today));
  if ((!isProven || isCard !== false) && isSignOpen(booked, format, isCard)) open.push("sign");
  const isUnnamed = format.heading !== "words";
  if (!isProven && isUnnamed && format.columns.includes("foreign")) open.push("amount_column");
  if (hasParts(ledger)) open.push("part");
  return open;
}

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

/** The same digits with day and month swapped. */
function swapped(day: string): string {
  const [year, month, date] = day.split("-");
  return `${year}-${date}-${month}`;
}

/** Parses a day as written in a file, such as `03.11.26`, into year, month and day. */
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
    const times = days.map((day) => Date.parse(day));
    return (Math.max(...times) - Math.min(...times)) / DAY;
  };
  if (isInOrder(right) && !isInOrder(rival)) return false;
  return !(span(right) <= 40 && span(rival) >= 120);
}

function isInOrder(days: readonly string[]): boolean {
  const pairs = days.slice(1).map((day, at) => [days[at] ?? "", day] as const);
  return pairs.every(([one, other]) => one <= other) ||
    pairs.every(([one, other]) => one >= other);
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function isSignOpen(
  booked: readonly Booking[],
  { style, heading, side }: CsvFormat,
  isCard: boolean | null,
): boolean {
  const moving = booked.filter(({ units }) => units !== 0);
  if (style === "two_columns" || style === "two_columns_signed") return heading === "none";
  if (style === "indicator") {
    return new Set(moving.map(({ units }) => units > 0)).size < 2 && side[0].length < 3;
  }
  return isCardSignOpen(moving, isCard);
}

/** Whether the sign of a card's charges, which differs by bank, can't be determined. */
export function isCardSignOpen(booked: readonly Booking[], isCard: boolean | null): boolean {
  if (isCard === false) return false;
  const moving = booked.filter(({ units }) => units !== 0);
  const out = moving.filter(({ units }) => units < 0).length;
  const most = Math.max(out, moving.length - out);
  return isCard === null || moving.length < 4 || most < moving.length * 0.7;
}
