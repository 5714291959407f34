import { isSamePrice } from "../recurrence/same_price.ts";

/** What is expected of a sequence of amounts. */
export interface ExpectedAmounts {
  /** What was to be expected of each amount before it was known; `null` for the first. */
  readonly before: readonly (number | null)[];
  /** What is expected of the payments to come, the next one first, as many as wanted. */
  next(count: number): readonly number[];
}

/** Guesses the amount at a place from those before it; `null` where too few are. */
type Guess = (amounts: readonly number[], at: number) => number | null;

/** A step to another price is not larger than this factor: beyond it lies an exception. */
const LARGEST_STEP = 1.5;

/** How many past guesses are judged. */
const JUDGED = 12;

const PAYMENTS_IN_A_YEAR = 12;

/**
 * Expects the price in force, or what one of a few simple rules says: the mean of
 * the last three, the mean of the last twelve, or, of what comes monthly, what it
 * was a year before. The rule is taken that would have erred least so far, the
 * simpler one where two are equal.
 */
export function expectedAmounts(amounts: readonly number[], isMonthly: boolean): ExpectedAmounts {
  const guesses: readonly Guess[] = [
    priceInForce,
    meanOfLast(3),
    meanOfLast(PAYMENTS_IN_A_YEAR),
    ...(isMonthly ? [yearBefore] : []),
  ];
  let best: Guess = priceInForce;
  let least = Infinity;
  for (const guess of guesses) {
    const error = meanError(guess, amounts);
    if (error < least) [best, least] = [guess, error];
  }
  const expect = (known: readonly number[], at: number): number | null => {
    const guess = best(known, at) ?? priceInForce(known, at);
    return guess === null ? null : Math.round(guess) + 0;
  };
  return {
    before: amounts.map((_, at) => expect(amounts, at)),
    next(count): readonly number[] {
      // A guess about a year before may need a guess of its own.
      const known = [...amounts];
      for (let at = 0; at < count; at++) known.push(expect(known, known.length) ?? 0);
      return known.slice(amounts.length);
    },
  };
}

/** The last amount, unless it stands out from the ones before it. */
function priceInForce(amounts: readonly number[], at: number): number | null {
  const last = amounts[at - 1];
  const before = amounts[at - 2];
  if (last === undefined) return null;
  if (before === undefined || factorBetween(last, before) <= LARGEST_STEP) return last;
  const earlier = amounts[at - 3] ?? before;
  return isSamePrice(before, earlier) ? before : last;
}

function meanOfLast(count: number): Guess {
  return (amounts, at) => {
    const last = amounts.slice(Math.max(0, at - count), at);
    if (last.length < Math.min(count, 3)) return null;
    return last.reduce((sum, amount) => sum + amount, 0) / last.length;
  };
}

function yearBefore(amounts: readonly number[], at: number): number | null {
  return amounts[at - PAYMENTS_IN_A_YEAR] ?? null;
}

/** Mean error over the last guesses; infinite where too few can be judged. */
function meanError(guess: Guess, amounts: readonly number[]): number {
  let sum = 0;
  let count = 0;
  for (let at = Math.max(1, amounts.length - JUDGED); at < amounts.length; at++) {
    const guessed = guess(amounts, at);
    if (guessed === null) continue;
    sum += Math.abs(guessed - (amounts[at] ?? 0));
    count += 1;
  }
  return count === 0 || count < Math.min(3, amounts.length - 1) ? Infinity : sum / count;
}

function factorBetween(one: number, other: number): number {
  const [low, high] = [
    Math.min(Math.abs(one), Math.abs(other)),
    Math.max(Math.abs(one), Math.abs(other)),
  ];
  return low === 0 ? Infinity : high / low;
}
