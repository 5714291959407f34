/**
 * Schedules of what comes round by habit, in the frequencies that bills do not
 * have.
 *
 * @module
 */

import { addDays, addMonths } from "../_calendar.ts";
import { onDay } from "../_months.ts";
import { ALLOWANCE, ALLOWANCE_AMOUNT, lastAllowance } from "./allowance.ts";
import { datesOf, type Schedule } from "./schedule.ts";
import type { Setting } from "./setting.ts";

/**
 * Lists schedules by habit; the piano lesson's next date is today.
 *
 * @example
 * ```ts
 * import { assert } from "@std/assert";
 * import { settingOf } from "./setting.ts";
 *
 * const setting = settingOf({ today: "2026-11-20", seed: 1 });
 * assert(scheduledHabits(setting).some(({ next }) => next === setting.today));
 * ```
 */
export function scheduledHabits(setting: Setting): Schedule[] {
  const { today, start } = setting;
  return [
    {
      name: "Lunch jar",
      frequency: "daily",
      first: addDays(today, -12),
      next: addDays(today, 1),
      amount: -3_500,
      account: "wallet",
      payee: "Lincoln PTA",
      category: "school",
    },
    {
      name: ALLOWANCE,
      frequency: "weekly",
      first: addDays(lastAllowance(setting), -7 * 30),
      next: addDays(lastAllowance(setting), 7),
      amount: ALLOWANCE_AMOUNT,
      account: "wallet",
      payee: ALLOWANCE,
      category: "activities",
    },
    {
      name: "Piano",
      frequency: "weekly",
      first: addDays(today, -7 * 3),
      next: today,
      amount: -32_000,
      account: "checking",
      payee: "Ms. Okafor (piano)",
      category: "activities",
    },
    {
      name: "Babysitter",
      frequency: "twiceAMonth",
      first: onDay(start, 5),
      next: nextOf(today, [5, 20]),
      amount: -50_000,
      account: "wallet",
      payee: "Marta (babysitter)",
      category: "activities",
    },
    {
      name: "Attic",
      frequency: "monthly",
      // The 31st: shorter months take their last day.
      first: longMonthEnd(setting),
      next: nextOf(today, [31]),
      amount: -72_000,
      account: "checking",
      payee: "Attic Storage",
      category: "homeMaintenance",
    },
    {
      ...datesOf(setting, { everyMonths: 2, month: 2, day: 24 }),
      name: "Gutters",
      frequency: "everyOtherMonth",
      amount: -65_000,
      account: "checking",
      payee: "Gutter Guys",
      category: "homeMaintenance",
    },
    {
      ...datesOf(setting, { everyMonths: 4, month: 3, day: 11 }),
      name: "Dog's checkup",
      frequency: "every4Months",
      amount: -86_000,
      account: "checking",
      payee: "Riverside Veterinary",
      category: "pets",
    },
    {
      name: "Passports",
      frequency: "everyOtherYear",
      first: addMonths(today, -19),
      next: addMonths(today, 5),
      amount: -130_000,
      account: "checking",
      payee: "Passport Agency",
      category: "vacation",
    },
    {
      ...datesOf(setting, { everyMonths: 1, month: 1, day: 27 }),
      name: "Bulkhaus delivery",
      frequency: "monthly",
      amount: -118_000,
      account: "visa",
      payee: "Bulkhaus",
      category: null,
      lines: [
        { amount: -84_000, category: "groceries" },
        { amount: -34_000, category: "householdGoods", memo: "Cleaning supplies" },
      ],
    },
  ];
}

/** The first of these days of the month that lies after today. */
function nextOf(today: string, days: readonly number[]): string {
  const dates = [0, 1].flatMap((months) =>
    days.map((day) => onDay(addMonths(onDay(today, 1), months), day))
  );
  return dates.filter((date) => date > today).sort()[0] ?? addDays(today, 1);
}

/** The end of the last month with 31 days that lies a year back. */
function longMonthEnd(setting: Setting): string {
  let month = addMonths(setting.thisMonth, -12);
  while (onDay(month, 31).slice(8) !== "31") month = addMonths(month, -1);
  return onDay(month, 31);
}
