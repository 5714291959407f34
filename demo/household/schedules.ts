/**
 * The household's schedules: one of each of the thirteen frequencies.
 *
 * @module
 */

import type { Frequency } from "../../client/wire/scheduled_transaction.ts";
import { addDays } from "../_calendar.ts";
import type { StoredScheduled } from "../_records.ts";
import { BILLS } from "./bills.ts";
import { biweeklyPayOn, PAYDAYS } from "./income.ts";
import { datesOf, type Schedule, storedSchedule } from "./schedule.ts";
import { scheduledHabits } from "./schedule_habits.ts";
import type { Setting } from "./setting.ts";

/** Payees that occur in schedules only. */
export const SCHEDULE_PAYEES: readonly string[] = [
  "Window Washer",
  "Ms. Okafor (piano)",
  "Attic Storage",
  "Gutter Guys",
  "Passport Agency",
  "Gardening Weekly",
];

/**
 * Lists the schedules as they are stored.
 *
 * @example
 * ```ts
 * import { assert } from "@std/assert";
 * import { settingOf } from "./setting.ts";
 *
 * const setting = settingOf({ today: "2026-11-20", seed: 1 });
 * assert(householdSchedules(setting).some(({ lines }) => lines.length > 1));
 * ```
 */
export function householdSchedules(setting: Setting): StoredScheduled[] {
  return [
    ...billsAhead(setting),
    ...oneOffs(setting),
    ...scheduledHabits(setting),
    ...transfers(setting),
  ]
    .map((schedule) => storedSchedule(setting, schedule));
}

/** Schedules of bills that also exist in the history. */
function billsAhead(setting: Setting): Schedule[] {
  const scheduled: readonly (readonly [payee: string, frequency: Frequency])[] = [
    ["Kibble Club", "every4Weeks"],
    ["Little Explorers Daycare", "monthly"],
    ["City Water Bureau", "every3Months"],
    ["Harbor Mutual Insurance", "twiceAYear"],
    ["Amazon Prime", "yearly"],
  ];
  const bills = scheduled.map(([payee, frequency]): Schedule => {
    const bill = BILLS.find((one) => one.payee === payee);
    if (bill === undefined) throw new RangeError(`Cannot schedule ${payee}: there is no such bill`);
    return {
      ...datesOf(setting, bill.cadence),
      name: payee,
      frequency,
      amount: typeof bill.amount === "number" ? -bill.amount : -140_000,
      account: bill.account,
      payee,
      category: bill.category,
    };
  });
  return [...bills, {
    ...datesOf(setting, PAYDAYS),
    name: "Salary",
    frequency: "everyOtherWeek",
    amount: biweeklyPayOn(setting.today),
    account: "checking",
    payee: "Northline Engineering",
    category: "inflow",
  }];
}

function oneOffs(setting: Setting): Schedule[] {
  const once = (days: number): Pick<Schedule, "frequency" | "first" | "next"> => ({
    frequency: "never",
    first: addDays(setting.today, days),
    next: addDays(setting.today, days),
  });
  return [
    {
      ...once(19),
      name: "New tires",
      amount: -389_000,
      account: "checking",
      payee: "Northgate Tire & Auto",
      category: "carRepairs",
      memo: "Winter tires",
    },
    {
      ...once(-2),
      name: "Windows",
      amount: -45_000,
      account: "wallet",
      payee: "Window Washer",
      category: "homeMaintenance",
      memo: "Still to be entered",
    },
    {
      ...once(-40),
      name: "Magazine",
      amount: -29_000,
      account: "visa",
      payee: "Gardening Weekly",
      category: "hobbies",
      deleted: true,
    },
  ];
}

function transfers(setting: Setting): Schedule[] {
  return [
    {
      ...datesOf(setting, { everyMonths: 1, month: 1, day: 3 }),
      name: "Mortgage",
      frequency: "monthly",
      amount: -1_612_440,
      account: "checking",
      payee: null,
      category: "mortgage",
      transferTo: "mortgage",
    },
    {
      ...datesOf(setting, { everyMonths: 1, month: 1, day: 28 }),
      name: "Saving",
      frequency: "monthly",
      amount: -200_000,
      account: "checking",
      payee: null,
      category: null,
      transferTo: "savings",
      memo: "Rest of the month",
    },
  ];
}
