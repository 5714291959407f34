import type { OpenEnum } from "./open_enum.ts";

/** What kind of target a category has. */
export type TargetType = OpenEnum<"NEED" | "TB" | "TBD" | "MF" | "DEBT">;

/** How often a target that the API writes comes round. */
export type TargetFrequency = OpenEnum<"weekly" | "monthly" | "yearly">;

/** One category as the plan export carries it: without the display fields. */
export interface CategoryBase {
  readonly id: string;
  readonly category_group_id: string;
  readonly category_group_name?: string;
  readonly name: string;
  readonly hidden: boolean;
  /** Absent before upstream 1.85. */
  readonly internal?: boolean;
  readonly original_category_group_id?: string | null;
  readonly note?: string | null;
  /** Milliunits assigned in the month. */
  readonly budgeted: number;
  /** Milliunits, signed: spending is negative. */
  readonly activity: number;
  /** Milliunits available at the month's end. */
  readonly balance: number;
  readonly goal_type?: TargetType | null;
  readonly goal_needs_whole_amount?: boolean | null;
  readonly goal_day?: number | null;
  readonly goal_cadence?: number | null;
  readonly goal_cadence_frequency?: number | null;
  readonly goal_creation_month?: string | null;
  readonly goal_target?: number | null;
  readonly goal_target_month?: string | null;
  readonly goal_target_date?: string | null;
  readonly goal_percentage_complete?: number | null;
  readonly goal_months_to_budget?: number | null;
  readonly goal_under_funded?: number | null;
  readonly goal_overall_funded?: number | null;
  readonly goal_overall_left?: number | null;
  readonly goal_snoozed_at?: string | null;
  readonly deleted: boolean;
}

/** One category as every other read carries it. */
export interface Category extends CategoryBase {
  readonly budgeted_formatted?: string;
  readonly budgeted_currency?: number;
  readonly activity_formatted?: string;
  readonly activity_currency?: number;
  readonly balance_formatted?: string;
  readonly balance_currency?: number;
  readonly goal_target_formatted?: string | null;
  readonly goal_target_currency?: number | null;
  readonly goal_under_funded_formatted?: string | null;
  readonly goal_under_funded_currency?: number | null;
  readonly goal_overall_funded_formatted?: string | null;
  readonly goal_overall_funded_currency?: number | null;
  readonly goal_overall_left_formatted?: string | null;
  readonly goal_overall_left_currency?: number | null;
}

/** A group without its categories. */
export interface CategoryGroup {
  readonly id: string;
  readonly name: string;
  readonly hidden: boolean;
  /** Absent before upstream 1.85. */
  readonly internal?: boolean;
  readonly deleted: boolean;
}

/** A group with its categories; in a delta, with the changed ones only. */
export interface CategoryGroupWithCategories extends CategoryGroup {
  readonly categories: readonly Category[];
}

/** Body of a category create or update; an absent field stays as it is. */
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

/** Body of a category create. */
export interface NewCategory extends SaveCategory {
  readonly name: string;
  readonly category_group_id: string;
}

/** Body of a month category update: the absolute amount, in milliunits. */
export interface SaveMonthCategory {
  readonly budgeted: number;
}

/** Body of a category group create or update; at most 50 characters. */
export interface SaveCategoryGroup {
  readonly name: string;
}
