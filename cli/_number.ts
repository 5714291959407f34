import { UsageError } from "./_terminal.ts";

/** Groups of three digits with the same separator, optionally followed by decimals. */
const GROUPED = /^(\d{1,3}(?:([.,'\u2019 \u00a0\u202f])\d{3})(?:\2\d{3})*)(?:([.,])(\d+))?$/u;
const PLAIN = /^(?:\d+[.,]?\d*|[.,]\d+)$/u;
/** A sign before or after a currency symbol, which may also come last. */
const SIGNED = /^([+\u2212-]?)\s*\p{Sc}?\s*([+\u2212-]?)(.*?)\s*\p{Sc}?$/u;

/**
 * Parses a number as people in several countries write it, such as `12,50`, `$12.50` or `1.234,56`;
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
      `${minus}${whole.replace(",", ".")}: write ${minus}${joined} or ` +
      `${minus}${whole.replace(",", ".")}0`,
  );
}
