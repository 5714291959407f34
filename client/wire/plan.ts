import type { Account } from "./account.ts";
import { category } from "./category.ts";
import * as check from "./check.ts";

/** Date format of the plan, such as `MM/DD/YYYY`. */
const dateFormat = check.record({ format: check.text });
export type DateFormat = check.TypeOf<typeof dateFormat>;

const currencyFormat = check.record({
  iso_code: check.text,
  example_format: check.anything<string>(),
  decimal_digits: check.anything<number>(),
  decimal_separator: check.anything<string>(),
  symbol_first: check.anything<boolean>(),
  group_separator: check.anything<string>(),
  currency_symbol: check.anything<string>(),
  display_symbol: check.anything<boolean>(),
});
export type CurrencyFormat = check.TypeOf<typeof currencyFormat>;

export const planSummary = check.record({
  id: check.id,
  name: check.text,
  last_modified_on: check.orAbsent(check.text),
  first_month: check.orAbsent(check.month),
  last_month: check.orAbsent(check.month),
  date_format: check.anything<DateFormat | null | undefined>(),
  currency_format: check.orNone(currencyFormat),
  /** Present only if the request asked for accounts. */
  accounts: check.anything<readonly Account[] | undefined>(),
});
export type PlanSummary = check.TypeOf<typeof planSummary>;

export const planSettings = check.record({
  date_format: check.orNull(dateFormat),
  currency_format: check.orNull(currencyFormat),
});
export type PlanSettings = check.TypeOf<typeof planSettings>;

const base = {
  /** First day of the month, `YYYY-MM-01`. */
  month: check.month,
  note: check.orNone(check.text),
  /** Milliunits added to Ready to Assign in the month. */
  income: check.amount,
  /** Milliunits assigned in the month. */
  budgeted: check.amount,
  /** Milliunits, signed. */
  activity: check.amount,
  /** Milliunits left to assign (Ready to Assign); negative if overassigned. */
  to_be_budgeted: check.amount,
  /** Age of money in days; `null` if there is too little history. */
  age_of_money: check.orNone(check.count),
  deleted: check.flag,
};

/** A month's totals. */
export const monthSummary = check.record({
  ...base,
  // YNAB may return null for the earliest months of a plan.
  to_be_budgeted: check.orNull(check.amount),
});
export type MonthSummary = check.TypeOf<typeof monthSummary>;

/** A month with every category's figures for that month. */
export const monthDetail = check.record({ ...base, categories: check.uniqueList(category) });
export type MonthDetail = check.TypeOf<typeof monthDetail>;
