import { daysBetween } from "../../domain/base/day.ts";
import {
  hasLiveLines,
  type PlanRecords,
  type StoredAccount,
  type StoredCategory,
  type StoredTransaction,
} from "./records.ts";
import type { Rows } from "./rows.ts";

/** The parts of a plan that determine its figures. */
export interface ClosingPlan {
  readonly records: Pick<PlanRecords, "assignments">;
  readonly accounts: ReadonlyMap<string, StoredAccount>;
  readonly categories: ReadonlyMap<string, StoredCategory>;
  readonly cardCategoryIds: ReadonlySet<string>;
  readonly inflowCategoryId: string;
  readonly uncategorizedId: string;
  readonly rows: Pick<Rows, "ofMonth" | "isMatchedImport">;
}

/** One category's figures for a month, in milliunits. */
export interface CategoryFigures {
  readonly budgeted: number;
  readonly activity: number;
  readonly balance: number;
  /** Cash overspending, which is subtracted from the next month's Ready to Assign. */
  readonly cashOverspent: number;
  /** Credit card spending that the category's money didn't fund. */
  readonly creditOverspent: number;
}

/** An account's balance, in milliunits. */
interface AccountBalance {
  cleared: number;
  uncleared: number;
}

/** What YNAB's Age of Money is calculated from. */
interface MoneyAge {
  /** Milliunits not spent yet, by the day they were received, oldest first. */
  readonly received: readonly { readonly date: string; readonly left: number }[];
  /** Ages of the last ten outflows in days, oldest first. */
  readonly ages: readonly number[];
}

/** One month of a plan; all amounts are in milliunits. */
export interface MonthFigures {
  readonly month: string;
  readonly income: number;
  readonly budgeted: number;
  /** Total activity of all categories except YNAB's internal ones. */
  readonly activity: number;
  /** Ready to Assign before subtracting assignments in later months. */
  readonly readyToAssign: number;
  readonly cashOverspent: number;
  readonly categories: ReadonlyMap<string, CategoryFigures>;
  /** Balances at the end of the month, by account id. */
  readonly accounts: ReadonlyMap<string, Readonly<AccountBalance>>;
  readonly age: MoneyAge;
}

/** Whether an account has a payment category. Spending from such an account is credit spending. */
export function isCard(account: StoredAccount): boolean {
  return account.on_budget && account.payment_category_id !== null;
}

/**
 * Computes a month's figures from its transactions, its assigned amounts and the previous month.
 *
 * A category's available money pays for cash spending first. The rest is used to fund credit
 * spending, in date order. A card refund makes the refunded money available for credit spending
 * again.
 */
export function closeMonth(
  month: string,
  previous: MonthFigures | null,
  plan: ClosingPlan,
): MonthFigures {
  const { income, overpaid, toCards, spending, accounts, flows } = sumsOf(month, previous, plan);
  const assigned = plan.records.assignments.get(month);
  const fundsOf = (id: string): { readonly carried: number; readonly budgeted: number } => ({
    carried: Math.max(0, previous?.categories.get(id)?.balance ?? 0),
    budgeted: assigned?.get(id) ?? 0,
  });
  const closed = (id: string, activity: number, creditOverspent = 0): CategoryFigures => {
    const { carried, budgeted } = fundsOf(id);
    const balance = carried + budgeted + activity;
    const cashOverspent = Math.max(0, -balance - creditOverspent);
    return { budgeted, activity, balance, cashOverspent, creditOverspent };
  };
  const categories = new Map<string, CategoryFigures>();
  for (const id of plan.categories.keys()) {
    if (id === plan.inflowCategoryId || plan.cardCategoryIds.has(id)) continue;
    const { cash, credit } = spending.get(id) ?? { cash: 0, credit: [] };
    const { carried, budgeted } = fundsOf(id);
    const unfunded = fund(credit, Math.max(0, carried + budgeted + cash), toCards);
    const activity = credit.reduce((sum, { amount }) => sum + amount, cash);
    categories.set(id, closed(id, activity, unfunded));
  }
  for (const account of plan.accounts.values()) {
    const { payment_category_id: id } = account;
    if (id !== null && isCard(account)) {
      categories.set(id, closed(id, toCards.get(account.id) ?? 0));
    }
  }
  let [budgeted, cashOverspent, activity] = [0, 0, 0];
  for (const [id, figures] of categories) {
    budgeted += figures.budgeted;
    cashOverspent += figures.cashOverspent;
    if (!plan.categories.get(id)?.internal) activity += figures.activity;
  }
  // In YNAB, the balance of the inflow category is the total income from all months.
  const earlier = previous?.categories.get(plan.inflowCategoryId)?.balance ?? 0;
  categories.set(plan.inflowCategoryId, {
    budgeted: 0,
    activity: income,
    balance: earlier + income,
    cashOverspent: 0,
    creditOverspent: 0,
  });
  const brought = previous === null ? 0 : previous.readyToAssign - previous.cashOverspent;
  return {
    month,
    income,
    budgeted,
    activity,
    readyToAssign: brought + income + overpaid - budgeted,
    cashOverspent,
    categories,
    accounts,
    age: ageMoney(previous?.age ?? { received: [], ages: [] }, flows),
  };
}

/** Spending or a refund on a card, and the resulting change in the card's debt, in milliunits. */
interface CreditEntry {
  readonly accountId: string;
  readonly amount: number;
}

/** Uses a category's available money to fund credit card spending; returns the unfunded amount. */
function fund(
  credit: readonly CreditEntry[],
  available: number,
  toCards: Map<string, number>,
): number {
  let pool = available;
  for (const { amount } of credit) pool += Math.max(0, amount);
  let unfunded = 0;
  for (const { accountId, amount } of credit) {
    const funded = amount > 0 ? -amount : Math.min(-amount, pool);
    if (amount < 0) {
      pool -= funded;
      unfunded -= amount + funded;
    }
    addTo(toCards, accountId, funded);
  }
  return unfunded;
}

/** Sums of a month's transactions, in milliunits. */
interface Sums {
  /** Inflow that goes to Ready to Assign. */
  income: number;
  /** The part of card payments that exceeds the cards' debt and so goes to Ready to Assign. */
  overpaid: number;
  /** Amounts added to each card's payment category, by account id. */
  readonly toCards: Map<string, number>;
  /** Activity by category, separately for cash and credit accounts. */
  readonly spending: Map<string, { cash: number; readonly credit: CreditEntry[] }>;
  readonly accounts: Map<string, AccountBalance>;
  /** Money flowing into or out of the cash accounts. */
  readonly flows: { readonly date: string; readonly amount: number }[];
}

/**
 * Sums a month's transactions in date order.
 *
 * Spending that adds to a card's debt counts as credit spending. Spending from a card's positive
 * balance counts as cash spending, as it would in a checking account (YNAB's help, article 728). A
 * card transaction in the inflow category reduces the card's debt. Only the amount that exceeds the
 * debt is added to Ready to Assign (YNAB's help, article 1090).
 */
function sumsOf(month: string, previous: MonthFigures | null, plan: ClosingPlan): Sums {
  const sums: Sums = {
    income: 0,
    overpaid: 0,
    toCards: new Map(),
    spending: new Map(),
    accounts: new Map([...previous?.accounts ?? []].map(([id, one]) => [id, { ...one }])),
    flows: [],
  };
  for (const row of plan.rows.ofMonth(month)) {
    const account = plan.accounts.get(row.account_id);
    if (account === undefined || row.deleted || plan.rows.isMatchedImport(row)) continue;
    const balance = sums.accounts.get(account.id) ?? { cleared: 0, uncleared: 0 };
    sums.accounts.set(account.id, balance);
    const before = balance.cleared + balance.uncleared;
    if (account.on_budget) addActivity(row, { account, before, sums, plan });
    balance[row.cleared === "uncleared" ? "uncleared" : "cleared"] += row.amount;
  }
  return sums;
}

interface RowPlace {
  readonly account: StoredAccount;
  /** The account's balance before the transaction. */
  readonly before: number;
  readonly sums: Sums;
  readonly plan: ClosingPlan;
}

function addActivity(row: StoredTransaction, { account, before, sums, plan }: RowPlace): void {
  let [flow, balance] = [0, before];
  for (const part of hasLiveLines(row) ? row.lines : [row]) {
    if (part.deleted) continue;
    const { amount, category_id } = part;
    const to = plan.accounts.get(part.transfer_account_id ?? "");
    const above = Math.max(0, balance + amount) - Math.max(0, balance);
    balance += amount;
    const cash = isCard(account) ? above : amount;
    const credit = amount - cash;
    if (!to?.on_budget) {
      if (category_id === plan.inflowCategoryId) sums.income += cash;
      else addSpending(sums, countedCategory(category_id, plan), { account, cash, credit });
    } else if (isCard(account)) {
      // A payment reduces the payment category's balance; a cash advance increases it.
      addTo(sums.toCards, account.id, amount > 0 ? -amount : -credit);
      if (amount > 0) sums.overpaid += cash;
    }
    if (!to?.on_budget || isCard(to)) flow += amount;
  }
  if (flow !== 0 && !isCard(account)) sums.flows.push({ date: row.date, amount: flow });
}

function addSpending(
  { spending }: Sums,
  id: string,
  { account, cash, credit }: {
    readonly account: StoredAccount;
    readonly cash: number;
    readonly credit: number;
  },
): void {
  const sum = spending.get(id) ?? { cash: 0, credit: [] };
  spending.set(id, sum);
  sum.cash += cash;
  if (credit !== 0) sum.credit.push({ accountId: account.id, amount: credit });
}

/** Replaces a card payment category, or a missing or unknown category, with Uncategorized. */
function countedCategory(id: string | null, plan: ClosingPlan): string {
  const isCounted = id !== null && plan.categories.has(id) && !plan.cardCategoryIds.has(id);
  return isCounted ? id : plan.uncategorizedId;
}

function addTo(sums: Map<string, number>, id: string, amount: number): void {
  sums.set(id, (sums.get(id) ?? 0) + amount);
}

const OUTFLOWS_COUNTED = 10;

/** Spends the oldest money first. On the same date, inflows precede outflows. */
function ageMoney(before: MoneyAge, flows: Sums["flows"]): MoneyAge {
  const received = [...before.received];
  const ages = [...before.ages];
  let head = 0;
  const inOrder = flows.toSorted((one, other) =>
    one.date < other.date ? -1 : one.date > other.date ? 1 : other.amount - one.amount
  );
  for (const { date, amount } of inOrder) {
    if (amount > 0) {
      received.push({ date, left: amount });
      continue;
    }
    let wanted = -amount;
    let weighted = 0;
    for (let oldest = received[head]; wanted > 0 && oldest !== undefined; oldest = received[head]) {
      const taken = Math.min(wanted, oldest.left);
      weighted += taken * daysBetween(oldest.date, date);
      wanted -= taken;
      if (taken === oldest.left) head++;
      else received[head] = { date: oldest.date, left: oldest.left - taken };
    }
    ages.push(weighted / -amount);
  }
  return { received: received.slice(head), ages: ages.slice(-OUTFLOWS_COUNTED) };
}

/** Returns the age of money in days, as YNAB shows it, or `null` if there are too few outflows. */
export function shownAge({ ages }: MoneyAge): number | null {
  if (ages.length < OUTFLOWS_COUNTED) return null;
  return Math.round(ages.reduce((sum, age) => sum + age, 0) / ages.length);
}
