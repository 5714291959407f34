import type {
  ScheduledSplitLineBase,
  ScheduledTransaction,
} from "../../client/wire/scheduled_transaction.ts";
import type {
  HybridTransaction,
  SplitLineBase,
  Transaction,
} from "../../client/wire/transaction.ts";
import {
  isSplit,
  SPLIT_CATEGORY,
  SPLIT_CATEGORY_ID,
  type StoredAccount,
  type StoredCategory,
  type StoredGroup,
  type StoredScheduled,
  type StoredScheduledLine,
  type StoredSplitLine,
  type StoredTransaction,
  UNCATEGORIZED_CATEGORY,
} from "../model/records.ts";
import type { Account, AccountBase } from "../../client/wire/account.ts";
import type { Category, CategoryBase, CategoryGroup } from "../../client/wire/category.ts";
import type {
  CurrencyFormat,
  MonthSummary,
  MonthSummaryBase,
  PlanSummary,
} from "../../client/wire/plan.ts";
import { monthsBetween } from "../../domain/base/month.ts";
import type { PlanFigures } from "../model/books.ts";
import type { DemoPlan } from "../model/demo_plan.ts";
import { categoryProgress } from "../model/targets.ts";

type MoneyFields<Amounts> =
  & { [Name in keyof Amounts & string as `${Name}_formatted`]: string | (Amounts[Name] & null) }
  & { [Name in keyof Amounts & string as `${Name}_currency`]: number | (Amounts[Name] & null) };

/** Returns the `*_formatted` and `*_currency` fields of each amount; `null` for missing amounts. */
export function moneyFields<Amounts extends Readonly<Record<string, number | null>>>(
  amounts: Amounts,
  { records: { currency_format: currency } }: Pick<DemoPlan, "records">,
): MoneyFields<Amounts> {
  const format = currency ?? PLAIN;
  const digits = Math.min(3, Math.max(0, format.decimal_digits));
  const fields: Record<string, string | number | null> = {};
  for (const [name, amount] of Object.entries(amounts)) {
    const smallest = Math.round(Math.abs(amount ?? 0) / 10 ** (3 - digits));
    const units = smallest === 0 ? 0 : Math.sign(amount ?? 0) * smallest / 10 ** digits;
    fields[`${name}_formatted`] = amount === null ? null : moneyText(units, digits, format);
    fields[`${name}_currency`] = amount === null ? null : units;
  }
  return fields as MoneyFields<Amounts>;
}

/** Format of amounts in a plan without a currency. */
const PLAIN: Omit<CurrencyFormat, "iso_code" | "example_format"> = {
  decimal_digits: 2,
  decimal_separator: ".",
  symbol_first: true,
  group_separator: ",",
  currency_symbol: "",
  display_symbol: false,
};

/** Shares no code with the domain's formatter, because tests check that one against this one. */
function moneyText(units: number, digits: number, format: typeof PLAIN): string {
  const [whole = "", decimals] = Math.abs(units).toFixed(digits).split(".");
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/gu, () => format.group_separator);
  const number = decimals === undefined ? grouped : grouped + format.decimal_separator + decimals;
  const symbol = format.display_symbol ? format.currency_symbol : "";
  return (units < 0 ? "-" : "") + (format.symbol_first ? symbol + number : number + symbol);
}

/**
 * A plan in the list of plans. Its last month is the current month, although the plan has the next
 * month, too.
 */
export function planShape({ records }: DemoPlan, { currentMonth }: PlanFigures): PlanSummary {
  return {
    id: records.id,
    name: records.name,
    last_modified_on: records.last_modified_on,
    first_month: records.first_month,
    last_month: currentMonth,
    date_format: records.date_format,
    currency_format: records.currency_format,
  };
}

export function accountBase(account: StoredAccount, { accounts }: PlanFigures): AccountBase {
  const { payment_category_id: _category, knowledge: _knowledge, ...base } = account;
  const { cleared, uncleared } = accounts.get(account.id) ?? { cleared: 0, uncleared: 0 };
  return {
    ...base,
    balance: cleared + uncleared,
    cleared_balance: cleared,
    uncleared_balance: uncleared,
    debt_original_balance: null,
  };
}

export function accountShape(
  account: StoredAccount,
  plan: DemoPlan,
  figures: PlanFigures,
): Account {
  const base = accountBase(account, figures);
  const { balance, cleared_balance, uncleared_balance } = base;
  return {
    ...base,
    ...moneyFields({ balance, cleared_balance, uncleared_balance }, plan),
  };
}

/** A month of a plan. */
export interface ShownMonth {
  readonly plan: DemoPlan;
  readonly figures: PlanFigures;
  readonly month: string;
}

export function groupShape({ id, name, hidden, internal, deleted }: StoredGroup): CategoryGroup {
  return { id, name, hidden, internal, deleted };
}

/** A category as in the plan export, with a month's amounts. */
export function categoryBase(category: StoredCategory, shown: ShownMonth): CategoryBase {
  const { plan, figures, month } = shown;
  const index = monthsBetween(figures.firstMonth, month);
  const amounts = figures.months[index]?.categories.get(category.id);
  return {
    id: category.id,
    category_group_id: category.category_group_id,
    category_group_name: plan.groups.get(category.category_group_id)?.name ?? "",
    name: category.name,
    hidden: category.hidden,
    internal: category.internal,
    original_category_group_id: null,
    note: category.note,
    budgeted: amounts?.budgeted ?? 0,
    activity: amounts?.activity ?? 0,
    balance: amounts?.balance ?? 0,
    ...targetFields(category, month),
    ...categoryProgress(category, { figures, index, smallest: plan.smallest }),
    deleted: category.deleted,
  };
}

export function categoryShape(category: StoredCategory, shown: ShownMonth): Category {
  const base = categoryBase(category, shown);
  const { budgeted, activity, balance } = base;
  const { goal_target = null, goal_under_funded = null } = base;
  const { goal_overall_funded = null, goal_overall_left = null } = base;
  const goals = { goal_target, goal_under_funded, goal_overall_funded, goal_overall_left };
  return {
    ...base,
    ...moneyFields({ budgeted, activity, balance }, shown.plan),
    ...moneyFields(goals, shown.plan),
  };
}

/** YNAB returns 0, not `null`, for the amount of a missing target. */
function targetFields({ target }: StoredCategory, month: string): Partial<CategoryBase> {
  const shown = target !== null && month >= target.goal_creation_month ? target : null;
  return {
    goal_type: shown?.goal_type ?? null,
    goal_needs_whole_amount: shown?.goal_needs_whole_amount ?? null,
    goal_day: shown?.goal_day ?? null,
    goal_cadence: shown?.goal_cadence ?? null,
    goal_cadence_frequency: shown?.goal_cadence_frequency ?? null,
    goal_creation_month: shown?.goal_creation_month ?? null,
    goal_target: shown?.goal_target ?? 0,
    goal_target_month: shown?.goal_target_date ?? null,
    goal_target_date: shown?.goal_target_date ?? null,
    goal_snoozed_at: shown?.goal_snoozed_at ?? null,
  };
}

export function monthBase({ plan, figures, month }: ShownMonth): MonthSummaryBase {
  const index = monthsBetween(figures.firstMonth, month);
  const totals = figures.months[index];
  return {
    month,
    note: plan.records.month_notes.get(month) ?? null,
    income: totals?.income ?? 0,
    budgeted: totals?.budgeted ?? 0,
    activity: totals?.activity ?? 0,
    to_be_budgeted: figures.toBeBudgeted[index] ?? 0,
    age_of_money: figures.ageOfMoney[index] ?? null,
    deleted: false,
  };
}

export function monthShape(shown: ShownMonth): MonthSummary {
  const base = monthBase(shown);
  const { income, budgeted, activity, to_be_budgeted } = base;
  return {
    ...base,
    ...moneyFields({ income, budgeted, activity, to_be_budgeted }, shown.plan),
  };
}

/** A transaction or schedule in the plan export. */
export function rowBase<Row extends StoredTransaction | StoredScheduled>(
  row: Row,
): Omit<Row, "lines" | "knowledge"> {
  const { lines: _lines, knowledge: _knowledge, ...base } = row;
  return isSplit(row) ? { ...base, category_id: SPLIT_CATEGORY_ID } : base;
}

/** A transaction with its formatted amount and names; the category of a split is named "Split". */
function namedRow(row: StoredTransaction, plan: DemoPlan): Omit<Transaction, "subtransactions"> {
  return {
    ...rowBase(row),
    ...moneyFields({ amount: row.amount }, plan),
    ...namesOf(row, plan),
    account_name: plan.accounts.get(row.account_id)?.name ?? "",
  };
}

/** A transaction with its names and split lines. */
export function transactionShape(row: StoredTransaction, plan: DemoPlan): Transaction {
  return {
    ...namedRow(row, plan),
    subtransactions: row.lines.map((line) => ({
      ...lineBase(line, row, plan),
      ...moneyFields({ amount: line.amount }, plan),
    })),
  };
}

export function lineBase(
  line: StoredSplitLine,
  { id }: StoredTransaction,
  plan: DemoPlan,
): SplitLineBase {
  return { ...line, ...namesOf(line, plan), transaction_id: id };
}

interface Named {
  readonly payee_id: string | null;
  readonly category_id: string | null;
  readonly deleted: boolean;
  readonly lines?: StoredTransaction["lines"] | StoredScheduled["lines"];
}

function namesOf(
  { payee_id, category_id, deleted, lines = [] }: Named,
  plan: DemoPlan,
): { readonly payee_name: string | null; readonly category_name: string | null } {
  return {
    payee_name: plan.payees.get(payee_id ?? "")?.name ?? null,
    category_name: isSplit({ deleted, lines })
      ? SPLIT_CATEGORY
      : plan.categories.get(category_id ?? "")?.name ?? null,
  };
}

export function hybridRow(row: StoredTransaction, plan: DemoPlan): HybridTransaction {
  const named = namedRow(row, plan);
  return {
    ...named,
    category_name: named.category_name ?? UNCATEGORIZED_CATEGORY,
    type: "transaction",
    parent_transaction_id: null,
  };
}

export function hybridLine(
  line: StoredSplitLine,
  row: StoredTransaction,
  plan: DemoPlan,
): HybridTransaction {
  const { payee_name, category_name } = namesOf({ ...line, lines: [] }, plan);
  return {
    ...namedRow(row, plan),
    ...line,
    ...moneyFields({ amount: line.amount }, plan),
    payee_name,
    category_name: category_name ?? UNCATEGORIZED_CATEGORY,
    deleted: row.deleted || line.deleted,
    type: "subtransaction",
    parent_transaction_id: row.id,
  };
}

/** Unlike a transaction, a schedule without a category is shown as "Uncategorized". */
export function scheduledShape(stored: StoredScheduled, plan: DemoPlan): ScheduledTransaction {
  const { payee_name, category_name } = namesOf(stored, plan);
  const isInBudget = plan.accounts.get(stored.transfer_account_id ?? "")?.on_budget;
  return {
    ...rowBase(stored),
    ...moneyFields({ amount: stored.amount }, plan),
    account_name: plan.accounts.get(stored.account_id)?.name ?? "",
    payee_name,
    category_name: category_name ?? (isInBudget ? null : UNCATEGORIZED_CATEGORY),
    subtransactions: stored.lines.map((line) => ({
      ...scheduledLineBase(line, stored, plan),
      ...moneyFields({ amount: line.amount }, plan),
    })),
  };
}

export function scheduledLineBase(
  line: StoredScheduledLine,
  { id }: StoredScheduled,
  plan: DemoPlan,
): ScheduledSplitLineBase {
  return { ...line, ...namesOf(line, plan), scheduled_transaction_id: id };
}
