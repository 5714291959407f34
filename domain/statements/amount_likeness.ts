import { isOneSlipApart } from "./name_likeness.ts";

/** Most that a tip adds. */
const MOST_TIP = 0.3;
/** Odds that an amount of the same payee is a bill without its tip, and not another bill. */
const TIP_ODDS = 1;

/** Fewer entries have a slip than lack a tip. */
const SLIP_ODDS = -2.5;

/** What two amounts tell about whether one was meant to be the other. */
export interface AmountLikeness {
  /** Logarithm of the odds. */
  readonly odds: number;
  /** Whether only a tip explains the difference, which needs the same payee. */
  readonly isTip: boolean;
}

/** Compares a bank's amount with an entered one; `null` if they aren't alike. */
export function amountLikeness(booked: number, entered: number): AmountLikeness | null {
  const ratio = booked / entered;
  if (!(ratio > 0) || ratio === 1 || ratio > 100 || ratio < 0.01) return null;
  const [one, other] = digitsOf(booked, entered);
  if (isOneSlipApart(one, other)) return { odds: slipOdds(one.length), isTip: false };
  return ratio > 1 && ratio <= 1 + MOST_TIP ? { odds: TIP_ODDS, isTip: true } : null;
}

/** The digits of both amounts, without the zeros that both end in. */
function digitsOf(one: number, other: number): readonly [string, string] {
  let [a, b] = [Math.abs(one), Math.abs(other)];
  while (a % 10 === 0 && b % 10 === 0) [a, b] = [a / 10, b / 10];
  return [String(a), String(b)];
}

/** Of all numbers with some digits, how few are one slip of the finger apart from one of them. */
function slipOdds(length: number): number {
  const slips = 9 * length + length - 1 + length + 10 * (length + 1);
  return SLIP_ODDS + length * Math.LN10 - Math.log(slips);
}
