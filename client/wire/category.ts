import * as check from "./check.ts";

const targetType = check.word<"NEED" | "TB" | "TBD" | "MF" | "DEBT">();
export type TargetType = check.TypeOf<typeof targetType>;

/** How often a target created through the API repeats. */
export type TargetFrequency = check.OpenEnum<"weekly" | "monthly" | "yearly">;

export const category = check.record({
  id: check.id,
  category_group_id: check.id,
  category_group_name: check.orAbsent(check.text),
  name: check.text,
  hidden: check.flag,
  /** Absent before version 1.85 of YNAB's API. */
  internal: check.orAbsent(check.flag),
  original_category_group_id: check.orNone(check.id),
  note: check.orNone(check.text),
  /** Milliunits assigned in the month. */
  budgeted: check.amount,
  /** The month's activity in milliunits; spending is negative. */
  activity: check.amount,
  /** Milliunits available at the end of the month. */
  balance: check.amount,
  goal_type: check.orNone(targetType),
  goal_needs_whole_amount: check.orNone(check.flag),
  goal_day: check.orNone(check.count),
  goal_cadence: check.orNone(check.count),
  goal_cadence_frequency: check.orNone(check.count),
  goal_creation_month: check.orNone(check.day),
  goal_target: check.orNone(check.amount),
  goal_target_month: check.orNone(check.day),
  goal_target_date: check.orNone(check.day),
  goal_percentage_complete: check.orNone(check.count),
  goal_months_to_budget: check.orNone(check.count),
  goal_under_funded: check.orNone(check.amount),
  goal_overall_funded: check.orNone(check.amount),
  goal_overall_left: check.orNone(check.amount),
  goal_snoozed_at: check.orNone(check.text),
  balance_formatted: check.orAbsent(check.text),
  deleted: check.flag,
});
export type Category = check.TypeOf<typeof category>;

const groupFields = {
  id: check.id,
  name: check.text,
  hidden: check.flag,
  /** Absent before version 1.85 of YNAB's API. */
  internal: check.orAbsent(check.flag),
  deleted: check.flag,
};

export const categoryGroup = check.record(groupFields);
export type CategoryGroup = check.TypeOf<typeof categoryGroup>;

/** A group with its categories; in a delta, only the changed categories. */
export const categoryGroupWithCategories = check.record({
  ...groupFields,
  categories: check.list(category),
});
export type CategoryGroupWithCategories = check.TypeOf<typeof categoryGroupWithCategories>;

/** Body for creating or updating a category. Omitted fields keep their values. */
export interface SaveCategory {
  readonly name?: string | null;
  readonly note?: string | null;
  readonly category_group_id?: string;
  /** Target amount in milliunits; `null` removes the target. */
  readonly goal_target?: number | null;
  readonly goal_target_date?: string | null;
  readonly goal_needs_whole_amount?: boolean | null;
  readonly goal_frequency?: TargetFrequency;
}

export interface NewCategory extends SaveCategory {
  readonly name: string;
  readonly category_group_id: string;
}

/** Body for updating a category's month: the new assigned amount in milliunits. */
export interface SaveMonthCategory {
  readonly budgeted: number;
}

/** Body for creating or updating a category group. The name has at most 50 characters. */
export interface SaveCategoryGroup {
  readonly name: string;
}

/** A money movement. A `null` category is Ready to Assign. */
export const moneyMovement = check.record({
  id: check.id,
  month: check.orNone(check.month),
  moved_at: check.orNone(check.text),
  note: check.orNone(check.text),
  money_movement_group_id: check.orNone(check.id),
  performed_by_user_id: check.anything<string | null | undefined>(),
  from_category_id: check.orNone(check.id),
  to_category_id: check.orNone(check.id),
  amount: check.amount,
});
export type MoneyMovement = check.TypeOf<typeof moneyMovement>;

export const moneyMovementGroup = check.record({
  id: check.id,
  group_created_at: check.text,
  month: check.month,
  note: check.orNone(check.text),
  performed_by_user_id: check.anything<string | null | undefined>(),
});
export type MoneyMovementGroup = check.TypeOf<typeof moneyMovementGroup>;
