/**
 * What a schedule can't be given: what upstream would refuse late, or change silently.
 *
 * @module
 */

import { addMonths } from "../../domain/base/month.ts";
import { isCompound } from "../../domain/schedules/frequencies.ts";

/** How far ahead upstream takes schedules. */
const MOST_MONTHS_AHEAD = 60;

/**
 * Says why a schedule can't have its next date on a day.
 *
 * @param date `YYYY-MM-DD`.
 * @param utcToday The day that upstream takes for today.
 * @returns Why, and what to do; `null` when it can.
 *
 * @example
 * ```ts
 * import { assertEquals, assertMatch } from "@std/assert";
 *
 * assertEquals(whyNotScheduledOn("2026-03-15", "2026-03-15"), null);
 * assertMatch(whyNotScheduledOn("2026-03-14", "2026-03-15") ?? "", /create_transactions/);
 * assertMatch(whyNotScheduledOn("2031-03-16", "2026-03-15") ?? "", /up to 2031-03-15/);
 * ```
 */
export function whyNotScheduledOn(date: string, utcToday: string): string | null {
  if (date < utcToday) {
    return `${date} is past, and YNAB's today is ${utcToday} (UTC): ` +
      "schedule it from that day on, or enter it with create_transactions";
  }
  const latest = addMonths(utcToday, MOST_MONTHS_AHEAD);
  return date <= latest ? null : `${date} is over 5 years ahead: YNAB takes dates up to ${latest}`;
}

/**
 * Warns of frequencies that upstream has been seen to refuse.
 *
 * @param before The frequency that the schedule has; `null` for a new one.
 * @param after The one that it would have; `null` for one that is deleted.
 * @returns What the user should know before confirming.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(frequencyWarnings("weekly", "monthly"), []);
 * assertEquals(frequencyWarnings(null, "every4Weeks").length, 1);
 * assertEquals(frequencyWarnings("every4Weeks", null).length, 1);
 * ```
 */
export function frequencyWarnings(before: string | null, after: string | null): readonly string[] {
  if (after !== null && isCompound(after)) {
    return [
      before === after
        ? `YNAB's API may refuse any change of a schedule that is ${after}: it says so then`
        : `YNAB's API may refuse the frequency ${after}: it says so then`,
    ];
  }
  return before !== null && isCompound(before)
    ? [`undoing may not give the frequency ${before} back: YNAB's API may refuse it`]
    : [];
}
