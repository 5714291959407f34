/** Minimum number of letters that can identify a word by its beginning. */
const ENOUGH_LETTERS = 4;

/**
 * How much of a payee's name a bank label contains, from 0 to 1. Both are normalized. Allows for
 * names that banks truncate or print without spaces, and for users' abbreviations.
 */
export function nameSimilarity(label: string, payee: string): number {
  const [joined, name] = [label.replaceAll(" ", ""), payee.replaceAll(" ", "")];
  const shorter = joined.length < name.length ? joined : name;
  const longer = shorter === joined ? name : joined;
  if (shorter.length >= ENOUGH_LETTERS && longer.includes(shorter)) return 1;
  const words = label.split(" ").filter((word) => word.length > 1);
  const own = payee.split(" ").filter((word) => word.length > 1);
  let [found, letters] = [0, 0];
  for (const word of own) {
    letters += word.length;
    if (words.some((other) => isAlike(word, other))) found += word.length;
  }
  return letters === 0 ? 0 : found / letters;
}

function isAlike(one: string, other: string): boolean {
  if (one === other) return true;
  const shorter = one.length < other.length ? one : other;
  const longer = shorter === one ? other : one;
  if (shorter.length < ENOUGH_LETTERS) return false;
  return longer.startsWith(shorter) || isOneSlipApart(shorter, longer);
}

/** One letter was omitted, added or replaced, or two neighbors were swapped. */
export function isOneSlipApart(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1 || short === long) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  if (short.slice(at + 1) === long.slice(at + 1)) return true;
  return short[at] === long[at + 1] && short[at + 1] === long[at] &&
    short.slice(at + 2) === long.slice(at + 2);
}

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

/** The more numbers are one typing slip away from a number of this length, the lower the odds. */
function slipOdds(length: number): number {
  const slips = 9 * length + length - 1 + length + 10 * (length + 1);
  return SLIP_ODDS + length * Math.LN10 - Math.log(slips);
}
