import { type GroupChoice, hasMoney, visibleCategories } from "./month_categories.ts";
import { sumOf } from "../base/money.ts";
import type { MonthCategoryRecord, MonthRecord } from "../base/plan_records.ts";
import { isCardPaymentCategory } from "../base/special_categories.ts";

/** One category's plan and outcome; amounts in milliunits. */
export interface BudgetVersusActual {
  readonly category_id: string;
  readonly name: string;
  readonly group: string;
  readonly assigned: number;
  /** Negated activity: refunds reduce it. */
  readonly spent: number;
  readonly available: number;
  /** Spent as a percentage of what was assigned and carried over; `null` without any. */
  readonly used_percent: number | null;
  /** Amount below zero. */
  readonly over_by: number;
}

/** The comparison and its totals. */
export interface BudgetComparison {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly categories: readonly BudgetVersusActual[];
  readonly totals: {
    readonly assigned: number;
    readonly spent: number;
    readonly available: number;
  };
}

/** Which categories to compare. */
export interface BudgetComparisonOptions extends GroupChoice {
  readonly onlyOver?: boolean;
}

/**
 * Compares a month's assignments with its spending. Card payment categories never count, as they
 * repeat spending, but overspent ones are listed where overspending is asked for.
 */
export function budgetVersusActual(
  month: MonthRecord,
  options: BudgetComparisonOptions = {},
): BudgetComparison {
  const onlyOver = options.onlyOver === true;
  const listed = visibleCategories(month, options)
    .filter((one) => hasMoney(one) && (onlyOver ? one.balance < 0 : !isCardPaymentCategory(one)));
  const counted = listed.filter((one) => !isCardPaymentCategory(one)).map(compare);
  return {
    month: month.month.slice(0, 7),
    categories: listed.map(compare),
    totals: {
      assigned: sumOf(counted.map(({ assigned }) => assigned)),
      spent: sumOf(counted.map(({ spent }) => spent)),
      available: sumOf(counted.map(({ available }) => available)),
    },
  };
}

function compare(category: MonthCategoryRecord): BudgetVersusActual {
  const { budgeted: assigned, balance: available } = category;
  const spent = 0 - category.activity;
  const there = spent + available;
  return {
    category_id: category.id,
    name: category.name,
    group: category.category_group_name ?? "",
    assigned,
    spent,
    available,
    used_percent: there > 0 ? Math.round((100 * spent) / there) + 0 : null,
    over_by: Math.max(0, 0 - available),
  };
}
