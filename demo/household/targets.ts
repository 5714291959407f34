/**
 * The targets of the household's categories: one of every kind that exists.
 *
 * Cadence codes as on the wire: 0 none, 1 monthly, 2 weekly, 13 yearly; 3 to 12
 * stand for every 2 to 11 months.
 *
 * @module
 */

import { addMonths } from "../_calendar.ts";
import { onDay } from "../_months.ts";
import type { StoredTarget } from "../_records.ts";
import type { CategoryKey } from "./category_table.ts";
import type { Setting } from "./setting.ts";

const NONE = 0;
const MONTHLY = 1;
const WEEKLY = 2;
const EVERY_3_MONTHS = 4;
const EVERY_6_MONTHS = 7;
const YEARLY = 13;

const THURSDAY = 4;

/**
 * Gives the target of a category, or `null` where nothing was asked.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { settingOf } from "./setting.ts";
 *
 * assertEquals(targetOf(settingOf({ today: "2026-11-20", seed: 1 }), "farmBox")?.goal_day, 4);
 * ```
 */
export function targetOf(setting: Setting, category: CategoryKey): StoredTarget | null {
  const asked = TARGETS[category]?.(setting);
  if (asked === undefined) return null;
  return {
    goal_needs_whole_amount: null,
    goal_day: null,
    goal_cadence: NONE,
    goal_cadence_frequency: null,
    goal_target_date: null,
    goal_snoozed_at: null,
    goal_creation_month: setting.start,
    ...asked,
  };
}

type AskedTarget = Pick<StoredTarget, "goal_type" | "goal_target"> & Partial<StoredTarget>;

const TARGETS: Readonly<Partial<Record<CategoryKey, (setting: Setting) => AskedTarget>>> = {
  mortgage: () => debt(1_612_440),
  carLoan: () => debt(318_270),
  storeCardPayment: (setting) => ({
    goal_type: "TBD",
    goal_target: 2_400_000,
    goal_target_date: addMonths(setting.thisMonth, 11),
    goal_creation_month: addMonths(setting.thisMonth, -4),
  }),

  homeInsurance: (setting) => dated(1_186_000, YEARLY, nextDue(setting, "03-14", 12)),
  registration: (setting) => dated(186_000, YEARLY, nextDue(setting, "09-21", 12)),
  memberships: (setting) => dated(204_000, YEARLY, nextDue(setting, "07-09", 12)),
  carInsurance: (setting) => dated(642_000, EVERY_6_MONTHS, nextDue(setting, "01-05", 6)),
  water: (setting) => dated(148_000, EVERY_3_MONTHS, nextDue(setting, "02-18", 3)),

  homeMaintenance: () => setAside(110_000),
  kitchen: (setting) => ({
    goal_type: "TBD",
    goal_target: 9_000_000,
    goal_target_date: addMonths(setting.thisMonth, 14),
    goal_creation_month: addMonths(setting.thisMonth, -9),
  }),
  vacation: () => ({ goal_type: "TB", goal_target: 4_000_000 }),
  emergency: () => ({ goal_type: "TB", goal_target: 25_000_000 }),
  investments: () => ({ goal_type: "MF", goal_target: 300_000, goal_cadence: MONTHLY }),
  holidayGifts: () => ({ goal_type: "MF", goal_target: 35_000, goal_cadence: MONTHLY }),
  charity: () => setAside(46_000),
  clothing: (setting) => ({
    ...setAside(130_000),
    goal_snoozed_at: `${setting.thisMonth}T00:00:20Z`,
  }),

  farmBox: () => ({
    ...setAside(34_500),
    goal_cadence: WEEKLY,
    goal_day: THURSDAY,
    goal_cadence_frequency: 1,
  }),

  electricity: () => refill(110_000, 12),
  gas: () => refill(85_000, 19),
  internet: () => refill(64_990, 8),
  phone: () => refill(92_000, 22),
  groceries: () => refill(820_000),
  dining: () => refill(340_000),
  coffee: () => refill(80_000),
  fuel: () => refill(175_000),
  health: () => refill(90_000),
  childcare: () => refill(640_000, 1),
};

function debt(amount: number): AskedTarget {
  return {
    goal_type: "DEBT",
    goal_target: amount,
    goal_cadence: MONTHLY,
    goal_cadence_frequency: 1,
    goal_day: 3,
  };
}

function setAside(amount: number): AskedTarget {
  return {
    goal_type: "NEED",
    goal_target: amount,
    goal_needs_whole_amount: true,
    goal_cadence: MONTHLY,
    goal_cadence_frequency: 1,
  };
}

function refill(amount: number, day: number | null = null): AskedTarget {
  return { ...setAside(amount), goal_needs_whole_amount: false, goal_day: day };
}

function dated(amount: number, cadence: number, due: string): AskedTarget {
  return {
    ...setAside(amount),
    goal_cadence: cadence,
    goal_cadence_frequency: 1,
    goal_target_date: due,
    goal_day: Number(due.slice(8)),
  };
}

/** The first due date from today on of a bill that returns every so many months. */
function nextDue(setting: Setting, monthAndDay: string, everyMonths: number): string {
  const day = Number(monthAndDay.slice(3));
  let month = `${setting.start.slice(0, 4)}-${monthAndDay.slice(0, 2)}-01`;
  while (onDay(month, day) < setting.today) month = addMonths(month, everyMonths);
  return onDay(month, day);
}
