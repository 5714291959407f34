import { dayNumber } from "../base/day.ts";
import {
  addMonths,
  finishedMonths,
  firstOfMonth,
  lastOfMonth,
  monthsBetween,
} from "../base/month.ts";
import { isCardPaymentCategory } from "../base/special_categories.ts";
import { kernelWidth } from "../base/statistics.ts";
import type { MonthCategoryRecord } from "../base/plan_records.ts";
import { weightAt } from "../forecast/resample.ts";
import { NO_PAYEE, payeeKeyOf } from "../payees/payee_key.ts";
import { type ComingPayment, inMonth } from "./upcoming_needs.ts";
import { isInBudget, type MoneyLine } from "./money_lines.ts";

const MAX_MONTHS = 24;
const MIN_MONTHS = 6;

const SEASON = 3;

/**
 * Estimates each category's chance of being overspent at the end of this month. If today is, for
 * example, the 10th, the estimates use spending after the 10th in each of up to 24 past months.
 * With fewer than six past months, returns no estimates. Leaves out card payment categories, and
 * past payments to payees scheduled to be paid this month.
 */
export function chancesOver(
  categories: readonly Pick<MonthCategoryRecord, "id" | "balance" | "category_group_name">[],
  lines: readonly MoneyLine[],
  { today, payments }: { readonly today: string; readonly payments: readonly ComingPayment[] },
): ReadonlyMap<string, number> {
  const scheduled = inMonth(payments, firstOfMonth(today)).filter((one) => one.isScheduled);
  const { date: firstDay = today } = lines.at(-1)?.transaction ?? {};
  const { first, last } = finishedMonths(dayNumber(firstDay), firstOfMonth(today), MAX_MONTHS);
  const count = monthsBetween(first, last) + 1;
  if (count < MIN_MONTHS) return new Map();
  const keyOf = (categoryId: string | null, payee_name: string): string =>
    `${categoryId} ${payeeKeyOf({ payee_name })}`;
  const isScheduled = new Set(scheduled.map(({ categoryId, payee }) => keyOf(categoryId, payee)));
  const end = addMonths(first, count, 1);
  // On a month's last day, no spending days remain, even if past months were longer.
  const lastDay = today === lastOfMonth(today) ? "31" : today.slice(8);
  /** Milliunits spent from each category after day `lastDay` of each month, oldest month first. */
  const taken = new Map<string, number[]>();
  for (const { accountKind, categoryId, amount, transaction } of lines) {
    const { date, payee_name: payee } = transaction;
    if (categoryId === null || !isInBudget(accountKind) || date < first || date >= end) continue;
    if (date.slice(8) <= lastDay || isScheduled.has(keyOf(categoryId, payee || NO_PAYEE))) continue;
    const months = taken.get(categoryId) ?? Array<number>(count).fill(0);
    const at = monthsBetween(first, date);
    months[at] = (months[at] ?? 0) - amount;
    taken.set(categoryId, months);
  }
  const ages = Array.from({ length: count }, (_, at) => count - at);
  const weights = ages.map((age) => weightAt(age) * (age % 12 === 0 ? SEASON : 1));
  return new Map(
    categories.filter((one) => !isCardPaymentCategory(one)).map(({ id, balance }) => {
      const due = -scheduled.filter((one) => one.categoryId === id && one.amount < 0)
        .reduce((sum, { amount }) => sum + amount, 0);
      const months = taken.get(id) ?? Array<number>(count).fill(0);
      return [id, chanceBeyond(balance - due, months, weights)];
    }),
  );
}

/**
 * Kernel estimate of the chance of exceeding `limit`. Adds half an observation above and half an
 * observation below `limit`, so that the chance is never exactly 0 or 1.
 */
function chanceBeyond(
  limit: number,
  months: readonly number[],
  weights: readonly number[],
): number {
  const width = kernelWidth(months.filter((one) => one > 0));
  let [all, squares, beyond] = [0, 0, 0];
  for (const [at, amount] of months.entries()) {
    const weight = weights[at] ?? 0;
    all += weight;
    squares += weight * weight;
    const isSmooth = amount > 0 && width > 0;
    const chance = isSmooth ? normalDistribution((amount - limit) / width) : amount > limit ? 1 : 0;
    beyond += weight * chance;
  }
  if (all === 0) return 0.5;
  // Effective number of equally weighted cases (Kish, "Survey Sampling", 1965).
  const cases = all * all / squares;
  return (beyond / all * cases + 0.5) / (cases + 1);
}

/** Implements formula 7.1.26 of Abramowitz and Stegun, "Handbook of Mathematical Functions". */
function normalDistribution(value: number): number {
  const x = Math.abs(value) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const sum = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t +
    0.254829592) * t;
  const tail = sum * Math.exp(-x * x) / 2;
  return value < 0 ? tail : 1 - tail;
}
