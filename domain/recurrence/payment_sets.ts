import { dayOfMonthAt, DAYS_PER_MONTH } from "../base/month.ts";

/** Amounts further apart than this factor belong to different prices; 1 is equality. */
const PRICE_GAPS: readonly number[] = [1.3, 1.12, 1.03, 1];

/** With more prices than this the merchant is a shop, whose prices follow no other. */
const MOST_PRICES = 8;

/** Two payments stand for a contract only where there is little else. */
const FEWEST = 3;
const FEW_PAYMENTS = 6;

/** A payment; `day` counts from 1970-01-01, `size` is in milliunits, above zero. */
export interface Payment {
  readonly day: number;
  readonly size: number;
  readonly categoryId: string | null;
}

/** Payments that may belong to one contract, the oldest first. */
export interface PaymentSet<One extends Payment> {
  readonly payments: readonly One[];
  /** Whether it is one half of each month, cut by nothing but the calendar. */
  readonly isHalf: boolean;
}

/**
 * Lists the sets to look for a rhythm in: all payments, those of each category,
 * those of like amounts, an earlier price with a later one, and the halves of what
 * comes twice a month.
 */
export function paymentSets<One extends Payment>(
  payments: readonly One[],
): readonly PaymentSet<One>[] {
  const fewest = payments.length <= FEW_PAYMENTS ? 2 : FEWEST;
  const sets = [payments, ...byCategory(payments), ...byPrice(payments, fewest)]
    .filter((set) => set.length >= fewest);
  const mostly = sets.filter((set) => set.length * 2 >= payments.length);
  return [
    ...sets.map((set) => ({ payments: set, isHalf: false })),
    ...sets.flatMap(halvesOfMonths).map((set) => ({ payments: set, isHalf: true })),
    ...mostly.flatMap(newerHalf).map((set) => ({ payments: set, isHalf: false })),
  ];
}

/** Transactions without a category, splits among them, have nothing in common. */
function byCategory<One extends Payment>(payments: readonly One[]): readonly (readonly One[])[] {
  const first = payments[0]?.categoryId;
  if (payments.every(({ categoryId }) => categoryId === first)) return [];
  const sets = Map.groupBy(payments, ({ categoryId }) => categoryId);
  sets.delete(null);
  return [...sets.values()];
}

function byPrice<One extends Payment>(
  payments: readonly One[],
  fewest: number,
): readonly (readonly One[])[] {
  const sizes = Float64Array.from(payments, ({ size }) => size).sort();
  const seen = new Set<number | string>([sizes.length]);
  const sets: (readonly One[])[] = [];
  const isNew = (key: number | string): boolean => {
    const isKnown = seen.has(key);
    seen.add(key);
    return !isKnown;
  };
  const sorter = new PriceSorter(payments, sizes);
  for (const gap of PRICE_GAPS) {
    const bounds = boundsWithin(sizes, gap);
    // Two payments are told from chance by nothing but their being equal.
    const least = gap === 1 ? fewest : FEWEST;
    const fresh: number[] = [];
    for (let nth = 0; nth + 1 < bounds.length; nth++) {
      const [from, to] = [bounds[nth] as number, bounds[nth + 1] as number];
      if (to - from >= least && isNew(keyOf(from, to))) fresh.push(nth);
    }
    const pairs = bounds.length - 1 > MOST_PRICES ? [] : pairsOf(bounds);
    if (pairs.length === 0 && fresh.length === 0) continue;
    // Of so many prices that they are no pairs only those are looked at that are fresh.
    const priced = sorter.byRange(bounds, pairs.length === 0 ? fresh : null);
    for (const nth of fresh) sets.push(priced[nth] as One[]);
    for (const [one, other] of pairs) {
      const [earlier, later] = [priced[one] as One[], priced[other] as One[]];
      if (!isSuccession(earlier, later)) continue;
      // Few merchants have so few prices: here a text costs nothing.
      const name = [one, one + 1, other, other + 1].map((nth) => bounds[nth]).join(" ");
      if (!isNew(name)) continue;
      sets.push(isBefore(earlier, later) ? [...earlier, ...later] : [...later, ...earlier]);
    }
  }
  return sets;
}

const NO_PAYMENTS: readonly Payment[] = [];

/** Sorts payments into ranges of their amounts without putting them in order each time. */
class PriceSorter<One extends Payment> {
  readonly #sizes: Float64Array;
  /** By day, those of one day by amount. */
  readonly #payments: readonly One[];
  #ranks: Int32Array | null = null;

  constructor(payments: readonly One[], sizes: Float64Array) {
    this.#sizes = sizes;
    this.#payments =
      payments.every((one, at) => at === 0 || areInOrder(payments[at - 1] as One, one))
        ? payments
        : payments.toSorted((a, b) => a.day - b.day || a.size - b.size);
  }

  /** Gives the payments of ranges, the oldest first. */
  byRange(bounds: readonly number[], wanted: readonly number[] | null): readonly One[][] {
    const payments = this.#payments;
    const ranks = this.#ranks ??= Int32Array.from(payments, ({ size }) => this.#rankOf(size));
    const numberAt = new Int32Array(this.#sizes.length).fill(-1);
    const sorted: One[][] = [];
    let next = 0;
    for (let nth = 0; nth + 1 < bounds.length; nth++) {
      const isWanted = wanted === null || wanted[next] === nth;
      if (isWanted) next += 1;
      sorted.push(isWanted ? [] : NO_PAYMENTS as One[]);
      if (isWanted) numberAt.fill(nth, bounds[nth], bounds[nth + 1]);
    }
    for (let at = 0; at < payments.length; at++) {
      const number = numberAt[ranks[at] as number] as number;
      if (number >= 0) sorted[number]?.push(payments[at] as One);
    }
    return sorted;
  }

  /** How many amounts are lower, by halving. */
  #rankOf(size: number): number {
    let [low, high] = [0, this.#sizes.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#sizes[middle] as number) < size) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function areInOrder(one: Payment, next: Payment): boolean {
  return one.day < next.day || (one.day === next.day && one.size <= next.size);
}

/** Cuts amounts in order wherever the next one is further away than the gap. */
function boundsWithin(sizes: Float64Array, gap: number): readonly number[] {
  const bounds = [0];
  for (let to = 1; to <= sizes.length; to++) {
    if (to < sizes.length && (sizes[to] as number) <= (sizes[to - 1] as number) * gap) continue;
    bounds.push(to);
  }
  return bounds;
}

/** Gives a range a number: text would cost more than the rest. */
function keyOf(from: number, to: number): number {
  return from * 2 ** 26 + to;
}

/** Two prices with enough payments between them, by their places among the ranges. */
function pairsOf(bounds: readonly number[]): readonly (readonly [one: number, other: number])[] {
  const pairs: [number, number][] = [];
  const countOf = (nth: number): number => (bounds[nth + 1] as number) - (bounds[nth] as number);
  for (let one = 0; one + 1 < bounds.length; one++) {
    for (let other = one + 1; other + 1 < bounds.length; other++) {
      if (countOf(one) + countOf(other) >= FEWEST) pairs.push([one, other]);
    }
  }
  return pairs;
}

/** Whether one price ends before the other begins. */
function isSuccession(one: readonly Payment[], other: readonly Payment[]): boolean {
  return isBefore(one, other) || isBefore(other, one);
}

/** Whether the last of some payments, the oldest first, is older than the first of others. */
function isBefore(one: readonly Payment[], other: readonly Payment[]): boolean {
  return (one.at(-1)?.day ?? Infinity) < (other[0]?.day ?? -Infinity);
}

/** A contract may have moved to another day: then only what came since fits. */
function newerHalf<One extends Payment>(set: readonly One[]): readonly (readonly One[])[] {
  return set.length < 2 * FEWEST ? [] : [set.slice(Math.floor(set.length / 2))];
}

/** Takes what comes about twice a month apart at the two longest gaps of the month. */
function halvesOfMonths<One extends Payment>(set: readonly One[]): readonly (readonly One[])[] {
  const months = ((set.at(-1)?.day ?? 0) - (set[0]?.day ?? 0)) / DAYS_PER_MONTH + 1;
  if (set.length < 6 || set.length / months < 1.5 || set.length / months > 2.5) return [];
  const places = set.map(({ day }) => dayOfMonthAt(day).dayOfMonth);
  const days = [...new Set(places)].sort((a, b) => a - b);
  const gaps = days.map((day, at) => ({ day, gap: (days[at + 1] ?? (days[0] ?? 0) + 31) - day }));
  const [one, other] = gaps.sort((a, b) => b.gap - a.gap);
  if (one === undefined || other === undefined) return [];
  const [low, high] = one.day < other.day ? [one.day, other.day] : [other.day, one.day];
  const isBetween = places.map((place) => place > low && place <= high);
  return [set.filter((_, at) => isBetween[at]), set.filter((_, at) => !isBetween[at])];
}
