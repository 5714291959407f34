/**
 * What a month shows as ready to assign.
 *
 * @module
 */

/** The figures of one month that count, in milliunits. */
export interface AssignableMonth {
  readonly readyToAssign: number;
  readonly cashOverspent: number;
}

/**
 * Lowers each month's Ready to Assign by what later months have taken, down to 0.
 *
 * Only assigning takes: overspending of the month itself and of later ones does
 * not show before the month after it. A negative figure shows only in its own month.
 *
 * @param months Consecutive months, oldest first.
 * @returns The shown figures in the same order.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const shown = readyToAssignByMonth([
 *   { readyToAssign: 500, cashOverspent: 30 },
 *   { readyToAssign: 270, cashOverspent: 0 },
 * ]);
 * assertEquals(shown, [300, 270]);
 * ```
 */
export function readyToAssignByMonth(months: readonly AssignableMonth[]): number[] {
  const shown: number[] = [];
  let lowestLater = Infinity;
  for (const month of months.toReversed()) {
    const { readyToAssign, cashOverspent } = month;
    const lowest = Math.min(readyToAssign, lowestLater + cashOverspent);
    shown.push(readyToAssign > 0 ? Math.max(0, lowest) : readyToAssign);
    lowestLater = lowest;
  }
  return shown.reverse();
}
