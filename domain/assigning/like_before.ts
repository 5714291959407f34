import { sumOf } from "../base/money.ts";
import { roundDownToCoin, roundToDecimals, roundUpToCoin } from "../base/money_format.ts";
import type { MonthCategoryRecord, MonthRecord } from "../base/plan_records.ts";
import { isCardPaymentCategory } from "../base/special_categories.ts";
import {
  assignableCategories,
  type AssignedAmount,
  grantInOrder,
  type ProposalLimits,
} from "./assignable.ts";

type Past = Pick<MonthRecord, "categories">;

/** Proposes the amounts assigned in the previous month. */
export function asLastMonth(
  { categories }: Past,
  before: Past,
  { limit, format }: ProposalLimits,
): readonly AssignedAmount[] {
  const former = new Map(before.categories.map(({ id, budgeted }) => [id, budgeted]));
  const wanted = assignableCategories(categories).flatMap((category) => {
    const assigned = former.get(category.id);
    return assigned === undefined ? [] : [{ category, assigned: roundUpToCoin(assigned, format) }];
  });
  return grantInOrder(wanted, roundDownToCoin(limit, format));
}

/**
 * Proposes average spending, rounded to the currency's smallest unit. Skips categories without
 * spending and those for card payments, which spending funds.
 */
export function asSpentOnAverage(
  { categories }: Past,
  before: readonly Past[],
  { limit, format }: ProposalLimits,
): readonly AssignedAmount[] {
  const byId = before.map((month) =>
    new Map(month.categories.map((category) => [category.id, category]))
  );
  const wanted = assignableCategories(categories)
    .filter((category) => !isCardPaymentCategory(category))
    .flatMap((category) => {
      const spent = byId.flatMap((month) => spentIn(month.get(category.id)));
      const mean = sumOf(spent) / Math.max(1, spent.length);
      return mean <= 0 ? [] : [{ category, assigned: roundToDecimals(mean, format.decimals) }];
    });
  return grantInOrder(wanted, roundDownToCoin(limit, format));
}

/** Months before the category existed don't count. Refunds reduce spending. */
function spentIn(category: MonthCategoryRecord | undefined): readonly number[] {
  return category === undefined ? [] : [-category.activity];
}
