/**
 * The children's allowance, which a schedule enters every Saturday. Such rows
 * carry the schedule's id with their date.
 *
 * @module
 */

import { addDays, weekdayOf } from "../_calendar.ts";
import type { Draft } from "./draft.ts";
import { idFor, type Setting } from "./setting.ts";

/** Names the schedule, and the bill of the same name. */
export const ALLOWANCE = "Kids' Allowance";

/** Milliunits. */
export const ALLOWANCE_AMOUNT = -12_000;

const WEEKS = 20;

/**
 * Gives the last day up to today on which the allowance was entered.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { settingOf } from "./setting.ts";
 *
 * assertEquals(lastAllowance(settingOf({ today: "2026-11-20", seed: 1 })), "2026-11-14");
 * ```
 */
export function lastAllowance(setting: Setting): string {
  return addDays(setting.today, -((weekdayOf(setting.today) + 1) % 7));
}

/**
 * Drafts the entered rows; the newest has not been approved.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { settingOf } from "./setting.ts";
 *
 * const setting = settingOf({ today: "2026-11-20", seed: 1 });
 * const [newest] = allowanceDrafts(setting);
 * assertEquals(newest?.id?.endsWith("_2026-11-14"), true);
 * ```
 */
export function allowanceDrafts(setting: Setting): Draft[] {
  const scheduleId = idFor(setting, `schedule/${ALLOWANCE}`);
  return Array.from({ length: WEEKS }, (_, index) => {
    const date = addDays(lastAllowance(setting), -7 * index);
    return {
      source: "allowance",
      id: `${scheduleId}_${date}`,
      date,
      account: "wallet",
      amount: ALLOWANCE_AMOUNT,
      payee: ALLOWANCE,
      category: "activities",
      approved: index > 0,
      cleared: "cleared",
    };
  });
}
