/** Amounts this near, as a share of the larger one, are one price: exchange rates move. */
const SAME_PRICE = 0.005;

/** Tells whether two amounts are one price. */
export function isSamePrice(one: number, other: number): boolean {
  return Math.abs(one - other) <= SAME_PRICE * Math.max(Math.abs(one), Math.abs(other));
}
