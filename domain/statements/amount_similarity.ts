import { isOneSlipApart } from "./name_similarity.ts";

/** Largest tip, as a share of the bill. */
const MAX_TIP = 0.3;
/** Log odds that a similar amount of the same payee is this bill without its tip. */
const TIP_ODDS = 1;

/** Log odds of a typing slip, which is rarer than a missing tip. */
const SLIP_ODDS = -2.5;

/** Evidence that the entered amount was meant to be the bank's. */
export interface AmountSimilarity {
  /** Logarithm of the odds. */
  readonly odds: number;
  /** Whether only a tip explains the difference; a tip is evidence only for the same payee. */
  readonly isTip: boolean;
}

/** Compares a bank's amount with an entered amount; `null` if they aren't similar. */
export function amountSimilarity(booked: number, entered: number): AmountSimilarity | null {
  const ratio = booked / entered;
  if (!(ratio > 0) || ratio === 1 || ratio > 100 || ratio < 0.01) return null;
  const [one, other] = digitsOf(booked, entered);
  if (isOneSlipApart(one, other)) return { odds: slipOdds(one.length), isTip: false };
  return ratio > 1 && ratio <= 1 + MAX_TIP ? { odds: TIP_ODDS, isTip: true } : null;
}

/** The digits of both amounts, without the trailing zeros that they share. */
function digitsOf(one: number, other: number): readonly [string, string] {
  let [a, b] = [Math.abs(one), Math.abs(other)];
  while (a % 10 === 0 && b % 10 === 0) [a, b] = [a / 10, b / 10];
  return [String(a), String(b)];
}

/**
 * Returns the log odds of a typing slip. The odds are lower if more of the numbers with this many
 * digits are one slip away.
 */
function slipOdds(length: number): number {
  const slips = 9 * length + length - 1 + length + 10 * (length + 1);
  return SLIP_ODDS + length * Math.LN10 - Math.log(slips);
}
