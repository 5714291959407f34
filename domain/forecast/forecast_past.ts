import { dayNumber } from "../base/day.ts";
import { sumOf } from "../base/money.ts";
import { meanOf } from "../base/statistics.ts";
import {
  addMonths,
  dayOfMonthAt,
  DAYS_PER_MONTH,
  finishedMonths,
  lastOfMonth,
  monthNumber,
  monthsBetween,
} from "../base/month.ts";
import type { Payment } from "../recurrence/payment_sets.ts";
import { type CashFlowGroup, directedKey } from "./cash_flows.ts";
import { type PastMonth, weightAt, weightedMean, winsorize } from "./resample.ts";
import type { RegularPayment, ScheduledFlow } from "./regular_payments.ts";

/**
 * Parts of a month's cash flow: irregular spending net of refunds, irregular income, residuals of
 * recurring payments, and residuals of recurring income. A spending assumption replaces only
 * `spending`; an income assumption replaces `income` and `pay`.
 */
type Part = "spending" | "income" | "habits" | "pay";

/**
 * An amount in milliunits: either a day's actual cash flow minus its expected cash flow, or a
 * lasting change in monthly cash flow.
 */
interface Residual {
  /** Days since 1970-01-01. */
  readonly day: number;
  readonly amount: number;
  readonly part: Part;
}

export interface IrregularPast {
  readonly income: number;
  /** Irregular spending in a typical month, net of refunds, as a negative amount. */
  readonly spending: number;
  /** Finished months, oldest first, with extreme amounts winsorized. */
  readonly months: readonly PastMonth[];
}

export interface PastOptions {
  readonly groups: readonly CashFlowGroup[];
  readonly habits: readonly RegularPayment[];
  readonly scheduled: readonly ScheduledFlow[];
  readonly isIncome: (flow: Payment) => boolean;
  readonly today: string;
  /** Irregular spending per month to assume instead of the estimate. */
  readonly variableMonthly: number | undefined;
  /** Whether the user specified the income; if so, income doesn't vary in the simulation. */
  readonly isIncomeGiven: boolean;
}

const MIN_DAYS = 14;

const MAX_MONTHS = 24;

export function irregularPast(options: PastOptions): IrregularPast {
  const { today, variableMonthly, isIncomeGiven } = options;
  const flows = options.groups.flatMap((group) => group.flows);
  const firstDay = flows.reduce((first, { day }) => Math.min(first, day), dayNumber(today));
  const { first, last } = finishedMonths(firstDay, today, MAX_MONTHS);
  const count = monthsBetween(first, last) + 1;
  const irregular = irregularResiduals(flows, options);
  if (count <= 0) {
    const days = dayNumber(today) - firstDay + 1;
    return { income: 0, spending: spendingAtThisPace(irregular, days), months: [] };
  }
  const numbers = Array.from({ length: count }, (_, at) => monthNumber(first) + at);
  const byMonth = (residuals: readonly Residual[]): readonly (readonly Residual[])[] => {
    const groups = Map.groupBy(residuals, ({ day }) => dayOfMonthAt(day).month);
    return numbers.map((month) => groups.get(month) ?? []);
  };
  const regular = regularPayments(options);
  const months = byMonth([...irregular, ...regular.flatMap(residualsOf)]);
  const farMonths = byMonth([...irregular, ...regular.map(withDebtsUnknown).flatMap(residualsOf)]);
  const shifts = byMonth(regular.filter(({ isOwed }) => !isOwed).flatMap(levelShiftsOf));
  const spendings = months.map((month) => totalOf(month, "spending"));
  const incomes = months.map((month) => totalOf(month, "income"));
  const outgoing = 0 - sumOf(
        flows.filter(({ amount, transaction: { date } }) =>
          amount < 0 && date >= first && date <= lastOfMonth(last)
        ).map(({ amount }) => amount),
      ) / count;
  const weights = numbers.map((_, at) => weightAt(count - 1 - at));
  const spending = weightedMean(winsorize(spendings, outgoing / 2), weights);
  const current = dayNumber(addMonths(last, 1));
  const sinceThen = totalOf(irregular.filter(({ day }) => day >= current), "income");
  // If the user specified a monthly spending amount, scale the variation in past spending to that
  // amount. If there was no past spending, the specified amount is the same in every simulated
  // month.
  const scaled = spending < 0 ? (variableMonthly ?? 0) / (0 - spending) : 0;
  const incomeFactor = isIncomeGiven ? 0 : 1;
  const spendingScales = scalesOf(spendings, outgoing);
  const incomeScales = scalesOf(incomes, outgoing);
  return {
    // One-off income, such as a gift, is not expected again.
    income: weightedMean(winsorize(recurringSums(incomes, sinceThen), 0), weights),
    spending,
    months: months.map((month, at): PastMonth => {
      const factors: Readonly<Record<Part, number>> = {
        spending: (variableMonthly === undefined ? 1 : scaled) * (spendingScales[at] ?? 1),
        income: incomeFactor * (incomeScales[at] ?? 1),
        habits: 1,
        pay: incomeFactor,
      };
      return {
        sums: runningTotals(month, factors),
        farSums: runningTotals(farMonths[at] ?? [], factors),
        levelShift: sumOf((shifts[at] ?? []).map(({ amount, part }) => factors[part] * amount)),
        monthOfYear: (numbers[at] ?? 0) % 12 + 1,
        weight: weights[at] ?? 0,
      };
    }),
  };
}

function runningTotals(
  month: readonly Residual[],
  factors: Readonly<Record<Part, number>>,
): readonly number[] {
  const byDay = new Array<number>(32).fill(0);
  for (const { day, amount, part } of month) {
    const { dayOfMonth } = dayOfMonthAt(day);
    byDay[dayOfMonth] = (byDay[dayOfMonth] ?? 0) + factors[part] * amount;
  }
  let sum = 0;
  return byDay.map((amount) => sum += amount);
}

/** Minimum number of months for `winsorize`; with fewer months, it never changes the sums. */
const MIN_FENCED = 5;

/**
 * If there are only a few months, caps each month's income at the second-largest income, because
 * the largest may be a one-off. The ranking also takes into account `since`, which is the income
 * received after those months.
 */
function recurringSums(sums: readonly number[], since: number): readonly number[] {
  if (sums.length < 2 || sums.length >= MIN_FENCED) return sums;
  const [, second = 0] = [...sums, since].sort((a, b) => b - a);
  return sums.map((sum) => Math.min(sum, second));
}

function totalOf(residuals: readonly Residual[], part: Part): number {
  return sumOf(residuals.filter((one) => one.part === part).map(({ amount }) => amount));
}

/** Returns factors that scale each month's amounts so that no month's sum is extreme. */
function scalesOf(sums: readonly number[], slack: number): readonly number[] {
  const winsorized = winsorize(sums, slack);
  return sums.map((sum, at) => sum === 0 ? 1 : (winsorized[at] ?? sum) / sum);
}

function irregularResiduals(
  flows: readonly Payment[],
  { habits, scheduled, isIncome }: PastOptions,
): readonly Residual[] {
  const explained = new Set(
    [...habits, ...scheduled].flatMap(({ periods }) => periods.map(({ flow }) => flow)),
  );
  const unexplained = flows.filter((flow) => !explained.has(flow)).map((flow): Residual => ({
    day: flow.day,
    amount: flow.amount,
    part: isIncome(flow) ? "income" : "spending",
  }));
  // Subtract the scheduled amounts, which the forecast already includes.
  const replaced = scheduled.flatMap(({ amount, replacedDays }) =>
    replacedDays.map((day): Residual => ({ day, amount: 0 - amount, part: "spending" }))
  );
  return [...unexplained, ...replaced];
}

/** Extrapolates a whole month's spending from the spending in the given number of days. */
function spendingAtThisPace(irregular: readonly Residual[], days: number): number {
  if (days < MIN_DAYS) return 0;
  return Math.round(totalOf(irregular, "spending") / days * DAYS_PER_MONTH) + 0;
}

function regularPayments(
  { habits, scheduled, isIncome }: Pick<PastOptions, "habits" | "scheduled" | "isIncome">,
): readonly RegularPayment[] {
  // Prefer the recurring payments found in a payee's history over a scheduled transaction, because
  // a scheduled transaction doesn't show payments that were missed.
  const names = new Set(habits.map(directedKey));
  const bySchedule = scheduled.filter((one) => !names.has(directedKey(one))).map((one) => ({
    ...one,
    // Past transactions may be income even if the schedule isn't in the inflow category.
    isIncome: one.periods.some(({ flow }) => flow !== null && isIncome(flow)),
  }));
  return [...habits, ...bySchedule];
}

/**
 * Uses the mean of the past payments to a card as the expected payment in each period, because
 * future card balances are unknown.
 */
function withDebtsUnknown(regular: RegularPayment): RegularPayment {
  if (!regular.isOwed) return regular;
  const paid = regular.periods.flatMap(({ flow }) => flow === null ? [] : [flow.amount]);
  const expected = meanOf(paid);
  return { ...regular, periods: regular.periods.map((period) => ({ ...period, expected })) };
}

function partOf({ isIncome }: RegularPayment): Part {
  return isIncome ? "pay" : "habits";
}

/**
 * Returns, for each payment, its day and how much its amount differs from the expected amount. If
 * no payment was made in the month of the due date, subtracts the expected amount on the due date.
 */
function residualsOf(regular: RegularPayment): readonly Residual[] {
  const part = partOf(regular);
  return regular.periods.flatMap(({ dueDay, expected, flow }) => {
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
 * Returns the lasting changes in cash flow that occur when a recurring payment starts, ends, or
 * changes in amount.
 */
function levelShiftsOf(regular: RegularPayment): readonly Residual[] {
  const { periods, perYear } = regular;
  return periods.flatMap(({ dueDay, flow, expected }, at) => {
    const next = periods[at + 1]?.expected ?? null;
    const amount = expected === null || next === null ? 0 : (next - expected) * (perYear / 12);
    return amount === 0 ? [] : [{ day: flow?.day ?? dueDay, amount, part: partOf(regular) }];
  });
}

function isSameMonth(day: number, flow: Payment): boolean {
  return day === flow.day || dayOfMonthAt(day).month === monthNumber(flow.transaction.date);
}
