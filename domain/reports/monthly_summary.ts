import { visibleCategories } from "./month_categories.ts";
import { sumOf } from "../base/money.ts";
import type { MoneyFormat } from "../base/money_format.ts";
import type { MonthRecord } from "../base/plan_records.ts";
import { underfundedOf } from "../targets/target_words.ts";

export interface OverspentCategory {
  readonly category_id: string;
  readonly name: string;
  readonly group: string;
  /** Milliunits below zero. */
  readonly available: number;
}

/** A month's totals and what needs attention; amounts in milliunits. */
export interface MonthlySummary {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly income: number;
  readonly assigned: number;
  readonly activity: number;
  readonly ready_to_assign: number;
  /** Days. */
  readonly age_of_money: number | null;
  readonly overspent: readonly OverspentCategory[];
  readonly underfunded: { readonly count: number; readonly total: number };
}

/** Sums up a month. */
export function monthlySummary(month: MonthRecord, format: MoneyFormat): MonthlySummary {
  const categories = visibleCategories(month);
  const asked = categories.map((one) => underfundedOf(one, format))
    .filter((amount) => amount !== null);
  return {
    month: month.month.slice(0, 7),
    income: month.income,
    assigned: month.budgeted,
    activity: month.activity,
    ready_to_assign: month.to_be_budgeted,
    age_of_money: month.age_of_money ?? null,
    overspent: categories
      .filter(({ balance }) => balance < 0)
      .toSorted((a, b) => a.balance - b.balance)
      .map((category) => ({
        category_id: category.id,
        name: category.name,
        group: category.category_group_name ?? "",
        available: category.balance,
      })),
    underfunded: { count: asked.length, total: sumOf(asked) },
  };
}
