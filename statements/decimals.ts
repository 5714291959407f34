import type { ReadingOptions } from "../domain/statements/statement.ts";
import { type AmountText, decimalEvidence, type DecimalSign, sizeOf } from "./amounts.ts";
import { quoted, refusal } from "./refusal.ts";

/** The decimal separator of a file, and whether to ask about it. */
export interface SettledDecimals {
  readonly sign: DecimalSign;
  readonly choices: readonly DecimalSign[];
}

/**
 * Determines the decimal separator of a file from its amounts and the user's answers.
 *
 * @param mayGroup Whether the format allows thousands separators.
 * @throws {ToolError} `invalid_input` if the amounts contradict each other.
 */
export function settledDecimals(
  texts: readonly AmountText[],
  { decimals, readAs, remembered }: ReadingOptions,
  mayGroup = true,
): SettledDecimals {
  const evidence = decimalEvidence(texts, decimals);
  if (evidence === null) {
    throw refusal(
      "the amounts use both . and , as the decimal separator: correct them, or download the file " +
        "again",
    );
  }
  const { sign } = evidence;
  const isSettled = evidence.isSettled || (!mayGroup && decimals === 3);
  const answer = readAs.decimal_sign ?? (isSettled ? sign : remembered.decimal_sign);
  if (answer !== undefined) return { sign: answer, choices: [] };
  return { sign, choices: [sign, sign === "." ? "," : "."] };
}

/**
 * An amount as written, in milliunits.
 *
 * @throws {ToolError} `invalid_input` if it doesn't have this decimal separator.
 */
export function amountOf(text: AmountText, decimal: DecimalSign): number {
  const size = sizeOf(text, decimal);
  if (size === null) {
    const amount = quoted(text.digits);
    throw refusal(`the amount ${amount} can't be read with "${decimal}" as the decimal separator`);
  }
  return text.sign < 0 ? 0 - size : size;
}
