import { sumOf } from "../base/money.ts";

/** Amounts this near, as a share of the larger one, are one price: exchange rates move. */
const SAME_PRICE = 0.005;

/** Share of payments that repeat the one before, one step set aside, to be a fixed price. */
const FIXED_SHARE = 0.6;

/** Payments at either side of a change among amounts that vary. */
const FEWEST_AT_A_SIDE = 3;

/** Beyond this, the sides themselves vary, for example by season. */
const STEADY_SPREAD = 0.12;

/** Smallest change that is reported among amounts that vary, as a log ratio. */
const SMALLEST_CHANGE = 0.06;

/** Student's t that the best of all splits must reach; chance alone reaches 3 often. */
const CLEAR_CHANGE = 4;

export interface PricedPayment {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** Milliunits, above zero. */
  readonly size: number;
}

/** The latest change of a price; milliunits, above zero. */
export interface PriceChange {
  readonly before: number;
  readonly after: number;
  /** Day of the first payment at the new price, `YYYY-MM-DD`. */
  readonly since: string;
}

/** A price and its latest change; milliunits, above zero. */
export interface PriceHistory {
  /** The current price; if every payment differs, the median since the change. */
  readonly current: number;
  readonly change: PriceChange | null;
  /** Whether the price is the same from payment to payment. */
  readonly isFixed: boolean;
  /** Mean since the last change, not rounded. */
  readonly mean: number;
  /** Standard deviation since the last change, not rounded. */
  readonly spread: number;
}

export function isSamePrice(one: number, other: number): boolean {
  return Math.abs(one - other) <= SAME_PRICE * Math.max(Math.abs(one), Math.abs(other));
}

export function priceHistory(payments: readonly PricedPayment[]): PriceHistory {
  const repeats = payments.filter((payment, at) => {
    const before = payments[at - 1];
    return before !== undefined && isSamePrice(before.size, payment.size);
  }).length;
  const isFixed = payments.length < 3 || repeats >= (payments.length - 2) * FIXED_SHARE;
  const change = isFixed ? lastStep(payments) : clearestShift(payments);
  const since = change?.since ?? "";
  const sizes = payments.filter(({ date }) => date >= since).map(({ size }) => size);
  const current = isFixed ? sizes.at(-1) ?? 0 : median(sizes);
  const mean = meanOf(sizes);
  const spread = Math.sqrt(squaresOf(sizes) / sizes.length);
  return { current, change, isFixed, mean, spread };
}

/** The last change between two prices, each paid twice or the newest. */
function lastStep(payments: readonly PricedPayment[]): PriceChange | null {
  const after = payments.at(-1);
  if (after === undefined) return null;
  let first = payments.length - 1;
  for (let at = first - 1; at >= 0; at--) {
    const payment = payments[at] as PricedPayment;
    if (isSamePrice(payment.size, after.size)) {
      first = at;
      continue;
    }
    // A single different payment isn't a price if there are enough payments.
    const earlier = payments[at - 1];
    if (earlier === undefined ? payments.length > 3 : !isSamePrice(earlier.size, payment.size)) {
      continue;
    }
    return { before: payment.size, after: after.size, since: payments[first]?.date ?? after.date };
  }
  return null;
}

/** The split that best explains amounts which vary about two levels. */
function clearestShift(payments: readonly PricedPayment[]): PriceChange | null {
  const logs = payments.map(({ size }) => Math.log(size));
  let best: { readonly at: number; readonly t: number } | null = null;
  for (let at = FEWEST_AT_A_SIDE; at <= logs.length - FEWEST_AT_A_SIDE; at++) {
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
    since: payments[best.at]?.date ?? "",
  };
}

function meanOf(values: readonly number[]): number {
  return sumOf(values) / Math.max(1, values.length);
}

function squaresOf(values: readonly number[]): number {
  const mean = meanOf(values);
  return sumOf(values.map((value) => (value - mean) ** 2));
}

/** The median; the lower of two, so that it is an actual payment. */
function median(sizes: readonly number[]): number {
  return sizes.toSorted((a, b) => a - b)[Math.floor((sizes.length - 1) / 2)] ?? 0;
}
