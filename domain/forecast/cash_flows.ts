import { addDays } from "../base/day.ts";
import { addMonths, firstOfMonth, lastOfMonth } from "../base/month.ts";
import { spreadAmount } from "../base/money.ts";
import {
  type AccountRecord,
  isCashAccount,
  liveLines,
  type TransactionRecord,
} from "../base/plan_records.ts";
import { ToolError } from "../base/tool_error.ts";
import { type PayeeGroup, transactionsSince } from "../payees/payee_index.ts";
import { SYSTEM_PAYEE_KEYS } from "../payees/system_payees.ts";
import { type Payment, paymentOf } from "../recurrence/payment_sets.ts";

/**
 * Returns the ids of the accounts that hold cash: open on-budget accounts that aren't credit
 * accounts.
 *
 * @throws {ToolError} `not_found` if the plan has no such account.
 */
export function cashAccountIds(accounts: readonly AccountRecord[]): ReadonlySet<string> {
  const cash = accounts.filter((account) => !account.closed && isCashAccount(account));
  if (cash.length > 0) return new Set(cash.map(({ id }) => id));
  throw new ToolError(
    "not_found",
    "the plan has no open on-budget cash account: pass other accounts in account_ids",
  );
}

export interface CashFlowGroup extends Pick<PayeeGroup, "key" | "direction"> {
  readonly flows: readonly Payment[];
}

/** Lists the accounts' cash flows from a given day on, except starting balances and adjustments. */
export function cashFlows(
  groups: readonly PayeeGroup[],
  accountIds: ReadonlySet<string>,
  since: string,
): readonly CashFlowGroup[] {
  return groups.flatMap(({ key, direction, transactions }) => {
    if (SYSTEM_PAYEE_KEYS.has(key) || accountIds.has(otherAccountOf(key) ?? "")) return [];
    const flows = transactionsSince(transactions, since)
      .filter((one) => accountIds.has(one.account_id))
      .map((one) => paymentOf(one, outerAmount(one, accountIds), one.category_id ?? null))
      .filter(({ amount }) => amount !== 0);
    return flows.length === 0 ? [] : [{ key, direction, flows }];
  });
}

const TRANSFER = "transfer:";

export function otherAccountOf(key: string): string | null {
  return key.startsWith(TRANSFER) ? key.slice(TRANSFER.length) : null;
}

export function directedKey({ direction, key }: Pick<CashFlowGroup, "direction" | "key">): string {
  return `${direction} ${key}`;
}

/** A transaction's amount, excluding split lines that are transfers between the given accounts. */
function outerAmount(transaction: TransactionRecord, accountIds: ReadonlySet<string>): number {
  return liveLines(transaction)
    .filter((line) => accountIds.has(line.transfer_account_id ?? ""))
    .reduce((rest, line) => rest - line.amount, transaction.amount);
}

/** Expected inflow or outflow on a day, in signed milliunits. */
export interface ExpectedFlow {
  readonly date: string;
  readonly amount: number;
}

/** The days from tomorrow through the last day of a month, `YYYY-MM-DD`. */
export interface DaysAhead {
  readonly today: string;
  readonly until: string;
  /** The currency's smallest unit in milliunits, such as 10 for cents; 1 by default. */
  readonly step?: number;
}

/**
 * Puts each month's income on the monthly payday. For the current month, includes only the income
 * that hasn't been received yet. If the next payday is unknown, instead spreads each month's income
 * evenly over the month, regardless of the income already received.
 */
export function givenIncome(
  monthlyIncome: number,
  { nextPayday, receivedThisMonth }: {
    /** Date of the next payday, `YYYY-MM-DD`; `null` if unknown. */
    readonly nextPayday: string | null;
    readonly receivedThisMonth: number;
  },
  span: DaysAhead,
): readonly ExpectedFlow[] {
  if (nextPayday === null) return evenly(monthlyIncome, span);
  const day = Number(nextPayday.slice(8));
  const flows: ExpectedFlow[] = [];
  for (let date = nextPayday; date <= span.until; date = addMonths(date, 1, day)) {
    const isThisMonth = firstOfMonth(date) === firstOfMonth(span.today);
    const received = isThisMonth ? receivedThisMonth : 0;
    flows.push({ date, amount: Math.max(0, monthlyIncome - received) });
  }
  return flows;
}

export function evenly(
  monthly: number,
  { today, until, step = 1 }: DaysAhead,
): readonly ExpectedFlow[] {
  if (monthly === 0) return [];
  const unit = monthly % step === 0 ? step : 1;
  const flows: ExpectedFlow[] = [];
  for (let first = firstOfMonth(today); first <= until; first = addMonths(first, 1)) {
    const days = Number(lastOfMonth(first).slice(8));
    const from = first <= today ? Number(today.slice(8)) + 1 : 1;
    for (const [at, amount] of spreadAmount(monthly / unit, days, from).entries()) {
      flows.push({ date: addMonths(first, 0, from + at), amount: amount * unit });
    }
  }
  return flows;
}

/** After this many days, a missing payment was probably canceled or entered for another payee. */
const MAX_OVERDUE_DAYS = 10;

/**
 * Returns the earliest due date for which a missing payment is still expected. This is the 1st of
 * this month, or ten days ago if that is earlier.
 */
export function overdueSince(today: string): string {
  const [earliest, month] = [addDays(today, 0 - MAX_OVERDUE_DAYS), firstOfMonth(today)];
  return earliest < month ? earliest : month;
}
