import { addMonths } from "../../domain/base/month.ts";
import { isCompound } from "../../domain/schedules/frequencies.ts";

/** How far ahead upstream takes schedules. */
const MOST_MONTHS_AHEAD = 60;

/** Says why a schedule can't have its next date on a day. */
export function whyNotScheduledOn(date: string, utcToday: string): string | null {
  if (date < utcToday) {
    return `${date} is past, and YNAB's today is ${utcToday} (UTC): ` +
      "schedule it from that day on, or enter it with create_transactions";
  }
  const latest = addMonths(utcToday, MOST_MONTHS_AHEAD);
  return date <= latest ? null : `${date} is over 5 years ahead: YNAB takes dates up to ${latest}`;
}

/** Warns of frequencies that upstream has been seen to refuse. */
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
