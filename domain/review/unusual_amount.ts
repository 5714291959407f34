import { quantile } from "../base/statistics.ts";

/** Fewer payments show no habit. */
const FEWEST_PAYMENTS = 8;

/** How many robust standard deviations away is far. */
const FAR = 3.5;

/** How far beyond everything seen so far, as a factor. */
const BEYOND = 1.5;

/** Odd payments that are left aside at either end, as a share and at most. */
const SPARED_SHARE = 0.05;
const MOST_SPARED = 2;

/** Makes a median absolute deviation a standard deviation. */
const TO_DEVIATION = 1.4826;

/** Prices that hardly vary still vary a little. */
const LEAST_DEVIATION = 0.08;

/** What an unusual amount is held against; milliunits above zero. */
export interface UsualAmount {
  readonly isMore: boolean;
  readonly median: number;
  readonly count: number;
}

/** Tells whether a payment is outside of what its payee has shown. */
export function unusualAmount(size: number, others: readonly number[]): UsualAmount | null {
  const sizes = others.filter((one) => one > 0);
  if (size <= 0 || sizes.length < FEWEST_PAYMENTS) return null;
  const logs = sizes.map(Math.log).sort((a, b) => a - b);
  const middle = quantile(logs, 0.5);
  const apart = logs.map((one) => Math.abs(one - middle)).sort((a, b) => a - b);
  const deviation = Math.max(LEAST_DEVIATION, TO_DEVIATION * quantile(apart, 0.5));
  const away = (Math.log(size) - middle) / deviation;
  // One that was as odd before must not hide the next one.
  const spared = Math.min(MOST_SPARED, Math.floor(logs.length * SPARED_SHARE));
  const [least, most] = [logs[spared] ?? 0, logs.at(-1 - spared) ?? 0];
  const isMore = away > FAR && size > BEYOND * Math.exp(most);
  const isLess = away < -FAR && size < Math.exp(least) / BEYOND;
  return isMore || isLess ? { isMore, median: Math.exp(middle), count: sizes.length } : null;
}
