import { monthsBetween } from "../_calendar.ts";
import type { Category, CategoryBase, CategoryGroup } from "../../client/wire/category.ts";
import type { StoredCategory, StoredGroup } from "../_records.ts";
import type { PlanFigures } from "../plan/books.ts";
import { categoryProgress } from "../plan/category_progress.ts";
import type { DemoPlan } from "../plan/demo_plan.ts";
import { moneyFields, nullableMoneyFields } from "./money_fields.ts";

/** A month of a plan whose categories are to be shown. */
export interface ShownMonth {
  readonly plan: DemoPlan;
  readonly figures: PlanFigures;
  readonly month: string;
}

/** Makes a group without its categories. */
export function groupShape({ id, name, hidden, internal, deleted }: StoredGroup): CategoryGroup {
  return { id, name, hidden, internal, deleted };
}

/** Makes a category as the plan export carries it, with the amounts of a month. */
export function categoryBase(category: StoredCategory, shown: ShownMonth): CategoryBase {
  const { plan, figures, month } = shown;
  const index = monthsBetween(figures.firstMonth, month);
  const amounts = figures.months[index]?.categories.get(category.id);
  return {
    id: category.id,
    category_group_id: category.category_group_id,
    category_group_name: plan.groups.get(category.category_group_id)?.name ?? "",
    name: category.name,
    hidden: category.hidden,
    internal: category.internal,
    original_category_group_id: null,
    note: category.note,
    budgeted: amounts?.budgeted ?? 0,
    activity: amounts?.activity ?? 0,
    balance: amounts?.balance ?? 0,
    ...targetFields(category, month),
    ...categoryProgress(category, { figures, index, smallest: plan.smallest }),
    deleted: category.deleted,
  };
}

/** Makes a category with its display fields. */
export function categoryShape(category: StoredCategory, shown: ShownMonth): Category {
  const base = categoryBase(category, shown);
  const { budgeted, activity, balance } = base;
  const format = shown.plan.records.currency_format;
  return {
    ...base,
    ...moneyFields({ budgeted, activity, balance }, format),
    ...nullableMoneyFields({
      goal_target: base.goal_target ?? null,
      goal_under_funded: base.goal_under_funded ?? null,
      goal_overall_funded: base.goal_overall_funded ?? null,
      goal_overall_left: base.goal_overall_left ?? null,
    }, format),
  };
}

/** Upstream shows 0, not `null`, as the amount of a target that is not there. */
function targetFields({ target }: StoredCategory, month: string): Partial<CategoryBase> {
  const shown = target !== null && month >= target.goal_creation_month ? target : null;
  return {
    goal_type: shown?.goal_type ?? null,
    goal_needs_whole_amount: shown?.goal_needs_whole_amount ?? null,
    goal_day: shown?.goal_day ?? null,
    goal_cadence: shown?.goal_cadence ?? null,
    goal_cadence_frequency: shown?.goal_cadence_frequency ?? null,
    goal_creation_month: shown?.goal_creation_month ?? null,
    goal_target: shown?.goal_target ?? 0,
    goal_target_month: shown?.goal_target_date ?? null,
    goal_target_date: shown?.goal_target_date ?? null,
    goal_snoozed_at: shown?.goal_snoozed_at ?? null,
  };
}
