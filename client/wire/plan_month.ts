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
  /** Milliunits that came into Ready to Assign in the month. */
  income: amount,
  /** Milliunits assigned in the month. */
  budgeted: amount,
  /** Milliunits, signed. */
  activity: amount,
  /** Milliunits left to assign (Ready to Assign); negative when over-assigned. */
  to_be_budgeted: amount,
  /** Days, or `null` while there is too little history. */
  age_of_money: orNone(count),
  deleted: flag,
};
const shown = { ...base, ...displayed("income", "budgeted", "activity", "to_be_budgeted") };

/** One month's totals as the plan export carries them. */
export type MonthSummaryBase = RecordOf<typeof base>;

/** One month's totals. */
export const monthSummary = record(shown);
export type MonthSummary = TypeOf<typeof monthSummary>;

/** One month with every category's figures of that month. */
export const monthDetail = record({ ...shown, categories: uniqueList(category) });
export type MonthDetail = TypeOf<typeof monthDetail>;

/** One month with its categories as the plan export carries them. */
export interface MonthDetailBase extends MonthSummaryBase {
  readonly categories: readonly CategoryBase[];
}
