import { sumOf } from "../base/money.ts";
import { type MoneyFormat, roundDownToCoin } from "../base/money_format.ts";
import type { MonthCategoryRecord, MonthRecord } from "../base/plan_records.ts";
import { isCardPaymentCategory } from "../base/special_categories.ts";
import { assignableCategories, type AssignedAmount } from "./assignable.ts";

/** Limits of the proposal. */
export interface CoverOptions {
  /** Maximum amount to move, in milliunits. */
  readonly limit: number;
  readonly format: MoneyFormat;
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
    .map((category) => ({ category, gap: 0 - down(category.balance) }));
  const needed = sumOf(gaps.map(({ gap }) => gap));
  const free = Math.max(0, down(readyToAssign));
  const givers = seen.map((category) => ({ category, surplus: down(surplusOf(category)) }))
    .filter(({ category, surplus }) => surplus > 0 && !dueCategoryIds.has(category.id))
    .toSorted((a, b) => b.surplus - a.surplus);
  const most = free + sumOf(givers.map(({ surplus }) => surplus));
  const moved = Math.max(0, Math.min(needed, most, down(limit)));
  return {
    assignments: [...taken(givers, moved - Math.min(moved, free)), ...given(gaps, moved)],
    uncovered: needed - moved,
  };
}

/** How much a category can give in a month without missing its target. */
export function surplusOf(category: MonthCategoryRecord): number {
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

interface Gap {
  readonly category: MonthCategoryRecord;
  readonly gap: number;
}

interface Giver {
  readonly category: MonthCategoryRecord;
  readonly surplus: number;
}

function taken(givers: readonly Giver[], needed: number): readonly AssignedAmount[] {
  let left = needed;
  return givers.flatMap(({ category, surplus }) => {
    const amount = Math.min(surplus, left);
    left -= amount;
    return amount === 0 ? [] : [{ category, assigned: category.budgeted - amount }];
  });
}

function given(gaps: readonly Gap[], money: number): readonly AssignedAmount[] {
  let left = money;
  return gaps.flatMap(({ category, gap }) => {
    const amount = Math.min(gap, left);
    left -= amount;
    return amount === 0 ? [] : [{ category, assigned: category.budgeted + amount }];
  });
}
