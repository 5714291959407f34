import type { Account, AccountBase } from "./account.ts";
import { category, type CategoryBase, type CategoryGroup } from "./category.ts";
import {
  amount,
  anything,
  count,
  displayed,
  flag,
  id,
  month,
  orAbsent,
  orNone,
  orNull,
  record,
  type RecordOf,
  text,
  type TypeOf,
  uniqueList,
} from "./check.ts";
import type { Payee, PayeeLocation } from "./payee.ts";
import type { ScheduledSplitLineBase, ScheduledTransactionBase } from "./scheduled_transaction.ts";
import type { SplitLineBase, TransactionBase } from "./transaction.ts";

/** Date format of the plan, such as `MM/DD/YYYY`. */
const dateFormat = record({ format: text });
export type DateFormat = TypeOf<typeof dateFormat>;

const currencyFormat = record({
  iso_code: text,
  example_format: anything<string>(),
  decimal_digits: anything<number>(),
  decimal_separator: anything<string>(),
  symbol_first: anything<boolean>(),
  group_separator: anything<string>(),
  currency_symbol: anything<string>(),
  display_symbol: anything<boolean>(),
});
export type CurrencyFormat = TypeOf<typeof currencyFormat>;

export const planSummary = record({
  id,
  name: text,
  last_modified_on: orAbsent(text),
  first_month: orAbsent(month),
  last_month: orAbsent(month),
  date_format: anything<DateFormat | null | undefined>(),
  currency_format: orNone(currencyFormat),
  /** Present only if the request asked for accounts. */
  accounts: anything<readonly Account[] | undefined>(),
});
export type PlanSummary = TypeOf<typeof planSummary>;

export const planSettings = record({
  date_format: orNull(dateFormat),
  currency_format: orNull(currencyFormat),
});
export type PlanSettings = TypeOf<typeof planSettings>;

/** The plan export, with each type of record in a separate list. */
export interface PlanDetail extends Omit<PlanSummary, "accounts"> {
  readonly accounts?: readonly AccountBase[];
  readonly payees?: readonly Payee[];
  readonly payee_locations?: readonly PayeeLocation[];
  readonly category_groups?: readonly CategoryGroup[];
  readonly categories?: readonly CategoryBase[];
  readonly months?: readonly MonthDetailBase[];
  readonly transactions?: readonly TransactionBase[];
  readonly subtransactions?: readonly SplitLineBase[];
  readonly scheduled_transactions?: readonly ScheduledTransactionBase[];
  readonly scheduled_subtransactions?: readonly ScheduledSplitLineBase[];
}

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

export const monthSummary = record(shown);
export type MonthSummary = TypeOf<typeof monthSummary>;

/** A month with every category's figures for the month. */
export const monthDetail = record({ ...shown, categories: uniqueList(category) });
export type MonthDetail = TypeOf<typeof monthDetail>;

/** A month with its categories in the plan export. */
export interface MonthDetailBase extends MonthSummaryBase {
  readonly categories: readonly CategoryBase[];
}
