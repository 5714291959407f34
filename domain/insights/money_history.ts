import { dayNumber } from "../base/day.ts";
import {
  addMonths,
  DAYS_PER_MONTH,
  finishedMonths,
  firstOfMonth,
  lastOfMonth,
  monthsBetween,
} from "../base/month.ts";
import { type Amounts, roundedQuotient, sumOf } from "../base/money.ts";
import { compareTexts } from "../base/fold_text.ts";
import type { AccountRecord, CategoryRecord } from "../base/plan_records.ts";
import { isUncategorizedCategory } from "../base/special_categories.ts";
import type { Transactions } from "../transactions/transaction_chunks.ts";
import {
  ACCOUNT_KINDS,
  type AccountKind,
  accountKindOf,
  isInBudget,
  type LineKind,
  type LineRecords,
  type MoneyLine,
  moneyLines,
} from "./money_lines.ts";

export interface MoneyHistoryRecords extends LineRecords {
  /** All accounts that aren't deleted, including closed accounts and tracking accounts. */
  readonly accounts: readonly AccountRecord[];
  readonly transactions: Transactions;
  readonly months: readonly { readonly month: string; readonly age_of_money?: number | null }[];
}

export interface MoneyHistoryOptions {
  readonly since: string;
  /** Last month of the history, `YYYY-MM-01`; no later than the current month. */
  readonly until: string;
  readonly today: string;
  /** Categories whose spending is excluded from the estimate of how long the money will last. */
  readonly leftOut: ReadonlySet<string>;
}

/** A month, with net worth as of the month's end or, for the current month, as of today. */
export interface HistoryMonth
  extends Amounts<"net_worth" | "assets" | "debts" | "income" | "spending" | "saved"> {
  readonly month: string;
  readonly savings_rate: number | null;
  readonly age_of_money: number | null;
  readonly unfinished: boolean;
}

type Changes = Amounts<"saved" | "gains" | "opened" | "corrections" | "unpaired">;
type Totals = Amounts<"income" | "spending" | "loan_costs" | "saved" | "invested" | "debt_paid">;

export interface MoneyHistory {
  readonly months: readonly HistoryMonth[];
  /** Why net worth changed after the `from` date. The parts add up exactly to `net_worth`. */
  readonly change: Changes & Amounts<"net_worth"> & { readonly from: string; readonly to: string };
  readonly totals: Totals & Pick<HistoryMonth, "savings_rate">;
  /**
   * Starting and ending balances by kind of account and, for assets, the amounts contributed and
   * gained.
   */
  readonly kinds: readonly (Amounts<"start" | "end"> & {
    readonly kind: AccountKind;
    readonly contributed: number | null;
    readonly gained: number | null;
  })[];
  readonly largest: readonly {
    readonly category: string;
    readonly group: string;
    readonly spending: number;
  }[];
  readonly lasts: MoneyLasts;
  /** Names of accounts whose transactions don't add up to the account's balance. */
  readonly incompleteAccounts: readonly string[];
}

/** How long the money in the budget would last; `null` if too little past spending is known. */
type MoneyLasts = Readonly<
  Record<"days_of_buffering" | "runway_days" | "daily_outflow" | "window_days", number | null>
>;

const MAX_LARGEST = 10;

export function moneyHistory(
  records: MoneyHistoryRecords,
  { since, until, today, leftOut }: MoneyHistoryOptions,
): MoneyHistory {
  const { accounts, categories } = records;
  const lines = moneyLines(records.transactions, records);
  const { date: oldest = today } = lines.at(-1)?.transaction ?? {};
  const earliest = firstOfMonth(oldest < today ? oldest : today);
  const first = earliest > since ? earliest : since;
  const months = Array.from(
    { length: Math.max(0, monthsBetween(first, until) + 1) },
    (_, at) => addMonths(first, at, 1),
  );
  const balancesAt = pastBalances(accounts, lines);
  const beforeAll = balancesAt("");
  const byMonth = Map.groupBy(lines, ({ transaction }) => firstOfMonth(transaction.date));
  const ages = new Map(records.months.map((one) => [firstOfMonth(one.month), one.age_of_money]));
  const rows = months.map((month): HistoryMonth => {
    const sums = sumsOf(byMonth.get(month) ?? []);
    const unfinished = month === firstOfMonth(today) && today !== lastOfMonth(today);
    const atEnd = balancesAt(lastOfMonth(month));
    const assets = sumOf(atEnd.filter((balance) => balance > 0));
    const debts = 0 - sumOf(atEnd.filter((balance) => balance < 0));
    return {
      month: month.slice(0, 7),
      net_worth: assets - debts,
      assets,
      debts,
      income: sums.income,
      spending: sums.spending,
      saved: sums.saved,
      savings_rate: unfinished ? null : rateOf(sums),
      age_of_money: ages.get(month) ?? null,
      unfinished,
    };
  });
  const inRange = months.flatMap((month) => byMonth.get(month) ?? []);
  const totals = sumsOf(inRange);
  const finished = rows.filter((row) => !row.unfinished);
  const from = addMonths(first, -1, 31);
  const to = lastOfMonth(until) < today ? lastOfMonth(until) : today;
  return {
    months: rows,
    change: {
      from,
      to,
      net_worth: (rows.at(-1)?.net_worth ?? 0) - sumOf(balancesAt(from)),
      saved: totals.saved,
      gains: totals.of("gain"),
      opened: totals.of("opened"),
      corrections: totals.of("correction"),
      unpaired: totals.of("transfer"),
    },
    totals: {
      income: totals.income,
      spending: totals.spending,
      loan_costs: totals.loanCosts,
      saved: totals.saved,
      savings_rate: rateOf({
        income: sumOf(finished.map(({ income }) => income)),
        saved: sumOf(finished.map(({ saved }) => saved)),
      }),
      invested: trackedSum(inRange, "assets"),
      debt_paid: trackedSum(inRange, "loans"),
    },
    kinds: kindsOf(accounts, inRange, [balancesAt(from), balancesAt(lastOfMonth(until))]),
    largest: largestOf(inRange, categories),
    lasts: moneyLasts(lines, { accounts, categories }, { today, leftOut }),
    // Subtracting all transactions from an account's balance leaves zero, unless some are missing.
    incompleteAccounts: accounts.filter((_, at) => beforeAll[at] !== 0).map(({ name }) => name),
  };
}

/** Returns a function that computes balances at the end of a day, in the order of `accounts`. */
function pastBalances(
  accounts: readonly AccountRecord[],
  lines: readonly MoneyLine[],
): (day: string) => readonly number[] {
  const places = new Map(accounts.map(({ id }, at) => [id, at]));
  return (day) => {
    const balances = accounts.map(({ balance }) => balance);
    for (const { amount, transaction } of lines) {
      const place = places.get(transaction.account_id) ?? 0;
      if (transaction.date > day) balances[place] = (balances[place] ?? 0) - amount;
    }
    return balances;
  };
}

interface Sums extends Amounts<"income" | "spending" | "loanCosts" | "saved"> {
  readonly of: (kind: LineKind) => number;
}

function sumsOf(lines: readonly MoneyLine[]): Sums {
  const sums = new Map<LineKind, number>();
  for (const { kind, amount } of lines) sums.set(kind, (sums.get(kind) ?? 0) + amount);
  const of = (kind: LineKind): number => sums.get(kind) ?? 0;
  const [income, spending, loanCosts] = [of("income"), 0 - of("spending"), 0 - of("loan_cost")];
  return { income, spending, loanCosts, saved: income - spending - loanCosts, of };
}

function rateOf({ income, saved }: Pick<Sums, "income" | "saved">): number | null {
  return income > 0 ? roundedQuotient(saved * 1000, income) / 10 : null;
}

function trackedSum(lines: readonly MoneyLine[], kind: MoneyLine["trackedKind"]): number {
  return 0 - sumOf(lines.filter((line) => line.trackedKind === kind).map(({ amount }) => amount));
}

function kindsOf(
  accounts: readonly AccountRecord[],
  inRange: readonly MoneyLine[],
  [start, end]: readonly [start: readonly number[], end: readonly number[]],
): MoneyHistory["kinds"] {
  return ACCOUNT_KINDS.flatMap((kind) => {
    const places = accounts.flatMap((account, at) => accountKindOf(account) === kind ? [at] : []);
    if (places.length === 0) return [];
    const changes = (lineKind: LineKind): number | null =>
      kind !== "assets" ? null : sumOf(
        inRange.filter((line) => line.accountKind === kind && line.kind === lineKind)
          .map(({ amount }) => amount),
      );
    return [{
      kind,
      start: sumOf(places.map((at) => start[at] ?? 0)),
      end: sumOf(places.map((at) => end[at] ?? 0)),
      contributed: changes("transfer"),
      gained: changes("gain"),
    }];
  });
}

function largestOf(
  lines: readonly MoneyLine[],
  categories: readonly CategoryRecord[],
): MoneyHistory["largest"] {
  const known = new Map(categories.map((category) => [category.id, category]));
  const sums = new Map<string | null, number>();
  const deleted = new Map<string | null, string>();
  for (const { kind, amount, categoryId, categoryName } of lines) {
    if (kind !== "spending") continue;
    sums.set(categoryId, (sums.get(categoryId) ?? 0) - amount);
    if (categoryName !== null && !deleted.has(categoryId)) deleted.set(categoryId, categoryName);
  }
  return [...sums]
    .filter(([, spending]) => spending > 0)
    .map(([id, spending]) => {
      const unknown = id === null ? "Uncategorized" : deleted.get(id) ?? "(deleted category)";
      const { name = unknown, category_group_name: group = "" } = known.get(id ?? "") ?? {};
      return { category: name, group, spending };
    })
    .sort((a, b) => b.spending - a.spending || compareTexts(a.category, b.category))
    .slice(0, MAX_LARGEST);
}

const MIN_DAYS = 15;
const WINDOW_MONTHS = 12;
const WINDOW_DAYS = 30 * WINDOW_MONTHS;

/**
 * Days of Buffering, as computed by Toolkit for YNAB: the balance of all on-budget accounts divided
 * by the mean daily outflow. Outflows are transactions with a negative total, excluding transfers
 * and starting balances.
 */
function moneyLasts(
  lines: readonly MoneyLine[],
  { accounts, categories }: LineRecords,
  { today, leftOut }: Pick<MoneyHistoryOptions, "today" | "leftOut">,
): MoneyLasts {
  const uncategorized = categories.find(isUncategorizedCategory)?.id ?? "";
  const budget = lines.filter(({ accountKind, categoryId }) =>
    isInBudget(accountKind) && !leftOut.has(categoryId ?? uncategorized)
  );
  const money = sumOf(accounts.filter((one) => one.on_budget).map(({ balance }) => balance));
  const daysOf = (perDay: number): number | null =>
    perDay <= 0 ? null : Math.max(0, Math.floor(money / perDay));
  const runway = daysOf(monthlyNeed(budget, today) / DAYS_PER_MONTH);
  const since = addMonths(today, -WINDOW_MONTHS);
  const recent = budget.filter(({ kind, transaction }) =>
    transaction.date > since && kind !== "transfer" && kind !== "opened"
  );
  const outflows = [...Map.groupBy(recent, ({ transaction }) => transaction)]
    .map(([{ date }, parts]) => ({ date, amount: sumOf(parts.map(({ amount }) => amount)) }))
    .filter(({ amount }) => amount < 0);
  const days = outflows.map(({ date }) => date).sort();
  if (new Set(days).size < MIN_DAYS) {
    return { days_of_buffering: null, runway_days: runway, daily_outflow: null, window_days: null };
  }
  const span = dayNumber(days.at(-1) ?? today) - dayNumber(days[0] ?? today);
  const window = Math.min(WINDOW_DAYS, span);
  const daily = 0 - sumOf(outflows.map(({ amount }) => amount)) / window;
  return {
    days_of_buffering: daysOf(daily),
    runway_days: runway,
    daily_outflow: Math.round(daily),
    window_days: window,
  };
}

/** Returns the monthly mean of spending plus loan payments; 0 if there are no finished months. */
function monthlyNeed(budget: readonly MoneyLine[], today: string): number {
  const { date: earliest = today } = budget.at(-1)?.transaction ?? {};
  const { first, last } = finishedMonths(dayNumber(earliest), today, WINDOW_MONTHS);
  const months = monthsBetween(first, last) + 1;
  if (months <= 0) return 0;
  const past = budget.filter(({ transaction: { date } }) =>
    date >= first && date <= lastOfMonth(last)
  );
  return (sumsOf(past).spending + trackedSum(past, "loans")) / months;
}
