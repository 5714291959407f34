import type { Account } from "../client/wire/account.ts";
import type { Category, CategoryGroupWithCategories } from "../client/wire/category.ts";
import type { Payee } from "../client/wire/payee.ts";
import type { MonthDetail, MonthSummary, PlanSummary } from "../client/wire/plan.ts";
import type { ScheduledTransaction } from "../client/wire/scheduled_transaction.ts";
import type { SplitLine, Transaction } from "../client/wire/transaction.ts";

/**
 * Makes a UUID from a number; UUIDs made from small numbers differ in their first eight characters.
 */
export function anId(number: number): string {
  return `${number.toString(16).padStart(8, "0")}-0000-4000-8000-000000000000`;
}

/** Makes a cleared, approved transaction in a checking account, without a payee or category. */
export function aTransaction(change: Partial<Transaction> = {}): Transaction {
  return {
    id: crypto.randomUUID(),
    date: "2024-03-01",
    amount: -10_000,
    memo: null,
    cleared: "cleared",
    approved: true,
    flag_color: null,
    account_id: "checking",
    account_name: "Checking",
    payee_id: null,
    payee_name: null,
    category_id: null,
    category_name: null,
    transfer_account_id: null,
    transfer_transaction_id: null,
    matched_transaction_id: null,
    import_id: null,
    import_payee_name: null,
    import_payee_name_original: null,
    subtransactions: [],
    deleted: false,
    ...change,
  };
}

/** Makes a split line without a payee or category. */
export function aSplitLine(change: Partial<SplitLine> = {}): SplitLine {
  return {
    id: crypto.randomUUID(),
    transaction_id: "split",
    amount: -5_000,
    memo: null,
    payee_id: null,
    payee_name: null,
    category_id: null,
    category_name: null,
    transfer_account_id: null,
    transfer_transaction_id: null,
    deleted: false,
    ...change,
  };
}

/** Makes an open, on-budget checking account. */
export function anAccount(change: Partial<Account> = {}): Account {
  return {
    id: crypto.randomUUID(),
    name: "Checking",
    type: "checking",
    on_budget: true,
    closed: false,
    balance: 0,
    cleared_balance: 0,
    uncleared_balance: 0,
    transfer_payee_id: crypto.randomUUID(),
    deleted: false,
    ...change,
  };
}

/** Makes a visible category in the group "Living", without money or a target. */
export function aCategory(change: Partial<Category> = {}): Category {
  return {
    id: crypto.randomUUID(),
    category_group_id: "living",
    category_group_name: "Living",
    name: "Groceries",
    hidden: false,
    internal: false,
    budgeted: 0,
    activity: 0,
    balance: 0,
    deleted: false,
    ...change,
  };
}

/** Makes a visible group without categories. */
export function aGroup(
  change: Partial<CategoryGroupWithCategories> = {},
): CategoryGroupWithCategories {
  return {
    id: "living",
    name: "Living",
    hidden: false,
    internal: false,
    deleted: false,
    categories: [],
    ...change,
  };
}

/** Makes a month's totals, all zero. */
export function aMonthSummary(change: Partial<MonthSummary> = {}): MonthSummary {
  return {
    month: "2024-03-01",
    note: null,
    income: 0,
    budgeted: 0,
    activity: 0,
    to_be_budgeted: 0,
    age_of_money: null,
    deleted: false,
    ...change,
  };
}

/** Makes a month without categories. */
export function aMonth(change: Partial<MonthDetail> = {}): MonthDetail {
  return { ...aMonthSummary(), to_be_budgeted: 0, categories: [], ...change };
}

/** Makes a monthly schedule for a checking account. */
export function aSchedule(change: Partial<ScheduledTransaction> = {}): ScheduledTransaction {
  return {
    id: crypto.randomUUID(),
    date_first: "2024-01-15",
    date_next: "2024-03-15",
    frequency: "monthly",
    amount: -50_000,
    memo: null,
    flag_color: null,
    account_id: "checking",
    account_name: "Checking",
    payee_id: null,
    payee_name: null,
    category_id: null,
    category_name: null,
    transfer_account_id: null,
    subtransactions: [],
    deleted: false,
    ...change,
  };
}

/** Makes a payee. */
export function aPayee(change: Partial<Payee> = {}): Payee {
  return {
    id: crypto.randomUUID(),
    name: "Corner Shop",
    transfer_account_id: null,
    deleted: false,
    ...change,
  };
}

/** Makes a plan as it appears in the list of plans. */
export function aPlan(change: Partial<PlanSummary> = {}): PlanSummary {
  return { id: crypto.randomUUID(), name: "Household", ...change };
}
