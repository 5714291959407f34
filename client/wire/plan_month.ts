import type { Category, CategoryBase } from "./category.ts";

/** One month's totals as the plan export carries them. */
export interface MonthSummaryBase {
  /** First day of the month, `YYYY-MM-01`. */
  readonly month: string;
  readonly note?: string | null;
  /** Milliunits that came into Ready to Assign in the month. */
  readonly income: number;
  /** Milliunits assigned in the month. */
  readonly budgeted: number;
  /** Milliunits, signed. */
  readonly activity: number;
  /** Milliunits left to assign (Ready to Assign); negative when over-assigned. */
  readonly to_be_budgeted: number;
  /** Days, or `null` while there is too little history. */
  readonly age_of_money?: number | null;
  readonly deleted: boolean;
}

/** One month's totals. */
export interface MonthSummary extends MonthSummaryBase {
  readonly income_formatted?: string;
  readonly income_currency?: number;
  readonly budgeted_formatted?: string;
  readonly budgeted_currency?: number;
  readonly activity_formatted?: string;
  readonly activity_currency?: number;
  readonly to_be_budgeted_formatted?: string;
  readonly to_be_budgeted_currency?: number;
}

/** One month with every category as it stood in that month. */
export interface MonthDetail extends MonthSummary {
  readonly categories: readonly Category[];
}

/** One month with its categories as the plan export carries them. */
export interface MonthDetailBase extends MonthSummaryBase {
  readonly categories: readonly CategoryBase[];
}
