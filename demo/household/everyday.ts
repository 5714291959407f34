/**
 * Everyday spending: every habit, every day, by chance.
 *
 * Each day of each habit draws from its own stream, so that tomorrow's plan has
 * the same past as today's.
 *
 * @module
 */

import { bankLabel } from "../_bank_label.ts";
import { addDays, daysBetween, weekdayOf } from "../_calendar.ts";
import type { Random } from "../_random.ts";
import type { Draft } from "./draft.ts";
import type { Habit, PriceEnding } from "./habits.ts";
import { drawsForEach, type Setting } from "./setting.ts";

const DAYS_PER_MONTH = 30.4;

/** Prices rise by about this much in a year. */
const YEARLY_INFLATION = 0.028;

/** Prices are meant at this date. */
const PRICES_OF = "2026-01-01";

/** Rows this recent from a bank have not been looked at yet. */
const UNSEEN_DAYS = 2;

/**
 * Drafts what habits lead to from the plan's start to a date, today at the latest.
 *
 * @example
 * ```ts
 * import { assert } from "@std/assert";
 * import { settingOf } from "./setting.ts";
 * import { SHOPS } from "./shops.ts";
 *
 * const setting = settingOf({ today: "2026-11-20", seed: 1 });
 * assert(everydayDrafts(setting, SHOPS).every(({ amount }) => amount < 0));
 * ```
 */
export function everydayDrafts(
  setting: Setting,
  habits: readonly Habit[],
  until: string = setting.today,
): Draft[] {
  const days = shoppingDays(setting.start, until < setting.today ? until : setting.today);
  return habits.flatMap((habit) => {
    const drawsOn = drawsForEach(setting, `visit/${habit.payee}/`);
    return days.flatMap((day) => {
      const draws = drawsOn(day.date);
      return draws.chance(chanceOn(habit, day)) ? [visit(setting, habit, day.date, draws)] : [];
    });
  });
}

/** A day, and what the chance of a visit goes by. */
interface ShoppingDay {
  readonly date: string;
  /** 1 to 12. */
  readonly month: number;
  readonly isWeekend: boolean;
}

/** Lists the days once for all habits. */
function shoppingDays(start: string, end: string): readonly ShoppingDay[] {
  return Array.from({ length: daysBetween(start, end) + 1 }, (_, at) => {
    const date = addDays(start, at);
    return { date, month: Number(date.slice(5, 7)), isWeekend: weekdayOf(date) % 6 === 0 };
  });
}

function visit(setting: Setting, habit: Habit, date: string, draws: Random): Draft {
  const category = weighted(habit.categories, draws);
  const account = weighted(habit.accounts, draws);
  const isCard = account !== "wallet" && habit.labels.length > 0;
  const isImported = isCard && account !== "storeCard";
  return {
    source: `visit/${habit.payee}`,
    date,
    account,
    amount: -price(habit, date, draws),
    payee: habit.payee,
    category,
    ...(isImported ? { label: bankLabel(draws.pick(habit.labels), date, draws) } : {}),
    ...(isImported && daysBetween(date, setting.today) <= UNSEEN_DAYS ? { approved: false } : {}),
  };
}

/** The weekend factor is spread so that the number per month stays. */
function chanceOn(habit: Habit, { month, isWeekend }: ShoppingDay): number {
  if (habit.months?.includes(month) === false) return 0;
  const weekend = habit.weekend ?? 1;
  const perDay = habit.timesPerMonth / DAYS_PER_MONTH;
  return perDay * (isWeekend ? weekend : 1) * 7 / (5 + 2 * weekend);
}

/** Small sums are commoner than large ones. */
function price(habit: Habit, date: string, draws: Random): number {
  const skew = draws.fraction() * draws.fraction() * 0.6 + draws.fraction() * 0.4;
  const years = daysBetween(PRICES_OF, date) / 365.25;
  const dollars = (habit.from + (habit.to - habit.from) * skew) * (1 + YEARLY_INFLATION) ** years;
  return ended(dollars, habit.ending, draws);
}

/** Gives a sum of dollars a natural ending, in milliunits. */
function ended(dollars: number, ending: PriceEnding, draws: Random): number {
  const whole = Math.floor(dollars);
  switch (ending) {
    case "basket":
      return Math.round(dollars * 100) * 10;
    case "menu":
      return Math.round(dollars * 4) * 250;
    case "tag":
      return whole * 1_000 + draws.pick([990, 990, 990, 490, 950, 0]);
    case "whole":
      return Math.max(1, Math.round(dollars)) * 1_000;
  }
}

function weighted<Key>(choices: readonly (readonly [Key, number])[], draws: Random): Key {
  const total = choices.reduce((sum, [, weight]) => sum + weight, 0);
  let left = draws.fraction() * total;
  for (const [key, weight] of choices) {
    left -= weight;
    if (left < 0) return key;
  }
  return (choices[choices.length - 1] as readonly [Key, number])[0];
}
