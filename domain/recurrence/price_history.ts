import type { Payment } from "./payment_sets.ts";
import { meanOf, squaresOf } from "../base/statistics.ts";

/**
 * Amounts that differ by at most this share of the larger one are the same price, because exchange
 * rates vary.
 */
const SAME_PRICE = 0.005;

const FIXED_SHARE = 0.6;

/** Minimum number of payments before and after a change if amounts vary. */
const MIN_AT_A_SIDE = 3;

/**
 * Maximum spread on each side of a change. With a larger spread, the amounts vary anyway, for
 * example by season.
 */
const STEADY_SPREAD = 0.12;

const SMALLEST_CHANGE = 0.06;

/** Minimum Student's t of the best split. Chance alone often reaches 3. */
const CLEAR_CHANGE = 4;

export interface PriceChange {
  readonly before: number;
  readonly after: number;
  readonly since: string;
}

export interface PriceHistory {
  /** The current price; if every payment differs, the median since the last change. */
  readonly current: number;
  readonly change: PriceChange | null;
  /** Whether the price is fixed: most payments repeat the previous amount. */
  readonly isFixed: boolean;
}

export function isSamePrice(one: number, other: number): boolean {
  return Math.abs(one - other) <= SAME_PRICE * Math.max(Math.abs(one), Math.abs(other));
}

export function priceHistory(payments: readonly Payment[]): PriceHistory {
  const repeats = payments.filter((payment, at) => {
    const before = payments[at - 1];
    return before !== undefined && isSamePrice(before.size, payment.size);
  }).length;
  const isFixed = payments.length < 3 || repeats >= (payments.length - 2) * FIXED_SHARE;
  const change = isFixed ? lastStep(payments) : clearestShift(payments);
  const since = change?.since ?? "";
  const sizes = payments.filter(({ transaction: { date } }) => date >= since).map(({ size }) =>
    size
  );
  const current = isFixed ? sizes.at(-1) ?? 0 : median(sizes);
  return { current, change, isFixed };
}

/**
 * Returns the last change between two prices. A price counts if it was paid twice or is the newest.
 */
function lastStep(payments: readonly Payment[]): PriceChange | null {
  const after = payments.at(-1);
  if (after === undefined) return null;
  let first = payments.length - 1;
  for (let at = first - 1; at >= 0; at--) {
    const payment = payments[at] as Payment;
    if (isSamePrice(payment.size, after.size)) {
      first = at;
      continue;
    }
    // If there are enough payments, a single different amount isn't a price.
    const earlier = payments[at - 1];
    if (earlier === undefined ? payments.length > 3 : !isSamePrice(earlier.size, payment.size)) {
      continue;
    }
    return {
      before: payment.size,
      after: after.size,
      since: (payments[first] ?? after).transaction.date,
    };
  }
  return null;
}

/** The split of varying amounts that best separates two levels. */
function clearestShift(payments: readonly Payment[]): PriceChange | null {
  const logs = payments.map(({ size }) => Math.log(size));
  let best: { readonly at: number; readonly t: number } | null = null;
  for (let at = MIN_AT_A_SIDE; at <= logs.length - MIN_AT_A_SIDE; at++) {
    const [one, other] = [logs.slice(0, at), logs.slice(at)];
    const spread = Math.max(
      0.01,
      Math.sqrt((squaresOf(one) + squaresOf(other)) / (logs.length - 2)),
    );
    const apart = Math.abs(meanOf(one) - meanOf(other));
    if (spread > STEADY_SPREAD || apart < SMALLEST_CHANGE) continue;
    const t = apart / (spread * Math.sqrt(1 / one.length + 1 / other.length));
    if (t > (best?.t ?? CLEAR_CHANGE)) best = { at, t };
  }
  if (best === null) return null;
  const sizes = payments.map(({ size }) => size);
  return {
    before: median(sizes.slice(0, best.at)),
    after: median(sizes.slice(best.at)),
    since: payments[best.at]?.transaction.date ?? "",
  };
}

/** The lower median, which is always an actual payment. */
function median(sizes: readonly number[]): number {
  return sizes.toSorted((a, b) => a - b)[Math.floor((sizes.length - 1) / 2)] ?? 0;
}
