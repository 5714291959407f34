import { compareTexts } from "../base/fold_text.ts";
import { sumOf } from "../base/money.ts";
import {
  type MoneyFormat,
  roundDownToCoin,
  roundToDecimals,
  roundUpToCoin,
} from "../base/money_format.ts";
import { lastOfMonth } from "../base/month.ts";
import type { MonthCategoryRecord, MonthRecord } from "../base/plan_records.ts";
import { isCardPaymentCategory, isInternalCategory } from "../base/special_categories.ts";
import { dueDate, underfundedOf, wantedIn } from "../targets/target_words.ts";

/** A category and the new total amount assigned to it in a month, in milliunits. */
export interface AssignedAmount {
  readonly category: MonthCategoryRecord;
  readonly assigned: number;
}

export interface ProposalLimits {
  /** Maximum amount to move or assign, in milliunits. */
  readonly limit: number;
  readonly format: MoneyFormat;
}

interface CoverOptions extends ProposalLimits {
  /** Categories with a bill due later this month. */
  readonly dueCategoryIds: ReadonlySet<string>;
}

type Past = Pick<MonthRecord, "categories">;

/** A category and the amount, in milliunits, to assign to it or take from it. */
interface WantedChange {
  readonly category: MonthCategoryRecord;
  readonly more: number;
}

function assignableCategories({ categories }: Past): readonly MonthCategoryRecord[] {
  return categories.filter((one) => !one.deleted && !one.hidden && !isInternalCategory(one));
}

/**
 * Grants the requested increases, in order, until the money runs out. Always grants decreases. If
 * `sign` is -1, subtracts the amounts instead of adding them.
 */
function grantInOrder(
  wanted: readonly WantedChange[],
  money: number,
  sign: 1 | -1 = 1,
): readonly AssignedAmount[] {
  let left = Math.max(0, money);
  return wanted.flatMap(({ category, more }) => {
    const granted = Math.min(more, left);
    if (more > 0) left -= granted;
    return granted === 0 ? [] : [{ category, assigned: category.budgeted + sign * granted }];
  });
}

/**
 * Proposes how to cover overspending, smallest amounts first, so as to cover as many categories as
 * possible. Takes money from Ready to Assign, then from the largest surpluses, but never money that
 * a target or a bill needs. Also returns the remaining overspending.
 */
export function coverOverspending(
  month: MonthRecord,
  { limit, format, dueCategoryIds }: CoverOptions,
): { readonly assignments: readonly AssignedAmount[]; readonly uncovered: number } {
  const categories = assignableCategories(month);
  // Amounts below the currency's smallest unit can't be moved.
  const down = (amount: number): number => roundDownToCoin(amount, format);
  const gaps = categories.filter(({ balance }) => balance < 0)
    .toSorted((a, b) => b.balance - a.balance)
    .map((category) => ({ category, more: 0 - down(category.balance) }));
  const givers = surpluses(month, { format, dueCategoryIds });
  const total = (changes: readonly WantedChange[]): number =>
    sumOf(changes.map(({ more }) => more));
  const needed = total(gaps);
  const free = Math.max(0, down(month.to_be_budgeted));
  const moved = Math.max(0, Math.min(needed, free + total(givers), down(limit)));
  return {
    assignments: [...grantInOrder(givers, moved - free, -1), ...grantInOrder(gaps, moved)],
    uncovered: needed - moved,
  };
}

/** Lists how much each category can give up, largest surplus first. */
export function surpluses(
  month: Pick<MonthRecord, "categories" | "month">,
  { format, dueCategoryIds }: Pick<CoverOptions, "format" | "dueCategoryIds">,
): readonly WantedChange[] {
  return assignableCategories(month)
    .map((category) => ({
      category,
      more: roundDownToCoin(surplusOf(category, month.month), format),
    }))
    .filter(({ category, more }) => more > 0 && !dueCategoryIds.has(category.id))
    .toSorted((a, b) => b.more - a.more);
}

/** How much a category can give up in a month without missing its target. */
function surplusOf(category: MonthCategoryRecord, month: string): number {
  const { balance, budgeted, activity, goal_type: type } = category;
  // The money in a card payment category is set aside to pay the card's debt.
  if (isCardPaymentCategory(category)) return 0;
  // A category keeps the money that its target needs, even if the target isn't due this month.
  const wanted = (type ?? "") === ""
    ? 0
    : Math.max(0, category.goal_target ?? 0, wantedIn(month, category));
  if (wanted === 0) return Math.max(0, balance);
  if ((category.goal_under_funded ?? 0) > 0) return 0;
  // Refunds don't count as surplus, because they were never assigned.
  const spare = Math.min(balance, balance - activity) - wanted;
  const isMonthly = category.goal_cadence === 1 && (category.goal_target_date ?? null) === null;
  const isHeldByBalance = type === "TB" || type === "TBD" ||
    (type === "NEED" && category.goal_needs_whole_amount === false && isMonthly);
  // For a target that doesn't require a balance, only money assigned beyond the target is surplus.
  return Math.max(0, isHeldByBalance ? spare : Math.min(spare, budgeted - wanted));
}

/** Proposes how to fund targets, in order of due date, until Ready to Assign runs out. */
export function fundTargets(
  month: MonthRecord,
  { limit, format }: ProposalLimits,
): readonly AssignedAmount[] {
  const wanted = assignableCategories(month)
    .filter((category) => underfundedOf(category, format) !== null)
    .map((category) => {
      const { budgeted, goal_under_funded: missing } = category;
      const more = roundUpToCoin(budgeted + (missing ?? 0), format) - budgeted;
      return { category, more, due: dueDay(category, month.month) };
    })
    .sort((a, b) => compareTexts(a.due, b.due));
  return grantInOrder(wanted, roundDownToCoin(Math.min(month.to_be_budgeted, limit), format));
}

function dueDay(category: MonthCategoryRecord, month: string): string {
  const { goal_day: day, goal_cadence: cadence } = category;
  const due = dueDate(category);
  if (due !== null) return due;
  const last = lastOfMonth(month);
  // Treat a weekly target as due on the 1st, because its `goal_day` is a day of the week.
  if (cadence === 2) return month;
  if (day === null || day === undefined || day < 1) return last;
  const inMonth = `${month.slice(0, 8)}${String(day).padStart(2, "0")}`;
  return inMonth < last ? inMonth : last;
}

export function asLastMonth(
  month: Past,
  before: Past,
  { limit, format }: ProposalLimits,
): readonly AssignedAmount[] {
  const former = new Map(before.categories.map(({ id, budgeted }) => [id, budgeted]));
  const wanted = assignableCategories(month).flatMap((category) => {
    const assigned = former.get(category.id);
    const more = roundUpToCoin(assigned ?? 0, format) - category.budgeted;
    return assigned === undefined ? [] : [{ category, more }];
  });
  return grantInOrder(wanted, roundDownToCoin(limit, format));
}

/**
 * Proposes to assign each category's average spending, rounded to the currency's smallest unit.
 * Skips categories without spending. Also skips card payment categories, because card spending
 * funds them. Refunds reduce spending, and months before a category existed don't count.
 */
export function asSpentOnAverage(
  month: Past,
  before: readonly Past[],
  { limit, format }: ProposalLimits,
): readonly AssignedAmount[] {
  const past = Map.groupBy(before.flatMap(({ categories }) => categories), ({ id }) => id);
  const wanted = assignableCategories(month)
    .filter((category) => !isCardPaymentCategory(category))
    .flatMap((category) => {
      const spent = (past.get(category.id) ?? []).map(({ activity }) => -activity);
      const mean = sumOf(spent) / Math.max(1, spent.length);
      const more = roundToDecimals(mean, format.decimals) - category.budgeted;
      return mean <= 0 ? [] : [{ category, more }];
    });
  return grantInOrder(wanted, roundDownToCoin(limit, format));
}
