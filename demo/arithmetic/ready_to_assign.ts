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
