/**
 * The household's assigned amounts by month, and its money movements. The household lives on last
 * month's income, covers overspending, and saves the rest.
 */

import { addDays } from "../../domain/base/day.ts";
import { addMonths } from "../../domain/base/month.ts";
import type { MoneyMovement } from "../../client/wire/category.ts";
import { closeMonth, type MonthFigures } from "../model/close_month.ts";
import type { DemoPlan } from "../model/demo_plan.ts";
import type { PlanRecords } from "../model/records.ts";
import { milliunits, type Setting, shifted, TABLE, type TableCategory } from "./setting.ts";

const CARD_PAYMENTS: readonly string[] = ["visaPayment", "storeCardPayment"];
/** As in YNAB, older months have no money movements, because YNAB didn't record them then. */
const MONTHS_OF_MOVES = 4;

const CATEGORIES = TABLE.groups.flatMap(({ categories }) => categories);

/** Money assigned to a category or taken from it. */
export interface Assignment {
  readonly month: string;
  readonly category: string;
  /** Milliunits; negative if money was taken from the category. */
  readonly amount: number;
  /** `funding` assigns planned amounts, `cover` covers overspending, `rest` saves what is left. */
  readonly reason: "funding" | "cover" | "rest";
}

interface OpenMonth {
  readonly setting: Setting;
  readonly month: string;
  readonly isCurrent: boolean;
  readonly previous: MonthFigures | null;
  /** The month's figures before any money was assigned. */
  readonly unassigned: MonthFigures;
  /** The month's assigned amounts, by category id. */
  readonly table: Map<string, number>;
  readonly made: Assignment[];
}

/** Assigns money month by month, up to today, and stores the amounts in the plan. */
export function assignMonths(setting: Setting, plan: DemoPlan): Assignment[] {
  const made: Assignment[] = [];
  let previous: MonthFigures | null = null;
  for (let month = setting.start; month <= setting.today; month = addMonths(month, 1)) {
    const unassigned: MonthFigures = closeMonth(month, previous, plan);
    const isCurrent = month === setting.thisMonth;
    const table = new Map<string, number>();
    plan.records.assignments.set(month, table);
    const open: OpenMonth = { setting, month, isCurrent, previous, unassigned, table, made: [] };
    fundCategories(open);
    coverCards(open, closeMonth(month, previous, plan));
    settle(open);
    made.push(...open.made);
    previous = closeMonth(month, previous, plan);
  }
  return made;
}

function fundCategories(open: OpenMonth): void {
  const { setting, month } = open;
  const left = Object.entries(TABLE.left_overspent)
    .find(([written]) => shifted(setting, written) === month)?.[1] ?? [];
  for (const category of CATEGORIES) {
    const { key } = category;
    if (key === "inflow" || key === "uncategorized") continue;
    const carried = carriedOf(open, key);
    const amount = planned(category, carried, open.isCurrent);
    assign(open, key, amount, "funding");
    if (CARD_PAYMENTS.includes(key) || left.includes(key)) continue;
    const short = -(carried + amount + activityOf(open, key));
    if (short > 0) assign(open, key, short, "cover");
  }
}

function planned(category: TableCategory, carried: number, isCurrent: boolean): number {
  const monthly = milliunits(category.monthly ?? 0);
  const wanted = category.adds_up === true ? monthly : Math.max(0, monthly - carried);
  const share = isCurrent ? category.this_month ?? 1 : 1;
  // Round to whole cents.
  return Math.round(wanted * share / 10) * 10;
}

function coverCards(open: OpenMonth, figures: MonthFigures): void {
  for (const category of CARD_PAYMENTS) {
    const id = open.setting.idOf(`category/${category}`);
    const balance = figures.categories.get(id)?.balance;
    if (balance !== undefined && balance < 0) assign(open, category, -balance, "cover");
  }
}

/** Sets this month's income aside for next month and puts the rest into the emergency fund. */
function settle(open: OpenMonth): void {
  const { previous, unassigned: { income }, made } = open;
  const brought = previous === null ? 0 : previous.readyToAssign - previous.cashOverspent;
  const leftToAssign = open.isCurrent ? milliunits(TABLE.left_to_assign) : 0;
  const waiting = carriedOf(open, "nextMonth");
  const rest = brought - leftToAssign + waiting - made.reduce((sum, { amount }) => sum + amount, 0);
  const toSavings = Math.max(-carriedOf(open, "emergency"), rest);
  assign(open, "emergency", toSavings, "rest");
  assign(open, "nextMonth", income - waiting + rest - toSavings, "rest");
}

function assign(
  { setting, month, table, made }: OpenMonth,
  category: string,
  amount: number,
  reason: Assignment["reason"],
): void {
  if (amount === 0) return;
  made.push({ month, category, amount, reason });
  const id = setting.idOf(`category/${category}`);
  table.set(id, (table.get(id) ?? 0) + amount);
}

function carriedOf({ setting, previous }: OpenMonth, category: string): number {
  const balance = previous?.categories.get(setting.idOf(`category/${category}`))?.balance;
  return Math.max(0, balance ?? 0);
}

function activityOf({ setting, unassigned }: OpenMonth, category: string): number {
  return unassigned.categories.get(setting.idOf(`category/${category}`))?.activity ?? 0;
}

/** The money movements for the latest assignments. Movements made together form a group. */
export function householdMovements(
  setting: Setting,
  assignments: readonly Assignment[],
): Pick<PlanRecords, "money_movements" | "money_movement_groups"> {
  const since = addMonths(setting.thisMonth, 1 - MONTHS_OF_MOVES);
  const byMonth = Map.groupBy(
    assignments.filter(({ month }) => month >= since),
    ({ month }) => month,
  );
  return {
    money_movements: [...byMonth].flatMap(([month, made]) => movesOf(setting, month, made)),
    money_movement_groups: [...byMonth.keys()].map((month) => ({
      id: setting.idOf(`movement group/${month}`),
      group_created_at: `${month}T00:00:10Z`,
      month,
      note: "Month's start",
      performed_by_user_id: setting.idOf("user"),
    })),
  };
}

/** The emergency fund covers overspending. All other money comes from Ready to Assign. */
function movesOf(setting: Setting, month: string, made: readonly Assignment[]): MoneyMovement[] {
  const covered = made.filter(({ reason }) => reason === "cover")
    .reduce((sum, { amount }) => sum + amount, 0);
  const moves = made.map(({ category, amount, reason }) => ({
    category,
    reason,
    amount: category === "emergency" ? amount + covered : amount,
  }));
  // The emergency fund's net assignment is zero if all money it received covered overspending.
  if (covered > 0 && !made.some(({ category }) => category === "emergency")) {
    moves.push({ category: "emergency", reason: "rest", amount: covered });
  }
  const end = addDays(addMonths(month, 1), -1);
  const lastDay = end < setting.today ? end : setting.today;
  const categoryId = (key: string | null): string | null =>
    key === null ? null : setting.idOf(`category/${key}`);
  return moves.filter(({ amount }) => amount !== 0).map(({ category, amount, reason }) => {
    const isFunding = reason === "funding";
    const from = reason === "cover" ? "emergency" : amount < 0 ? category : null;
    return {
      id: setting.idOf(`movement/${month}/${category}/${reason}`),
      month,
      moved_at: isFunding ? `${month}T00:00:10Z` : `${lastDay}T00:00:20Z`,
      note: reason === "cover" ? "Covering overspending" : null,
      money_movement_group_id: isFunding ? setting.idOf(`movement group/${month}`) : null,
      performed_by_user_id: setting.idOf("user"),
      from_category_id: categoryId(from),
      to_category_id: amount < 0 ? null : categoryId(category),
      amount: Math.abs(amount),
    };
  });
}
