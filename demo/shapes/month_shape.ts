import type { MonthSummary, MonthSummaryBase } from "../../client/wire/plan_month.ts";
import { monthsBetween } from "../_calendar.ts";
import type { ShownMonth } from "./category_shape.ts";
import { moneyFields } from "./money_fields.ts";

/** Makes a month's totals as the plan export carries them. */
export function monthBase({ plan, figures, month }: ShownMonth): MonthSummaryBase {
  const index = monthsBetween(figures.firstMonth, month);
  const totals = figures.months[index];
  return {
    month,
    note: plan.records.month_notes.get(month) ?? null,
    income: totals?.income ?? 0,
    budgeted: totals?.budgeted ?? 0,
    activity: totals?.activity ?? 0,
    to_be_budgeted: figures.toBeBudgeted[index] ?? 0,
    age_of_money: figures.ageOfMoney[index] ?? null,
    deleted: false,
  };
}

/** Makes a month's totals with their display fields. */
export function monthShape(shown: ShownMonth): MonthSummary {
  const base = monthBase(shown);
  const { income, budgeted, activity, to_be_budgeted } = base;
  return {
    ...base,
    ...moneyFields(
      { income, budgeted, activity, to_be_budgeted },
      shown.plan.records.currency_format,
    ),
  };
}
