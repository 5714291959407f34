/**
 * Covers overspent categories, out of Ready to Assign first, then out of what other
 * categories have more than they need.
 *
 * @module
 */

import { sumOf } from "../base/money.ts";
import { type MoneyFormat, roundDownToCoin } from "../base/money_format.ts";
import type { MonthCategoryRecord, MonthRecord } from "../base/plan_records.ts";
import { isCardPaymentCategory } from "../base/special_categories.ts";
import { assignableCategories, type AssignedAmount } from "./assignable.ts";

/** What limits the proposal. */
export interface CoverOptions {
  /** The most that may be moved, in milliunits. */
  readonly limit: number;
  readonly format: MoneyFormat;
  /** Categories out of which a bill falls due in the rest of the month. */
  readonly dueCategoryIds: ReadonlySet<string>;
}

/** What is proposed, and how much overspending stays, in milliunits. */
export interface CoverProposal {
  readonly assignments: readonly AssignedAmount[];
  readonly uncovered: number;
}

/**
 * Proposes what covers overspending. The smallest gaps are covered first, so that as many
 * categories as possible are. Money comes from Ready to Assign, then from the categories
 * with the largest surplus; none gives what its target asks for or a bill needs.
 *
 * @param month The month.
 * @param options What limits it.
 * @returns What categories are to have, those that give first.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const base = { category_group_id: "g", hidden: false, deleted: false, activity: 0, budgeted: 0 };
 * const [over, fat] = [{ ...base, id: "o", name: "O", balance: -30 }, {
 *   ...base,
 *   id: "f",
 *   name: "F",
 *   balance: 100,
 * }];
 * const month = { month: "2026-03-01", income: 0, budgeted: 0, activity: 0, to_be_budgeted: 10 };
 * const format = { symbol: "$", isSymbolFirst: true, decimals: 2 };
 * const options = { limit: Infinity, format, dueCategoryIds: new Set<string>() };
 * const { assignments } = coverOverspending({ ...month, categories: [over, fat] }, options);
 * assertEquals(assignments.map(({ category: { id }, assigned }) => [id, assigned]), [
 *   ["f", -20],
 *   ["o", 30],
 * ]);
 * ```
 */
export function coverOverspending(
  { categories, to_be_budgeted: readyToAssign }: MonthRecord,
  { limit, format, dueCategoryIds }: CoverOptions,
): CoverProposal {
  const seen = assignableCategories(categories);
  // Whole coins: no fraction of one can be moved.
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

/**
 * Tells how much a category can give in a month without being short of anything.
 *
 * @param category As it stands in the month.
 * @returns Milliunits, at least zero.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const category = {
 *   id: "c",
 *   name: "Fun",
 *   category_group_id: "g",
 *   hidden: false,
 *   deleted: false,
 *   budgeted: 50,
 *   activity: -10,
 *   balance: 40,
 * };
 * assertEquals(surplusOf(category), 40);
 * assertEquals(surplusOf({ ...category, goal_type: "TB", goal_target: 30 }), 10);
 * assertEquals(surplusOf({ ...category, goal_type: "MF", goal_target: 45 }), 0);
 * ```
 */
export function surplusOf(category: MonthCategoryRecord): number {
  const { balance, budgeted, activity, goal_type: type, goal_target: target } = category;
  // What is set aside for a card pays its debt.
  if (isCardPaymentCategory(category)) return 0;
  const wanted = (type ?? "") === "" ? 0 : Math.max(0, target ?? 0);
  if (wanted === 0) return Math.max(0, balance);
  if ((category.goal_under_funded ?? 0) > 0) return 0;
  // Money that came back is no money that was assigned.
  const kept = Math.min(balance, balance - activity) - wanted;
  const isHeldByBalance = type === "TB" || type === "TBD" ||
    (type === "NEED" && category.goal_needs_whole_amount === false && isMonthly(category));
  // Of other targets only what was assigned beyond them is known to be free.
  return Math.max(0, Math.min(balance, kept, isHeldByBalance ? kept : budgeted - wanted));
}

/** What a target by balance asks for each month is its whole amount. */
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
