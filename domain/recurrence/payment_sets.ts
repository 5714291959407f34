import { dayNumber } from "../base/day.ts";
import { dayOfMonthAt, DAYS_PER_MONTH } from "../base/month.ts";
import type { TransactionRecord } from "../base/plan_records.ts";

/** Ratios above which two amounts count as different prices; 1 separates all unequal amounts. */
const PRICE_GAPS: readonly number[] = [1.3, 1.12, 1.03, 1];

/**
 * Price changes are considered only for payees with at most this many distinct prices. A payee with
 * more distinct prices than this is probably a store.
 */
const MAX_PRICES = 8;

/** Minimum number of payments in a set; two are enough if there are few payments in total. */
const MIN = 3;
const FEW_PAYMENTS = 6;

export interface Payment {
  readonly transaction: TransactionRecord;
  /** Days since 1970-01-01. */
  readonly day: number;
  /** Amount in signed milliunits; in a forecast, excludes split lines for internal transfers. */
  readonly amount: number;
  readonly size: number;
  readonly categoryId: string | null;
}

export function paymentOf(
  transaction: TransactionRecord,
  amount: number,
  categoryId: string | null,
): Payment {
  const day = dayNumber(transaction.date);
  return { transaction, day, amount, size: Math.abs(amount), categoryId };
}

export interface PaymentSet {
  readonly payments: readonly Payment[];
  /** Whether the set is half of a twice-a-month series that was split by day of the month. */
  readonly isHalf: boolean;
}

/**
 * Lists sets of payments that may belong to one contract: all payments, those in each category,
 * those of similar amounts, those before and after a price change, each half of a twice-a-month
 * series (split by day of the month), and the newer half of each large set.
 */
export function paymentSets(payments: readonly Payment[]): readonly PaymentSet[] {
  const fewest = payments.length <= FEW_PAYMENTS ? 2 : MIN;
  const sets = [payments, ...byCategory(payments), ...byPrice(payments, fewest)]
    .filter((set) => set.length >= fewest);
  const mostly = sets.filter((set) => set.length * 2 >= payments.length);
  return [
    ...sets.map((set) => ({ payments: set, isHalf: false })),
    ...sets.flatMap(halvesOfMonths).map((set) => ({ payments: set, isHalf: true })),
    ...mostly.flatMap(newerHalf).map((set) => ({ payments: set, isHalf: false })),
  ];
}

/** Groups payments by category, except payments without a category (such as splits). */
function byCategory(payments: readonly Payment[]): readonly (readonly Payment[])[] {
  const sets = Map.groupBy(payments, ({ categoryId }) => categoryId);
  if (sets.size <= 1) return [];
  sets.delete(null);
  return [...sets.values()];
}

function byPrice(payments: readonly Payment[], fewest: number): readonly (readonly Payment[])[] {
  const byDay = payments.toSorted((a, b) => a.day - b.day || a.size - b.size);
  const sizes = Float64Array.from(payments, ({ size }) => size).sort();
  const sets: (readonly Payment[])[] = [];
  // Different ratios may produce the same set.
  const seen = new Set([`0 ${sizes.length}`]);
  const add = (set: readonly Payment[], name: string): void => {
    if (!seen.has(name)) sets.push(set);
    seen.add(name);
  };
  for (const gap of PRICE_GAPS) {
    const prices = pricesAmong(byDay, sizes, gap);
    // A set of only two payments must have equal amounts.
    const least = gap === 1 ? fewest : MIN;
    for (const { payments: set, name } of prices) if (set.length >= least) add(set, name);
    if (prices.length > MAX_PRICES) continue;
    for (const [one, { payments: lower, name }] of prices.entries()) {
      for (const { payments: higher, name: other } of prices.slice(one + 1)) {
        if (lower.length + higher.length < MIN) continue;
        if (isBefore(lower, higher)) add([...lower, ...higher], `${name} ${other}`);
        else if (isBefore(higher, lower)) add([...higher, ...lower], `${name} ${other}`);
      }
    }
  }
  return sets;
}

interface Price {
  readonly payments: readonly Payment[];
  /**
   * Identifies a price by the range of indexes that its amounts occupy in the sorted list of
   * amounts.
   */
  readonly name: string;
}

/** Groups payments by price. An amount more than `gap` times the next lower one is a new price. */
function pricesAmong(
  byDay: readonly Payment[],
  sizes: Float64Array,
  gap: number,
): readonly Price[] {
  const ends: number[] = [];
  const priceOf = new Map<number, number>();
  for (const [at, size] of sizes.entries()) {
    priceOf.set(size, ends.length);
    if (at + 1 === sizes.length || (sizes[at + 1] as number) > size * gap) ends.push(at + 1);
  }
  const payments = ends.map((): Payment[] => []);
  for (const one of byDay) payments[priceOf.get(one.size) as number]?.push(one);
  return payments.map((own, nth) => ({
    payments: own,
    name: `${ends[nth - 1] ?? 0} ${ends[nth]}`,
  }));
}

function isBefore(one: readonly Payment[], other: readonly Payment[]): boolean {
  return (one.at(-1)?.day ?? Infinity) < (other[0]?.day ?? -Infinity);
}

/**
 * The newer half of the payments. If the due day changed, only the payments after the change fit
 * the new due dates.
 */
function newerHalf(set: readonly Payment[]): readonly (readonly Payment[])[] {
  return set.length < 2 * MIN ? [] : [set.slice(Math.floor(set.length / 2))];
}

function halvesOfMonths(set: readonly Payment[]): readonly (readonly Payment[])[] {
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
