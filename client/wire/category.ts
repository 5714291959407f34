import {
  amount,
  anything,
  count,
  day,
  displayed,
  flag,
  id,
  list,
  month,
  type OpenEnum,
  orAbsent,
  orNone,
  record,
  type RecordOf,
  text,
  type TypeOf,
  word,
} from "./check.ts";

const targetType = word<"NEED" | "TB" | "TBD" | "MF" | "DEBT">();
export type TargetType = TypeOf<typeof targetType>;

/** How often a target created through the API repeats. */
export type TargetFrequency = OpenEnum<"weekly" | "monthly" | "yearly">;

const base = {
  id,
  category_group_id: id,
  category_group_name: orAbsent(text),
  name: text,
  hidden: flag,
  /** Absent before upstream 1.85. */
  internal: orAbsent(flag),
  original_category_group_id: orNone(id),
  note: orNone(text),
  /** Milliunits assigned in the month. */
  budgeted: amount,
  /** Milliunits, signed: spending is negative. */
  activity: amount,
  /** Milliunits available at the end of the month. */
  balance: amount,
  goal_type: orNone(targetType),
  goal_needs_whole_amount: orNone(flag),
  goal_day: orNone(count),
  goal_cadence: orNone(count),
  goal_cadence_frequency: orNone(count),
  goal_creation_month: orNone(day),
  goal_target: orNone(amount),
  goal_target_month: orNone(day),
  goal_target_date: orNone(day),
  goal_percentage_complete: orNone(count),
  goal_months_to_budget: orNone(count),
  goal_under_funded: orNone(amount),
  goal_overall_funded: orNone(amount),
  goal_overall_left: orNone(amount),
  goal_snoozed_at: orNone(text),
  deleted: flag,
};

/** A category in the plan export, without display fields. */
export type CategoryBase = RecordOf<typeof base>;

/** A category in any other response. */
export const category = record({
  ...base,
  ...displayed("budgeted", "activity", "balance"),
  ...displayed<
    "goal_target" | "goal_under_funded" | "goal_overall_funded" | "goal_overall_left",
    null
  >("goal_target", "goal_under_funded", "goal_overall_funded", "goal_overall_left"),
  balance_formatted: orAbsent(text),
});
export type Category = TypeOf<typeof category>;

const groupFields = {
  id,
  name: text,
  hidden: flag,
  /** Absent before upstream 1.85. */
  internal: orAbsent(flag),
  deleted: flag,
};

export const categoryGroup = record(groupFields);
export type CategoryGroup = TypeOf<typeof categoryGroup>;

/** A group with its categories; in a delta, only the changed categories. */
export const categoryGroupWithCategories = record({ ...groupFields, categories: list(category) });
export type CategoryGroupWithCategories = TypeOf<typeof categoryGroupWithCategories>;

/** Body for creating or updating a category. Absent fields stay unchanged. */
export interface SaveCategory {
  readonly name?: string | null;
  readonly note?: string | null;
  readonly category_group_id?: string;
  /** Milliunits; `null` removes the target. */
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
export const moneyMovement = record({
  id,
  month: orNone(month),
  moved_at: orNone(text),
  note: orNone(text),
  money_movement_group_id: orNone(id),
  performed_by_user_id: anything<string | null | undefined>(),
  from_category_id: orNone(id),
  to_category_id: orNone(id),
  amount,
  ...displayed("amount"),
});
export type MoneyMovement = TypeOf<typeof moneyMovement>;

export const moneyMovementGroup = record({
  id,
  group_created_at: text,
  month,
  note: orNone(text),
  performed_by_user_id: anything<string | null | undefined>(),
});
export type MoneyMovementGroup = TypeOf<typeof moneyMovementGroup>;
