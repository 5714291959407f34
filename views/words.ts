import {
  formatAmount,
  formatMoney,
  type MoneyFormat,
  UNKNOWN_MONEY_FORMAT,
} from "../domain/base/money_format.ts";
import { isolated } from "../domain/base/clean_text.ts";
import type { Host, PageFacts, ToolResult, ViewFacts } from "./host.ts";

interface Wording {
  readonly money: MoneyFormat;
  /** The host's BCP 47 language tag; if unknown, `undefined` selects the browser's default. */
  readonly locale: string | undefined;
}

/** The formats of amounts and dates. They are global, because a page shows only one plan. */
let wording: Wording = { money: UNKNOWN_MONEY_FORMAT, locale: undefined };

export function setWording(change: Partial<Wording>): void {
  wording = { ...wording, ...change };
}

/** Returns the plan's currency format, or a default format until the plan's format is known. */
export function planMoney(): MoneyFormat {
  return wording.money;
}

export const WORKING = "Working\u2026";

export const NO_PAYEE = "(no payee)";

/** Formats an amount of money; returns an empty string if there is no amount. */
export function amount(value: number | undefined): string {
  // The word joiner prevents a line break between the minus sign and the currency symbol.
  return value === undefined ? "" : formatMoney(value, wording.money).replace(/^-/u, "-\u2060");
}

export function signedAmount(value: number): string {
  return (value > 0 ? "+" : "") + amount(value);
}

/** Formats a round amount for the axis of a chart. */
export function tickAmount(value: number): string {
  const { money } = wording;
  return formatMoney(value, Number.isInteger(value) ? { ...money, decimals: 0 } : money);
}

/** Formats an amount for an input field, without a currency symbol or thousands separators. */
export function fieldAmount(value: number): string {
  return formatAmount(value, { ...wording.money, groupMark: "" });
}

/** Parses a positive amount, or any amount if `isSigned`; `null` if it is invalid or ambiguous. */
export function typedAmount(text: string, isSigned: boolean = false): number | null {
  const { groupMark, decimalMark = ".", decimals } = wording.money;
  // A period after letters, as in "Fr.50", belongs to the currency symbol.
  const [number = ""] = /(?:(?<!\p{L})[.,])?\d(?:.*\d)?/su.exec(text) ?? [];
  const typed = number.replace(/[\s'\u2019]/gu, "");
  const last = Math.max(typed.lastIndexOf("."), typed.lastIndexOf(","));
  const mark = typed.charAt(last);
  // Users may type a period or a comma as the decimal separator, even if the plan uses another one.
  // However, a separator before exactly three digits may also separate thousands. In this position,
  // the plan's thousands separator isn't read as a decimal separator, and a separator that the plan
  // doesn't use is rejected.
  const end = mark === groupMark && typed.length - last === 4 ? typed.length : last;
  const [whole, rest] = last < 0 ? [typed, ""] : [typed.slice(0, end), typed.slice(end + 1)];
  const isGrouped = /^\d{1,3}([.,])(?:\d{2,3}\1)*\d{3}$/u.test(whole);
  if (!/^\d*$/u.test(whole) && (!isGrouped || (rest !== "" && whole.includes(mark)))) return null;
  if (rest.length > (mark === decimalMark ? decimals : Math.min(decimals, 2))) return null;
  const value = Number(`${whole.replace(/\D/gu, "")}.${rest}`);
  const isNegative = /[-\u2212]/u.test(text);
  if (typed === "" || /\D/u.test(rest) || (!isSigned && (isNegative || value === 0))) return null;
  return isNegative ? 0 - value : value;
}

/** Cached formatters, because creating one takes longer than formatting hundreds of values. */
const formats = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat>();

function formatted(
  value: Date | number,
  options: Intl.DateTimeFormatOptions & Intl.NumberFormatOptions,
): string {
  const { locale } = wording;
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ??
    (value instanceof Date
      ? new Intl.DateTimeFormat(locale, options)
      : new Intl.NumberFormat(locale, options));
  formats.set(key, format);
  return isolated(format.format(value as never));
}

export function monthName(month: string, length: "short" | "long"): string {
  const first = dateOf(`${month.slice(0, 7)}-01`);
  return formatted(first, { year: "numeric", month: length, timeZone: "UTC" });
}

export function dayName(day: string): string {
  const options = { year: "numeric", month: "short", day: "numeric", timeZone: "UTC" } as const;
  return formatted(dateOf(day), options);
}

/** Formats a fraction as a percentage: 0.25 becomes 25%. */
export function percent(share: number, isSigned = false): string {
  return formatted(share, {
    style: "percent",
    maximumFractionDigits: Math.abs(share) < 0.1 && share !== 0 ? 1 : 0,
    signDisplay: isSigned ? "exceptZero" : "auto",
  });
}

/** Formats a rate that is already a percentage, with at most one decimal: 2.5 becomes 2.5%. */
export function rate(value: number): string {
  return formatted(value / 100, { style: "percent", maximumFractionDigits: 1 });
}

/** Returns ", as of" followed by the date of an answer; an empty string if the date is unknown. */
export function asOf({ facts }: { readonly facts: ViewFacts }): string {
  return facts.today === undefined ? "" : `, as of ${dayName(facts.today)}`;
}

/** Adds amounts in integer thousandths to avoid rounding errors. */
export function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, value) => total + Math.round(value * 1000), 0) / 1000;
}

export function counted(count: number, one: string, many: string = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Returns the last day (`YYYY-MM-DD`) of a month given as `YYYY-MM`. */
export function lastDayOf(month: string): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

/** Returns the start, in UTC, of a day given as `YYYY-MM-DD`. */
export function dateOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

/** Returns the text of an answer, as the model receives it. */
export function textOf({ content }: ToolResult): string {
  return (content ?? []).flatMap(({ text }) => text ?? []).join("\n");
}

/** Returns an error's message for the user, without the code, which is for programs. */
export function errorWords(result: ToolResult): string {
  const words = textOf(result).replace(/^[a-z_]+: /u, "");
  return words === "" ? "The server didn't answer." : capitalized(words);
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** An answer, and everything needed to render it. */
export interface ViewProps<Answer> {
  readonly answer: Answer;
  readonly facts: ViewFacts;
  readonly page: PageFacts;
  /** Arguments of the call, as the host sent them. */
  readonly args: Readonly<Record<string, unknown>>;
  /** Available width in CSS pixels. */
  readonly width: number;
  /** A function that calls a server tool, or `null` if the host doesn't let pages call tools. */
  readonly call: Host["call"] | null;
  /** Whether the page can call the tools that the server offers only to pages. */
  readonly canAsk: boolean;
  readonly tellModel: Host["tellModel"];
}
