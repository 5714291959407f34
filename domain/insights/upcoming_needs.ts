import { compareTexts } from "../base/fold_text.ts";
import type { Amounts } from "../base/money.ts";
import type { MoneyFormat } from "../base/money_format.ts";
import { firstOfMonth } from "../base/month.ts";
import {
  isCashAccount,
  liveLines,
  type MonthRecord,
  type ScheduledRecord,
} from "../base/plan_records.ts";
import { isCardPaymentCategory, isInflowCategory } from "../base/special_categories.ts";
import { overdueSince } from "../forecast/cash_flows.ts";
import { NO_PAYEE } from "../payees/payee_key.ts";
import { expectedDates } from "../recurrence/payment_rhythm.ts";
import {
  amountsOn,
  enteredPayments,
  enteredSeries,
  type RecurringSeries,
  recurringSeries,
} from "../recurrence/recurrence.ts";
import {
  categoryFields,
  type GroupChoice,
  visibleCategories,
} from "../reports/month_categories.ts";
import { occurrencesOf } from "../schedules/occurrences.ts";
import { needAfter, underfundedOf } from "../targets/target_words.ts";
import type { LivePlan } from "../transactions/transaction_chunks.ts";
import { paymentCategory } from "./card_gap.ts";
import { type Part, partsOf } from "./money_lines.ts";

/** A scheduled or recurring payment, or one of its split lines. */
export interface ComingPayment {
  readonly date: string;
  readonly payee: string;
  /** Milliunits from the budget's point of view; negative for outflows. */
  readonly amount: number;
  /** For a card payment, the card's payment category; `null` if none is known. */
  readonly categoryId: string | null;
  readonly isIncome: boolean;
  readonly isScheduled: boolean;
}

interface ComingOptions {
  readonly today: string;
  readonly until: string;
  /** Number of decimal places to which payments of varying amounts are rounded. */
  readonly decimals: number;
}

const LOOKBACK_MONTHS = 36;

/**
 * Lists payments into or out of the budget from today through `until`, oldest first: scheduled
 * payments, and payments for recurring charges that have no schedule. Omits transfers between
 * on-budget cash accounts, but includes scheduled card payments.
 */
export function comingPayments(
  plan: LivePlan,
  { today, until, decimals }: ComingOptions,
): readonly ComingPayment[] {
  const viewOf = budgetView(plan);
  const notBefore = (date: string): string => date < today ? today : date;
  const scheduled = plan.schedules.flatMap((schedule) => {
    const lines = liveLines(schedule);
    const parts = lines.length === 0 ? [schedule] : lines;
    return occurrencesOf(schedule, { since: overdueSince(today), until })
      .flatMap((date) => parts.flatMap((part) => viewOf(schedule, part, notBefore(date))));
  });
  const recurring = unscheduledPayments(plan, { today, until, decimals })
    .flatMap(({ series, date, amount }) =>
      partsPaid(series, amount).flatMap((part) =>
        viewOf({ account_id: series.accountId, payee_name: series.payee }, part, notBefore(date))
      )
    )
    // Omit unscheduled payments to a card: the money was set aside when the card was used.
    .filter(({ isCardPayment }) => !isCardPayment);
  return [
    ...scheduled.map(({ isCardPayment: _, ...one }) => ({ ...one, isScheduled: true })),
    ...recurring.map(({ isCardPayment: _, ...one }) => ({ ...one, isScheduled: false })),
  ].sort((a, b) => compareTexts(a.date, b.date));
}

/** Sums outflows by category, in positive milliunits. */
export function comingByCategory(
  payments: readonly ComingPayment[],
): ReadonlyMap<string | null, number> {
  const sums = new Map<string | null, number>();
  for (const { amount, categoryId, isIncome } of payments) {
    if (amount >= 0 || isIncome) continue;
    sums.set(categoryId, (sums.get(categoryId) ?? 0) - amount);
  }
  return sums;
}

interface UnscheduledPayment {
  readonly series: RecurringSeries;
  readonly date: string;
  readonly amount: number;
}

function unscheduledPayments(
  { accounts, schedules, transactions }: LivePlan,
  { today, until, decimals }: ComingOptions,
): readonly UnscheduledPayment[] {
  const options = { today, lookbackMonths: LOOKBACK_MONTHS, includeTransfers: true };
  // For a transfer to a tracking account, count only the payment from the on-budget account.
  const payers = new Set(accounts.filter((one) => one.on_budget).map(({ id }) => id));
  const all = recurringSeries(transactions, options)
    .filter(({ accountId }) => payers.has(accountId));
  const entered = enteredSeries(schedules, all);
  const left = all.filter((series) => !entered.has(series));
  const once = enteredPayments(schedules, left);
  return left.flatMap((series) => {
    const dates = expectedDates(series, until);
    const amounts = amountsOn(series, dates, decimals);
    return dates.map((date, at) => ({ series, date, amount: amounts[at] ?? 0 }));
  }).filter(({ series, date }) => !once.some((one) => one.series === series && one.date === date));
}

function partsPaid(
  { transactions, categoryId, transferAccountId }: RecurringSeries,
  amount: number,
): readonly Part[] {
  const newest = transactions.at(-1);
  return newest?.amount === amount
    ? partsOf(newest)
    : [{ amount, category_id: categoryId, transfer_account_id: transferAccountId }];
}

type PaymentView = Omit<ComingPayment, "isScheduled"> & { readonly isCardPayment: boolean };

function budgetView({ accounts, categories }: Pick<LivePlan, "accounts" | "categories">): (
  whole: Pick<ScheduledRecord, "account_id" | "payee_name">,
  part: Part,
  date: string,
) => readonly PaymentView[] {
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const inflow = new Set(categories.filter(isInflowCategory).map(({ id }) => id));
  return (whole, part, date) => {
    const account = byId.get(whole.account_id);
    const other = byId.get(part.transfer_account_id ?? "");
    if (account === undefined) return [];
    const payee = part.payee_name || whole.payee_name || NO_PAYEE;
    if (other?.on_budget === true && account.on_budget) {
      const [from, to] = part.amount < 0 ? [account, other] : [other, account];
      if (!isCashAccount(from) || isCashAccount(to)) return [];
      const categoryId = paymentCategory(to, { categories })?.id ?? null;
      const amount = 0 - Math.abs(part.amount);
      return [{ date, payee, amount, categoryId, isIncome: false, isCardPayment: true }];
    }
    const own = account.on_budget ? account : other;
    if (own?.on_budget !== true) return [];
    const amount = account.on_budget ? part.amount : 0 - part.amount;
    const categoryId = part.category_id ?? null;
    const isIncome = inflow.has(categoryId ?? "");
    // An inflow on a card lowers the card's debt, but isn't added to Ready to Assign.
    if (isIncome && !isCashAccount(own)) return [];
    return [{ date, payee, amount, categoryId, isIncome, isCardPayment: false }];
  };
}

export function inMonth(
  payments: readonly ComingPayment[],
  month: string,
): readonly ComingPayment[] {
  return payments.filter(({ date }) => firstOfMonth(date) === month);
}

/**
 * The money that a category has and needs in a month. For an upcoming month, `available` excludes
 * the money assigned in that month. `short` is the larger of two amounts: what the target still
 * needs, and the amount by which the payments exceed `available` plus `assigned`. `free` is the
 * money that is left after the payments.
 */
export interface CategoryNeed
  extends Amounts<"available" | "assigned" | "coming" | "target" | "short" | "free"> {
  readonly category_id: string;
  readonly name: string;
  readonly group: string;
}

interface NeedsQuestion extends Pick<GroupChoice, "inOrder"> {
  /** The requested month and, if it is an upcoming month, the current month as well. */
  readonly month: MonthRecord;
  readonly current: MonthRecord | null;
  readonly payments: readonly ComingPayment[];
  readonly format: MoneyFormat;
}

/** Lists categories that have or need money, with the largest shortfalls first. */
export function categoryNeeds(
  { month, current, payments, format, inOrder }: NeedsQuestion,
): readonly CategoryNeed[] {
  const coming = comingByCategory(inMonth(payments, month.month));
  const before = current === null ? null : {
    balances: new Map(current.categories.map(({ id, balance }) => [id, balance])),
    coming: comingByCategory(inMonth(payments, current.month)),
  };
  // A bill needs money even if its category is hidden.
  const shown = month.categories.map((one) => coming.has(one.id) ? { ...one, hidden: false } : one);
  return visibleCategories({ ...month, categories: shown }, { inOrder }).map((category) => {
    const { id } = category;
    const carried = before === null ? category.balance : before.balances.get(id) ?? 0;
    const taken = before?.coming.get(id) ?? 0;
    const available = before === null ? carried : Math.max(0, carried - taken);
    const underfunded = underfundedOf(category, format) ?? 0;
    // Money that is spent before the month begins has to be replaced to meet the category's target.
    // In a card payment category, the money pays off debt and doesn't have to be replaced.
    const replaced = before === null || isCardPaymentCategory(category)
      ? 0
      : needAfter(category, { month: month.month, carried: available, format });
    const own = {
      available,
      // In the current month, the available amount already includes the assigned amount.
      assigned: before === null ? 0 : category.budgeted,
      coming: coming.get(id) ?? 0,
      target: Math.max(underfunded, replaced),
    };
    const left = own.available + own.assigned - own.coming;
    return {
      ...categoryFields(category),
      ...own,
      short: Math.max(own.target, 0 - left, 0),
      free: Math.max(left, 0),
    };
  })
    .filter((one) => one.available !== 0 || one.assigned !== 0 || one.coming > 0 || one.target > 0)
    .sort((a, b) => b.short - a.short);
}
