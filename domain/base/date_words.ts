import { isDay } from "./day.ts";

const MONTHS = ("January February March April May June July August September October November " +
  "December").split(" ");

/** Formats a month, `YYYY-MM`, for display: `November 2026`. */
export function monthWords(month: string): string {
  const [year, number] = month.split("-");
  return `${MONTHS[Number(number) - 1]} ${year}`;
}

/** Formats a month, `YYYY-MM`, for a narrow column: `Nov 2026`. */
export function shortMonthWords(month: string): string {
  const [year, number] = month.split("-");
  return `${shortMonth(Number(number))} ${year}`;
}

/** Formats a day, `YYYY-MM-DD`, for display: `14 Nov 2026`. */
export function dayWords(day: string): string {
  return `${dayOfMonthWords(day)} ${day.slice(0, 4)}`;
}

/** Formats a day, `YYYY-MM-DD`, without its year: `14 Nov`. */
export function dayOfMonthWords(day: string): string {
  const [, month, date] = day.split("-");
  return `${Number(date)} ${shortMonth(Number(month))}`;
}

export function isMonth(text: string): boolean {
  return isDay(`${text}-01`);
}

/** Formats a value for display if it is a month or a day. Other text is unchanged. */
export function dateWords(text: string): string {
  if (isDay(text)) return dayWords(text);
  return isMonth(text) ? monthWords(text) : text;
}

/**
 * Formats months and days in a sentence written by this server, but only those at the beginning of
 * the sentence or after a preposition or comma, because a date anywhere else may be part of a name.
 */
export function datesInWords(text: string): string {
  return text.replace(DATES, dateWords);
}

const BEFORE = "(?<=^|[,:;] |\\b(?:after|before|by|due|end of|for|from|in|on|since|to|until) )";
const AFTER = "(?=$|[\\s\"'.,:;?!)])";
const DATES = new RegExp(`${BEFORE}\\d{4}-\\d\\d(?:-\\d\\d)?${AFTER}`, "gu");

function shortMonth(number: number): string | undefined {
  return MONTHS[number - 1]?.slice(0, 3);
}
