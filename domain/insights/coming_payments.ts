import { daysBetween } from "../base/day.ts";
import { firstOfMonth } from "../base/month.ts";
import {
  type AccountRecord,
  type CategoryRecord,
  isCashAccount,
  liveLines,
  type MonthCategoryRecord,
  type ScheduledRecord,
  type SplitLineRecord,
  type TransactionRecord,
} from "../base/plan_records.ts";
import { compareTexts } from "../base/fold_text.ts";
import { isInflowCategory } from "../base/special_categories.ts";
import { overdueSince } from "../forecast/balance_path.ts";
import { NO_PAYEE } from "../payees/payee_key.ts";
import { expectedDates } from "../recurrence/payment_rhythm.ts";
import {
  enteredSeries,
  isSameCharge,
  type RecurringSeries,
  recurringSeries,
} from "../recurrence/recurrence.ts";
import { occurrencesOf, stepOf } from "../schedules/occurrences.ts";
import type { Transactions } from "../transactions/transaction_chunks.ts";
import { paymentCategory } from "./card_gap.ts";
import { type Part, partsOf } from "./money_lines.ts";

/** A payment of a schedule or of a recurring charge, or one of its split lines. */
export interface ComingPayment {
  /** `YYYY-MM-DD`. Overdue payments are due today. */
  readonly date: string;
  readonly payee: string;
  /** Milliunits from the budget's point of view; negative for outflows. */
  readonly amount: number;
  /** For payments of a card, its payment category; `null` if none is known. */
  readonly categoryId: string | null;
  readonly isIncome: boolean;
  readonly isScheduled: boolean;
}

export interface ComingPlan {
  readonly accounts: readonly AccountRecord[];
  readonly categories: readonly MonthCategoryRecord[];
  readonly schedules: readonly ScheduledRecord[];
  readonly transactions: Transactions<TransactionRecord>;
}

const LOOKBACK_MONTHS = 36;

/**
 * Lists payments from or to the budget, from today through a given day, oldest first: those of
 * schedules, and those of recurring charges without a schedule. Omits transfers between cash
 * accounts on budget, but includes card payments.
 */
export function comingPayments(
  plan: ComingPlan,
  { today, until }: { readonly today: string; readonly until: string },
): readonly ComingPayment[] {
  const viewOf = budgetView(plan);
  const notBefore = (date: string): string => date < today ? today : date;
  const scheduled = plan.schedules.flatMap((schedule) => {
    const lines = liveLines(schedule);
    const parts = lines.length === 0 ? [schedule] : lines;
    return occurrencesOf(schedule, { since: overdueSince(today), until })
      .flatMap((date) => parts.flatMap((part) => viewOf(schedule, part, notBefore(date))));
  });
  const recurring = unscheduledPayments(plan, { today, until })
    .flatMap(({ series, date }) =>
      nextParts(series).flatMap((part) =>
        viewOf({ account_id: series.accountId, payee_name: series.payee }, part, notBefore(date))
      )
    )
    // Without a schedule, a card payment uses the money that the card's spending set aside.
    .filter(({ isCardPayment }) => !isCardPayment);
  return [
    ...scheduled.map((one) => ({ ...one, isScheduled: true })),
    ...recurring.map((one) => ({ ...one, isScheduled: false })),
  ].sort((a, b) => compareTexts(a.date, b.date))
    .map(({ isCardPayment: _, ...payment }) => payment);
}

/** Sums outflows by category, in milliunits above zero. */
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

interface ExpectedPayment {
  readonly series: RecurringSeries<TransactionRecord>;
  /** `YYYY-MM-DD`. */
  readonly date: string;
}

/**
 * Lists the payments of recurring charges that no schedule enters. A one-off schedule enters the
 * payment nearest to its own date.
 */
function unscheduledPayments(
  { schedules, transactions }: ComingPlan,
  { today, until }: { readonly today: string; readonly until: string },
): readonly ExpectedPayment[] {
  const options = { today, lookbackMonths: LOOKBACK_MONTHS, includeTransfers: true };
  const all = recurringSeries(transactions, options);
  const entered = enteredSeries(schedules, all);
  const left = new Set(
    all.filter((series) => !entered.has(series))
      .flatMap((series) => expectedDates(series, until).map((date) => ({ series, date }))),
  );
  for (const once of schedules.filter((one) => stepOf(one.frequency).unit === "once")) {
    const apart = ({ date }: ExpectedPayment): number =>
      Math.abs(daysBetween(date, once.date_next));
    const [nearest] = [...left].filter((one) =>
      isSameCharge(once, one.series) && apart(one) <= one.series.due.rhythm.length / 2
    ).sort((a, b) => apart(a) - apart(b));
    if (nearest !== undefined) left.delete(nearest);
  }
  return [...left];
}

/** The split lines of the newest payment, if that payment had the current price. */
function nextParts(series: RecurringSeries<TransactionRecord>): readonly Part[] {
  const { price, direction, transactions, categoryId, transferAccountId } = series;
  const newest = transactions.at(-1);
  if (newest !== undefined && Math.abs(newest.amount) === price.current) return partsOf(newest);
  return [{
    amount: direction === "in" ? price.current : 0 - price.current,
    category_id: categoryId,
    transfer_account_id: transferAccountId,
  }];
}

type PaymentPart = Part & Pick<SplitLineRecord, "payee_name">;

type PaymentView = Omit<ComingPayment, "isScheduled"> & { readonly isCardPayment: boolean };

/** Returns the parts of payments that affect the budget; none for money that stays in it. */
function budgetView(
  { accounts, categories }: Pick<ComingPlan, "accounts" | "categories">,
): (
  whole: Pick<ScheduledRecord, "account_id" | "payee_name">,
  part: PaymentPart,
  date: string,
) => readonly PaymentView[] {
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const inflow = new Set(
    categories.filter((one: CategoryRecord) => isInflowCategory(one)).map(({ id }) => id),
  );
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

/** Selects the payments in a month, `YYYY-MM-01`. */
export function inMonth(
  payments: readonly ComingPayment[],
  month: string,
): readonly ComingPayment[] {
  return payments.filter(({ date }) => firstOfMonth(date) === month);
}
