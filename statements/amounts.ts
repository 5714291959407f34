import type { ReadAs, ReadingOptions } from "../domain/statements/statement.ts";
import { quoted, refusal } from "./refusal.ts";

export type DecimalSign = NonNullable<ReadAs["decimal_sign"]>;

/** An amount whose decimal separator isn't known yet. */
export interface AmountText {
  /** -1 for a minus, parentheses or `DR`; 1 for a plus or `CR`; 0 if the text has none of these. */
  readonly sign: -1 | 0 | 1;
  /** Whether the sign came from a word such as `CR`. */
  readonly hasSignWord: boolean;
  /** The digits, including any `.` and `,` but without other separators. */
  readonly digits: string;
  /**
   * The decimal separator that the amount's format implies: `either` if it could be a point or a
   * comma (`1.234`), `none` if there is neither (`1234`).
   */
  readonly decimal: DecimalSign | "either" | "none";
  /** Milliunits; `null` if the separator is ambiguous, or there are too many digits. */
  readonly size: number | null;
  /** The currency next to the digits, as an ISO code or as written; `null` if there is none. */
  readonly currency: string | null;
}

const LONGEST_AMOUNT = 40;

const SPACES = "[ '\\u00a0\\u202f\\u2009\\u2019]";
const MINUS = "[-\\u2212\\u2013]";
// Short words count as currencies only next to a number with decimals, so `A12` is a code, not an
// amount. `CR` and `D` mean plus and minus.
const SIGN_WORD = "[Cc][Rr]?\\.?|[Dd][Rr]?\\.?|[SH]";
const ANY_UNIT =
  "(?:[A-Z]{1,3}\\.?)?\\p{Sc}|[Kk]r\\.?|Ft|K\\u010d|z\\u0142|lei|\\uc6d0|\\u5186|\\u5143|TL|DT|Rs\\.?|S?Fr\\.";
const UNIT =
  `${ANY_UNIT}|[A-Z]{3}(?=[ \\u00a0])|(?!(?:${SIGN_WORD})\\P{L})\\p{L}{1,3}\\.?(?=[^\\p{L}]*[.,]\\d)`;
const UNIT_AFTER =
  `${ANY_UNIT}|(?<=[ \\u00a0])[A-Z]{3}|(?!(?:${SIGN_WORD})(?:\\P{L}|$))(?<=[.,]\\d.*)\\p{L}{1,3}\\.?`;
const AMOUNT = new RegExp(
  `^(?<open>\\()?${SPACES}*(?<before>\\+|${MINUS})?${SPACES}*(?:(?<unit>${UNIT})${SPACES}*)?` +
    `(?<inside>\\+|${MINUS})?${SPACES}*(?<digits>[.,]?\\d(?:[\\d.,]|${SPACES}(?=\\d))*)` +
    `${SPACES}*(?<after>\\+|${MINUS})?${SPACES}*(?<unitAfter>${UNIT_AFTER})?(?<end>${MINUS})?` +
    `${SPACES}*(?<word>${SIGN_WORD})?${SPACES}*(?<close>\\))?$`,
  "u",
);
const SPACE_GROUPS = new RegExp(`^\\d{1,3}(?:${SPACES}\\d{3})+(?:[.,]\\d+)?$`, "u");
const ANY_SPACE = new RegExp(SPACES, "gu");

const PLAIN = /^-?\d{1,12}(?:[.,]\d\d)?$/u;

function plainAmount(text: string): AmountText {
  const digits = text.startsWith("-") ? text.slice(1) : text;
  const decimal = digits.includes(".") ? "." : digits.includes(",") ? "," : "none";
  const sign = digits === text ? 0 : -1;
  const size = Number(digits.replace(decimal, "")) * (decimal === "none" ? 1000 : 10);
  return { sign, hasSignWord: false, digits, decimal, size, currency: null };
}

/** Parses an amount. Returns `null` for other text. */
export function readAmount(text: string): AmountText | null {
  if (text.length > LONGEST_AMOUNT || !/\d/u.test(text) || /[a-z]{4}/iu.test(text)) return null;
  if (PLAIN.test(text)) return plainAmount(text);
  const groups = AMOUNT.exec(text.trim())?.groups;
  const digits = groups?.["digits"];
  if (groups === undefined || digits === undefined) return null;
  const isEnclosed = groups["open"] !== undefined;
  if (isEnclosed !== (groups["close"] !== undefined)) return null;
  const hasSpaces = !/^[\d.,]+$/u.test(digits);
  if (hasSpaces && !SPACE_GROUPS.test(digits)) return null;
  const plain = hasSpaces ? digits.replace(ANY_SPACE, "") : digits;
  const decimal = decimalOf(plain, hasSpaces);
  if (decimal === null) return null;
  const marks = [groups["before"], groups["inside"], groups["after"], groups["end"]]
    .filter((mark) => mark !== undefined);
  const word = groups["word"]?.toUpperCase();
  if (marks.length + Number(isEnclosed) + Number(word !== undefined) > 1) return null;
  const unit = groups["unit"] ?? groups["unitAfter"];
  if (groups["unit"] !== undefined && groups["unitAfter"] !== undefined) return null;
  return {
    sign: isEnclosed ? -1 : signOf(marks[0], word),
    hasSignWord: word !== undefined,
    ...numberIn(plain, decimal),
    currency: unit === undefined ? null : currencyOf(unit),
  };
}

function signOf(mark: string | undefined, word: string | undefined): -1 | 0 | 1 {
  if (mark !== undefined) return mark === "+" ? 1 : -1;
  if (word === undefined) return 0;
  return word.startsWith("C") || word === "H" ? 1 : -1;
}

/**
 * Returns the decimal separator that the format of the digits implies; `null` if the digits aren't
 * a valid number.
 */
function decimalOf(digits: string, hasOtherGroups: boolean): AmountText["decimal"] | null {
  const last = Math.max(digits.lastIndexOf("."), digits.lastIndexOf(","));
  if (last === -1) return "none";
  const sign = digits[last] === "." ? "." : ",";
  const other = sign === "." ? "," : ".";
  const whole = digits.slice(0, last);
  const after = digits.length - last - 1;
  if (whole.includes(other)) return isGrouped(whole, other) ? sign : null;
  if (whole.includes(sign)) return isGrouped(digits, sign) ? other : null;
  if (after === 0) return null;
  if (after !== 3 || hasOtherGroups || !/^[1-9]\d{0,2}$/u.test(whole)) return sign;
  return "either";
}

/**
 * Whether digits are grouped correctly: either in threes or, as in India, in twos before a final
 * group of three.
 */
function isGrouped(whole: string, sign: DecimalSign): boolean {
  const [first = "", ...groups] = whole.split(sign);
  if (!/^\d{1,3}$/u.test(first)) return false;
  return groups.at(-1)?.length === 3 && /^\d+$/u.test(groups.join("")) &&
    (groups.every(({ length }) => length === 3) ||
      groups.slice(0, -1).every(({ length }) => length === 2));
}

/** Returns the absolute value in milliunits; `null` if the text isn't valid with `decimalSign`. */
export function sizeOf(text: AmountText, decimalSign: DecimalSign): number | null {
  if (text.decimal === "either") return inMilliunits(text.digits, decimalSign);
  return text.decimal === "none" || text.decimal === decimalSign ? text.size : null;
}

function numberIn(
  digits: string,
  decimal: AmountText["decimal"],
): Pick<AmountText, "digits" | "decimal" | "size"> {
  const sign = decimal === "none" ? "." : decimal;
  return { digits, decimal, size: sign === "either" ? null : inMilliunits(digits, sign) };
}

function inMilliunits(digits: string, decimalSign: DecimalSign): number | null {
  const [whole = "", fraction = ""] = digits
    .replaceAll(decimalSign === "." ? "," : ".", "")
    .split(decimalSign);
  if (/[1-9]/u.test(fraction.slice(3))) return null;
  const size = Number(whole + fraction.slice(0, 3).padEnd(3, "0"));
  return Number.isSafeInteger(size) ? size : null;
}

/** Minimum number of amounts such as `1.234` needed to infer that amounts have three decimals. */
const MIN_AMOUNTS = 4;

export interface DecimalEvidence {
  readonly sign: DecimalSign;
  /** Whether this is the only decimal separator that fits the amounts. */
  readonly isSettled: boolean;
}

/** Returns the decimal separator that all amounts suggest; `null` if they contradict each other. */
export function decimalEvidence(
  texts: Iterable<AmountText>,
  decimals: number,
): DecimalEvidence | null {
  const fixed = new Set<DecimalSign>();
  const separators = new Set<DecimalSign>();
  let hasPlain = false;
  let ambiguous = 0;
  for (const { decimal, digits } of texts) {
    if (decimal === "none") hasPlain ||= /[1-9]/u.test(digits);
    else if (decimal === "either") {
      separators.add(digits.includes(".") ? "." : ",");
      ambiguous += 1;
    } else fixed.add(decimal);
  }
  const [sign] = fixed;
  if (fixed.size > 1) return null;
  if (sign !== undefined) return { sign, isSettled: true };
  const [separator] = separators;
  if (separators.size > 1) return null;
  if (separator === undefined) return { sign: ".", isSettled: true };
  // Either all amounts in a file have decimals or none do. So if the file also has an amount like
  // `12`, the separator in `1.234` marks thousands.
  const isGrouping = decimals === 0 || (decimals < 3 && hasPlain);
  const other = separator === "." ? "," : ".";
  const isDecimal = decimals === 3 && !hasPlain && ambiguous >= MIN_AMOUNTS;
  return {
    sign: isGrouping || decimals < 3 ? other : separator,
    isSettled: isGrouping || isDecimal,
  };
}

/** Returns both decimal separators, with the one given as `sign` first. */
export function bothFrom(sign: DecimalSign): readonly DecimalSign[] {
  return sign === "." ? [".", ","] : [",", "."];
}

/**
 * Determines the decimal separator from all amounts and the user's answers. Returns the most likely
 * separator, and the candidates that the user must choose from if the separator is ambiguous.
 * `mayGroup` is `false` for OFX, because its amounts never contain thousands separators.
 */
export function settledDecimals(
  texts: readonly AmountText[],
  { decimals, readAs, remembered }: ReadingOptions,
  mayGroup = true,
): { readonly sign: DecimalSign; readonly choices: readonly DecimalSign[] } {
  const evidence = decimalEvidence(texts, decimals);
  if (evidence === null) {
    throw refusal(
      `some amounts use "." as the decimal separator and others use ",": correct them, or download ` +
        "the file again",
    );
  }
  const { sign } = evidence;
  const isSettled = evidence.isSettled || (!mayGroup && decimals === 3);
  const answer = readAs.decimal_sign ?? (isSettled ? sign : remembered.decimal_sign);
  if (answer !== undefined) return { sign: answer, choices: [] };
  return { sign, choices: bothFrom(sign) };
}

/** Like {@linkcode sizeOf}, but with the sign. */
export function amountOf(text: AmountText, decimal: DecimalSign): number {
  const size = sizeOf(text, decimal);
  if (size === null) {
    const amount = quoted(text.digits);
    throw refusal(`the amount ${amount} can't be read with "${decimal}" as the decimal separator`);
  }
  return text.sign < 0 ? 0 - size : size;
}

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

/** Currency symbols, plus obsolete or unofficial currency codes that banks still use. */
const OTHER_CODES: Readonly<Record<string, string>> = {
  "\u20ac": "EUR",
  "\u00a3": "GBP",
  NIS: "ILS",
  RMB: "CNY",
  RUR: "RUB",
};

/** Converts currency symbols and unofficial codes to ISO codes; returns other codes unchanged. */
export function currencyOf(code: string): string {
  return OTHER_CODES[code] ?? code;
}

export function isCurrency(code: string): boolean {
  return CODES.has(code);
}

/** The currencies named in a heading such as `Amount (EUR)`. */
export function currenciesIn(heading: string): readonly string[] {
  return (heading.match(/\p{L}+|[\u20ac\u00a3]/gu) ?? []).map(currencyOf).filter(isCurrency);
}
