import { fromMilliunits, roundedQuotient } from "./money.ts";
import { invalidInput } from "./tool_error.ts";

export interface MoneyFormat {
  /** Currency symbol, such as `$`; empty if the plan doesn't display one. */
  readonly symbol: string;
  readonly isSymbolFirst: boolean;
  /** Number of decimal places, 0 to 3. */
  readonly decimals: number;
  /** Decimal separator; absent if it is a period. */
  readonly decimalMark?: string;
  /** Thousands separator; absent until an amount of at least a thousand units has been seen. */
  readonly groupMark?: string;
  /** Text between the symbol and the number; absent if there is none. */
  readonly gap?: string;
}

/** The format to use until a formatted amount has been seen. */
export const UNKNOWN_MONEY_FORMAT: MoneyFormat = { symbol: "", isSymbolFirst: true, decimals: 2 };

/** Infers the format from an amount in milliunits and the same amount as formatted by YNAB. */
export function inferMoneyFormat(formatted: string, milliunits: number): MoneyFormat | null {
  const number = /\d(?:.*\d)?/su.exec(formatted);
  if (number === null) return null;
  const decimals = decimalsOf(number[0].replace(/\D/gu, ""), Math.abs(milliunits));
  if (decimals === null) return null;
  const head = formatted.slice(0, number.index);
  const tail = formatted.slice(number.index + number[0].length);
  const [before, after] = [symbolIn(head), symbolIn(tail)];
  const isSymbolFirst = before !== "" || after === "";
  const gap = /\s/u.exec(isSymbolFirst ? head : tail)?.[0];
  return {
    symbol: before || after,
    isSymbolFirst,
    decimals,
    ...marksOf(number[0], decimals),
    ...(gap === undefined ? {} : { gap }),
  };
}

/** Formats an amount with the plan's number of decimal places, or more if necessary. */
export function writeAmount(amount: number, format: MoneyFormat): string {
  const text = amount.toFixed(format.decimals);
  return Number(text) === amount ? text : String(amount);
}

/** Rounds a computed amount to the currency's smallest unit, half away from zero. */
export function roundToDecimals(milliunits: number, decimals: number): number {
  const step = 10 ** (3 - decimals);
  return roundedQuotient(milliunits, step) * step;
}

export function roundUpToCoin(milliunits: number, format: MoneyFormat): number {
  if (format === UNKNOWN_MONEY_FORMAT || !Number.isFinite(milliunits)) return milliunits;
  const coin = 10 ** (3 - format.decimals);
  return Math.ceil(milliunits / coin) * coin + 0;
}

export function roundDownToCoin(milliunits: number, format: MoneyFormat): number {
  return 0 - roundUpToCoin(0 - milliunits, format);
}

/** Formats an amount for language models. */
export function writeMoney(amount: number, format: MoneyFormat): string {
  return formatMoney(amount, plainFormat(format));
}

/** Like {@linkcode writeMoney}, but doesn't round to the currency's decimal places. */
export function writeExactly(amount: number, format: MoneyFormat): string {
  return withSymbol(amount, plainFormat(format));
}

/** Formats an amount for display, as YNAB's app shows it. */
export function formatMoney(amount: number, format: MoneyFormat): string {
  return withSymbol(payable(amount, format), format);
}

function payable(amount: number, format: MoneyFormat): number {
  if (format === UNKNOWN_MONEY_FORMAT) return amount;
  return roundToDecimals(Math.round(amount * 1000), format.decimals) / 1000;
}

function withSymbol(amount: number, format: MoneyFormat): string {
  const { symbol, isSymbolFirst, gap = "" } = format;
  const digits = formatAmount(Math.abs(amount), format);
  const space = symbol === "" ? "" : noBreak(gap);
  return (amount < 0 ? "-" : "") +
    (isSymbolFirst ? symbol + space + digits : digits + space + symbol);
}

export function formatAmount(amount: number, format: MoneyFormat): string {
  const { decimalMark = ".", groupMark = "" } = format;
  const [units = "", decimals] = writeAmount(amount, format).split(".");
  const grouped = units.replace(/\B(?=(?:\d{3})+$)/gu, () => noBreak(groupMark));
  return decimals === undefined ? grouped : grouped + decimalMark + decimals;
}

/** Changes amounts in `text` from {@linkcode writeMoney}'s format to {@linkcode formatMoney}'s. */
export function formatMoneyIn(text: string, format: MoneyFormat): string {
  const { symbol, isSymbolFirst, decimals } = format;
  if (symbol === "" && decimals === 0) return text;
  const name = symbol.replace(
    /[^\p{L}\p{N}]/gu,
    (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`,
  );
  const number = symbol === "" ? `(\\d+\\.\\d{${decimals}})` : "(\\d+(?:\\.\\d+)?)";
  const money = isSymbolFirst ? name + number : number + name;
  return text.replace(
    new RegExp(`(?<![\\p{L}\\p{N}.,:-])(-?)${money}(?![\\p{L}\\p{N}]|[.,]\\d)`, "gu"),
    (_, sign: string, digits: string) => formatMoney(Number(sign + digits), format),
  );
}

/** Returns the format for language models, which omits the plan's separators. */
export function plainFormat(format: MoneyFormat): MoneyFormat {
  // Callers check for `UNKNOWN_MONEY_FORMAT` by identity, so return that object, not a copy.
  if (format === UNKNOWN_MONEY_FORMAT) return format;
  const { symbol, isSymbolFirst, decimals } = format;
  return { symbol, isSymbolFirst, decimals };
}

function noBreak(text: string): string {
  return text.replaceAll(" ", "\u00a0");
}

function marksOf(number: string, decimals: number): Pick<MoneyFormat, "decimalMark" | "groupMark"> {
  const parts = number.split(/(\D+)/u);
  const decimalMark = decimals === 0 ? "." : parts.at(-2) ?? ".";
  const hasThousands = number.replace(/\D/gu, "").length > 3 + decimals;
  return {
    ...(decimalMark === "." ? {} : { decimalMark }),
    ...(hasThousands
      ? { groupMark: parts.length > (decimals === 0 ? 1 : 3) ? parts[1] ?? "" : "" }
      : {}),
  };
}

function decimalsOf(digits: string, milliunits: number): number | null {
  // YNAB formats even zero with the currency's number of decimal places.
  if (milliunits === 0) return Number(digits) === 0 ? Math.min(digits.length - 1, 3) : null;
  const written = Number(digits);
  for (let decimals = 0; decimals <= 3; decimals++) {
    if (written * 10 ** (3 - decimals) === milliunits) return decimals;
  }
  return null;
}

function symbolIn(text: string): string {
  return text.replace(/[-+()\s\u2212\u200e\u200f]/gu, "");
}

export interface NamedAmount {
  readonly label: string;
  /** Milliunits. */
  readonly amount: number;
}

/**
 * Rejects amounts with more decimals than the currency has.
 *
 * @throws {ToolError} `invalid_input`, listing the rejected amounts.
 */
export function refuseFiner(amounts: readonly NamedAmount[], format: MoneyFormat): void {
  const finer = amounts.filter(({ amount }) => isFiner(amount, format));
  if (finer.length === 0) return;
  const most = format.decimals === 0 ? "whole units" : `at most ${format.decimals} decimals`;
  throw invalidInput(
    `an amount has more decimals than the plan's currency allows: use ${most}`,
    finer.map(({ label, amount }) => `${label}: ${fromMilliunits(amount)}`),
  );
}

export function isFiner(amount: number, format: MoneyFormat): boolean {
  return format !== UNKNOWN_MONEY_FORMAT && amount % 10 ** (3 - format.decimals) !== 0;
}
