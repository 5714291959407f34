import { dayNumber } from "../base/day.ts";
import { addMonths, lastOfMonth, monthNumber } from "../base/month.ts";

/** Parts that an answer may replace one by one. */
export const PARTS = ["spending", "income", "habits", "pay"] as const;

/**
 * `spending` is irregular and net of refunds, `income` irregular, `habits` the residuals
 * of habitual payments, `pay` those of habitual income.
 */
export type Part = typeof PARTS[number];

/** A residual: what came, less what was expected of the day. In milliunits, signed. */
export interface Residual {
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly amount: number;
  readonly part: Part;
}

/** A level shift: a change of what is to be expected of every month to come. */
export type LevelShift = Residual;

/** A finished month, by part and day of the month. */
export interface ResidualMonth {
  /** `YYYY-MM-01`. */
  readonly month: string;
  /** Amounts by day of the month, the entry at 0 unused. */
  readonly days: Readonly<Record<Part, readonly number[]>>;
  /** By how much what is to be expected of every month to come changed in this one. */
  readonly levelShifts: Readonly<Record<Part, number>>;
}

/** Sorts residuals and level shifts into finished months. */
export function residualMonths(
  flows: readonly Residual[],
  levelShifts: readonly LevelShift[],
  { first, last }: { readonly first: string; readonly last: string },
): readonly ResidualMonth[] {
  const count = Math.max(0, monthNumber(last) - monthNumber(first) + 1);
  const months = Array.from({ length: count }, (_, at) => ({
    month: addMonths(first, at),
    days: { spending: zeros(), income: zeros(), habits: zeros(), pay: zeros() },
    levelShifts: { spending: 0, income: 0, habits: 0, pay: 0 },
  }));
  // Where each day of the span belongs, worked out once: there may be many flows.
  const begin = dayNumber(first);
  const places = months.flatMap((month) =>
    Array.from({ length: Number(lastOfMonth(month.month).slice(8)) }, (_, at) => ({
      ...month,
      day: at + 1,
    }))
  );
  for (const { day, amount, part } of levelShifts) {
    const place = places[day - begin];
    if (place !== undefined) place.levelShifts[part] += amount;
  }
  for (const { day, amount, part } of flows) {
    const place = places[day - begin];
    if (place === undefined) continue;
    const days = place.days[part];
    days[place.day] = (days[place.day] ?? 0) + amount;
  }
  return months;
}

function zeros(): number[] {
  return new Array<number>(32).fill(0);
}
