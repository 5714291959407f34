import { DAYS_PER_MONTH } from "../../../domain/base/month.ts";
import type { Payment, PaymentSet } from "../../../domain/recurrence/payment_sets.ts";

const PRICE_GAPS: readonly number[] = [1.3, 1.12, 1.03, 1];

const MOST_PRICES = 8;

const FEWEST = 3;
const FEW_PAYMENTS = 6;

/** See `paymentSets`. */
export function plainPaymentSets<One extends Payment>(
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
    for (const [one, other] of pairsOf(ranges)) {
      if (isNew(keyOf(one) * 2 ** 26 + keyOf(other))) sets.push(succession(sorted, [one, other]));
    }
  }
  return sets;
}

type Range = readonly [from: number, to: number];

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

function keyOf([from, to]: Range): number {
  return from * 2 ** 13 + to;
}

function inOrder<One extends Payment>(sorted: readonly One[], [from, to]: Range): One[] {
  return sorted.slice(from, to).sort((a, b) => a.day - b.day);
}

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

function succession<One extends Payment>(
  sorted: readonly One[],
  [one, other]: readonly [Range, Range],
): readonly One[] {
  const [early, late] = [inOrder(sorted, one), inOrder(sorted, other)]
    .sort((a, b) => (a[0]?.day ?? 0) - (b[0]?.day ?? 0));
  const isSuccession = (early?.at(-1)?.day ?? 0) < (late?.[0]?.day ?? 0);
  return isSuccession ? [...early ?? [], ...late ?? []] : [];
}

function newerHalf<One extends Payment>(set: readonly One[]): readonly (readonly One[])[] {
  return set.length < 2 * FEWEST ? [] : [set.slice(Math.floor(set.length / 2))];
}

function halvesOfMonths<One extends Payment>(set: readonly One[]): readonly (readonly One[])[] {
  const months = ((set.at(-1)?.day ?? 0) - (set[0]?.day ?? 0)) / DAYS_PER_MONTH + 1;
  if (set.length < 6 || set.length / months < 1.5 || set.length / months > 2.5) return [];
  const placeOf = ({ day }: One): number =>
    Number(new Date(day * 86_400_000).toISOString().slice(8, 10));
  const days = [...new Set(set.map(placeOf))].sort((a, b) => a - b);
  const gaps = days.map((day, at) => ({ day, gap: (days[at + 1] ?? (days[0] ?? 0) + 31) - day }));
  const [one, other] = gaps.sort((a, b) => b.gap - a.gap);
  if (one === undefined || other === undefined) return [];
  const [low, high] = one.day < other.day ? [one.day, other.day] : [other.day, one.day];
  const isBetween = (payment: One): boolean => placeOf(payment) > low && placeOf(payment) <= high;
  return [set.filter(isBetween), set.filter((payment) => !isBetween(payment))];
}
