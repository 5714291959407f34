/**
 * What was assigned in each month: the household lives on last month's income,
 * covers what it overspends, and saves the rest.
 *
 * @module
 */

import { monthOf } from "../_calendar.ts";
import { monthsFrom } from "../_months.ts";
import type { StoredTransaction } from "../_records.ts";
import { closeMonth, type MonthFigures } from "../arithmetic/close_month.ts";
import { type MonthTally, tallyMonth, type TallyPlan } from "../arithmetic/month_tally.ts";
import { FUNDING_RULES, type FundingRule } from "./budget.ts";
import { CATEGORY_KEYS, type CategoryKey } from "./category_table.ts";
import { leftOverspent } from "./overspending.ts";
import { idFor, type Setting } from "./setting.ts";

/** Milliunits left to assign today. */
export const LEFT_TO_ASSIGN = 86_420;

const CARD_PAYMENTS: readonly CategoryKey[] = ["visaPayment", "storeCardPayment"];

/** Money that was assigned to a category, or taken from it. */
export interface Assignment {
  /** First day of the month. */
  readonly month: string;
  readonly category: CategoryKey;
  /** Milliunits; negative where money was taken back. */
  readonly amount: number;
  /** `funding` by plan, `cover` for overspending, `rest` to even out. */
  readonly reason: "funding" | "cover" | "rest";
}

/** One month while it is being assigned. */
interface OpenMonth {
  readonly setting: Setting;
  readonly month: string;
  readonly monthsAgo: number;
  readonly tally: MonthTally;
  readonly previous: MonthFigures | null;
  readonly made: Assignment[];
}

/**
 * Works out every month's assignments from the rows.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { householdCategories } from "./categories.ts";
 * import { settingOf } from "./setting.ts";
 * import { householdTally } from "./tally.ts";
 *
 * const setting = settingOf({ today: "2026-11-20", seed: 1 });
 * const categories = householdCategories(setting);
 * const tally = householdTally(setting, { accounts: [], categories, transactions: [] });
 * const [first] = householdAssignments(setting, [], tally);
 * assertEquals(first?.month, "2023-12-01");
 * ```
 */
export function householdAssignments(
  setting: Setting,
  rows: readonly StoredTransaction[],
  plan: TallyPlan,
): Assignment[] {
  const months = monthsFrom(setting.start, setting.today);
  const rowsByMonth = Map.groupBy(rows, (row) => monthOf(row.date));
  const all: Assignment[] = [];
  let previous: MonthFigures | null = null;
  for (const [index, month] of months.entries()) {
    const tally = tallyMonth(rowsByMonth.get(month) ?? [], plan);
    const monthsAgo = months.length - 1 - index;
    const open: OpenMonth = { setting, month, monthsAgo, tally, previous, made: [] };
    fundCategories(open);
    coverCards(open, close(open, plan));
    settle(open);
    all.push(...open.made);
    previous = close(open, plan);
  }
  return all;
}

/**
 * Adds assignments up the way they are stored: month, category id, milliunits.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { idFor, settingOf } from "./setting.ts";
 *
 * const setting = settingOf({ today: "2026-11-20", seed: 1 });
 * const assignment = { month: "2026-11-01", category: "coffee", reason: "funding" } as const;
 * const table = assignmentTable(setting, [
 *   { ...assignment, amount: 50_000 },
 *   { ...assignment, amount: 12_500 },
 * ]);
 * assertEquals(table.get("2026-11-01")?.get(idFor(setting, "category/coffee")), 62_500);
 * ```
 */
export function assignmentTable(
  setting: Setting,
  assignments: readonly Assignment[],
): Map<string, Map<string, number>> {
  const table = new Map<string, Map<string, number>>();
  for (const { month, category, amount } of assignments) {
    const sums = table.get(month) ?? new Map<string, number>();
    table.set(month, sums);
    const id = idFor(setting, `category/${category}`);
    sums.set(id, (sums.get(id) ?? 0) + amount);
  }
  return table;
}

/** Funds by rule, then covers what was overspent, except what was left so. */
function fundCategories(open: OpenMonth): void {
  const left = leftOverspent(open.monthsAgo);
  for (const category of CATEGORY_KEYS) {
    if (category === "inflow" || category === "uncategorized") continue;
    const rule = FUNDING_RULES[category];
    const carried = carriedOf(open, category);
    const amount = rule === undefined ? 0 : planned(rule, carried, open.monthsAgo === 0);
    assign(open, category, amount, "funding");
    if (CARD_PAYMENTS.includes(category) || left.includes(category)) continue;
    const short = -(carried + amount + activityOf(open, category));
    if (short > 0) assign(open, category, short, "cover");
  }
}

function planned(rule: FundingRule, carried: number, isThisMonth: boolean): number {
  const wanted = rule.style === "refill" ? Math.max(0, rule.monthly - carried) : rule.monthly;
  const share = isThisMonth ? rule.thisMonth ?? 1 : 1;
  // Nobody assigns fractions of a cent.
  return Math.round(wanted * share / 10) * 10;
}

/** Covers what was paid to a card beyond the money set aside for it. */
function coverCards(open: OpenMonth, figures: MonthFigures): void {
  for (const category of CARD_PAYMENTS) {
    const balance = figures.categories.get(idFor(open.setting, `category/${category}`))?.balance;
    if (balance !== undefined && balance < 0) assign(open, category, -balance, "cover");
  }
}

/** Puts this month's income aside for the next, and the rest into savings. */
function settle(open: OpenMonth): void {
  const { previous, tally: { income }, made } = open;
  const brought = previous === null ? 0 : previous.readyToAssign - previous.cashOverspent;
  const kept = open.monthsAgo === 0 ? LEFT_TO_ASSIGN : 0;
  const waiting = carriedOf(open, "nextMonth");
  const rest = brought - kept + waiting - sum(made.map(({ amount }) => amount));
  const toSavings = Math.max(-carriedOf(open, "emergency"), rest);
  assign(open, "emergency", toSavings, "rest");
  assign(open, "nextMonth", income - waiting + rest - toSavings, "rest");
}

function close(
  { setting, month, previous, tally, made }: OpenMonth,
  plan: TallyPlan,
): MonthFigures {
  const assigned = assignmentTable(setting, made).get(month) ?? new Map<string, number>();
  return closeMonth({ month, previous, tally, assigned }, plan);
}

function assign(
  { month, made }: OpenMonth,
  category: CategoryKey,
  amount: number,
  reason: Assignment["reason"],
): void {
  if (amount !== 0) made.push({ month, category, amount, reason });
}

function carriedOf({ setting, previous }: OpenMonth, category: CategoryKey): number {
  return Math.max(
    0,
    previous?.categories.get(idFor(setting, `category/${category}`))?.balance ?? 0,
  );
}

function activityOf({ setting, tally }: OpenMonth, category: CategoryKey): number {
  const activity = tally.categories.get(idFor(setting, `category/${category}`));
  return (activity?.cash ?? 0) + sum((activity?.credit ?? []).map(({ amount }) => amount));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
