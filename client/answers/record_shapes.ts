import {
  amount,
  count,
  day,
  flag,
  id,
  idOrNone,
  type Kind,
  month,
  orNone,
  text,
  textOrNone,
} from "./value_kinds.ts";
import type { Account } from "../wire/account.ts";
import type { Category, CategoryGroup } from "../wire/category.ts";
import type { MoneyMovement, MoneyMovementGroup } from "../wire/money_movement.ts";
import type { Payee } from "../wire/payee.ts";
import type { PlanSettings, PlanSummary } from "../wire/plan.ts";
import type { MonthSummary } from "../wire/plan_month.ts";
import type { ScheduledSplitLine, ScheduledTransaction } from "../wire/scheduled_transaction.ts";
import type { SplitLine, Transaction } from "../wire/transaction.ts";

/** Nothing relies on the field: whatever it holds passes. */
const ANYTHING = null;

/** What the fields of a record hold; lists of records in it are none of these. */
export type Shape<Type> = {
  readonly [Field in keyof Type]-?: Kind | typeof ANYTHING;
};

/** A plan in the list of plans. */
export const planShape: Shape<Omit<PlanSummary, "accounts">> = {
  id,
  name: text,
  last_modified_on: textOrNone,
  first_month: orNone(month),
  last_month: orNone(month),
  date_format: ANYTHING,
  currency_format: orNone(recordWith("iso_code")),
};

/** An account. */
export const accountShape: Shape<Account> = {
  id,
  name: text,
  type: text,
  on_budget: flag,
  closed: flag,
  note: textOrNone,
  balance: amount,
  cleared_balance: amount,
  uncleared_balance: amount,
  transfer_payee_id: idOrNone,
  direct_import_linked: orNone(flag),
  direct_import_in_error: orNone(flag),
  last_reconciled_at: textOrNone,
  debt_original_balance: ANYTHING,
  debt_interest_rates: ANYTHING,
  debt_minimum_payments: ANYTHING,
  debt_escrow_amounts: ANYTHING,
  deleted: flag,
  balance_formatted: textOrNone,
  balance_currency: ANYTHING,
  cleared_balance_formatted: ANYTHING,
  cleared_balance_currency: ANYTHING,
  uncleared_balance_formatted: ANYTHING,
  uncleared_balance_currency: ANYTHING,
};

/** A group, without its categories. */
export const groupShape: Shape<CategoryGroup> = {
  id,
  name: text,
  hidden: flag,
  internal: orNone(flag),
  deleted: flag,
};

/** A category. */
export const categoryShape: Shape<Category> = {
  id,
  category_group_id: id,
  category_group_name: textOrNone,
  name: text,
  hidden: flag,
  internal: orNone(flag),
  original_category_group_id: idOrNone,
  note: textOrNone,
  budgeted: amount,
  activity: amount,
  balance: amount,
  goal_type: textOrNone,
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
  goal_snoozed_at: textOrNone,
  deleted: flag,
  budgeted_formatted: ANYTHING,
  budgeted_currency: ANYTHING,
  activity_formatted: ANYTHING,
  activity_currency: ANYTHING,
  balance_formatted: textOrNone,
  balance_currency: ANYTHING,
  goal_target_formatted: ANYTHING,
  goal_target_currency: ANYTHING,
  goal_under_funded_formatted: ANYTHING,
  goal_under_funded_currency: ANYTHING,
  goal_overall_funded_formatted: ANYTHING,
  goal_overall_funded_currency: ANYTHING,
  goal_overall_left_formatted: ANYTHING,
  goal_overall_left_currency: ANYTHING,
};

/** A payee. */
export const payeeShape: Shape<Payee> = {
  id,
  name: text,
  transfer_account_id: idOrNone,
  deleted: flag,
};

/** A move of money. */
export const movementShape: Shape<MoneyMovement> = {
  id,
  month: orNone(month),
  moved_at: textOrNone,
  note: textOrNone,
  money_movement_group_id: idOrNone,
  performed_by_user_id: ANYTHING,
  from_category_id: idOrNone,
  to_category_id: idOrNone,
  amount,
  amount_formatted: ANYTHING,
  amount_currency: ANYTHING,
};

/** Moves that were made together. */
export const movementGroupShape: Shape<MoneyMovementGroup> = {
  id,
  group_created_at: text,
  month,
  note: textOrNone,
  performed_by_user_id: ANYTHING,
};

/** A plan's formats. */
export const settingsShape: Shape<PlanSettings> = {
  date_format: orNone(recordWith("format")),
  currency_format: orNone(recordWith("iso_code")),
};

/** A month's totals. */
export const monthShape: Shape<MonthSummary> = {
  month,
  note: textOrNone,
  income: amount,
  budgeted: amount,
  activity: amount,
  to_be_budgeted: amount,
  age_of_money: orNone(count),
  deleted: flag,
  income_formatted: ANYTHING,
  income_currency: ANYTHING,
  budgeted_formatted: ANYTHING,
  budgeted_currency: ANYTHING,
  activity_formatted: ANYTHING,
  activity_currency: ANYTHING,
  to_be_budgeted_formatted: ANYTHING,
  to_be_budgeted_currency: ANYTHING,
};

/** A transaction, without its lines. */
export const transactionShape: Shape<Omit<Transaction, "subtransactions">> = {
  id,
  date: day,
  amount,
  memo: textOrNone,
  cleared: text,
  approved: flag,
  flag_color: textOrNone,
  flag_name: textOrNone,
  account_id: id,
  account_name: text,
  payee_id: idOrNone,
  payee_name: textOrNone,
  category_id: idOrNone,
  category_name: textOrNone,
  transfer_account_id: idOrNone,
  transfer_transaction_id: idOrNone,
  matched_transaction_id: idOrNone,
  import_id: textOrNone,
  import_payee_name: textOrNone,
  import_payee_name_original: textOrNone,
  debt_transaction_type: textOrNone,
  deleted: flag,
  amount_formatted: textOrNone,
  amount_currency: ANYTHING,
};

/**
 * The same for most transactions, written out: of a list of 100,000 the table takes as
 * long as a third of parsing it. What this does not pass, the table decides.
 */
export function isSoundTransaction(row: Readonly<Record<string, unknown>>): boolean {
  return id(row.id) && day(row.date) && amount(row.amount) && textOrNone(row.memo) &&
    text(row.cleared) && flag(row.approved) && textOrNone(row.flag_color) &&
    textOrNone(row.flag_name) && id(row.account_id) && text(row.account_name) &&
    idOrNone(row.payee_id) && textOrNone(row.payee_name) && idOrNone(row.category_id) &&
    textOrNone(row.category_name) && idOrNone(row.transfer_account_id) &&
    idOrNone(row.transfer_transaction_id) && idOrNone(row.matched_transaction_id) &&
    textOrNone(row.import_id) && textOrNone(row.import_payee_name) &&
    textOrNone(row.import_payee_name_original) && textOrNone(row.debt_transaction_type) &&
    flag(row.deleted) && textOrNone(row.amount_formatted);
}

/** A line of a split. */
export const lineShape: Shape<SplitLine> = {
  id,
  transaction_id: idOrNone,
  amount,
  memo: textOrNone,
  payee_id: idOrNone,
  payee_name: textOrNone,
  category_id: idOrNone,
  category_name: textOrNone,
  transfer_account_id: idOrNone,
  transfer_transaction_id: idOrNone,
  deleted: flag,
  amount_formatted: ANYTHING,
  amount_currency: ANYTHING,
};

/** A schedule, without its lines. */
export const scheduleShape: Shape<Omit<ScheduledTransaction, "subtransactions">> = {
  id,
  date_first: day,
  date_next: day,
  frequency: text,
  amount,
  memo: textOrNone,
  flag_color: textOrNone,
  flag_name: textOrNone,
  account_id: id,
  account_name: text,
  payee_id: idOrNone,
  payee_name: textOrNone,
  category_id: idOrNone,
  category_name: textOrNone,
  transfer_account_id: idOrNone,
  deleted: flag,
  amount_formatted: textOrNone,
  amount_currency: ANYTHING,
};

/** A line of a schedule. */
export const scheduledLineShape: Shape<ScheduledSplitLine> = {
  id,
  scheduled_transaction_id: idOrNone,
  amount,
  memo: textOrNone,
  payee_id: idOrNone,
  payee_name: textOrNone,
  category_id: idOrNone,
  category_name: textOrNone,
  transfer_account_id: idOrNone,
  deleted: flag,
  amount_formatted: ANYTHING,
  amount_currency: ANYTHING,
};

/** A record that holds a text of this name, whatever else. */
function recordWith(field: string): Kind {
  return (value) => text((value as Readonly<Record<string, unknown>>)[field]);
}
