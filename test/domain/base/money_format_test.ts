import { assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  formatMoney,
  formatMoneyIn,
  inferMoneyFormat,
  isFiner,
  type MoneyFormat,
  plainFormat,
  UNKNOWN_MONEY_FORMAT,
  writeMoney,
} from "../../../domain/base/money_format.ts";

const first = (symbol: string, decimals: number): MoneyFormat => ({
  symbol,
  isSymbolFirst: true,
  decimals,
});
const last = (symbol: string, decimals: number): MoneyFormat => ({
  symbol,
  isSymbolFirst: false,
  decimals,
});

const EURO = "\u20ac";
const YEN = "\u00a5";
const RUPEE = "\u20b9";
const NO_BREAK = "\u00a0";

const written: readonly (readonly [string, string, number, MoneyFormat])[] = [
  ["dollars below zero, sign in front", "-$1,234.50", -1_234_500, first("$", 2)],
  ["dollars below zero, sign inside", "$-1,234.50", -1_234_500, first("$", 2)],
  ["dollars below zero in brackets", "($1,234.50)", -1_234_500, first("$", 2)],
  ["dollars below zero with a true minus", "\u2212$1,234.50", -1_234_500, first("$", 2)],
  ["zero dollars", "$0.00", 0, first("$", 2)],
  ["euros after a no-break space", `1.234,50${NO_BREAK}${EURO}`, 1_234_500, last(EURO, 2)],
  ["euros grouped by spaces", `1${NO_BREAK}234,50 ${EURO}`, 1_234_500, last(EURO, 2)],
  ["zero yen", `${YEN}0`, 0, first(YEN, 0)],
  ["dinars with three decimals", "KD1,234.567", 1_234_567, first("KD", 3)],
  ["one fils", "KD0.001", 1, first("KD", 3)],
  ["Swiss francs with a typographic apostrophe", "CHF1\u2019234.50", 1_234_500, first("CHF", 2)],
  ["rupees", `${RUPEE}12,34,567.80`, 1_234_567_800, first(RUPEE, 2)],
  ["kroner with points everywhere", "-1.234,50 kr.", -1_234_500, last("kr.", 2)],
  ["soles with a slash and a point", "S/.1,234.50", 1_234_500, first("S/.", 2)],
  ["letters and a sign", "R$ 1.234,50", 1_234_500, first("R$", 2)],
  ["a symbol between direction marks", "\u200f1,234.50\u200e $", 1_234_500, last("$", 2)],
  ["a symbol on either side", "$1,234.50 CAD", 1_234_500, first("$", 2)],
  ["no symbol at all", "1,234.50", 1_234_500, first("", 2)],
  ["one decimal", "1,234.5", 1_234_500, first("", 1)],
];

Deno.test("inferMoneyFormat() infers the symbol and the decimal places from an amount", () => {
  for (const [what, text, milliunits, format] of written) {
    const learned = inferMoneyFormat(text, milliunits);
    assertEquals(learned && plainFormat(learned), format, what);
  }
});

const refused: readonly (readonly [string, string, number])[] = [
  ["rounded cents", "$12.35", 12_345],
  ["rounded yen", `${YEN}1,235`, 1_234_500],
  ["an amount rounded to nothing", "$0.00", 4],
  ["another amount", "$12.35", 12_360],
  ["zero written as something else", "$0.01", 0],
  ["text without digits", "none", 0],
  ["nothing", "", 0],
];

Deno.test("inferMoneyFormat() rejects text that doesn't show the given amount", () => {
  for (const [what, text, milliunits] of refused) {
    assertEquals(inferMoneyFormat(text, milliunits), null, what);
  }
});

interface Style {
  readonly symbol: string;
  readonly isSymbolFirst: boolean;
  readonly decimals: number;
  readonly separators: readonly [group: string, decimal: string];
  readonly isSignInside: boolean;
  readonly space: string;
}

/** Formats an amount in the given style, as YNAB would. */
function writeInStyle(milliunits: number, style: Style): string {
  const unit = 10 ** (3 - style.decimals);
  const digits = String(Math.abs(milliunits) / unit).padStart(style.decimals + 1, "0");
  const whole = digits.slice(0, digits.length - style.decimals);
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/gu, style.separators[0]);
  const decimals = style.decimals === 0
    ? ""
    : style.separators[1] + digits.slice(digits.length - style.decimals);
  const sign = milliunits < 0 ? "-" : "";
  if (!style.isSymbolFirst) return `${sign}${grouped}${decimals}${style.space}${style.symbol}`;
  return style.isSignInside
    ? `${style.symbol}${style.space}${sign}${grouped}${decimals}`
    : `${sign}${style.symbol}${style.space}${grouped}${decimals}`;
}

const someStyle: fc.Arbitrary<Style> = fc.record({
  symbol: fc.constantFrom("$", EURO, YEN, "kr.", "CHF", "R$", "S/.", "z\u0142"),
  isSymbolFirst: fc.boolean(),
  decimals: fc.integer({ min: 0, max: 3 }),
  separators: fc.constantFrom<(readonly [string, string])[]>(
    [",", "."],
    [".", ","],
    ["'", "."],
    [" ", ","],
    [NO_BREAK, ","],
    ["", "."],
    ["", ","],
  ),
  isSignInside: fc.boolean(),
  space: fc.constantFrom("", " ", NO_BREAK),
});

Deno.test("formatMoney() formats every amount like the sample from which the format was inferred", () => {
  const large = fc.integer({ min: 1e6, max: 1e9 });
  const any = fc.integer({ min: -1e9, max: 1e9 });
  fc.assert(fc.property(someStyle, large, any, (style, seen, steps) => {
    const unit = 10 ** (3 - style.decimals);
    const format = inferMoneyFormat(writeInStyle(seen * unit, style), seen * unit);
    assertEquals(
      format && formatMoney(steps * unit / 1000, format),
      // The minus sign comes first, and spaces are non-breaking.
      writeInStyle(steps * unit, { ...style, isSignInside: false }).replaceAll(" ", NO_BREAK),
    );
  }));
});

Deno.test("formatMoneyIn() rewrites only amounts written by writeMoney()", () => {
  const text = "Move AMOUNT from 12 (2026-11-12) to x1.50, 1.5%: AMOUNT.";
  fc.assert(fc.property(someStyle, fc.integer({ min: -1e9, max: 1e9 }), (style, steps) => {
    const amount = steps / 10 ** style.decimals;
    const format = inferMoneyFormat(writeInStyle(1_234_000, style), 1_234_000);
    if (format === null) throw new TypeError("no format");
    const { symbol } = format;
    const others = ["1,234.50", "x-12345"]
      .map((number) => format.isSymbolFirst ? number.replace(/(?=\d)/u, symbol) : number + symbol);
    const sentence = [text, ...others].join(" ");
    assertEquals(
      formatMoneyIn(sentence.replaceAll("AMOUNT", () => writeMoney(amount, format)), format),
      sentence.replaceAll("AMOUNT", () => formatMoney(amount, format)),
    );
  }));
});

Deno.test("writeMoney() rounds to a known currency's decimals, half away from zero", () => {
  assertEquals(writeMoney(1234.567, first("$", 2)), "$1234.57");
  assertEquals(writeMoney(-1.005, first("$", 2)), "-$1.01");
  assertEquals(writeMoney(1234.5, first(YEN, 0)), `${YEN}1235`);
  assertEquals(writeMoney(-0.004, first("$", 2)), "$0.00");
  assertEquals(formatMoney(-0.004, first("$", 2)), "$0.00");
  assertEquals(writeMoney(-0.004, UNKNOWN_MONEY_FORMAT), "-0.004");
  assertEquals(formatMoney(1.234, plainFormat(UNKNOWN_MONEY_FORMAT)), "1.234");
});

Deno.test("isFiner() compares an amount with the currency's smallest unit", () => {
  for (const [decimals, whole, finer] of [[0, 1_000, 100], [1, 100, 10], [2, 10, 1]] as const) {
    const format = { symbol: "", isSymbolFirst: true, decimals };
    for (const sign of [1, -1]) {
      assertEquals([whole, finer, whole + finer].map((one) => isFiner(sign * one, format)), [
        ...[false, true, true],
      ]);
    }
  }
  assertEquals(isFiner(1, { symbol: "", isSymbolFirst: true, decimals: 3 }), false);
  assertEquals(isFiner(1, UNKNOWN_MONEY_FORMAT), false);
});
