import type { Account } from "../../client/wire/account.ts";
import type { Category, CategoryGroup } from "../../client/wire/category.ts";
import type { Payee } from "../../client/wire/payee.ts";
import type { CurrencyFormat, MonthSummary, PlanSummary } from "../../client/wire/plan.ts";
import type { ScheduledSplitLineBase } from "../../client/wire/scheduled_transaction.ts";
import type {
  HybridTransaction,
  SplitLineBase,
  TransactionBase,
} from "../../client/wire/transaction.ts";
import { monthsBetween } from "../../domain/base/month.ts";
import type { PlanFigures } from "../model/books.ts";
import type { DemoPlan } from "../model/demo_plan.ts";
import {
  isSplit,
  SPLIT_CATEGORY,
  SPLIT_CATEGORY_ID,
  type StoredAccount,
  type StoredCategory,
  type StoredGroup,
  type StoredPayee,
  type StoredScheduled,
  type StoredScheduledLine,
  type StoredSplitLine,
  type StoredTransaction,
  UNCATEGORIZED_CATEGORY,
} from "../model/records.ts";
import { categoryProgress } from "../model/targets.ts";
import type { Call } from "./call.ts";

/** Fields with amounts, which YNAB also returns formatted and in currency units. */
const MONEY: ReadonlySet<string> = new Set([
  ...["amount", "balance", "cleared_balance", "uncleared_balance"],
  ...["income", "budgeted", "activity", "to_be_budgeted"],
  ...["goal_target", "goal_under_funded", "goal_overall_funded", "goal_overall_left"],
]);

/** Adds `*_formatted` and `*_currency` fields for each amount; both are `null` if the amount is. */
export function withMoney(value: unknown, currency: CurrencyFormat | null): unknown {
  if (Array.isArray(value)) return value.map((item) => withMoney(item, currency));
  if (typeof value !== "object" || value === null) return value;
  const fields: Record<string, unknown> = { ...value };
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === "object" && inner !== null) fields[name] = withMoney(inner, currency);
    if (!MONEY.has(name)) continue;
    const [text, units] = inner === null ? [null, null] : displayed(Number(inner), currency);
    fields[`${name}_formatted`] = text;
    fields[`${name}_currency`] = units;
  }
  return fields;
}

function displayed(
  amount: number,
  currency: CurrencyFormat | null,
): readonly [text: string, units: number] {
  const format = currency ?? PLAIN;
  const digits = Math.min(3, Math.max(0, format.decimal_digits));
  const smallest = Math.round(Math.abs(amount) / 10 ** (3 - digits));
  const units = smallest === 0 ? 0 : Math.sign(amount) * smallest / 10 ** digits;
  return [moneyText(units, digits, format), units];
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

/** Formats an amount without the domain's formatter, because tests compare the two formatters. */
function moneyText(units: number, digits: number, format: typeof PLAIN): string {
  const [whole = "", decimals] = Math.abs(units).toFixed(digits).split(".");
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/gu, () => format.group_separator);
  const number = decimals === undefined ? grouped : grouped + format.decimal_separator + decimals;
  const symbol = format.display_symbol ? format.currency_symbol : "";
  return (units < 0 ? "-" : "") + (format.symbol_first ? symbol + number : number + symbol);
}

/**
 * A plan in the list of plans. Its `last_month` is the current month, even though the plan also
 * contains the next month.
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

export function accountShape(account: StoredAccount, { accounts }: PlanFigures): Account {
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

type Shown = Pick<Call, "plan" | "figures">;

export function payeeShape({ id, name, transfer_account_id, deleted }: StoredPayee): Payee {
  return { id, name, transfer_account_id, deleted };
}

export function groupShape({ id, name, hidden, internal, deleted }: StoredGroup): CategoryGroup {
  return { id, name, hidden, internal, deleted };
}

/** A category with its amounts for a month, by default the current one. */
export function categoryShape(
  category: StoredCategory,
  { plan, figures }: Shown,
  month: string = figures.currentMonth,
): Category {
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

/** YNAB returns 0, not `null`, for the amount of a missing target. */
function targetFields({ target }: StoredCategory, month: string): Partial<Category> {
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

export function monthShape({ plan, figures }: Shown, month: string): MonthSummary {
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

/** A transaction or schedule in the plan export. */
export function rowBase<Row extends StoredTransaction | StoredScheduled>(
  row: Row,
): Omit<Row, "lines" | "knowledge"> {
  const { lines: _lines, knowledge: _knowledge, ...base } = row;
  return isSplit(row) ? { ...base, category_id: SPLIT_CATEGORY_ID } : base;
}

/** A transaction with account, payee and category names; a split's category is named "Split". */
function namedRow(row: StoredTransaction, plan: DemoPlan): NamedRow {
  return {
    ...rowBase(row),
    ...namesOf(row, plan),
    account_name: plan.accounts.get(row.account_id)?.name ?? "",
  };
}

type NamedRow = TransactionBase & Names & { readonly account_name: string };

/** A transaction with its split lines and the names of its account, payee and category. */
export function transactionShape(
  row: StoredTransaction,
  plan: DemoPlan,
): NamedRow & { readonly subtransactions: readonly SplitLineBase[] } {
  return {
    ...namedRow(row, plan),
    subtransactions: row.lines.map((line) => lineShape(line, row, plan)),
  };
}

export function lineShape(
  line: StoredSplitLine,
  { id }: StoredTransaction,
  plan: DemoPlan,
): SplitLineBase {
  return { ...line, ...namesOf(line, plan), transaction_id: id };
}

type Names = Pick<SplitLineBase, "payee_name" | "category_name">;

interface Named {
  readonly payee_id: string | null;
  readonly category_id: string | null;
  readonly deleted: boolean;
  readonly lines?: StoredTransaction["lines"] | StoredScheduled["lines"];
}

function namesOf(
  { payee_id, category_id, deleted, lines = [] }: Named,
  plan: DemoPlan,
): Names {
  return {
    payee_name: plan.payees.get(payee_id ?? "")?.name ?? null,
    category_name: isSplit({ deleted, lines })
      ? SPLIT_CATEGORY
      : plan.categories.get(category_id ?? "")?.name ?? null,
  };
}

/** A transaction or split line in the list for a category or payee. */
export type HybridTransactionBase =
  & NamedRow
  & Pick<HybridTransaction, "type" | "parent_transaction_id">;

export function hybridRow(row: StoredTransaction, plan: DemoPlan): HybridTransactionBase {
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
): HybridTransactionBase {
  const names = namesOf(line, plan);
  return {
    ...namedRow(row, plan),
    ...line,
    ...names,
    category_name: names.category_name ?? UNCATEGORIZED_CATEGORY,
    deleted: row.deleted || line.deleted,
    type: "subtransaction",
    parent_transaction_id: row.id,
  };
}

/** Unlike a transaction, a schedule without a category is shown as "Uncategorized". */
export function scheduledShape(
  stored: StoredScheduled,
  plan: DemoPlan,
): Readonly<Record<string, unknown>> {
  const { payee_name, category_name } = namesOf(stored, plan);
  const isInBudget = plan.accounts.get(stored.transfer_account_id ?? "")?.on_budget;
  return {
    ...rowBase(stored),
    account_name: plan.accounts.get(stored.account_id)?.name ?? "",
    payee_name,
    category_name: category_name ?? (isInBudget ? null : UNCATEGORIZED_CATEGORY),
    subtransactions: stored.lines.map((line) => scheduledLineShape(line, stored, plan)),
  };
}

export function scheduledLineShape(
  line: StoredScheduledLine,
  { id }: StoredScheduled,
  plan: DemoPlan,
): ScheduledSplitLineBase {
  return { ...line, ...namesOf(line, plan), scheduled_transaction_id: id };
}
