/**
 * The moves of money that the latest assignments consisted of.
 *
 * @module
 */

import type { MoneyMovement, MoneyMovementGroup } from "../../client/wire/money_movement.ts";
import { addDays, addMonths } from "../_calendar.ts";
import type { Assignment } from "./assignments.ts";
import type { CategoryKey } from "./category_table.ts";
import { idFor, type Setting } from "./setting.ts";

/** Upstream keeps no moves of the time before it began to record them. */
const MONTHS_KEPT = 4;

/** Moves, and the groups of those that were made together. */
export interface Movements {
  readonly movements: MoneyMovement[];
  readonly groups: MoneyMovementGroup[];
}

/**
 * Tells which moves led to the latest months' assignments.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { settingOf } from "./setting.ts";
 *
 * const setting = settingOf({ today: "2026-11-20", seed: 1 });
 * const made = { month: "2026-11-01", category: "gym", amount: 44_000, reason: "funding" } as const;
 * assertEquals(householdMovements(setting, [made]).movements[0]?.from_category_id, null);
 * ```
 */
export function householdMovements(
  setting: Setting,
  assignments: readonly Assignment[],
): Movements {
  const since = addMonths(setting.thisMonth, 1 - MONTHS_KEPT);
  const kept = assignments.filter(({ month }) => month >= since);
  const byMonth = Map.groupBy(kept, ({ month }) => month);
  return {
    movements: [...byMonth].flatMap(([month, made]) => movesOf(setting, month, made)),
    groups: [...byMonth.keys()].map((month) => ({
      id: groupId(setting, month),
      group_created_at: `${month}T00:00:10Z`,
      month,
      note: "Month's start",
      performed_by_user_id: idFor(setting, "user"),
    })),
  };
}

/** Overspending is covered out of the emergency fund, everything else by assigning. */
function movesOf(setting: Setting, month: string, made: readonly Assignment[]): MoneyMovement[] {
  const covered = made.filter(({ reason }) => reason === "cover")
    .reduce((sum, { amount }) => sum + amount, 0);
  const moves = made.map(({ category, amount, reason }) => {
    const isFund = category === "emergency";
    return { category, reason, amount: isFund ? amount + covered : amount };
  });
  // The fund takes part in covering even where nothing was left to put into it.
  if (covered > 0 && !made.some(({ category }) => category === "emergency")) {
    moves.push({ category: "emergency", reason: "rest", amount: covered });
  }
  return moves.filter(({ amount }) => amount !== 0).map(({ category, amount, reason }) => {
    const from = reason === "cover" ? "emergency" : amount < 0 ? category : null;
    return {
      id: idFor(setting, `movement/${month}/${category}/${reason}`),
      month,
      moved_at: reason === "funding"
        ? `${month}T00:00:10Z`
        : `${lastDay(setting, month)}T00:00:20Z`,
      note: reason === "cover" ? "Covering overspending" : null,
      money_movement_group_id: reason === "funding" ? groupId(setting, month) : null,
      performed_by_user_id: idFor(setting, "user"),
      from_category_id: categoryId(setting, from),
      to_category_id: amount < 0 ? null : categoryId(setting, category),
      amount: Math.abs(amount),
    };
  });
}

function lastDay(setting: Setting, month: string): string {
  const end = addDays(addMonths(month, 1), -1);
  return end < setting.today ? end : setting.today;
}

function groupId(setting: Setting, month: string): string {
  return idFor(setting, `movement group/${month}`);
}

function categoryId(setting: Setting, category: CategoryKey | null): string | null {
  return category === null ? null : idFor(setting, `category/${category}`);
}
