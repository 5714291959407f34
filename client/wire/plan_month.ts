import { category, type CategoryBase } from "./category.ts";
import {
  amount,
  count,
  displayed,
  flag,
  month,
  orNone,
  record,
  type RecordOf,
  text,
  type TypeOf,
  uniqueList,
} from "./check.ts";

const base = {
  /** First day of the month, `YYYY-MM-01`. */
  month,
  note: orNone(text),
  /** Milliunits added to Ready to Assign in the month. */
  income: amount,
  /** Milliunits assigned in the month. */
  budgeted: amount,
  /** Milliunits, signed. */
  activity: amount,
  /** Milliunits left to assign (Ready to Assign); negative if overassigned. */
  to_be_budgeted: amount,
  /** Days, or `null` if there is too little history. */
  age_of_money: orNone(count),
  deleted: flag,
};
const shown = { ...base, ...displayed("income", "budgeted", "activity", "to_be_budgeted") };

/** A month's totals in the plan export. */
export type MonthSummaryBase = RecordOf<typeof base>;

/** A month's totals. */
export const monthSummary = record(shown);
export type MonthSummary = TypeOf<typeof monthSummary>;

/** A month with the month's figures of every category. */
export const monthDetail = record({ ...shown, categories: uniqueList(category) });
export type MonthDetail = TypeOf<typeof monthDetail>;

/** A month with its categories in the plan export. */
export interface MonthDetailBase extends MonthSummaryBase {
  readonly categories: readonly CategoryBase[];
}
