import { dayAt } from "./day.ts";
import { addMonths, lastOfMonth } from "./month.ts";

const LATEST_BEGINNING = 5;

/** Gives the months that are over, of which every day can be known. */
export function finishedMonths(
  firstDay: number,
  today: string,
  most: number,
): { readonly first: string; readonly last: string } {
  const current = addMonths(today, 0, 1);
  const last = today === lastOfMonth(today) ? current : addMonths(current, -1);
  const earliest = addMonths(last, 1 - most);
  const began = dayAt(firstDay);
  // Nobody's month begins with a payment on the first: a few days make it whole.
  const whole = Number(began.slice(8)) <= LATEST_BEGINNING ? 0 : 1;
  const known = addMonths(began, whole, 1);
  return { first: known > earliest ? known : earliest, last };
}
