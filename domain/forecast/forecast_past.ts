import { dayNumber } from "../base/day.ts";
import { DAYS_PER_MONTH, finishedMonths, lastOfMonth } from "../base/month.ts";
import type { CashFlow, CashFlowGroup } from "./cash_flows.ts";
import { type RegularPast, regularResiduals } from "./regular_residuals.ts";
import type { PastMonth } from "./month_draws.ts";
import { weightAt, weightedMean, winsorize } from "./typical_month.ts";
import {
  type Part,
  PARTS,
  type Residual,
  type ResidualMonth,
  residualMonths,
} from "./residual_months.ts";

/** The irregular part of the past. */
export interface IrregularPast {
  /** What comes in irregularly in a typical month, in milliunits. */
  readonly income: number;
  /** What is spent irregularly in a typical month, net of refunds; below zero. */
  readonly spending: number;
  /** Finished months, the oldest first, winsorized. */
  readonly months: readonly ResidualMonth[];
}

/** What the past is made of. */
export interface PastOptions extends RegularPast {
  readonly groups: readonly CashFlowGroup[];
  readonly today: string;
}

/** By how much the parts of past months count, 1 for as they were. */
export type PartFactors = Readonly<Record<Part, number>>;

const NO_PAST: IrregularPast = { income: 0, spending: 0, months: [] };

/** Fewer say nothing about a month. */
const FEWEST_DAYS = 14;

/** Months that are looked at: two of each name. */
const MOST_MONTHS = 24;

/** Sorts out what no habit and no schedule accounts for. */
export function irregularPast(options: PastOptions): IrregularPast {
  const flows = options.groups.flatMap((group) => group.flows);
  if (flows.length === 0) return NO_PAST;
  const span = finishedMonths(firstDayOf(flows), options.today, MOST_MONTHS);
  const { residuals, levelShifts } = regularResiduals(options);
  const raw = residualMonths([...irregular(flows, options), ...residuals], levelShifts, span);
  if (raw.length === 0) return { ...NO_PAST, spending: spendingSoFar(flows, options) };
  const outgoing = outgoingPerMonth(flows, raw);
  const typical = (part: Part, slack: number): number =>
    weightedMean(
      winsorize(raw.map(({ days }) => sumOfDays(days[part])), slack)
        .map((sum, at) => ({ sum, weight: weightAt(raw.length - 1 - at) })),
    );
  return {
    // Money that came once, such as a gift, is not to be counted on.
    income: typical("income", 0),
    spending: typical("spending", outgoing / 2),
    months: withoutExtremes(raw, outgoing),
  };
}

/** Prepares finished months for resampling. */
export function pastMonths(
  months: readonly ResidualMonth[],
  factors: PartFactors,
): readonly PastMonth[] {
  return months.map(({ month, days, levelShifts }, at) => {
    let sum = 0;
    const sums = days.spending.map((_, day) => {
      for (const part of PARTS) sum += factors[part] * (days[part][day] ?? 0);
      return sum;
    });
    return {
      sums,
      levelShift: PARTS.reduce((total, part) => total + factors[part] * levelShifts[part], 0),
      monthOfYear: Number(month.slice(5, 7)),
      weight: weightAt(months.length - 1 - at),
    };
  });
}

function irregular(
  flows: readonly CashFlow[],
  { habits, scheduled, isIncome }: PastOptions,
): readonly Residual[] {
  const explained = new Set<CashFlow | null>();
  for (const { periods } of habits) for (const { flow } of periods) explained.add(flow);
  for (const { paid } of scheduled) for (const { flow } of paid) explained.add(flow);
  const replaced = scheduled.flatMap(({ amount, replacedDays }) =>
    // The schedule goes on by itself: only what differs from it is irregular.
    replacedDays.map((day): Residual => ({ day, amount: 0 - amount, part: "spending" }))
  );
  return [
    ...flows.filter((flow) => !explained.has(flow)).map((flow): Residual => ({
      day: flow.day,
      amount: flow.amount,
      part: isIncome(flow) ? "income" : "spending",
    })),
    ...replaced,
  ];
}

/** What a month comes to at the pace of the first weeks. */
function spendingSoFar(flows: readonly CashFlow[], options: PastOptions): number {
  const days = dayNumber(options.today) - firstDayOf(flows) + 1;
  if (days < FEWEST_DAYS) return 0;
  const spent = irregular(flows, options).filter(({ part }) => part === "spending");
  const sum = spent.reduce((total, { amount }) => total + amount, 0);
  return Math.round(sum / days * DAYS_PER_MONTH) + 0;
}

/** Scales the days of months to their winsorized sums. */
function withoutExtremes(
  months: readonly ResidualMonth[],
  slack: number,
): readonly ResidualMonth[] {
  const scaled = (part: Part): readonly (readonly number[])[] => {
    const sums = months.map(({ days }) => sumOfDays(days[part]));
    const winsorized = winsorize(sums, slack);
    return months.map(({ days }, at) => {
      const sum = sums[at] ?? 0;
      const factor = sum === 0 ? 1 : (winsorized[at] ?? sum) / sum;
      return factor === 1 ? days[part] : days[part].map((amount) => amount * factor);
    });
  };
  const spending = scaled("spending");
  const income = scaled("income");
  return months.map((month, at) => ({
    ...month,
    days: {
      ...month.days,
      spending: spending[at] ?? month.days.spending,
      income: income[at] ?? month.days.income,
    },
  }));
}

function outgoingPerMonth(flows: readonly CashFlow[], months: readonly ResidualMonth[]): number {
  const [first, last] = [months[0]?.month, months.at(-1)?.month];
  if (first === undefined || last === undefined) return 0;
  const [since, until] = [dayNumber(first), dayNumber(lastOfMonth(last))];
  let sum = 0;
  for (const { day, amount } of flows) {
    if (amount < 0 && day >= since && day <= until) sum -= amount;
  }
  return sum / months.length;
}

function firstDayOf(flows: readonly CashFlow[]): number {
  return flows.reduce((first, { day }) => Math.min(first, day), Infinity);
}

function sumOfDays(days: readonly number[]): number {
  return days.reduce((sum, amount) => sum + amount, 0);
}
