/**
 * The account in London: used in the plan's first months, then emptied and
 * closed. Its rows carry the labels of banks in the United Kingdom.
 *
 * @module
 */

import { addDays, addMonths } from "../_calendar.ts";
import { LONDON_MONTHS } from "./bills_abroad.ts";
import type { Draft } from "./draft.ts";
import { everydayDrafts } from "./everyday.ts";
import type { Habit } from "./habits.ts";
import type { Setting } from "./setting.ts";

const LONDON = [["london", 1]] as const;

const HABITS: readonly Habit[] = [
  {
    payee: "Tesco",
    labels: ["CARD PAYMENT TO TESCO STORES {n4} ON {dd-mm}"],
    categories: [["londonLiving", 1]],
    accounts: LONDON,
    timesPerMonth: 4,
    from: 9,
    to: 58,
    ending: "basket",
  },
  {
    payee: "TfL",
    labels: ["CARD PAYMENT TO TFL TRAVEL CH ON {dd-mm} | TFL.GOV.UK/CP"],
    categories: [["londonLiving", 1]],
    accounts: LONDON,
    timesPerMonth: 5,
    from: 3.5,
    to: 12,
    ending: "menu",
    weekend: 0.5,
  },
  {
    payee: "The Marlborough Arms",
    labels: ["CONTACTLESS PAYMENT TO MARLBOROUGH ARMS LONDON ON {dd-mm}"],
    categories: [["londonLiving", 1]],
    accounts: LONDON,
    timesPerMonth: 1.5,
    from: 14,
    to: 46,
    ending: "menu",
    weekend: 2,
  },
];

/**
 * Drafts everyday spending in London, up to a fortnight before the closing.
 *
 * @example
 * ```ts
 * import { assert } from "@std/assert";
 * import { settingOf } from "./setting.ts";
 *
 * const setting = settingOf({ today: "2026-11-20", seed: 1 });
 * assert(londonDrafts(setting).every(({ date }) => date < closingDate(setting)));
 * ```
 */
export function londonDrafts(setting: Setting): Draft[] {
  return everydayDrafts(setting, HABITS, addDays(closingDate(setting), -14));
}

/**
 * Gives the day on which the account was emptied.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { settingOf } from "./setting.ts";
 *
 * const setting = settingOf({ today: "2026-11-20", seed: 1 });
 * assertEquals(closingDate(setting), "2024-09-14");
 * ```
 */
export function closingDate(setting: Setting): string {
  return addDays(addMonths(setting.start, LONDON_MONTHS), 13);
}
