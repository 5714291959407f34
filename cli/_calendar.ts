import { addDays, isDay } from "../domain/base/day.ts";
import { addMonths, firstOfMonth, lastOfMonth, parseMonth } from "../domain/base/month.ts";
import { UsageError } from "./_terminal.ts";

const MONTHS = ("january february march april may june july august september october " +
  "november december").split(" ");
const DAYS: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };
const RELATIVE: Readonly<Record<string, number>> = { last: -1, this: 0, current: 0, next: 1 };

/** Context for choosing a date. */
export interface DateContext {
  /** The argument's name. */
  readonly key: string;
  /** Local day, `YYYY-MM-DD`. */
  readonly today: string;
  /**
   * Whether a month name without a year means the last such month, the next one, or is ambiguous.
   */
  readonly yearless: "past" | "future" | "unclear";
}

/** Parses a month in words to `YYYY-MM`; returns other text unchanged. */
export function monthInWords(text: string, context: DateContext): string {
  return firstDayOf(text, context)?.slice(0, "YYYY-MM".length) ?? text;
}

/**
 * Parses a day in words to `YYYY-MM-DD`; returns other text unchanged. For `since`, a month means
 * its first day, and for `until` its last.
 */
export function dayInWords(text: string, context: DateContext): string {
  const day = oneDay(text, context);
  if (day !== null) return day;
  if (context.key !== "since" && context.key !== "until") return text;
  const first = firstDayOf(text, context);
  if (first === null) return text;
  return context.key === "since" ? first : lastOfMonth(first);
}

function oneDay(text: string, { today }: DateContext): string | null {
  const word = text.trim().toLowerCase();
  const offset = DAYS[word];
  if (offset !== undefined) return addDays(today, offset);
  return isDay(word) ? word : null;
}

function firstDayOf(text: string, context: DateContext): string | null {
  const { today } = context;
  const day = oneDay(text, context);
  if (day !== null) return firstOfMonth(day);
  const words = text.trim().toLowerCase();
  const [, relative = ""] = /^(last|this|current|next)(?:[\s_-]+month)?$/u.exec(words) ?? [];
  const offset = RELATIVE[relative];
  if (offset !== undefined) return addMonths(firstOfMonth(today), offset);
  const [, name = "", year] = /^([a-z]{3,9})\.?(?:[\s_-]+(\d{4}))?$/u.exec(words) ?? [];
  const found = name === ""
    ? -1
    : MONTHS.findIndex((month) =>
      month === name || month.slice(0, 3) === name || (month === "september" && name === "sept")
    );
  if (found < 0) return parseMonth(words, today);
  const inYear = (of: number): string => `${of}-${String(found + 1).padStart(2, "0")}-01`;
  return year === undefined ? withYear(inYear, context) : inYear(Number(year));
}

/** @throws {UsageError} If the month may be in either of two years. */
function withYear(
  inYear: (year: number) => string,
  { key, today, yearless }: DateContext,
): string {
  const thisMonth = firstOfMonth(today);
  const own = Number(today.slice(0, 4));
  const last = inYear(own) <= thisMonth ? inYear(own) : inYear(own - 1);
  const next = addMonths(last, 12);
  if (last === thisMonth) return last;
  if (yearless === "future") return next;
  // In November, "december" may well mean the coming one.
  if (yearless === "past" && next !== addMonths(thisMonth, 1)) return last;
  const [one, other] = [last, next].map((day) => day.slice(0, "YYYY-MM".length));
  throw new UsageError(`${key} could be ${one} or ${other}: write the one you mean`);
}
