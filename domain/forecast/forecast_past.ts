import { dayNumber } from "../base/day.ts";
import { sumOf } from "../base/money.ts";
import {
  addMonths,
  dayOfMonthAt,
  DAYS_PER_MONTH,
  DAYS_PER_YEAR,
  finishedMonths,
  lastOfMonth,
  monthNumber,
} from "../base/month.ts";
import type { Payment } from "../recurrence/payment_sets.ts";
import { periodDaysOf } from "../schedules/occurrences.ts";
import { type CashFlowGroup, directedKey } from "./cash_flows.ts";
import { expectedAmounts } from "./predicted_amounts.ts";
import type { Habit, HabitPeriod } from "./habits.ts";
import { type PastMonth, weightAt, weightedMean, winsorize } from "./resample.ts";
import type { ScheduledFlow } from "./regular_payments.ts";

/**
 * Parts of a month's cash flow that an assumption can replace separately: irregular spending net of
 * refunds, irregular income, residuals of habitual payments, and residuals of habitual income.
 */
const PARTS = ["spending", "income", "habits", "pay"] as const;

type Part = typeof PARTS[number];

/** Actual minus expected cash flow on a day, or a lasting change in it; signed milliunits. */
interface Residual {
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly amount: number;
  readonly part: Part;
}

interface ResidualMonth {
  readonly month: string;
  /** Amounts by day of the month; index 0 is unused. */
  readonly days: Readonly<Record<Part, readonly number[]>>;
  readonly levelShifts: Readonly<Record<Part, number>>;
}

export interface IrregularPast {
  readonly income: number;
  /** Irregular spending of a typical month, net of refunds; negative. */
  readonly spending: number;
  /** Finished months, winsorized, oldest first. */
  readonly months: readonly PastMonth[];
}

export interface PastOptions {
  readonly groups: readonly CashFlowGroup[];
  readonly habits: readonly Habit[];
  readonly scheduled: readonly ScheduledFlow[];
  readonly isIncome: (flow: Payment) => boolean;
  readonly today: string;
  /** Irregular spending per month to assume instead of the estimate. */
  readonly variableMonthly: number | undefined;
  /** Whether the user gave the amount of income, so that it doesn't vary. */
  readonly isIncomeGiven: boolean;
}

const MIN_DAYS = 14;

const MAX_MONTHS = 24;

export function irregularPast(options: PastOptions): IrregularPast {
  const flows = options.groups.flatMap((group) => group.flows);
  if (flows.length === 0) return { income: 0, spending: 0, months: [] };
  const firstDay = flows.reduce((first, { day }) => Math.min(first, day), Infinity);
  const span = finishedMonths(firstDay, options.today, MAX_MONTHS);
  const irregular = irregularResiduals(flows, options);
  const { residuals, levelShifts } = regularResiduals(options);
  const months = residualMonths([...irregular, ...residuals], levelShifts, span);
  if (months.length === 0) {
    const days = dayNumber(options.today) - firstDay + 1;
    return { income: 0, spending: spendingAtThisPace(irregular, days), months: [] };
  }
  const outgoing = outgoingPerMonth(flows, months);
  const typical = (sums: readonly number[], slack: number): number =>
    weightedMean(
      winsorize(sums, slack)
        .map((sum, at) => ({ sum, weight: weightAt(months.length - 1 - at) })),
    );
  const sumsOf = (part: Part): readonly number[] => months.map(({ days }) => sumOf(days[part]));
  const spending = typical(sumsOf("spending"), outgoing / 2);
  const current = addMonths(span.last, 1);
  const sinceThen = irregular.filter(({ day, part }) =>
    part === "income" && day >= dayNumber(current)
  );
  const { variableMonthly, isIncomeGiven } = options;
  // If nothing was spent in the past, there is nothing to scale, so an assumed amount has no range.
  const scaled = spending < 0 ? (variableMonthly ?? 0) / (0 - spending) : 0;
  return {
    // One-off income, such as a gift, is not expected again.
    income: typical(
      recurringSums(sumsOf("income"), sumOf(sinceThen.map(({ amount }) => amount))),
      0,
    ),
    spending,
    months: pastMonths(months, outgoing, {
      spending: variableMonthly === undefined ? 1 : scaled,
      income: isIncomeGiven ? 0 : 1,
      habits: 1,
      pay: isIncomeGiven ? 0 : 1,
    }),
  };
}

/** Minimum number of months; with fewer, the fences of `winsorize` never exclude a sum. */
const MIN_FENCED = 5;

/**
 * If there are only a few months, limits their sums to the second largest, because the largest may
 * be a one-off. The income since the last finished month counts as another month's sum.
 */
function recurringSums(sums: readonly number[], since: number): readonly number[] {
  if (sums.length < 2 || sums.length >= MIN_FENCED) return sums;
  const [, second = 0] = [...sums, since].sort((a, b) => b - a);
  return sums.map((sum) => Math.min(sum, second));
}

function pastMonths(
  months: readonly ResidualMonth[],
  slack: number,
  factors: Readonly<Record<Part, number>>,
): readonly PastMonth[] {
  /** Factors that scale each month's amounts so that no sum is extreme. */
  const scalesOf = (part: Part): readonly number[] => {
    const sums = months.map(({ days }) => sumOf(days[part]));
    const winsorized = winsorize(sums, slack);
    return sums.map((sum, at) => sum === 0 ? 1 : (winsorized[at] ?? sum) / sum);
  };
  const scales: Partial<Record<Part, readonly number[]>> = {
    spending: scalesOf("spending"),
    income: scalesOf("income"),
  };
  return months.map(({ month, days, levelShifts }, at) => {
    let sum = 0;
    const sums = days.spending.map((_, day) => {
      for (const part of PARTS) {
        sum += factors[part] * (scales[part]?.[at] ?? 1) * (days[part][day] ?? 0);
      }
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

function irregularResiduals(
  flows: readonly Payment[],
  { habits, scheduled, isIncome }: PastOptions,
): readonly Residual[] {
  const explained = new Set<Payment | null>();
  for (const { periods } of habits) for (const { flow } of periods) explained.add(flow);
  for (const { paid } of scheduled) for (const { flow } of paid) explained.add(flow);
  const unexplained = flows.filter((flow) => !explained.has(flow)).map((flow): Residual => ({
    day: flow.day,
    amount: flow.amount,
    part: isIncome(flow) ? "income" : "spending",
  }));
  // The forecast includes the schedule's amounts, so subtract them: only the rest is irregular.
  const replaced = scheduled.flatMap(({ amount, replacedDays }) =>
    replacedDays.map((day): Residual => ({ day, amount: 0 - amount, part: "spending" }))
  );
  return [...unexplained, ...replaced];
}

/** Extrapolates a month's spending from the first weeks of the month. */
function spendingAtThisPace(irregular: readonly Residual[], days: number): number {
  if (days < MIN_DAYS) return 0;
  const spent = irregular.filter(({ part }) => part === "spending");
  return Math.round(sumOf(spent.map(({ amount }) => amount)) / days * DAYS_PER_MONTH) + 0;
}

function outgoingPerMonth(flows: readonly Payment[], months: readonly ResidualMonth[]): number {
  const [since = "", until = ""] = [months[0]?.month, lastOfMonth(months.at(-1)?.month ?? "")];
  const outgoing = flows.filter(({ amount, transaction: { date } }) =>
    amount < 0 && date >= since && date <= until
  );
  return outgoing.reduce((sum, { amount }) => sum - amount, 0) / months.length;
}

function regularResiduals(
  { habits, scheduled, isIncome }: Pick<PastOptions, "habits" | "scheduled" | "isIncome">,
): { readonly residuals: readonly Residual[]; readonly levelShifts: readonly Residual[] } {
  // Prefer a habit over the same payee's schedule, because the habit also includes missed payments.
  const names = new Set(habits.map(directedKey));
  const alone = scheduled.filter((one) => !names.has(directedKey(one)));
  const bySchedule = alone.map(({ paid, frequency }) => {
    const flows = paid.map(({ flow }) => flow);
    const { before } = expectedAmounts(flows.map(({ amount }) => amount), false);
    return {
      periods: paid.map((period, at): HabitPeriod => ({ ...period, expected: before[at] ?? null })),
      paymentsPerYear: DAYS_PER_YEAR / periodDaysOf(frequency),
      isOwed: false,
      isIncome: flows.some(isIncome),
    };
  });
  const all = [...habits, ...bySchedule];
  const partOf = (one: { readonly isIncome: boolean }): Part => one.isIncome ? "pay" : "habits";
  return {
    residuals: all.flatMap((one) => residualsOf(one.periods, partOf(one))),
    levelShifts: all.filter(({ isOwed }) => !isOwed)
      .flatMap((one) => levelShiftsOf(one.periods, one.paymentsPerYear / 12, partOf(one))),
  };
}

/**
 * Returns the residuals of a habit: on the day of each payment, the difference from the expected
 * amount. A payment that was missed or made in another month is subtracted on its due day.
 */
function residualsOf(periods: readonly HabitPeriod[], part: Part): readonly Residual[] {
  return periods.flatMap(({ dueDay, expected, flow }) => {
    if (expected === null) return [];
    if (flow === null) return [{ day: dueDay, amount: 0 - expected, part }];
    if (isSameMonth(dueDay, flow)) {
      return [{ day: flow.day, amount: flow.amount - expected, part }];
    }
    return [
      { day: dueDay, amount: 0 - expected, part },
      { day: flow.day, amount: flow.amount, part },
    ];
  });
}

/**
 * Returns a habit's lasting changes to the cash flow: a new price, or the habit's beginning or end.
 */
function levelShiftsOf(
  periods: readonly HabitPeriod[],
  perMonth: number,
  part: Part,
): readonly Residual[] {
  return periods.flatMap(({ dueDay, flow, expected }, at) => {
    const next = periods[at + 1]?.expected ?? null;
    const amount = expected === null || next === null ? 0 : (next - expected) * perMonth;
    return amount === 0 ? [] : [{ day: flow?.day ?? dueDay, amount, part }];
  });
}

function isSameMonth(day: number, flow: Payment): boolean {
  return day === flow.day || dayOfMonthAt(day).month === monthNumber(flow.transaction.date);
}

function residualMonths(
  residuals: readonly Residual[],
  levelShifts: readonly Residual[],
  { first, last }: { readonly first: string; readonly last: string },
): readonly ResidualMonth[] {
  const count = Math.max(0, monthNumber(last) - monthNumber(first) + 1);
  const months = Array.from({ length: count }, (_, at) => ({
    month: addMonths(first, at),
    days: { spending: zeros(), income: zeros(), habits: zeros(), pay: zeros() },
    levelShifts: { spending: 0, income: 0, habits: 0, pay: 0 },
  }));
  for (const { day, amount, part } of levelShifts) {
    const month = months[dayOfMonthAt(day).month - monthNumber(first)];
    if (month !== undefined) month.levelShifts[part] += amount;
  }
  for (const { day, amount, part } of residuals) {
    const { month, dayOfMonth } = dayOfMonthAt(day);
    const days = months[month - monthNumber(first)]?.days[part];
    if (days !== undefined) days[dayOfMonth] = (days[dayOfMonth] ?? 0) + amount;
  }
  return months;
}

function zeros(): number[] {
  return new Array<number>(32).fill(0);
}
