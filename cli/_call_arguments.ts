import { cleanText } from "../domain/base/clean_text.ts";
import { addDays, isDay } from "../domain/base/day.ts";
import { addMonths, firstOfMonth, lastOfMonth, parseMonth } from "../domain/base/month.ts";
import { type Terminal, UsageError } from "./_terminal.ts";
import type { ArgumentSchema } from "../server/arguments.ts";

const FORMS = `key=value, JSON such as '{"month":"current"}', or - for JSON on standard input`;
const NO_JSON = `the arguments are not JSON: use ${FORMS}`;

/** Context for parsing a call's arguments. */
export interface Reading extends Omit<DateContext, "key"> {
  readonly schema: ArgumentSchema;
  readonly input: Terminal["input"];
}

/**
 * Parses arguments. Values that don't fit a field stay unchanged; the tool reports them.
 *
 * @throws {UsageError} For words that are neither JSON nor `key=value`, and for ambiguous values.
 */
export async function callArguments(
  words: readonly string[],
  reading: Reading,
): Promise<unknown> {
  const [first = "{}", ...more] = words;
  if (more.length === 0 && first === "-") {
    return parsed(await reading.input(), "standard input doesn't contain JSON");
  }
  if (more.length === 0 && first.trimStart().startsWith("{")) return parsed(first, NO_JSON);
  const lists = new Map<string, string[]>();
  for (const word of words) {
    const at = word.indexOf("=");
    if (at < 1) {
      const shown = cleanText(word);
      throw new UsageError(
        !/^\s*[[{]/u.test(word)
          ? `${shown} is not a valid argument: use ${FORMS}`
          : more.length > 0
          ? `JSON can't be combined with other arguments: use ${FORMS}`
          : NO_JSON,
      );
    }
    const key = word.slice(0, at).trim();
    lists.set(key, [...lists.get(key) ?? [], word.slice(at + 1)]);
  }
  const { schema, today, yearless } = reading;
  return Object.fromEntries(
    [...lists].map(([key, values]) => [
      key,
      valueOf(schema.properties?.[key] ?? {}, values, { key, today, yearless }),
    ]),
  );
}

function parsed(text: string, problem: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(problem, { cause: error });
  }
}

/** Parses a key's values; a repeated key makes a list. */
function valueOf(
  field: ArgumentSchema,
  values: readonly string[],
  context: DateContext,
): unknown {
  if (typesOf(field).includes("array")) {
    return values.flatMap((value) => listOf(itemsOf(field), value, context));
  }
  const [only = "", ...more] = values;
  if (more.length > 0) {
    throw new UsageError(
      `${cleanText(context.key)} takes one value but was given ${values.length}`,
    );
  }
  return single(field, only, context);
}

/**
 * Parses JSON or comma-separated items. A comma before a space doesn't separate items, so a name
 * such as `Rent, Mortgage` isn't split.
 */
function listOf(items: ArgumentSchema, value: string, context: DateContext): readonly unknown[] {
  const text = value.trim();
  if (text.startsWith("[") || text.startsWith("{")) {
    const given = nested(context.key, text);
    return Array.isArray(given) ? given : [given];
  }
  if (text === "") return [];
  return text.split(/,(?!\s)/u).map((item) => single(items, item, context));
}

function single(field: ArgumentSchema, value: string, context: DateContext): unknown {
  const { key } = context;
  const text = value.trim();
  const types = typesOf(field);
  if (types.includes("object") && text.startsWith("{")) return nested(key, text);
  if (types.includes("null") && text === "null") return null;
  if (types.includes("integer") && /^[+-]?\d+$/u.test(text)) return Number(text);
  if (types.includes("number")) return typedNumber(key, text) ?? value;
  if (types.includes("boolean")) return switchOf(key, text);
  const [format, pattern] = [partOf(field, "format"), partOf(field, "pattern")];
  if (format === "date") return dayInWords(value, context);
  return isMonth(pattern) ? monthInWords(value, context) : value;
}

function switchOf(key: string, text: string): boolean {
  if (/^(?:true|yes|on)$/iu.test(text)) return true;
  if (/^(?:false|no|off)$/iu.test(text)) return false;
  throw new UsageError(`${cleanText(key)} must be yes or no`);
}

/** Whether a pattern is the one for months: `YYYY-MM` or `current`. */
function isMonth(pattern: string | undefined): boolean {
  return pattern?.startsWith("^(current|") === true;
}

function partOf(field: ArgumentSchema, part: "format" | "pattern"): string | undefined {
  return field[part] ?? field.anyOf?.find((one) => one[part] !== undefined)?.[part];
}

function nested(key: string, text: string): unknown {
  return parsed(text, `the value of ${cleanText(key)} is not JSON`);
}

function itemsOf(field: ArgumentSchema): ArgumentSchema {
  return field.items ?? field.anyOf?.find(({ items }) => items !== undefined)?.items ?? {};
}

function typesOf({ type, anyOf = [] }: ArgumentSchema): readonly string[] {
  const own = type === undefined ? [] : typeof type === "string" ? [type] : type;
  return [...own, ...anyOf.flatMap(typesOf)];
}

const MONTHS = ("january february march april may june july august september october " +
  "november december").split(" ");
const DAYS: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };
const RELATIVE: Readonly<Record<string, number>> = { last: -1, this: 0, current: 0, next: 1 };

/** What is needed to resolve a date argument. */
export interface DateContext {
  /** The argument's name. */
  readonly key: string;
  /** Local day, `YYYY-MM-DD`. */
  readonly today: string;
  /**
   * How to read "June" without a year: as the most recent June, as the next June, or as ambiguous
   * (it could be either).
   */
  readonly yearless: "past" | "future" | "unclear";
}

/** Converts a month in words to `YYYY-MM`; returns other text unchanged. */
function monthInWords(text: string, context: DateContext): string {
  return firstDayOf(text, context)?.slice(0, "YYYY-MM".length) ?? text;
}

/**
 * Converts a date in words to `YYYY-MM-DD`; returns other text unchanged. For `since`, a month
 * means its first day, and for `until`, its last day.
 */
function dayInWords(text: string, context: DateContext): string {
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

/** @throws {UsageError} If the month could be in either of two years. */
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
  // Even if past months are expected, "december" in November may mean next month.
  if (yearless === "past" && next !== addMonths(thisMonth, 1)) return last;
  const [one, other] = [last, next].map((day) => day.slice(0, "YYYY-MM".length));
  throw new UsageError(`${key} could be ${one} or ${other}: enter the one you mean`);
}

/** Groups of three digits with the same separator, optionally followed by decimals. */
const GROUPED = /^(\d{1,3}(?:([.,'\u2019 \u00a0\u202f])\d{3})(?:\2\d{3})*)(?:([.,])(\d+))?$/u;
const PLAIN = /^(?:\d+[.,]?\d*|[.,]\d+)$/u;
/** A number with an optional sign and currency symbol; the symbol may come first or last. */
const SIGNED = /^([+\u2212-]?)\s*\p{Sc}?\s*([+\u2212-]?)(.*?)\s*\p{Sc}?$/u;

/**
 * Parses a number in the notations of several countries, such as `12,50`, `$12.50` or `1.234,56`;
 * `null` for other text.
 *
 * @throws {UsageError} For `1,234` and `1.234`, which mean different numbers in different
 * countries.
 */
export function typedNumber(key: string, text: string): number | null {
  const [, before = "", after = "", digits = ""] = SIGNED.exec(text.trim()) ?? [];
  if (before !== "" && after !== "") return null;
  const sign = before + after === "" || before + after === "+" ? 1 : -1;
  const [, whole = "", mark = "", point, decimals = "0"] = GROUPED.exec(digits) ?? [];
  const isGrouped = whole !== "" && mark !== point && !whole.startsWith("0");
  if (!isGrouped) return PLAIN.test(digits) ? sign * Number(digits.replace(",", ".")) : null;
  const joined = whole.replaceAll(mark, "");
  const isUnclear = point === undefined && /^\d+[.,]\d{3}$/u.test(whole);
  if (!isUnclear) return sign * Number(`${joined}.${decimals}`);
  const minus = sign < 0 ? "-" : "";
  throw new UsageError(
    `${key}: ${text.trim()} could be ${minus}${joined} or ` +
      `${minus}${whole.replace(",", ".")}: for the first, enter ${minus}${joined}; for the ` +
      `second, enter ${minus}${whole.replace(",", ".")}0`,
  );
}
