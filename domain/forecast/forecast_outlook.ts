import type { Steps } from "../base/all_steps.ts";
import { dayNumber } from "../base/day.ts";
import { addMonths, firstOfMonth } from "../base/month.ts";
import { cardHistories } from "./card_debt.ts";
import { type CashFlow, type CashFlowGroup, cashFlows, otherAccountOf } from "./cash_flows.ts";
import { type IrregularPast, irregularPast } from "./forecast_past.ts";
import type { IncomeHistory } from "./given_income.ts";
import { habitsInSteps } from "./habits.ts";
import { payeeIndexOf } from "../payees/payee_index.ts";
import type {
  AccountRecord,
  CategoryRecord,
  ScheduledRecord,
  TransactionRecord,
} from "../base/plan_records.ts";
import { habitsBeside, regularAhead, type RegularPayment } from "./regular_ahead.ts";
import type { Transactions } from "../transactions/transaction_chunks.ts";
import { scheduledFlows } from "./scheduled_flows.ts";
import { isInflowCategory, isUncategorizedCategory } from "../base/special_categories.ts";

/** The plan as it stands: live records. */
export interface ForecastPlan {
  readonly accounts: readonly AccountRecord[];
  readonly categories: readonly CategoryRecord[];
  readonly schedules: readonly ScheduledRecord[];
  readonly transactions: Transactions<TransactionRecord>;
}

/** Whose outlook is wanted. */
export interface OutlookOptions {
  readonly accountIds: ReadonlySet<string>;
  readonly today: string;
  /** Given when it takes the place of what the past suggests. */
  readonly monthlyIncome?: number | undefined;
}

/** What lies ahead, and what past months were like. Amounts in milliunits. */
export interface ForecastOutlook {
  readonly past: IrregularPast;
  /** What comes regularly, without income where that is given. */
  readonly regular: readonly RegularPayment[];
  readonly income: IncomeHistory;
  readonly isIncomeGiven: boolean;
}

/** How far back habits are looked for: a yearly bill shows three times. */
const LOOKBACK_MONTHS = 36;

/** Looks ahead for a set of accounts. */
export function* forecastOutlook(
  plan: ForecastPlan,
  { accountIds, today, monthlyIncome }: OutlookOptions,
  until: string,
): Steps<ForecastOutlook> {
  const since = addMonths(firstOfMonth(today), 0 - LOOKBACK_MONTHS);
  const sinceDay = dayNumber(since);
  const index = payeeIndexOf(plan.transactions);
  const groups = cashFlows(index, { accountIds, sinceDay });
  yield;
  const isIncomeCategory = incomeRule(plan.categories);
  const isIncome = ({ amount, isTransfer, categoryId }: CashFlow): boolean =>
    amount > 0 && !isTransfer && isIncomeCategory(categoryId);
  const accountNames = new Map(plan.accounts.map(({ id, name }) => [id, name]));
  const keys = new Set(groups.map(({ key }) => otherAccountOf(key)));
  const paidCards = plan.accounts.filter((account) => isCard(account) && keys.has(account.id));
  const cards = cardHistories(paidCards, plan.transactions, sinceDay);
  yield;
  const days = { since, today, until };
  const scheduled = scheduledFlows(plan.schedules, { accountIds, groups, accountNames, ...days });
  yield;
  const found = yield* habitsInSteps(groups, { today, until, isIncome, cards });
  const habits = habitsBeside(found, scheduled);
  const regular = regularAhead({ habits, scheduled, isIncomeCategory });
  const isIncomeGiven = monthlyIncome !== undefined;
  return {
    past: irregularPast({ groups, habits, scheduled, isIncome, today }),
    regular: isIncomeGiven ? regular.filter((one) => !isRegularIncome(one)) : regular,
    income: {
      nextPayday: nextPayday(regular),
      receivedThisMonth: receivedSince(dayNumber(firstOfMonth(today)), groups, isIncome),
    },
    isIncomeGiven,
  };
}

function isCard({ type }: AccountRecord): boolean {
  return type === "creditCard" || type === "lineOfCredit";
}

/** Income goes to Inflow, or nobody has said yet where it goes. */
function incomeRule(categories: readonly CategoryRecord[]): (id: string | null) => boolean {
  const ids = new Set(
    categories
      .filter((category) => isInflowCategory(category) || isUncategorizedCategory(category))
      .map(({ id }) => id),
  );
  return (id) => id === null || ids.has(id);
}

/** A single scheduled payment, such as a tax refund, is no monthly income. */
function isRegularIncome({ isIncome, perYear }: RegularPayment): boolean {
  return isIncome && perYear > 0;
}

/** The next day on which the largest income comes. */
function nextPayday(regular: readonly RegularPayment[]): string | null {
  let largest = 0;
  let payday: string | null = null;
  for (const one of regular) {
    const [next] = one.payments;
    if (next === undefined || !isRegularIncome(one) || next.amount <= largest) continue;
    [largest, payday] = [next.amount, next.date];
  }
  return payday;
}

function receivedSince(
  day: number,
  groups: readonly CashFlowGroup[],
  isIncome: (flow: CashFlow) => boolean,
): number {
  let sum = 0;
  for (const { direction, flows } of groups) {
    if (direction === "out") continue;
    const since = flows.findLastIndex((flow) => flow.day < day) + 1;
    for (const flow of flows.slice(since)) if (isIncome(flow)) sum += flow.amount;
  }
  return sum;
}
