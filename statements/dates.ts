// deno-lint-ignore-file prefer-ascii -- names of months in their own scripts
import type { ToolError } from "../domain/base/tool_error.ts";
import { daysBetween, isDay } from "../domain/base/day.ts";
import { foldText } from "../domain/base/fold_text.ts";
import { memoizedUpTo } from "../domain/base/memoized.ts";
import type { ReadAs, ReadingOptions } from "../domain/statements/statement.ts";
import { refusal } from "./refusal.ts";

export type DateOrder = NonNullable<ReadAs["date_order"]>;

/**
 * A string read as a date in each order of day, month and year, with `null` for each order that
 * doesn't fit.
 */
export type DateText = Readonly<Record<DateOrder, string | null>>;

export const ORDERS: readonly DateOrder[] = ["dmy", "mdy", "ymd"];

const LONGEST_DATE = 40;
const TIME =
  "(?:,?(?: ?[T/-] ?| +)\\d{1,2}[:.]\\d{2}(?:[:.]\\d{2}(?:[.,]\\d+)?)?(?: ?[AaPp]\\.?[Mm]\\.?)?" +
  "(?: ?(?:Z|[A-Z]{3,4}|[+-]\\d{2}:?\\d{2}))?)?";
const NUMBERS = new RegExp(
  `^(\\d{1,4})([./-]| |\\. )(\\d{1,2})(?:\\2|')(\\d{4}|\\d{1,2})\\.?${TIME}$`,
  "u",
);
const COMPACT = new RegExp(`^(\\d{8})(?:\\d{6}|${TIME})$`, "u");
const DAY_FIRST = new RegExp(
  `^(\\d{1,2})[. /-]*(\\p{L}{3,12})\\.?[ ,./-]*(\\d{4}|\\d{2})\\.?${TIME}$`,
  "u",
);
const NAME_FIRST = new RegExp(
  `^(\\p{L}{3,12})\\.?[ /-]*(\\d{1,2})(?:,? +|[,/-])(\\d{4}|\\d{2})\\.?${TIME}$`,
  "u",
);
/** Matches date-like text, even with an unknown month name, so that no dated row is ignored. */
export const DATE_LIKE = new RegExp(
  "^(?:\\d{1,4}[./-]\\d{1,2}[./-]\\d{1,4}|\\d{1,2}[ ./-]*\\p{L}{3,12}[ .,/-]*\\d{2,4}|" +
    "\\p{L}{3,12}[. ]{1,2}\\d{1,2}[ ,]{1,2}(?:19|20)\\d\\d|" +
    `today|yesterday|heute|gestern|hier|hoy|ayer|oggi|ieri|vandaag|gisteren|hoje|ontem)${TIME}$`,
  "iu",
);
/** Matches a weekday before a date, such as `Mon, `. */
const WEEKDAY = /^\p{L}{2,10}[.,]{1,2} ?(?=\d)/u;
/** Matches the trade date that brokers write after the posting date. */
const AS_OF = / as of \S+$/u;
/** Matches each `de` in a date such as `14 de noviembre de 2026`. */
const OF = / de (?=\p{L}|\d{4})/gu;
/** `1er juillet`, `November 14th`. */
const ORDINAL = /(?<=(?:^| )\d{1,2})(?:er|st|nd|rd|th|\u00ba)(?=[ ,])/iu;

// Shortest distinct prefixes of month names in many languages, in lowercase without accents. The
// first match is used, and "marras" comes before "mar", so "marraskuu" is November, not March.
// "lis" and "srp" are omitted, because they mean different months in Croatian than in Polish and
// Czech.
const MONTHS: readonly (readonly [number, RegExp])[] = [
  [11, /^(?:nov|marras|kas|lap|noi|νοε|ноя|лис)/u],
  [7, /^(?:jul|iul|juil|lug|lip|heina|tem|lie|cvc|cervenc|ιουλ|июл|юли|лип)/u],
  [1, /^(?:jan|ian|ene|gen|sty|tammi|oca|sau|led|ιαν|янв|яну|січ)/u],
  [2, /^(?:feb|fev|fbr|lut|helmi|sub|vas|uno|φεβ|фев|лют)/u],
  [3, /^(?:mar|mrz|mae|mrt|maa|kov|bre|μαρ|мар|бер)/u],
  [4, /^(?:apr|avr|abr|kwi|huhti|nis|bal|dub|απρ|апр|кві)/u],
  [5, /^(?:may|mai|mag|mei|maj|touko|geg|kve|μαι|маи|мая|тра)/u],
  [6, /^(?:jun|iun|juin|giu|cze|kesa|haz|bir|cvn|cerven|ιουν|июн|юни|чер)/u],
  [8, /^(?:aug|aou|ago|sie|elo|agu|rugp|rgp|αυγ|авг|сер)/u],
  [9, /^(?:sep|set|szep|wrz|syys|eyl|rugs|rgs|zar|σεπ|сен|сеп|вер)/u],
  [10, /^(?:oct|okt|ott|out|paz|loka|eki|spa|rij|οκτ|окт|жов)/u],
  [12, /^(?:dec|dez|dic|des|gru|grd|joulu|ara|pro|δεκ|дек|гру)/u],
];

/** `2026\u5e743\u67085\u65e5`. */
const EAST_ASIAN = new RegExp(
  `^(\\d{2,4}) ?[年년] ?(\\d{1,2}) ?[月월] ?(\\d{1,2}) ?[日일]?${TIME}$`,
  "u",
);
/** Matches a year in the Reiwa era or in the Republic of China's calendar. */
const ERA = /^(?:(R|\u4ee4\u548c)|\u6c11\u570b) ?(\d{1,3})(?=[./年-])/u;
const BEFORE_REIWA = 2018;
const BEFORE_REPUBLIC = 1911;

/** Reads a string as a date, with or without a time. Returns `null` if the string isn't a date. */
export function readDate(text: string): DateText | null {
  const trimmed = text.trim();
  if (trimmed.length < 6 || trimmed.length > LONGEST_DATE || !/\d/u.test(trimmed)) return null;
  return trimmed.length > LONGEST_MEMOIZED ? parseDate(trimmed) : memoizedDate(trimmed);
}

/** Maximum length of a memoized string; longer ones may be slices that keep the file in memory. */
const LONGEST_MEMOIZED = 12;
const MAX_MEMOIZED = 10_000;

/** Each cell is read several times, and most dates are repeated. */
const memoizedDate = memoizedUpTo(MAX_MEMOIZED, parseDate);

function parseDate(trimmed: string): DateText | null {
  const date = trimmed.replace(WEEKDAY, "").replace(AS_OF, "").replace(OF, " ")
    .replace(ORDINAL, "").replace(
      ERA,
      (_, reiwa: string | undefined, year: string) =>
        String(Number(year) + (reiwa === undefined ? BEFORE_REPUBLIC : BEFORE_REIWA)),
    );
  const [, year, month = "", day = ""] = EAST_ASIAN.exec(date) ?? [];
  if (year !== undefined) return yearFirst(year, month, day);
  const numbers = NUMBERS.exec(date);
  if (numbers !== null) {
    const [, first = "", , second = "", third = ""] = numbers;
    if (first.length > 2) return yearFirst(first, second, third);
    const mayBeYear = first.length === 2 && third.length <= 2;
    return readings([first, second, third], mayBeYear ? dayFrom(first, second, third) : null);
  }
  const digits = COMPACT.exec(date)?.[1];
  if (digits === undefined) return namedDate(date);
  const at = (from: number, to: number): string => digits.slice(from, to);
  return readings([at(0, 2), at(2, 4), at(4, 8)], dayFrom(at(0, 4), at(4, 6), at(6, 8)));
}

function yearFirst(year: string, month: string, day: string): DateText | null {
  const ymd = day.length > 2 ? null : dayFrom(year, month, day);
  return ymd === null ? null : { ymd, dmy: null, mdy: null };
}

function readings(
  [first, second, third]: readonly [string, string, string],
  ymd: string | null,
): DateText | null {
  const text = { dmy: dayFrom(third, second, first), mdy: dayFrom(third, first, second), ymd };
  return ORDERS.some((order) => text[order] !== null) ? text : null;
}

function namedDate(text: string): DateText | null {
  const dayFirst = DAY_FIRST.exec(text);
  const [, one = "", other = "", year = ""] = dayFirst ?? NAME_FIRST.exec(text) ?? [];
  const name = foldText(dayFirst === null ? one : other);
  const month = MONTHS.find(([, pattern]) => pattern.test(name))?.[0];
  if (month === undefined) return null;
  const day = dayFrom(year, String(month), dayFirst === null ? other : one);
  return day === null ? null : { dmy: day, mdy: day, ymd: day };
}

/** Number of years that the Thai calendar is ahead of the Gregorian calendar. */
const BUDDHIST_YEARS = 543;

/** A three-digit year belongs to Taiwan's calendar, where 1912 is year 1. */
function fullYear(year: string): string {
  if (year.length === 4) return year;
  if (year.length === 3) return String(Number(year) + BEFORE_REPUBLIC);
  return year.length === 2 ? `20${year}` : "";
}

/** Reads a two-digit year as a year in this century. Returns `null` for years before 1970. */
function dayFrom(year: string, month: string, day: string): string | null {
  const written = fullYear(year);
  const full = written > "2500" ? String(Number(written) - BUDDHIST_YEARS) : written;
  const text = `${full}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return full >= "1970" && full < "2100" && isDay(text) ? text : null;
}

export interface OrderOfDates {
  readonly order: DateOrder;
  /** Date orders that the user must choose from, most likely first; empty if the order is known. */
  readonly choices: readonly DateOrder[];
  /** The evidence for the date order, as text for the user; `null` if there is none to show. */
  readonly evidence: string | null;
}

/** Returns the date orders (orders of day, month and year) that fit every date. */
export function fittingOrders(dates: readonly DateText[]): readonly DateOrder[] {
  return ORDERS.filter((order) => dates.every((date) => date[order] !== null));
}

/**
 * Determines the order of day, month and year. Returns `null` if no such order fits every date.
 *
 * @param common The date orders that fit all dates in the file, not only those in `dates`.
 */
export function orderOfDates(
  dates: readonly DateText[],
  options: ReadingOptions,
  common: readonly DateOrder[] = ORDERS,
): OrderOfDates | null {
  const fitting = fittingOrders(dates);
  const [first] = fitting;
  if (first === undefined) return null;
  const asked = options.readAs.date_order;
  if (asked !== undefined) {
    if (!fitting.includes(asked)) throw wrongOrder(dates, asked, first);
    return { order: asked, choices: [], evidence: null };
  }
  const valid = narrowed(
    narrowed(
      differing(dates, fitting),
      (order) => common.includes(order),
    ),
    (order) => dates.every((date) => (date[order] ?? "") <= options.today),
  );
  const [only = first] = valid;
  if (valid.length === 1) return { order: only, choices: [], evidence: null };
  const likeliest = likeliestOrder(dates, valid);
  if (likeliest !== null) return { ...likeliest, choices: [] };
  const { date_order: remembered } = options.remembered;
  if (remembered !== undefined && valid.includes(remembered)) {
    return {
      order: remembered,
      choices: [],
      evidence: "you previously chose this order of day, month and year for this account",
    };
  }
  return { order: only, choices: valid, evidence: null };
}

/** If several date orders produce the same dates, keeps only the first of these orders. */
function differing(dates: readonly DateText[], orders: readonly DateOrder[]): DateOrder[] {
  return orders.filter((order, at) =>
    !orders.slice(0, at).some((earlier) => dates.every((date) => date[order] === date[earlier]))
  );
}

function narrowed(
  orders: readonly DateOrder[],
  isFitting: (order: DateOrder) => boolean,
): readonly DateOrder[] {
  const left = orders.filter(isFitting);
  return left.length === 0 ? orders : left;
}

function wrongOrder(dates: readonly DateText[], asked: DateOrder, fitting: DateOrder): ToolError {
  const day = dates.find((date) => date[asked] === null)?.[fitting];
  return refusal(
    `some dates in the file, such as ${day} (${fitting}), can't be read as ${asked}: leave out ` +
      "read_as.date_order",
  );
}

/** Minimum number of distinct dates; fewer may be in chronological order by coincidence. */
const MIN_DAYS = 4;
const SHORT_SPAN = 40;
const LONG_SPAN = 120;

function likeliestOrder(
  dates: readonly DateText[],
  orders: readonly DateOrder[],
): Pick<OrderOfDates, "order" | "evidence"> | null {
  const readings = orders.map((order) => {
    const days = dates.map((date) => date[order] ?? "");
    const distinct = [...new Set(days)].sort();
    return {
      order,
      distinct,
      isSorted: directionOf(days) !== null && distinct.length >= MIN_DAYS,
      span: daysBetween(distinct[0] ?? "", distinct.at(-1) ?? ""),
      rows: days.length,
    };
  });
  const sorted = readings.filter(({ isSorted }) => isSorted);
  const bySpan = [...readings].sort((one, other) => one.span - other.span);
  const [shortest, next] = bySpan;
  if (shortest === undefined || next === undefined) return null;
  const isShort = shortest.span <= SHORT_SPAN && next.span >= LONG_SPAN;
  const [only] = sorted;
  if (sorted.length === 1 && only !== undefined) {
    if (isShort && only !== shortest) return null;
    return {
      order: only.order,
      evidence: "the dates are in chronological order only when read with this order of day, " +
        "month and year",
    };
  }
  if (!isShort || isRegular(shortest.distinct, shortest.rows)) return null;
  return {
    order: shortest.order,
    evidence: `with this order of day, month and year, the dates span ${shortest.span} days, but ` +
      `with any other order they would span at least ${next.span} days`,
  };
}

/**
 * Whether each row has a different day, and the days are either evenly spaced or too few to tell
 * (fewer than `MIN_DAYS`). January 1, 4 and 7, for example, may actually be January 1, April 1 and
 * July 1 with day and month swapped.
 */
function isRegular(days: readonly string[], rows: number): boolean {
  if (rows > days.length) return false;
  const steps = new Set(days.slice(1).map((day, at) => daysBetween(days[at] ?? "", day)));
  return steps.size <= 1 || days.length < MIN_DAYS;
}

/** 1 if the days are ascending, -1 if they are descending, 0 if all are equal; `null` otherwise. */
export function directionOf(days: readonly string[]): -1 | 0 | 1 | null {
  let direction: -1 | 0 | 1 = 0;
  for (let at = 1; at < days.length; at += 1) {
    const [before = "", day = ""] = [days[at - 1], days[at]];
    if (before === day) continue;
    const step = day > before ? 1 : -1;
    if (direction !== 0 && step !== direction) return null;
    direction = step;
  }
  return direction;
}
