import { sumOf } from "../base/money.ts";
import { roundDownToCoin } from "../base/money_format.ts";
import type { MonthCategoryRecord, MonthRecord } from "../base/plan_records.ts";
import { isCardPaymentCategory } from "../base/special_categories.ts";
import { assignableCategories, type AssignedAmount, type ProposalLimits } from "./assignable.ts";

/** Limits of the proposal. */
export interface CoverOptions extends ProposalLimits {
  /** Categories with a bill due later this month. */
  readonly dueCategoryIds: ReadonlySet<string>;
}

/** The proposal and the remaining overspending, in milliunits. */
export interface CoverProposal {
  readonly assignments: readonly AssignedAmount[];
  readonly uncovered: number;
}

/**
 * Proposes how to cover overspending, smallest gaps first to cover as many categories as
 * possible. Money comes from Ready to Assign, then from the categories with the largest surplus,
 * but never money that a target or a bill needs.
 */
export function coverOverspending(
  { categories, to_be_budgeted: readyToAssign }: MonthRecord,
  { limit, format, dueCategoryIds }: CoverOptions,
): CoverProposal {
  const seen = assignableCategories(categories);
  // Fractions of a coin can't be moved.
  const down = (amount: number): number => roundDownToCoin(amount, format);
  const gaps = seen.filter(({ balance }) => balance < 0)
    .toSorted((a, b) => b.balance - a.balance)
    .map((category) => ({ category, most: 0 - down(category.balance) }));
  const needed = sumOf(gaps.map(({ most }) => most));
  const free = Math.max(0, down(readyToAssign));
  const givers = seen.map((category) => ({ category, most: down(surplusOf(category)) }))
    .filter(({ category, most }) => most > 0 && !dueCategoryIds.has(category.id))
    .toSorted((a, b) => b.most - a.most);
  const available = free + sumOf(givers.map(({ most }) => most));
  const moved = Math.max(0, Math.min(needed, available, down(limit)));
  return {
    assignments: [
      ...assignInOrder(givers, moved - Math.min(moved, free), -1),
      ...assignInOrder(gaps, moved, 1),
    ],
    uncovered: needed - moved,
  };
}

/** How much a category can give in a month without missing its target. */
function surplusOf(category: MonthCategoryRecord): number {
  const { balance, budgeted, activity, goal_type: type, goal_target: target } = category;
  // That money pays the card's debt.
  if (isCardPaymentCategory(category)) return 0;
  const wanted = (type ?? "") === "" ? 0 : Math.max(0, target ?? 0);
  if (wanted === 0) return Math.max(0, balance);
  if ((category.goal_under_funded ?? 0) > 0) return 0;
  // Refunds are not assigned money.
  const kept = Math.min(balance, balance - activity) - wanted;
  const isHeldByBalance = type === "TB" || type === "TBD" ||
    (type === "NEED" && category.goal_needs_whole_amount === false && isMonthly(category));
  // For other targets, only money assigned beyond the target is known to be free.
  return Math.max(0, Math.min(balance, kept, isHeldByBalance ? kept : budgeted - wanted));
}

/** A balance target needs its whole amount each month. */
function isMonthly(
  { goal_cadence: cadence, goal_target_date: date }: MonthCategoryRecord,
): boolean {
  return cadence === 1 && (date ?? null) === null;
}

interface Share {
  readonly category: MonthCategoryRecord;
  /** The most that the category gets or gives. */
  readonly most: number;
}

/** Assigns more (or less, with the sign -1) in order, until the money has been moved. */
function assignInOrder(
  shares: readonly Share[],
  money: number,
  sign: 1 | -1,
): readonly AssignedAmount[] {
  let left = money;
  return shares.flatMap(({ category, most }) => {
    const amount = Math.min(most, left);
    left -= amount;
    return amount === 0 ? [] : [{ category, assigned: category.budgeted + sign * amount }];
  });
}
