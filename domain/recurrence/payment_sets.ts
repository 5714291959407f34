/**
 * Sets of a merchant's payments that may belong to one contract: a shop may also
 * sell a subscription, and one contract may follow another.
 *
 * @module
 */

import { DAYS_PER_MONTH } from "../calendar/mean_year.ts";
import { dayOfMonthAt } from "../calendar/month.ts";

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
 *
 * @param payments Payments to one merchant, the oldest first.
 * @returns Sets of at least three payments, or two of at most six, the oldest first.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const payment = (day: number, size: number) => ({ day, size, categoryId: null });
 * const phone = [payment(1, 10_000), payment(31, 10_000)];
 * const music = [payment(8, 4_990), payment(38, 4_990)];
 * const sets = paymentSets([...phone, ...music].sort((a, b) => a.day - b.day));
 * assertEquals(sets.some((set) => set.payments.every(({ size }) => size === 4_990)), true);
 * ```
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
  const sorted = payments.toSorted((a, b) => a.size - b.size);
  const seen = new Set([sorted.length]);
  const sets: (readonly One[])[] = [];
  const isNew = (key: number): boolean => {
    const isKnown = seen.has(key);
    seen.add(key);
    return !isKnown;
  };
  for (const gap of PRICE_GAPS) {
    const ranges = rangesWithin(sorted, gap);
    for (const range of ranges) {
      // Two payments are told from chance by nothing but their being equal.
      const isEnough = range[1] - range[0] >= (gap === 1 ? fewest : FEWEST);
      if (isEnough && isNew(keyOf(range))) sets.push(inOrder(sorted, range));
    }
    if (ranges.length > MOST_PRICES) continue;
    const spans = new Map(ranges.map((range) => [range, spanOf(sorted, range)]));
    for (const [one, other] of pairsOf(ranges)) {
      if (!isSuccession(spans.get(one), spans.get(other))) continue;
      if (isNew(keyOf(one) * 2 ** 26 + keyOf(other))) sets.push(succession(sorted, [one, other]));
    }
  }
  return sets;
}

/** From a place in the order of amounts up to another, which is not in it. */
type Range = readonly [from: number, to: number];

/** Cuts amounts in order wherever the next one is further away than the gap. */
function rangesWithin(
  sorted: readonly Payment[],
  gap: number,
): readonly Range[] {
  const ranges: Range[] = [];
  let from = 0;
  for (let to = 1; to <= sorted.length; to++) {
    if ((sorted[to]?.size ?? Infinity) <= (sorted[to - 1]?.size ?? 0) * gap) continue;
    ranges.push([from, to]);
    from = to;
  }
  return ranges;
}

/** Gives a range of up to 8,000 payments a number: text would cost more than the rest. */
function keyOf([from, to]: Range): number {
  return from * 2 ** 13 + to;
}

function inOrder<One extends Payment>(sorted: readonly One[], [from, to]: Range): One[] {
  return sorted.slice(from, to).sort((a, b) => a.day - b.day);
}

/** Two prices with enough payments between them. */
function pairsOf(ranges: readonly Range[]): readonly (readonly [Range, Range])[] {
  const pairs: [Range, Range][] = [];
  for (const [at, one] of ranges.entries()) {
    for (let next = at + 1; next < ranges.length; next++) {
      const other = ranges[next] ?? [0, 0];
      if (one[1] - one[0] + other[1] - other[0] >= FEWEST) pairs.push([one, other]);
    }
  }
  return pairs;
}

/** The first and the last day of some payments. */
type Span = readonly [first: number, last: number];
const NO_SPAN: Span = [-Infinity, Infinity];

function spanOf(sorted: readonly Payment[], [from, to]: Range): Span {
  let [first, last] = [Infinity, -Infinity];
  for (let at = from; at < to; at++) {
    const { day } = sorted[at] as Payment;
    if (day < first) first = day;
    if (day > last) last = day;
  }
  return [first, last];
}

/** Whether one price ends before the other begins; most do not, and need not be put in order. */
function isSuccession(one: Span = NO_SPAN, other: Span = NO_SPAN): boolean {
  return one[1] < other[0] || other[1] < one[0];
}

/** The payments at two prices of which one follows the other. */
function succession<One extends Payment>(
  sorted: readonly One[],
  [one, other]: readonly [Range, Range],
): readonly One[] {
  return [...sorted.slice(...one), ...sorted.slice(...other)].sort((a, b) => a.day - b.day);
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
